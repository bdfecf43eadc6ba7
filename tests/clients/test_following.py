"""Following changes with the Python client: everything in order, also across lost connections."""

from itertools import islice
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from clients.scripted_server import LOST, Answer, ScriptedServer, problem
from clients.test_retries import Waits
from seatpreview_client import AsyncClient, Retries, Unauthorized


@pytest.fixture
def waits() -> Waits:
    return Waits()


def page(next_: str, *numbers: int, **more: Any) -> Answer:
    data: list[dict[str, Any]] = [
        {
            "n": n,
            "type": "key.created",
            "at": "2026-11-17T09:00:00Z",
            "actor": None,
            "kind": "key",
            "id": f"key_{n}",
            "tenantId": None,
            "version": 1,
            "members": [],
        }
        for n in numbers
    ]
    return Answer(200, {"data": data, "next": next_} | more)


def queries(server: ScriptedServer) -> list[tuple[str, str]]:
    """Returns what was asked for: the position, and how long to wait."""
    asked = [parse_qs(urlsplit(request.path).query) for request in server.requests]
    return [(query["after"][0], query["waitSeconds"][0]) for query in asked]


def test_a_follower_goes_on_where_it_was_however_often_the_connection_is_lost(
    server: ScriptedServer, waits: Waits
) -> None:
    busy = problem(429, "rate_limited")
    server.answers = [page("5-a"), LOST, LOST, busy, page("7-b", 6, 7), problem(503, "overloaded")]
    server.answers += [LOST, Answer(502), page("7-b"), page("9-c", 8)]
    with waits.client(server, repeats=1) as client:
        follower = client.changes.follow(types=["key.created", "key.revoked"])
        assert [change.n for change in islice(follower, 3)] == [6, 7, 8]
        assert follower.position == "7-b", "the last page may not have been handled yet"
    assert [after for after, _ in queries(server)] == ["now", *["5-a"] * 4, *["7-b"] * 5]
    assert [wait for _, wait in queries(server)] == ["0", *["20"] * 9], "the position of the end comes first"
    assert "types=key.created%2Ckey.revoked" in server.requests[0].path
    assert waits.seconds[-1] == 1.0, "an answer that came at once, without changes, is not asked for at once"


def test_a_follower_is_told_of_a_restart_and_ends_with_a_refusal(
    server: ScriptedServer, waits: Waits
) -> None:
    server.answers = [page("2-x", 1, 2, restarted=True), problem(401, "key_revoked")]
    restarts: list[str] = []
    with waits.client(server) as client:
        follower = client.changes.follow(after="9-lost", on_restart=lambda: restarts.append("restart"))
        found: list[int] = []
        with pytest.raises(Unauthorized):
            found.extend(change.n for change in follower)
    assert (restarts, found, follower.position) == (["restart"], [1, 2], "2-x")


@pytest.mark.anyio
async def test_the_asynchronous_client_follows_as_well(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [page("5-a", 4), LOST, page("5-a"), page("6-a", 6)]

    async def sleep(seconds: float) -> None:
        waits.seconds.append(seconds)

    retries = Retries(repeats=0)
    async with AsyncClient(server.address, key="sk_live_test", retries=retries, sleep=sleep) as client:
        found = []
        async for change in client.changes.follow(after=None):
            found.append(change.n)
            if len(found) == 2:
                break
    assert found == [4, 6]
    assert len(waits.seconds) == 2
