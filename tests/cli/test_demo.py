"""The demo: its record is valid, its pictures show the arena, and creating it can be repeated."""

import asyncio
import io
import math
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cli.program import invoke
from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import run_with_client
from seatpreview.decoding.inputs import decode
from seatpreview.demo import arena, creation
from seatpreview.demo.creation import Demo, can_create_demo, create_demo, upload_missing_pictures
from seatpreview.demo.poster import SIZE, poster
from seatpreview.settings.settings import Settings
from seatpreview.values.demo_names import SEAT_LABEL
from seatpreview.venues import rules
from seatpreview.venues.model import CreateVenueRequest, ReplaceAliasesRequest

PICTURE_BYTES_MAX = 4_500_000


def arena_record() -> CreateVenueRequest:
    """The record as the API decodes it."""
    record: CreateVenueRequest = decode(arena.record(), CreateVenueRequest)
    return record


def test_the_api_accepts_the_record_and_its_examples_resolve() -> None:
    record = arena_record()
    assert rules.check_and_compile(record).seat_count == arena.compiled_layout().seat_count
    assert 17_000 <= arena.compiled_layout().seat_count <= 19_000
    assert len(record.rules.seat_keys.examples) >= 10
    assert {type(rule).__name__ for rule in record.rules.seat_keys.rules} == {
        "Rewrite",
        "Drop",
        "MapTo",
        "Reject",
    }


def test_every_seat_and_every_section_has_a_position_of_its_own() -> None:
    layout = arena.compiled_layout()
    assert all(layout.floor_point(section.id) is not None for section in layout.sections)
    positions = [layout.floor_point(*key) for key in layout.seats()]
    assert None not in positions
    assert (
        len({tuple(round(metres, 1) for metres in position or ()) for position in positions})
        == layout.seat_count
    )


def test_rows_of_neighbouring_sections_meet_round_the_corner() -> None:
    """The ends of a row are an aisle apart, whichever section comes next."""
    layout = arena.compiled_layout()
    for row, sections in (("K", range(101, 127)), ("9", range(301, 327))):
        for section, following in pairwise([*map(str, sections), str(sections[0])]):
            seats = list(getattr(layout.row(section, row), "seats", None) or ())
            # Seats are counted from the left of a person who faces the middle, and clockwise is to the left.
            end = layout.floor_point(section, row, seats[0])
            start = layout.floor_point(
                following, row, list(getattr(layout.row(following, row), "seats", ()))[-1]
            )
            assert end is not None
            assert start is not None
            assert 1.2 < math.dist(end, start) < 2.8, f"{section} and {following}"


def test_the_grantees_own_aliases_fit_the_arena() -> None:
    body: ReplaceAliasesRequest = decode({"aliases": arena.GRANTEES_ALIASES}, ReplaceAliasesRequest)
    rules.check_aliases(body.aliases, arena.compiled_layout())


def test_every_picture_that_the_record_refers_to_is_drawn_and_no_other() -> None:
    record = arena_record()
    named = [str(image.object) for imagery_set in record.imagery_sets for image in imagery_set.images]
    named += [str(ad.image) for ad in record.ads]
    assert sorted(named) == sorted(creation.picture_names())
    assert len(set(named)) == len(named)


@cache
def panorama(view: arena.View) -> Image.Image:
    picture = Image.open(io.BytesIO(creation.picture(view.object_name)))
    assert (picture.format, picture.size) == ("JPEG", (4096, 2048))
    picture.draft("RGB", (1024, 512))  # Decodes a quarter of each side, which takes a fraction of the time.
    return picture.convert("RGB").resize((512, 256), Image.Resampling.BOX)


def test_the_folder_of_pictures_has_all_that_are_used_and_no_others() -> None:
    """A view that is changed needs script/panoramas, and the repository must not grow by pictures."""
    pictures = list(files("seatpreview.demo").joinpath("pictures").iterdir())
    assert {path.name for path in pictures} == {view.file_name for view in arena.VIEWS}
    assert sum(len(path.read_bytes()) for path in pictures) < PICTURE_BYTES_MAX


