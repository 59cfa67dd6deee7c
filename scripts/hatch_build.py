"""Compiles the rulebook and the forces when the program is built or installed, editable installs included."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileRulebook(BuildHookInterface[Any]):
    """The compiled files are not checked in: they are made from the data wherever that goes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Runs before any target is built; nothing of Firelane is installed yet at that moment."""
        source = str(Path(self.root) / "src")
        sys.path.insert(0, source)
        try:
            from firelane.forces.compile import compile_shipped as compile_forces
            from firelane.rulebook.compile import compile_shipped

            compile_shipped()
            compile_forces()
        finally:
            sys.path.remove(source)
