"""Beacons of many buyers behind one address: small ones are not charged like guesses."""

import json
from collections.abc import Callable

import pytest

from cast import create_cast
from events.arena import create_arena, create_page, event
from seatpreview.http.app import SMALL_BEACON_BYTES
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = pytest.mark.anyio

TEXT = ("content-type", "text/plain")


async def test_small_beacons_leave_what_an_address_has_for_new_sessions_and_large_ones_do_not(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: 2,000 buyers behind one address report what they look at, and nobody there can open a
    view. The attack: large beacons, which cost much before anybody knows who sent them."""
    async with running(new_settings(address_rate=Rate(3, 86_400, 3))) as service:
        cast = await create_cast(service)
        page = await create_page(cast, cast.owner, await create_arena(cast, cast.owner))

        async def beacon(token: str, more: str = "") -> int:
            content = json.dumps({"token": token, "events": [event()]}) + more
            return (await service.ask("POST", "/events", (TEXT,), content=content)).status_code

        assert [await beacon(page.token) for _ in range(6)] == [202] * 6
        assert [await beacon("st_wrong") for _ in range(2)] == [401, 401]
        large = " " * SMALL_BEACON_BYTES
        assert [await beacon(page.token, large) for _ in range(2)] == [202, 429]
        assert await beacon("st_wrong") == 429
        assert await beacon(page.token) == 202
