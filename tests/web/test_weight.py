"""What a buyer's phone has to load: 200 kB of script, compressed, to the first view."""

import gzip
import re
from pathlib import Path

import pytest

import seatpreview.http

BUILT = Path(str(seatpreview.http.__path__[0])) / "static"
BYTES_MAX = 200_000


@pytest.mark.parametrize("view", ["panorama", "drawing"])
def test_the_scripts_to_the_first_view_are_light(view: str) -> None:
    page = (BUILT / "viewer.html").read_text()
    first = re.findall(r"/assets/([\w.-]+\.js)", page)
    [lazy] = BUILT.glob(f"assets/{view}-*.js")
    loaded = loaded_with(*first, lazy.name)
    assert any(name.startswith("three") for name in loaded), "both views draw with it"
    sizes = {name: len(gzip.compress((BUILT / "assets" / name).read_bytes(), 9)) for name in loaded}
    assert sum(sizes.values()) <= BYTES_MAX, sizes


def test_the_script_on_a_shops_page_is_lighter_still() -> None:
    assert len(gzip.compress((BUILT / "embed.js").read_bytes(), 9)) <= 5000


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
