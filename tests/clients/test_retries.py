"""Repeats of the Python client: what is sent again, after how long, and what never is."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from clients.conftest import DemoService
from clients.scripted_server import LOST, Answer, ScriptedServer, problem
from seatpreview_client import (
    AsyncClient,
    Client,
    Conflict,
    Problem,
    RateLimited,
    Retries,
    Unavailable,
    Unreachable,
    Waiting,
)
from seatpreview_client.generated import operations
from seatpreview_client.operation import Operation

KEY: dict[str, Any] = {
    "keyId": "key_000000000000",
    "kind": "secret",
    "scope": "tenant",
    "tenantId": None,
    "label": "Shop",
    "allowedOrigins": [],
    "allowOriginOnly": False,
    "embedFrameAncestors": [],
    "venues": None,
    "groups": None,
    "rateLimit": None,
    "status": "active",
    "revokeAt": None,
    "rotatedFrom": None,
    "rotatedTo": None,
    "hint": None,
    "createdAt": "2026-11-16T09:00:00Z",
    "updatedAt": "2026-11-16T09:00:00Z",
    "revokedAt": None,
    "lastUsedAt": None,
    "version": 1,
}
FOUND = Answer(200, KEY, {"ETag": '"1"'})
CREATED = Answer(201, KEY | {"plaintext": "sk_live_made"}, {"ETag": '"1"'})
PROXY_PAGE = Answer(503, b"<html>Busy</html>")


class Waits:
    """Stands in for `sleep`, and for the choice of a random number: it is always the upper bound."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def client(self, server: ScriptedServer, **retries: Any) -> Client:
        options = Retries(uniform=lambda low, high: high, **retries)
        return Client(server.address, key="sk_live_test", retries=options, sleep=self.seconds.append)


@pytest.fixture
def waits() -> Waits:
    return Waits()


def read_key(client: Client) -> object:
    return client.keys.get("key_000000000000")


def make_key(client: Client) -> object:
    return client.keys.create(label="Shop")


def change_key(client: Client) -> object:
    return client.keys.update("key_000000000000", if_match='"1"', label="Shop")


def revoke_key(client: Client) -> None:
    client.keys.revoke("key_000000000000")


def resolve(client: Client) -> object:
    return client.seats.resolve(venue="harbour", labels=["107/K/9"])


def renew(client: Client) -> object:
    return client.sessions.renew("ses_000000000000")


Call = Callable[[Client], object]


@pytest.mark.parametrize(
    "failure",
    [LOST, PROXY_PAGE, Answer(502), Answer(504), problem(503, "unavailable"), problem(429, "rate_limited")],
)
def test_a_read_is_repeated_after_every_passing_failure(
    failure: Answer, server: ScriptedServer, waits: Waits
) -> None:
    server.answers = [failure, failure, failure, FOUND]
    with waits.client(server) as client:
        assert client.keys.get("key_000000000000").label == "Shop"
    assert len(server.requests) == 4
    assert waits.seconds == [0.5, 1.0, 2.0], "the bounds double, and each wait is chosen below its bound"


def test_repeats_are_logged(server: ScriptedServer, waits: Waits, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="seatpreview_client")
    server.answers = [problem(503, "unavailable"), FOUND]
    with waits.client(server) as client:
        read_key(client)
    assert "getKey failed (503), and is sent again in 0.5 s" in caplog.messages


def test_each_wait_is_told_before_it_begins(server: ScriptedServer, waits: Waits) -> None:
    told: list[Waiting] = []
    server.answers = [problem(429, "rate_limited", Retry_After="7"), LOST, FOUND]

    def tell(waiting: Waiting) -> None:
        assert len(waits.seconds) == len(told)
        told.append(waiting)

    with waits.client(server, on_wait=tell) as client:
        read_key(client)
    first, second = told
    assert (first.operation, first.attempt, first.seconds, first.status) == ("getKey", 1, 7.5, 429)
    assert (second.attempt, second.seconds, second.status) == (2, 1.0, None)
    assert [each.seconds for each in told] == waits.seconds