def test_every_picture_is_told_as_a_rendering() -> None:
    for imagery_set in arena_record().imagery_sets:
        assert (imagery_set.kind, imagery_set.attribution) == ("rendered", "Drawn from the seating plan")


@pytest.mark.parametrize(
    "view",
    [view for view in arena.VIEWS if view.configuration == "end-stage"],
    ids=lambda view: view.object_name,
)
def test_the_video_wall_is_where_the_pose_says(view: arena.View) -> None:
    picture = panorama(view)
    eye, yaw_deg = arena.eye_of(view), arena.yaw_deg_of(view)
    wall = (0.0, 26.4, 7.4)
    right_deg = math.degrees(math.atan2(wall[0] - eye.x, wall[1] - eye.y)) - yaw_deg
    up_deg = math.degrees(math.atan2(wall[2] - eye.z, math.dist(eye[:2], wall[:2])))
    x, y = pinkest(picture)
    assert x == pytest.approx(256 + right_deg / 360 * 512, abs=512 / 30)
    assert y == pytest.approx(128 - up_deg / 360 * 512, abs=512 / 30)


@pytest.mark.parametrize("view", arena.VIEWS, ids=lambda view: view.object_name)
def test_the_left_and_right_edges_of_a_panorama_meet(view: arena.View) -> None:
    picture = panorama(view)
    columns = [picture.crop((x, 0, x + 1, 256)) for x in range(512)]
    steps = [difference(one, other) for one, other in pairwise(columns)]
    assert difference(columns[-1], columns[0]) <= max(steps)


def test_the_ad_is_a_small_picture() -> None:
    image = Image.open(io.BytesIO(poster()))
    assert (image.format, image.size) == ("PNG", SIZE)


def test_the_demo_has_keys_a_venue_and_a_label_that_resolves(
    new_settings: Callable[..., Settings],
) -> None:
    async def action(client: LocalClient) -> tuple[Demo, Any]:
        assert await can_create_demo(client)
        demo = await create_demo(client)
        assert not await can_create_demo(client)
        tried = {"labels": [SEAT_LABEL, "Golden Circle row 3"], "expect": ["107/K/9", None]}
        return demo, await client.call("testSeatKeys", demo.venue_id, body=tried)

    demo, tried = run_action(new_settings(), action)
    keys = [demo.admin_key, demo.tenant_key, demo.shop_key, demo.grantee_key]
    assert all(str(key.plaintext).startswith("sk_live_") for key in keys)
    assert [key.scope for key in keys] == ["admin", "tenant", "tenant", "tenant"]
    assert [key.groups for key in keys] == [None, None, ("sessions",), None]
    assert demo.shop_key.tenant_id == demo.tenant.tenant_id
    assert f"/viewer/{demo.shop_key.key_id}#" in demo.viewer_url
    assert demo.shop_key.embed_frame_ancestors == ("'self'", "http://localhost:8000", "http://127.0.0.1:8000")
    assert demo.tenant_key.tenant_id == demo.tenant.tenant_id == demo.page_key.tenant_id
    assert demo.grantee_key.tenant_id == demo.grantee.tenant_id
    assert (demo.page_key.kind, demo.page_origin) == ("keyless", "http://localhost:8000")
    assert demo.page_key.embed_frame_ancestors[1:] == demo.page_key.allowed_origins
    assert (tried.summary.as_expected, tried.summary.not_as_expected) == (2, 0)


