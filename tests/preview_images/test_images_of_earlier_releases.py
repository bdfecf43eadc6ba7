"""Preview images after an upgrade: the old one is good until a new one is there, which is drawn at a bounded
pace."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cast import Cast
from operations.test_get_preview_image import ask, put_hall
from seatpreview.preview_images import operations
from seatpreview.preview_images.computations import FORM
from seatpreview.preview_images.operations import _VERSION
from seatpreview.preview_images.redrawing import REDRAWING, WAITING_MAX, Redrawing
from servers.polling import until

pytestmark = pytest.mark.anyio


async def upgrade(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an upgrade changes: another version draws otherwise, and a new process knows nothing."""
    monkeypatch.setattr(operations, "_VERSION", f"{_VERSION}.next")
    monkeypatch.setattr(operations, "FORM", FORM + 1)
    caches = cast.service.internals.resources.caches
    caches._made.pop(operations._KEPT, None)
    caches._made[REDRAWING] = Redrawing(pause_seconds=0.01)


async def test_the_old_image_is_served_at_once_and_drawn_anew_in_the_background(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put_hall(cast)
    old = await ask(cast)
    await upgrade(cast, monkeypatch)
    may_draw = asyncio.Event()
    make = operations._make_map

    async def make_later(*arguments: object) -> object:
        await may_draw.wait()
        return await make(*arguments)  # type: ignore[arg-type]  # its own arguments

    monkeypatch.setattr(operations, "_make_map", make_later)
    for _ in range(3):
        again = await ask(cast)
        assert (again.status_code, again.content) == (200, old.content)
        assert again.headers["etag"] == old.headers["etag"], "a client that has it is told so"
    redrawing = cast.service.internals.resources.caches.of(REDRAWING)
    assert len(redrawing) == 1
    may_draw.set()
    await until(lambda: len(redrawing) == 0)
    new = await ask(cast)
    assert new.headers["etag"] != old.headers["etag"]
    assert (await ask(cast)).headers["etag"] == new.headers["etag"]


async def test_a_changed_record_is_never_shown_as_it_was(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    await put_hall(cast)
    old = await ask(cast)
    await upgrade(cast, monkeypatch)
    await put_hall(cast)
    new = await ask(cast)
    assert new.headers["etag"] != old.headers["etag"]


async def test_images_are_drawn_anew_one_after_the_other_and_few_wait() -> None:
    """Attack: after an upgrade, somebody asks for the images of all seats at once."""
    running, most = 0, 0

    async def never_busy() -> None:
        """Stands for a service that nobody uses."""

    def draw(fails: bool) -> Callable[[], Awaitable[None]]:
        async def drawn() -> None:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            if fails:
                raise ValueError("this one cannot be drawn")

        return drawn

    redrawing = Redrawing(pause_seconds=0, wait=never_busy)
    for number in range(10_000):
        redrawing.ask(b"%d" % (number // 2), draw(fails=number % 3 == 0))
    assert len(redrawing) == WAITING_MAX
    await until(lambda: len(redrawing) == 0)
    assert most == 1
    redrawing.ask(b"later", draw(fails=False))
    await until(lambda: len(redrawing) == 0)