def test_the_last_failure_is_raised_after_three_repeats(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [problem(503, "unavailable")] * 9
    with waits.client(server) as client, pytest.raises(Unavailable):
        read_key(client)
    assert len(server.requests) == 4


def test_no_answer_at_all_is_unreachable(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [LOST] * 9
    with waits.client(server) as client, pytest.raises(Unreachable):
        read_key(client)
    assert len(server.requests) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 500])
def test_what_waiting_does_not_mend_is_not_repeated(
    status: int, server: ScriptedServer, waits: Waits
) -> None:
    server.answers = [problem(status, "conflict"), FOUND]
    with waits.client(server) as client, pytest.raises(Problem):
        read_key(client)
    assert (len(server.requests), waits.seconds) == (1, [])


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0", 0.0), ("Mon, 16 Nov 2026 09:00:20 GMT", 20.0), ("Mon, 16 Nov 2026 08:00:00 GMT", 0.0)],
)
def test_retry_after_is_waited_for_in_seconds_and_as_a_date(
    header: str, seconds: float, server: ScriptedServer, waits: Waits
) -> None:
    now = "Mon, 16 Nov 2026 09:00:00 GMT"
    server.answers = [problem(429, "rate_limited", Retry_After=header, Date=now), FOUND]
    with waits.client(server, first_wait_seconds=0.0) as client:
        read_key(client)
    assert waits.seconds == [seconds]


