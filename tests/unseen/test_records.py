"""Records under races, clients that leave, and databases that stop (decision 0041), tried by a stranger."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cast import Actor, Cast, bearer, create_cast, new_origin
from seatpreview.database import sqlite
from seatpreview.database.engines import Transaction
from seatpreview.keys import store
from seatpreview.problems import Conflict
from seatpreview.settings.settings import Settings
from seatpreview.values.ids import KeyId
from servers.polling import until
from servers.postgres import RunningPostgres
from serving import running, settings_for
from unseen.halls import create_venue, layout, send_and_leave, whole_list

pytestmark = [pytest.mark.anyio, pytest.mark.long]

WRITERS = 32
READERS = 20

# Takes the write lock of each file, says so, and keeps them until its input ends.
LOCKER = """
import sqlite3, sys
held = [sqlite3.connect(path, isolation_level=None) for path in sys.argv[1:]]
for connection in held:
    connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
for connection in held:
    connection.execute("ROLLBACK")
"""


async def audit_of(reader: Actor, **query: Any) -> list[dict[str, Any]]:
    return await whole_list(reader, "/manage/audit", limit=100, **query)


async def test_32_clients_update_one_key_and_every_version_has_one_winner(cast: Cast) -> None:
    key = await cast.owner.make_key(label="0")
    path = f"/manage/keys/{key['keyId']}"
    won: dict[int, str] = {}

    async def update(label: str) -> None:
        """Sends the change again until it is the one that wins."""
        while True:
            response = await cast.owner.patch(path, {"label": label})
            assert response.status_code in (200, 409), response.text
            if response.status_code == 200:
                body = response.json()
                assert body["label"] == label
                assert body["version"] not in won, "two clients were told that they made this version"
                won[body["version"]] = label
                return

    await asyncio.gather(*(update(f"label {number}") for number in range(WRITERS)))

    assert sorted(won) == list(range(2, WRITERS + 2))
    last = await cast.owner.read_key(key["keyId"])
    assert (last["version"], last["label"]) == (WRITERS + 1, won[WRITERS + 1])
    entries = await audit_of(cast.owner, id=key["keyId"])
    assert [entry["action"] for entry in entries] == ["updated"] * WRITERS + ["created"]
    assert {entry["actor"] for entry in entries} == {cast.owner.key_id}


async def test_32_clients_with_one_etag_and_one_of_them_writes(cast: Cast) -> None:
    key = await cast.owner.make_key(label="0")
    read = await cast.owner.get(f"/manage/keys/{key['keyId']}")
    responses = await asyncio.gather(
        *(
            cast.owner.patch(
                f"/manage/keys/{key['keyId']}", {"label": str(number)}, ("if-match", read.headers["etag"])
            )
            for number in range(1, WRITERS + 1)
        )
    )
    statuses = [response.status_code for response in responses]
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 409, 412}
    winner = next(response.json() for response in responses if response.status_code == 200)
    last = await cast.owner.read_key(key["keyId"])
    assert (last["version"], last["label"]) == (2, winner["label"])
    assert len(await audit_of(cast.owner, id=key["keyId"])) == 2


async def test_a_client_that_leaves_during_create_key_leaves_a_whole_key_or_nothing(cast: Cast) -> None:
    def request(label: str, cut_off: int) -> bytes:
        body = json.dumps({"label": label}).encode()
        head = (
            "POST /v1/manage/keys HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {cast.owner.plaintext}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body[: len(body) - cut_off]

    address = cast.service.address
    await asyncio.gather(
        *(send_and_leave(address, request(f"left {number}", 0)) for number in range(24)),
        *(send_and_leave(address, request(f"half {number}", 5)) for number in range(8)),
    )
    # The key that is made afterwards is there, and so is its entry.
    sure = await cast.owner.make_key(label="stayed")

    # What the log has is read first: an entry never comes before its key, nor a key before its entry.
    created = {entry["id"] for entry in await audit_of(cast.owner, kind="key", actor=cast.owner.key_id)}
    listed = {key["keyId"]: key for key in await whole_list(cast.owner, "/manage/keys", limit=100)}
    assert sure["keyId"] in created
    assert created <= set(listed)
    later = {entry["id"] for entry in await audit_of(cast.owner, kind="key")}
    assert set(listed) <= later
    labels = [key["label"] for key in listed.values()]
    assert not [label for label in labels if label.startswith("half")]
    assert len(set(labels)) == len(labels), "a request was carried out twice"
    for key_id in created - {sure["keyId"]}:
        response = await cast.owner.patch(f"/manage/keys/{key_id}", {"label": "found"})
        assert (response.status_code, response.json()["version"]) == (200, 2)


async def test_a_revoke_is_final_while_20_readers_read_with_the_key(cast: Cast) -> None:
    victim = await cast.actor(tenantId=cast.owner.tenant_id, label="victim")
    path = f"/manage/keys/{victim.key_id}"
    is_revoked = asyncio.Event()
    answered = 0

    async def read_until_refused() -> list[int]:
        nonlocal answered
        after_revoke: list[int] = []
        while len(after_revoke) < 3:
            begins_after_revoke = is_revoked.is_set()
            status = (await victim.get(path)).status_code
            answered += 1
            assert status in (200, 401)
            if begins_after_revoke:
                after_revoke.append(status)
        return after_revoke

    async def revoke() -> None:
        await until(lambda: answered >= 2 * READERS)
        assert (await cast.owner.delete(path)).status_code == 204
        is_revoked.set()
        assert (await cast.owner.read_key(victim.key_id))["status"] == "revoked"

    *statuses, _ = await asyncio.gather(*(read_until_refused() for _ in range(READERS)), revoke())
    assert statuses == [[401] * 3] * READERS


async def test_a_revoke_wins_against_updates_and_rotations_and_every_answer_is_in_the_log(cast: Cast) -> None:
    key = await cast.owner.make_key(label="0")
    path = f"/manage/keys/{key['keyId']}"
    updates = [cast.owner.patch(path, {"label": str(number)}) for number in range(12)]
    rotations = [cast.owner.post(f"{path}/rotate", {"gracePeriodSeconds": 600}) for _ in range(6)]
    *answers, revoked = await asyncio.gather(*updates, *rotations, cast.owner.delete(path))
    assert revoked.status_code == 204
    assert {answer.status_code for answer in answers} <= {200, 201, 409}
    updated = sum(answer.status_code == 200 for answer in answers)
    rotated = [answer.json() for answer in answers if answer.status_code == 201]
    assert len(rotated) <= 1
    last = await cast.owner.read_key(key["keyId"])
    assert (last["status"], last["version"]) == ("revoked", 2 + updated + len(rotated))
    assert last["rotatedTo"] == (rotated[0]["keyId"] if rotated else None)
    actions = [entry["action"] for entry in await audit_of(cast.owner, id=key["keyId"])]
    assert actions[0] == "revoked"
    assert sorted(actions) == sorted(
        ["created", "revoked", *["updated"] * updated, *["rotated"] * len(rotated)]
    )


async def test_of_20_requests_for_one_origin_or_with_one_idempotency_key_one_makes_a_key(cast: Cast) -> None:
    body = {"kind": "keyless", "allowedOrigins": [new_origin()], "allowOriginOnly": True, "label": "same"}
    for_tenant = body | {"tenantId": cast.owner.tenant_id}
    statuses = [
        answer.status_code
        for answer in await asyncio.gather(
            *(cast.operator.post("/manage/keys", for_tenant) for _ in range(READERS))
        )
    ]
    assert sorted(statuses) == [201] + [409] * (READERS - 1)
    assert len(await whole_list(cast.owner, "/manage/keys", label="same")) == 1

    repeated = await asyncio.gather(
        *(
            cast.owner.post("/manage/keys", {"label": "repeated"}, ("idempotency-key", '"unseen"'))
            for _ in range(READERS)
        )
    )
    assert {answer.status_code for answer in repeated} <= {201, 409}
    made = {answer.json()["keyId"] for answer in repeated if answer.status_code == 201}
    assert len(made) == 1
    [key] = await whole_list(cast.owner, "/manage/keys", label="repeated")
    assert {key["keyId"]} == made
    # Of all the plaintexts that were given out for it, one is accepted: the last.
    plaintexts = {answer.json()["plaintext"] for answer in repeated if answer.status_code == 201}
    accepted = [text for text in plaintexts if (await cast.who(bearer(text))).status_code == 200]
    assert len(accepted) == 1


async def test_whoever_was_told_of_a_change_reads_it_at_once(cast: Cast) -> None:
    async def change_and_read(number: int) -> None:
        key = await cast.owner.make_key(label=f"{number}: 1")
        for version in range(2, 12):
            label = f"{number}: {version}"
            response = await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": label})
            assert response.status_code == 200
            assert (await cast.owner.read_key(key["keyId"]))["label"] == label
            [listed] = await whole_list(cast.owner, "/manage/keys", label=label)
            assert listed["version"] == version
            [newest, *_] = (await cast.owner.get("/manage/audit", id=key["keyId"])).json()["data"]
            assert (newest["action"], newest["members"]) == ("updated", ["label"])

    await asyncio.gather(*(change_and_read(number) for number in range(100, 108)))


async def test_a_transaction_that_raises_writes_nothing_and_leaves_its_connection_usable(cast: Cast) -> None:
    database = cast.service.internals.resources.database
    at = cast.service.clock.now()
    made = await cast.owner.make_key(label="kept")
    key = await database.read_row(store.get_of_any_tenant, KeyId(made["keyId"]))
    assert key is not None

    async def revoke_and_raise(transaction: Transaction, error: BaseException) -> None:
        await store.revoke(transaction, key, at)
        raise error

    async def revoke_and_repeat_an_insert(transaction: Transaction) -> None:
        await store.revoke(transaction, key, at)
        await store.add(transaction, key, "a hash")

    repeated = (sqlite3.IntegrityError, asyncpg.UniqueViolationError)
    for _ in range(6):
        for error in (Conflict("no"), ZeroDivisionError(), KeyError("x")):
            with pytest.raises(type(error)):
                await database.write("tests", at, revoke_and_raise, error)
        with pytest.raises(repeated):
            await database.write("tests", at, revoke_and_repeat_an_insert)

    kept = await cast.owner.read_key(made["keyId"])
    assert (kept["status"], kept["version"]) == ("active", 1)
    assert [entry["action"] for entry in await audit_of(cast.owner, id=made["keyId"])] == ["created"]
    afterwards = await asyncio.gather(*(cast.owner.make_key(label=f"after {n}") for n in range(15)))
    reads = await asyncio.gather(*(cast.owner.read_key(each["keyId"]) for each in afterwards))
    assert [read["label"] for read in reads] == [f"after {n}" for n in range(15)]


async def test_a_postgresql_that_was_restarted_answers_the_next_request(
    dedicated_postgres: RunningPostgres, tmp_path: Path
) -> None:
    """On PostgreSQL alone: SQLite has no server to restart."""
    url = await asyncio.to_thread(dedicated_postgres.create_database, "unseen_restarted")
    async with running(settings_for(tmp_path, url)) as service:
        cast = await create_cast(service)
        key = await cast.owner.make_key(label="before")
        venue = await create_venue(cast, cast.owner, rules={"layout": layout(1)})
        events = {"events": [{"eventId": "a", "kind": "seat_viewed", "seat": "1/1/1", "venue": venue}]}
        # Many connections are open, so that the pool has more than one that has died.
        await asyncio.gather(*(cast.owner.make_key() for _ in range(16)))
        assert (await cast.owner.post("/events", events)).json()["accepted"] == ["a"]

        requests: list[Callable[[], Any]] = [
            lambda: cast.owner.get(f"/manage/keys/{key['keyId']}"),
            lambda: cast.owner.patch(f"/manage/keys/{key['keyId']}", {"label": "after"}),
            lambda: cast.owner.post("/events", events),
            lambda: cast.owner.get("/events"),
        ]
        for request in requests:
            await asyncio.to_thread(dedicated_postgres.restart)
            response = await request()
            assert response.is_success, response.text
        await asyncio.to_thread(dedicated_postgres.restart)
        burst = await asyncio.gather(*(cast.owner.get(f"/manage/keys/{key['keyId']}") for _ in range(30)))
        assert {response.status_code for response in burst} == {200}
        assert (await cast.owner.read_key(key["keyId"]))["label"] == "after"


async def test_a_postgresql_that_is_stopped_gives_503_and_comes_back(
    dedicated_postgres: RunningPostgres, tmp_path: Path
) -> None:
    """On PostgreSQL alone: SQLite has no server to stop."""
    url = await asyncio.to_thread(dedicated_postgres.create_database, "unseen_stopped")
    async with running(settings_for(tmp_path, url)) as service:
        cast = await create_cast(service)
        key = await cast.owner.make_key(label="before")
        path = f"/manage/keys/{key['keyId']}"
        await asyncio.to_thread(dedicated_postgres.stop)
        refused = [
            await cast.owner.get(path),
            await cast.owner.patch(path, {"label": "lost"}),
            await cast.owner.post("/manage/keys", {"label": "lost"}),
            await cast.owner.get("/manage/keys"),
            *(await asyncio.gather(*(cast.owner.get(path) for _ in range(30)))),
        ]
        assert {response.status_code for response in refused} == {503}
        assert all("retry-after" in response.headers for response in refused)
        await asyncio.to_thread(dedicated_postgres.start_on, dedicated_postgres.port)
        response = await cast.owner.get(path)
        assert (response.status_code, response.json()["label"]) == (200, "before")
        assert (await cast.owner.patch(path, {"label": "after"})).status_code == 200
        labels = [each["label"] for each in await whole_list(cast.owner, "/manage/keys")]
        assert "lost" not in labels


@contextmanager
def locked(*files: Path) -> Iterator[None]:
    """Another process holds the write locks of the files during the block."""
    command = [sys.executable, "-c", LOCKER, *map(str, files)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as locker:
        assert locker.stdin is not None
        assert locker.stdout is not None
        assert locker.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            locker.stdin.close()
            locker.wait()


async def test_while_another_process_locks_the_sqlite_files_reads_go_on_and_writes_give_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite alone: PostgreSQL has no file that another process can lock."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    settings: Settings = settings_for(tmp_path)
    async with running(settings) as service:
        cast = await create_cast(service)
        key = await cast.owner.make_key(label="before")
        path = f"/manage/keys/{key['keyId']}"
        venue = await create_venue(cast, cast.owner, rules={"layout": layout(1)})
        event = {"eventId": "locked", "kind": "seat_viewed", "seat": "1/1/1", "venue": venue}
        files = sqlite.DatabaseFiles(tmp_path)
        with locked(files.records, files.activity):
            assert (await cast.owner.read_key(key["keyId"]))["label"] == "before"
            assert len(await whole_list(cast.owner, "/manage/keys")) == 2
            preview = await cast.owner.get("/seats/preview", venue=venue, seat="1/1/1")
            assert preview.status_code == 200
            refused = [
                await cast.owner.patch(path, {"label": "lost"}),
                await cast.owner.post("/manage/keys", {"label": "lost"}),
                await cast.owner.post("/events", {"events": [event]}),
            ]
            assert [response.status_code for response in refused] == [503] * 3
            assert all("retry-after" in response.headers for response in refused)
            assert (await service.ask("GET", "/caller", (bearer(cast.owner.plaintext),))).status_code == 200
        assert (await cast.owner.patch(path, {"label": "after"})).json()["version"] == 2
        assert (await cast.owner.post("/events", {"events": [event]})).json()["accepted"] == ["locked"]
        labels = [each["label"] for each in await whole_list(cast.owner, "/manage/keys")]
        assert sorted(labels) == ["after", "owner"]
