"""The drawings of the guides. `script/guide-pictures` writes them; the suite compares them."""

from collections.abc import Callable, Mapping

from docs.guide_pictures import concepts, imports, layouts, photographs
from docs.guide_pictures.svg import ROOT, Drawing

FOLDER = ROOT / "docs" / "pictures"

DRAWINGS: Mapping[str, Callable[[], Drawing]] = {
    **concepts.DRAWINGS,
    **imports.DRAWINGS,
    **layouts.DRAWINGS,
    **photographs.DRAWINGS,
}
"""How each file of docs/pictures/ is drawn."""


def text_of(name: str) -> str:
    """The SVG file with this name."""
    return DRAWINGS[name]().as_text()


def write() -> None:
    """Writes all files."""
    for name in DRAWINGS:
        (FOLDER / name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    write()
