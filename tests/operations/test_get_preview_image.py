"""getPreviewImage: what the picture is made of, for whom, and how it is cached."""

import asyncio
from typing import Any

import httpx
import pytest
from PIL import Image

from cast import Cast, bearer
from imagery.sample_pictures import decode, encode
from imagery.uploads import put
from operations.halls import HALL as SMALL_HALL
from seatpreview.preview_images import operations
from seatpreview.preview_images.image_cache import IMAGES_OF_A_VENUE_MAX
from seatpreview.preview_images.model import SIZES
from seatpreview.problems import Unavailable
from seatpreview.venues.imagery_kinds import IMAGERY_KINDS, Registration
from servers.polling import until

pytestmark = pytest.mark.anyio

_LAYOUT = SMALL_HALL["rules"]["layout"]
_CONFIGURATIONS = [*_LAYOUT["configurations"], {"id": "end", "name": "End stage"}]
HALL: dict[str, Any] = SMALL_HALL | {"rules": {"layout": _LAYOUT | {"configurations": _CONFIGURATIONS}}}
"""With two configurations, of which none applies unless it is asked for."""

ASIDE = (20, 60, 20)
AHEAD = (210, 40, 160)


def panorama(width: int = 1440) -> bytes:
    """All green, but for 60 degrees in the middle."""
    image = Image.new("RGB", (width, width // 2), ASIDE)
    image.paste(AHEAD, (width * 5 // 12, 0, width * 7 // 12, width // 2))
    return encode(image, quality=95)


async def put_hall(cast: Cast, *images: dict[str, Any], kind: str = "panorama", **more: Any) -> None:
    sets = [{"id": "day", "kind": kind, "attribution": "A. P.", "images": list(images)}] if images else []
    response = await cast.owner.put(f"/manage/venues/{cast.hall}", HALL | {"imagerySets": sets} | more)
    assert response.status_code == 200, response.text


async def ask(cast: Cast, seat: str = "1/A/1", *headers: tuple[str, str], **more: Any) -> httpx.Response:
    sent = headers or (bearer(cast.owner.plaintext),)
    params = {"venue": cast.hall, "seat": seat} | more
    return await cast.service.ask("GET", "/seats/preview/image", sent, params=params)


async def picture(cast: Cast, seat: str = "1/A/1", **more: Any) -> Image.Image:
    response = await ask(cast, seat, **more)
    assert response.status_code == 200, response.text
    return decode(response.content).convert("RGB")


def colour(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    pixel = image.getpixel((int(image.width * x), int(image.height * y)))
    assert isinstance(pixel, tuple)
    return pixel


def is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 12 for a, b in zip(one, other, strict=True))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that made images, in their order, each with whose share it counted for."""
    calls: list[str] = []
    compute = operations._compute

    async def count(context: Any, computation: Any, function: Any, *arguments: bytes) -> bytes:
        calls.append(f"{function.__name__} {context.share.owner}")
        return await compute(context, computation, function, *arguments)

    monkeypatch.setattr(operations, "_compute", count)
    return calls


@pytest.mark.parametrize("size", SIZES)
async def test_a_panorama_is_cut_in_the_direction_of_the_preview(size: str, cast: Cast) -> None:
    """Section 1 is in the south of the stage, and the camera looked to the north, then to the east."""
    await put_hall(cast, {"object": "p.jpg", "pose": {"yawDeg": 0}})
    await put(cast, cast.owner, f"{cast.hall}/imagery/p.jpg", panorama())
    ahead = await picture(cast, "1/A", size=size)
    assert ahead.size == SIZES[size]  # type: ignore[index]  # a name of them
    assert is_near(colour(ahead, 0.5, 0.2), AHEAD)
    assert is_near(colour(ahead, 0.02, 0.2), ASIDE)
    await put_hall(cast, {"object": "p.jpg", "pose": {"yawDeg": 90}})
    assert is_near(colour(await picture(cast, "1/A", size=size), 0.5, 0.2), ASIDE)


async def test_a_photo_covers_the_picture_with_its_middle(cast: Cast) -> None:
    await put_hall(cast, {"object": "p.png"}, kind="photo")
    image = Image.new("RGB", (900, 300), ASIDE)
    image.paste(AHEAD, (300, 0, 600, 300))
    await put(cast, cast.owner, f"{cast.hall}/imagery/p.png", encode(image, "PNG"))
    square = await picture(cast, size="square")
    assert is_near(colour(square, 0.01, 0.3), AHEAD)
    assert is_near(colour(square, 0.99, 0.3), AHEAD)
    wide = await picture(cast, size="wide")
    assert is_near(colour(wide, 0.01, 0.3), ASIDE)


async def test_a_picture_that_is_served_elsewhere_is_never_fetched(cast: Cast, made: list[str]) -> None:
    """Attack: a record names an address inside of the operator's network, and asks for the picture."""
    await put_hall(cast)
    bare = (await ask(cast)).content
    await put_hall(cast, {"url": "https://127.0.0.1:2/internal.jpg"})
    assert (await ask(cast)).content == bare, "the map, as without pictures"
    await put_hall(cast, {"object": "never-uploaded.jpg"})
    assert (await ask(cast)).content == bare
    assert made == [f"make_map {cast.owner.tenant_id}"] * 3


@pytest.mark.parametrize(
    ("kind", "maker"), [("rendered", "make_map"), ("panorama", "make_cutout"), ("photo", "make_cutout")]
)
async def test_a_drawing_from_another_seat_is_not_shown_and_a_photo_is(
    kind: str, maker: str, cast: Cast, made: list[str]
) -> None:
    covers = {"section": "1", "rows": ["A"], "seats": ["2"]}
    await put_hall(cast, {"object": "p.jpg", "covers": covers}, kind=kind)
    await put(cast, cast.owner, f"{cast.hall}/imagery/p.jpg", panorama())
    await ask(cast, "1/A/2")
    await ask(cast, "1/A/1")
    by = cast.owner.tenant_id
    assert made == [f"make_cutout {by}", f"{maker} {by}"]


async def test_an_image_is_cacheable_and_revalidated_without_being_made(cast: Cast, made: list[str]) -> None:
    await put_hall(cast)
    first = await ask(cast)
    assert first.headers["content-type"] == "image/jpeg"
    assert first.headers["cache-control"] == "private, no-cache"
    assert first.headers["vary"] == "Origin, Authorization, X-Key-Id, X-Viewer-Key"
    assert int(first.headers["content-length"]) == len(first.content) <= 300_000
    assert "ratelimit" in first.headers
    etag = first.headers["etag"]
    again = await ask(cast, "1/A/1", bearer(cast.owner.plaintext), ("if-none-match", etag))
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert len(made) == 1
    params = {"venue": cast.hall, "seat": "1/A/1"}
    head = await cast.service.ask(
        "HEAD", "/seats/preview/image", (bearer(cast.owner.plaintext),), params=params
    )
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == first.headers["content-length"]
    fresh = await ask(cast, "2/B/3", bearer(cast.owner.plaintext), ("if-none-match", '"x"'))
    assert fresh.status_code == 200


async def test_many_requests_for_one_image_make_it_once(cast: Cast, made: list[str]) -> None:
    await put_hall(cast)
    answers = await asyncio.gather(*(ask(cast, "1/B/2") for _ in range(12)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert len(made) == 1
    assert (await ask(cast, "1/B/2")).content == answers[0].content
    assert len(made) == 1, "it was stored"


async def test_a_request_that_is_given_up_does_not_end_the_work_for_others(
    cast: Cast, made: list[str]
) -> None:
    await put_hall(cast)
    one, other = (asyncio.create_task(ask(cast, "1/C/3")) for _ in range(2))
    await until(lambda: bool(made))
    one.cancel()
    assert (await other).status_code == 200
    assert len(made) == 1


async def test_other_words_of_the_same_language_are_not_stored_again(cast: Cast, made: list[str]) -> None:
    """A label, an alias or the default language leads to the image of the seat that is there already."""
    await put_hall(cast, aliases=[{"name": "grand"}])
    etag = (await ask(cast, "1/A/4")).headers["etag"]
    for seat, more in (
        ("Section 1, Row A, Seat 4", {}),
        ("1/A/4", {"locale": "en"}),
        ("1/A/4", {"venue": "grand"}),
    ):
        assert (await ask(cast, seat, **more)).headers["etag"] == etag
    assert len(made) == 1
    assert (await ask(cast, "1/A/4", locale="de")).headers["etag"] != etag


async def test_a_change_of_the_record_or_of_its_pictures_makes_another_image(cast: Cast) -> None:
    await put_hall(cast, {"object": "p.jpg"})
    etags = [(await ask(cast)).headers["etag"]]
    for data in (panorama(), panorama(720)):
        await put(cast, cast.owner, f"{cast.hall}/imagery/p.jpg", data)
        etags.append((await ask(cast)).headers["etag"])
    await put_hall(cast, {"object": "p.jpg"}, timezone="Europe/Berlin")
    assert (await ask(cast)).headers["etag"] == etags[-1], "nothing that it shows has changed"
    await put_hall(cast, {"object": "p.jpg"}, name="Renamed")
    etags.append((await ask(cast)).headers["etag"])
    assert len(set(etags)) == 4


async def test_whoever_may_preview_may_have_the_picture(cast: Cast) -> None:
    await put_hall(cast)
    session = await cast.session(seats=["1/A/1"])
    token = bearer(session["token"])
    assert (await ask(cast, "1/A/1", token)).status_code == 200
    refused = await ask(cast, "1/A/2", token)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_insufficient")
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    answer = await ask(cast, "1/A/1", origin)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == origin[1]
    stranger = await ask(cast, "1/A/1", bearer(cast.stranger.plaintext))
    assert (stranger.status_code, stranger.json()["code"]) == (404, "not_found")
    assert (await ask(cast, "1/A/1", bearer(cast.grantee.plaintext))).status_code == 200


async def test_the_work_counts_for_the_tenant_that_asks(cast: Cast, made: list[str]) -> None:
    await put_hall(cast)
    await ask(cast, "1/A/9", bearer(cast.grantee.plaintext))
    assert made == [f"make_map {cast.grantee.tenant_id}"]


async def test_bad_questions_get_clear_answers(cast: Cast) -> None:
    await put_hall(cast)
    for more, status, parameter in (
        ({"size": "huge"}, 400, "size"),
        ({"configuration": "none-such"}, 400, "configuration"),
        ({"page": "1"}, 400, "page"),
        ({"seat": "9/Z/1"}, 404, "seat"),
    ):
        refused = await ask(cast, **({"seat": "1/A/1"} | more))
        assert refused.status_code == status, more
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.json()["errors"][0]["parameter"] == parameter
    closed = await ask(cast, "2/A/1", configuration="round")
    assert (closed.status_code, closed.json()["code"]) == (404, "not_found")


async def test_a_venue_without_any_geometry_has_a_picture(cast: Cast) -> None:
    layout = {"sections": [{"id": "Parkett", "rows": ["1"], "seats": {"count": 3}}]}
    record = {"name": "Kleines Haus", "rules": {"layout": layout}}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    assert (await picture(cast, "Parkett/1/2")).size == SIZES["og"]


async def test_a_picture_that_cannot_be_read_now_is_unavailable(cast: Cast) -> None:
    """The store has lost the picture, or does not answer: nothing wrong is stored in its place."""
    await put_hall(cast, {"object": "p.jpg"})
    await put(cast, cast.owner, f"{cast.hall}/imagery/p.jpg", panorama())
    resources = cast.service.internals.resources
    [key] = [key for key in await resources.objects.keys() if key.startswith(cast.hall) and "/full." in key]
    lost = await resources.objects.get(key)
    assert lost is not None
    data = b"".join([chunk async for chunk in lost.chunks()])
    await resources.objects.delete(key)
    refused = await ask(cast)
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    await resources.objects.put(key, data, "image/jpeg")
    assert (await ask(cast)).status_code == 200


async def test_an_image_that_cannot_be_stored_is_sent(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*arguments: Any) -> None:
        raise Unavailable("The image storage does not answer.")

    await put_hall(cast)
    with monkeypatch.context() as patched:
        patched.setattr(operations, "store_cached", fail)
        first = await ask(cast, "1/B/7")
    assert first.status_code == 200
    assert (await ask(cast, "1/B/7")).content == first.content


def test_a_venue_takes_a_bounded_room_in_the_store() -> None:
    assert IMAGES_OF_A_VENUE_MAX * 300_000 < 1_300_000_000


def test_kinds_are_told_apart_by_their_projection() -> None:
    """A kind that is added is seen like a panorama, unless it says that it is flat."""
    assert IMAGERY_KINDS["photo"].projection == "flat"
    assert IMAGERY_KINDS["panorama"].projection == Registration().projection == "equirectangular"
