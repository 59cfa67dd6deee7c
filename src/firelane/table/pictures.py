"""Pictures in files: SVG or PNG by the ending, in a font that has both scripts, the same bytes every time.

matplotlib is loaded only when a picture is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firelane.problem import Problem

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 110
_ENDINGS = {".svg": "svg", ".png": "png"}


def write_picture(
    make: Callable[[], Figure], path: Path | str, settings: Mapping[str, Any] | None = None
) -> None:
    """Draw with `make` and write to an .svg or .png file."""
    path = Path(path)
    form = _ENDINGS.get(path.suffix.lower())
    if form is None:
        raise Problem("table.picture-ending", file=path)
    try:
        import matplotlib as mpl
    except ImportError:
        raise Problem("table.no-matplotlib") from None
    rules: dict[str, Any] = {
        "svg.hashsalt": "firelane",
        "svg.fonttype": "none",
        "font.family": _fonts(),
        **(settings or {}),
    }
    with mpl.rc_context(rules):  # type: ignore[arg-type]
        figure = make()
        metadata = {"Date": None, "Creator": "Firelane"} if form == "svg" else {"Software": "Firelane"}
        try:
            figure.savefig(path, format=form, dpi=DPI, metadata=metadata)
        except OSError as error:
            raise Problem("table.picture-unwritable", file=path, reason=error.strerror or error) from None


def _fonts() -> list[str]:
    """Latin letters first; the Japanese font that comes with matplotlib-fontja, where it is installed."""
    from matplotlib import font_manager

    spec = find_spec("matplotlib_fontja")
    names = ["DejaVu Sans"]
    if spec is not None and spec.origin is not None:
        for file in sorted(Path(spec.origin).parent.glob("fonts/*.ttf")):
            font_manager.fontManager.addfont(file)
            names.append(font_manager.FontProperties(fname=file).get_name())
    return names