def test_retry_after_that_asks_for_too_long_is_raised_at_once(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [problem(429, "rate_limited", Retry_After="3600"), FOUND]
    with waits.client(server) as client, pytest.raises(RateLimited) as raised:
        read_key(client)
    assert raised.value.retry_after == 3600
    assert (len(server.requests), waits.seconds) == (1, [])


def test_all_waits_together_are_bounded(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [problem(429, "rate_limited", Retry_After="25")] * 9
    with waits.client(server) as client, pytest.raises(RateLimited):
        read_key(client)
    assert waits.seconds == [25.5, 26.0]


def test_a_lost_answer_to_create_key_is_asked_for_with_the_same_idempotency_key(
    server: ScriptedServer, waits: Waits
) -> None:
    server.answers = [LOST, problem(409, "request_in_progress"), CREATED, CREATED]
    with waits.client(server) as client:
        make_key(client)
        make_key(client)
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert keys[0] == keys[1] == keys[2]
    assert keys[3] != keys[0], "another call is another piece of work"
    assert len({request.body for request in server.requests}) == 1


def test_a_given_idempotency_key_is_sent(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [CREATED]
    with waits.client(server) as client:
        client.keys.create(label="Shop", idempotency_key="order-17")
    assert server.requests[0].headers["idempotency-key"] == "order-17"


def test_another_conflict_of_a_repeatable_call_is_raised(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [problem(409, "idempotency_key_reused"), CREATED]
    with waits.client(server) as client, pytest.raises(Conflict):
        make_key(client)
    assert len(server.requests) == 1


@pytest.mark.parametrize("failure", [LOST, PROXY_PAGE, Answer(502), Answer(504)])
def test_a_post_that_only_reads_is_sent_again(failure: Answer, server: ScriptedServer, waits: Waits) -> None:
    server.answers = [failure, Answer(200, {"results": []})]
    with waits.client(server) as client:
        resolve(client)
    assert [request.method for request in server.requests] == ["POST", "POST"]


def test_the_document_says_which_posts_only_read() -> None:
    """Those that the service marks, and no other: each of them stores nothing."""
    known = [value for value in vars(operations).values() if isinstance(value, Operation)]
    only_read = {operation.name for operation in known if operation.only_reads}
    assert only_read == {
        "resolveSeats",
        "findBestSeats",
        "findFloorPlanSeats",
        "createImageLink",
        "importVenue",
        "testSeatKeys",
        "suggestSeatKeys",
        "learnSeatKeys",
    }


@pytest.mark.parametrize("call", [change_key, renew])
@pytest.mark.parametrize("failure", [LOST, PROXY_PAGE, Answer(502), Answer(504)])
def test_what_may_have_been_done_is_not_sent_again(
    call: Call, failure: Answer, server: ScriptedServer, waits: Waits
) -> None:
    """A second PATCH with the same If-Match would fail, and a second POST would do the work twice."""
    server.answers = [failure, FOUND]
    with waits.client(server) as client, pytest.raises((Problem, Unreachable)):
        call(client)
    assert (len(server.requests), waits.seconds) == (1, [])


@pytest.mark.parametrize("failure", [problem(429, "rate_limited"), problem(503, "overloaded")])
def test_a_change_is_sent_again_if_the_service_has_refused_it(
    failure: Answer, server: ScriptedServer, waits: Waits
) -> None:
    server.answers = [failure, FOUND]
    with waits.client(server) as client:
        change_key(client)
    assert [request.headers["if-match"] for request in server.requests] == ['"1"', '"1"']


def test_a_revoke_whose_answer_was_lost_is_done(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [LOST, problem(404, "not_found")]
    with waits.client(server) as client:
        revoke_key(client)
    server.answers = [problem(404, "not_found")]
    with waits.client(server) as client, pytest.raises(Problem):
        revoke_key(client)


@pytest.mark.parametrize("call", [read_key, make_key, change_key, revoke_key, resolve])
def test_every_call_is_repeated_if_nobody_listened(call: Call, server: ScriptedServer, waits: Waits) -> None:
    """Nothing was sent, so that nothing can have been done."""
    server.stop()
    with waits.client(server) as client, pytest.raises(Unreachable):
        call(client)
    assert waits.seconds == [0.5, 1.0, 2.0]


def test_repeats_can_be_turned_off(server: ScriptedServer, waits: Waits) -> None:
    server.answers = [LOST, FOUND]
    with waits.client(server, repeats=0) as client, pytest.raises(Unreachable):
        read_key(client)
    assert len(server.requests) == 1


@pytest.mark.anyio
async def test_the_asynchronous_client_repeats_by_the_same_rules(server: ScriptedServer) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    retries = Retries(uniform=lambda low, high: high)
    server.answers = [LOST, problem(429, "rate_limited", Retry_After="3"), CREATED]
    async with AsyncClient(server.address, key="sk_live_test", retries=retries, sleep=sleep) as client:
        await client.keys.create(label="Shop")
    assert waits == [0.5, 4.0]
    assert len({request.headers["idempotency-key"] for request in server.requests}) == 1


class LosesTheFirstAnswer(httpx.HTTPTransport):
    """A real connection that breaks after the service has done the work of the first request."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if self.lost == 0:
            self.lost += 1
            response.read()
            raise httpx.ReadError("The connection broke.")
        return response


def test_work_whose_answer_was_lost_is_done_once_by_the_real_service(
    demo: DemoService, admin: Client
) -> None:
    transport = LosesTheFirstAnswer()
    with Client(demo.address, key=demo.admin_key, transport=transport, sleep=lambda _: None) as client:
        made = client.tenants.create(name="Made once")
    named = [tenant.tenant_id for tenant in admin.tenants.list() if tenant.name == "Made once"]
    assert (transport.lost, named) == (1, [made.tenant_id])


def test_a_change_whose_answer_was_lost_is_told_and_done_once(demo: DemoService, admin: Client) -> None:
    tenant = admin.tenants.create(name="Changed")
    transport = LosesTheFirstAnswer()
    with (
        Client(demo.address, key=demo.admin_key, transport=transport, sleep=lambda _: None) as client,
        pytest.raises(Unreachable),
    ):
        client.tenants.update(tenant.tenant_id, if_match=tenant.etag, name="Changed once")
    after = admin.tenants.get(tenant.tenant_id)
    assert (after.name, after.version) == ("Changed once", tenant.version + 1)


def test_the_service_knows_a_given_idempotency_key_again(admin: Client) -> None:
    first = admin.tenants.create(name="Once", idempotency_key="tenant-once")
    assert admin.tenants.create(name="Once", idempotency_key="tenant-once").tenant_id == first.tenant_id
    with pytest.raises(Conflict) as refused:
        admin.tenants.create(name="Other", idempotency_key="tenant-once")
    assert refused.value.code == "idempotency_key_reused"