@pytest.mark.parametrize(
    "last", ["createVenue", "putGrant", "replaceAliases", "listGrants", "createKey", "getTenant"]
)
def test_a_start_that_was_interrupted_can_be_repeated(
    last: str, new_settings: Callable[..., Settings]
) -> None:
    async def action(client: LocalClient) -> None:
        with pytest.raises(Interrupted):
            await create_demo(InterruptedClient(client, last))
        assert await can_create_demo(client)
        demo = await create_demo(client)
        await assert_it_is_the_only_one(client, demo)

    run_action(new_settings(), action)


def test_two_services_that_start_at_once_create_one_demo(new_settings: Callable[..., Settings]) -> None:
    async def action(client: LocalClient) -> None:
        one, other = await asyncio.gather(create_demo(client), create_demo(client))
        assert one.venue_id == other.venue_id
        assert one.page_key.key_id == other.page_key.key_id
        assert one.admin_key.plaintext != other.admin_key.plaintext
        await assert_it_is_the_only_one(client, one)

    run_action(new_settings(), action)


def test_the_shop_page_has_another_port_if_the_service_uses_its_port(
    new_settings: Callable[..., Settings],
) -> None:
    demo = run_action(replace(new_settings(), port=8000), create_demo)
    assert demo.page_origin == "http://localhost:8001"


def test_only_missing_pictures_are_uploaded(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A panorama takes a second to cut. Another test checks that each name has one.
    monkeypatch.setattr(creation, "picture", lambda name: poster())
    calls: list[tuple[int, int]] = []

    async def action(client: LocalClient) -> Any:
        await upload_missing_pictures(client, lambda *done: calls.append(done))
        assert calls == [], "there is no demo yet"
        demo = await create_demo(client)
        await client.call("putImage", demo.venue_id, arena.AD_OBJECT, raw_body=poster())
        await upload_missing_pictures(client, lambda *done: calls.append(done))
        await upload_missing_pictures(client, lambda *done: calls.append(done))
        return await client.call("listImages", demo.venue_id, query={"limit": 100})

    images = run_action(new_settings(), action)
    assert images.missing == []
    assert len(calls) == len(images.data) - 1 == len(arena.VIEWS)


class Interrupted(Exception):
    pass


class InterruptedClient(LocalClient):
    """Raises Interrupted at a call of an operation: the second call of createKey, the first of any other."""

    def __init__(self, client: LocalClient, last: str) -> None:
        self._client = client
        self._last = last
        self._left = 2 if last == "createKey" else 1

    async def call(self, operation_id: str, *path: str, **options: Any) -> Any:
        if operation_id == self._last:
            self._left -= 1
            if self._left == 0:
                raise Interrupted
        return await self._client.call(operation_id, *path, **options)


async def assert_it_is_the_only_one(client: LocalClient, demo: Demo) -> None:
    venues = await client.call("listVenues", query={"limit": 100})
    assert [venue.venue_id for venue in venues.data] == [demo.venue_id]
    pages = await client.call("listKeys", query={"limit": 100, "kind": "keyless"})
    assert [key.key_id for key in pages.data] == [demo.page_key.key_id]


def run_action(settings: Settings, action: Callable[[LocalClient], Coroutine[Any, Any, Any]]) -> Any:
    if not settings.uses_sqlite:
        flags = ["--database-url", settings.database_url, "--data-dir", str(settings.data_dir)]
        assert invoke("db", "upgrade", *flags).exit_code == 0
    return run_with_client(settings, action)


def pinkest(picture: Image.Image) -> tuple[float, float]:
    """The point with most of the colour of the hills on the video wall, a bright pink."""
    red, green, blue = picture.split()
    pink = ImageChops.darker(ImageChops.subtract(red, green), ImageChops.subtract(blue, green))
    small = ImageChops.darker(pink, red.point(lambda value: max(0, value - 100))).reduce(4)
    values = small.tobytes()
    index = values.index(max(values))
    return index % small.width * 4 + 2, index // small.width * 4 + 2


def difference(one: Image.Image, other: Image.Image) -> float:
    return float(sum(ImageStat.Stat(ImageChops.difference(one, other)).mean))
