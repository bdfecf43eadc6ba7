"""The committed pictures show what the product is today: script/pictures takes them again."""

from pathlib import Path

import pytest

from seatpreview.demo import arena
from servers import chromium
from serving import running, settings_for
from web import panoramas, pictures
from web.picture_sources import PANORAMAS, SOURCES, page_outline, recorded

pytestmark = pytest.mark.anyio

PAGES = ("viewer.png", "viewer-phone.png", "viewer-drawn.png", "console-venue.png", "console-label-rules.png")
STILLS = (pictures.PREVIEW_IMAGE, pictures.LANDING_VIEW.name)


def test_each_picture_has_a_note_of_what_it_was_taken_of() -> None:
    views = [view.file_name for view in arena.VIEWS]
    assert sorted(recorded()) == sorted([*views, *PAGES, *STILLS])
    assert sorted(path.name for path in PANORAMAS.glob("*.jpg")) == sorted(views)
    assert [name for name in (*PAGES, pictures.PREVIEW_IMAGE) if not (SOURCES.parent / name).is_file()] == []


@pytest.mark.parametrize("name", [*PAGES, *STILLS])
def test_pictures_are_cut_from_the_views_of_today(name: str) -> None:
    source = recorded()[name]
    assert {part: source[part] for part in source if part != "page"} == pictures.drawn_source(name)


@pytest.mark.long
def test_panoramas_show_the_scene_of_today() -> None:
    known = recorded()
    stale = [name for name, source in panoramas.panorama_sources().items() if known[name] != source]
    assert stale == [], "script/pictures renders them again"


@pytest.mark.long
async def test_pages_say_what_is_in_their_pictures(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    said: dict[str, list[str]] = {}
    async with running(settings) as service, chromium.browser() as browser:
        demo = await pictures.demo_with_pictures(settings, service)
        async for name, page in pictures.pages(browser, service, demo):
            await pictures.still_screenshot(page)
            said[name] = await page_outline(page)
    assert tuple(said) == PAGES
    for name, outline in said.items():
        assert outline == recorded()[name]["page"], f"{name}: script/pictures takes it again"
