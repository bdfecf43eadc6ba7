"""The log of requests that a rate limit has refused: metrics name no key and no tenant, so the log does."""

import json
from pathlib import Path

import pytest

from captured_log import captured_log
from cast import bearer, create_cast
from seatpreview.settings.setting_values import Rate
from serving import running, settings_for

pytestmark = pytest.mark.anyio


async def test_a_refusal_names_the_limit_the_key_the_tenant_and_the_venue(tmp_path: Path) -> None:
    once = Rate(1, 3600, 1)
    with captured_log() as log:
        async with running(settings_for(tmp_path, venue_rate=once, sessions_rate=once)) as service:
            cast = await create_cast(service)
            token = (await cast.session())["token"]
            refused = await cast.owner.post("/sessions", {"venue": cast.hall})
            assert refused.status_code == 429
            assert [(await cast.who(bearer(token))).status_code for _ in range(2)] == [200, 429]
            assert (await cast.who()).status_code == 401
            service.internals.request_log.flush()
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
    members = ("limit", "key_id", "tenant_id", "venue_id")
    refusals = [[line.get(name) for name in members] for line in lines if "limit" in line]
    assert refusals == [
        ["sessions", cast.owner.key_id, cast.owner.tenant_id, None],
        ["venue", cast.owner.key_id, cast.owner.tenant_id, cast.hall],
    ]
    assert all(("tenant_id" in line) is ("limit" in line) for line in lines), "of no other request"
