"""Edits of the Python client: nothing that others change at the same time is lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from clients.conftest import DemoService
from clients.scripted_server import Answer, ScriptedServer, problem
from clients.test_retries import KEY
from seatpreview_client import (
    Client,
    EditConflict,
    PreconditionFailed,
    Problem,
    UnexpectedAnswer,
    changes,
    models,
)
from serving import BUSY_MACHINE_SECONDS


def test_two_editors_of_a_key_lose_nothing(demo: DemoService, client: Client) -> None:
    key_id = client.keys.create(label="Edited").key_id
    both_have_read = Barrier(2)

    def add(origin: str) -> int:
        calls = 0

        def change(key: models.ApiKey) -> changes.UpdateKeyRequest:
            nonlocal calls
            calls += 1
            if calls == 1:
                both_have_read.wait(BUSY_MACHINE_SECONDS)
            return {"allowed_origins": [*key.allowed_origins, origin]}

        with Client(demo.address, key=demo.key) as editor:
            editor.keys.edit(key_id, change)
        return calls

    origins = ["https://one.example", "https://two.example"]
    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(add, origins)) == [1, 2], "one of them had to read again"
    assert sorted(client.keys.get(key_id).allowed_origins) == origins


def test_two_editors_of_a_venue_lose_nothing(demo: DemoService, client: Client) -> None:
    """A venue is replaced as a whole: what an edit does not name is sent back as it was read."""
    layout = {"sections": [{"id": "A", "rows": ["1"], "seats": {"count": 4}}]}
    venue = client.venues.create(name="Edited", rules={"layout": layout}, viewer_defaults={"theme": "dark"})
    both_have_read = Barrier(2)

    def add(name: str) -> None:
        is_first = True

        def change(venue: models.Venue) -> changes.ReplaceVenueRequest:
            nonlocal is_first
            if is_first:
                both_have_read.wait(BUSY_MACHINE_SECONDS)
            is_first = False
            return {"aliases": [*venue.aliases, {"name": name}]}

        with Client(demo.address, key=demo.key) as editor:
            editor.venues.edit(venue.venue_id, change)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(add, ["edited one", "edited two"]))
    edited = client.venues.get(venue.venue_id)
    assert sorted(alias.name for alias in edited.aliases) == ["edited one", "edited two"]
    assert (edited.seat_count, edited.viewer_defaults.theme) == (4, "dark")
    assert edited.version == venue.version + 2


def test_a_tenant_is_edited(admin: Client, demo: DemoService) -> None:
    def change(tenant: models.Tenant) -> changes.UpdateTenantRequest:
        return {"name": tenant.name + " & Sons"}

    tenant_id = demo.demo.grantee.tenant_id
    assert admin.tenants.edit(tenant_id, change).name.endswith(" & Sons")


def test_an_edit_that_changes_nothing_writes_nothing(client: Client) -> None:
    made = client.keys.create(label="Kept")
    assert client.keys.edit(made.key_id, lambda key: {}).version == made.version


def version(number: int) -> Answer:
    return Answer(200, KEY | {"version": number}, {"ETag": f'"{number}"'})


STALE = problem(412, "precondition_failed")


def edit(server: ScriptedServer) -> models.ApiKey:
    with Client(server.address, key="sk_live_test") as client:
        return client.keys.edit("key_000000000000", lambda key: {"label": f"Version {key.version}"})


def test_a_refused_edit_is_repeated_with_the_version_that_was_read_again(server: ScriptedServer) -> None:
    server.answers = [version(1), STALE, version(2), problem(409, "conflict"), version(3), version(4)]
    assert edit(server).version == 4
    writes = [request for request in server.requests if request.method == "PATCH"]
    assert [write.headers["if-match"] for write in writes] == ['"1"', '"2"', '"3"']
    assert [write.body for write in writes][-1] == b'{"label":"Version 3"}'


def test_a_refusal_without_a_new_version_is_raised(server: ScriptedServer) -> None:
    server.answers = [version(1), STALE, version(1), version(2)]
    with pytest.raises(PreconditionFailed):
        edit(server)
    assert [request.method for request in server.requests] == ["GET", "PATCH", "GET"]


def test_an_edit_gives_up_after_five_times(server: ScriptedServer) -> None:
    server.answers = [answer for number in range(9) for answer in (version(number), STALE)]
    with pytest.raises(EditConflict):
        edit(server)
    assert len(server.requests) == 10


def test_another_conflict_is_raised_at_once(server: ScriptedServer) -> None:
    server.answers = [version(1), problem(409, "idempotency_key_reused"), version(2)]
    with pytest.raises(Problem):
        edit(server)
    assert len(server.requests) == 2


def test_an_etag_that_a_proxy_has_weakened_is_sent_as_the_service_knows_it(server: ScriptedServer) -> None:
    """nginx marks the ETag of an answer that it compresses as weak, and no If-Match matches a weak one."""
    server.answers = [Answer(200, KEY, {"ETag": 'W/"1"'}), version(2)]
    edit(server)
    assert server.requests[1].headers["if-match"] == '"1"'


def test_a_record_without_an_etag_is_not_overwritten(server: ScriptedServer) -> None:
    """Without If-Match, the change of somebody else could be lost."""
    server.answers = [Answer(200, KEY), version(2)]
    with pytest.raises(UnexpectedAnswer, match="ETag"):
        edit(server)
    assert len(server.requests) == 1


def test_members_that_the_client_does_not_know_are_sent_back(server: ScriptedServer, client: Client) -> None:
    """A newer service may have members that this client has never heard of."""
    venue = client.venues.create(name="From the future", timezone="Europe/Berlin")
    record = client.venues.get(venue.venue_id).to_json() | {"fromTheFuture": [1]}
    server.answers = [Answer(200, record, {"ETag": '"1"'}), Answer(200, record, {"ETag": '"2"'})]
    with Client(server.address, key="sk_live_test") as editor:
        editor.venues.edit(venue.venue_id, lambda venue: {"name": "Renamed"})
    sent = server.requests[1].body
    assert b'"fromTheFuture":[1]' in sent
    assert b'"name":"Renamed"' in sent
    assert b"seatCount" not in sent, "members that the service makes itself are not sent"
