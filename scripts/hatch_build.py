"""Compiles the rulebook when the program is built or installed, editable installs included."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileRulebook(BuildHookInterface[Any]):
    """The compiled file is not checked in: it is made from the catalogue wherever that goes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Runs before any target is built; nothing of Firelane is installed yet at that moment."""
        source = str(Path(self.root) / "src")
        sys.path.insert(0, source)
        try:
            from firelane.rulebook.compile import compile_shipped

            compile_shipped()
        finally:
            sys.path.remove(source)
