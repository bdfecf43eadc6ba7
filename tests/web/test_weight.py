"""What a buyer's phone has to load to the first view: bytes of script and style, compressed."""

import gzip
import re
from pathlib import Path

import pytest

import seatpreview.http

BUILT = Path(str(seatpreview.http.__path__[0])) / "static"
SCRIPT_BYTES_MAX = {"picture": 45_000, "drawing": 170_000}
"""A bare page with Photo Sphere Viewer has 160 kB of script, and shows a picture alone."""
STYLE_BYTES_MAX = 12_000


@pytest.mark.parametrize("view", ["picture", "drawing"])
def test_the_scripts_to_the_first_view_are_light(view: str) -> None:
    first = re.findall(r"/assets/([\w.-]+\.js)", (BUILT / "viewer.html").read_text())
    drawing = [path.name for path in BUILT.glob("assets/drawing-renderer-*.js")]
    assert len(drawing) == 1
    loaded = loaded_with(*first, *(drawing if view == "drawing" else []))
    sizes = {name: compressed_bytes(name) for name in loaded}
    assert sum(sizes.values()) <= SCRIPT_BYTES_MAX[view], sizes


def test_the_page_names_all_that_the_first_picture_needs() -> None:
    """Otherwise each script would be found only after the one that imports it, a round trip later."""
    page = (BUILT / "viewer.html").read_text()
    first = re.findall(r"/assets/([\w.-]+\.js)", page)
    assert loaded_with(*first) == {*first}
    assert any(name.startswith("main-") for name in first)
    # The first script is small: it sends the first requests while the others are still loading.
    script = re.findall(r"<script[^>]* src=\"/assets/([\w.-]+\.js)\"", page)
    assert sum(map(compressed_bytes, loaded_with(*script))) <= 5000
    styles = re.findall(r"/assets/([\w.-]+\.css)", page)
    assert sum(map(compressed_bytes, styles)) <= STYLE_BYTES_MAX


def test_the_console_loads_its_text_editor_when_a_text_is_opened_and_not_before() -> None:
    first = re.findall(r"/assets/([\w.-]+\.js)", (BUILT / "console.html").read_text())
    editor = [path.name for path in BUILT.glob("assets/editor-view-*.js")]
    assert len(editor) == 1
    assert not loaded_with(*first) & {*editor}
    assert not any("cm-content" in (BUILT / "assets" / name).read_text() for name in loaded_with(*first))


def test_the_script_on_a_shops_page_is_lighter_still() -> None:
    # A third of it is the buyers' sentences in all languages. They are for the case that nothing more can be
    # loaded, so that they cannot be files of their own.
    assert compressed_bytes("../embed.js") <= 8500


def compressed_bytes(name: str) -> int:
    return len(gzip.compress((BUILT / "assets" / name).read_bytes(), 9))


def loaded_with(*names: str) -> set[str]:
    """These files and all that they import at once."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = (BUILT / "assets" / name).read_text()
            waiting += re.findall(r"(?:from|import)\s*[\"']\./([\w.-]+\.js)[\"']", text)
    return found
