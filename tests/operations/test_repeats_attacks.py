"""Attacks on repeats, and races, that were written after the feature and against it."""

import asyncio
import secrets
from collections import Counter
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from cast import Actor, Cast, bearer, new_origin
from races import pause_after
from seatpreview import idempotency as repeats
from seatpreview.database.connection import Connection
from seatpreview.database.tables import remembered_requests

pytestmark = [pytest.mark.anyio, pytest.mark.promise]


def value_of(text: str | None = None) -> tuple[str, str]:
    return ("idempotency-key", text or secrets.token_hex(16))


async def status(cast: Cast, plaintext: str) -> int:
    return (await cast.who(bearer(plaintext))).status_code


async def rows_of(cast: Cast, key_id: str) -> list[Any]:
    statement = select(remembered_requests).where(remembered_requests.c.key_id == key_id)
    database = cast.service.internals.resources.database
    return (await database.read(Connection.execute, statement)).all()


async def test_1_a_replaced_key_of_a_leaver_cannot_be_taken_back(cast: Cast) -> None:
    """The attack: make a key for a colleague, wait until it is handed over and used, and repeat the request
    to have a secret of one's own for the same key."""
    value = value_of()
    made = (await cast.owner.post("/manage/keys", {"label": "Colleague"}, value)).json()
    assert await status(cast, made["plaintext"]) == 200
    for _ in range(3):
        refused = await cast.owner.post("/manage/keys", {"label": "Colleague"}, value)
        assert refused.status_code == 409
        assert "sk_live_" not in refused.text
    assert await status(cast, made["plaintext"]) == 200


async def test_2_the_same_json_in_another_spelling_is_no_repeat(cast: Cast) -> None:
    """The attack: to make the service compare something else than it does."""
    value, path = value_of(), "/manage/tenants"
    headers = [bearer(cast.operator.plaintext), value, ("content-type", "application/json")]
    texts = [b'{"name":"a"}', b'{"name": "a"}', b'{"name":"\\u0061"}', b'{"name":"a"} ']
    answers = [await cast.service.ask("POST", path, headers, content=text) for text in texts]
    assert [answer.status_code for answer in answers] == [201, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers[1:]} == {"idempotency_key_reused"}


async def test_3_a_path_in_another_spelling_makes_no_second_rotation(cast: Cast) -> None:
    """The attack: percent-encoding, to rotate a key twice with one value."""
    key, value = await cast.owner.make_key(), value_of()
    plain = f"/manage/keys/{key['keyId']}/rotate"
    encoded = f"/manage/keys/%6B{key['keyId'][1:]}/rotate"
    assert (await cast.owner.post(plain, {}, value)).status_code == 201
    other = await cast.service.ask(
        "POST", cast.service.base_url + encoded, [bearer(cast.owner.plaintext), value], json={}
    )
    assert other.status_code in (400, 404, 409), other.text
    assert len([k for k in (await cast.owner.get("/manage/keys")).json()["data"] if k["rotatedFrom"]]) == 1


async def test_4_a_value_of_sql_and_of_format_characters_is_only_a_value(cast: Cast) -> None:
    for text_ in ("';DROP/**/TABLE/**/keys;--", "%s%d{0}$1", "../../etc/passwd", "sk_live_abc", "*-*"):
        value = value_of(text_)
        first = await cast.operator.post("/manage/tenants", {"name": "x"}, value)
        again = await cast.operator.post("/manage/tenants", {"name": "x"}, value)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()
        assert text_ not in str(again.headers) + again.text


async def test_5_a_key_of_another_tenant_is_not_found_by_a_repeat_of_an_admin(cast: Cast) -> None:
    """The attack: an admin key that becomes nothing special after a repeat. A key that was moved out of reach
    by venues is not given out again."""
    maker = await cast.actor(tenantId=cast.owner.tenant_id)
    value = value_of()
    made = (await maker.post("/manage/keys", {"venues": [cast.yard]}, value)).json()
    restricted = await cast.operator.patch(f"/manage/keys/{maker.key_id}", {"venues": [cast.hall]})
    assert restricted.status_code == 200
    refused = await maker.post("/manage/keys", {"venues": [cast.yard]}, value)
    assert (refused.status_code, refused.json()["code"]) == (403, "venue_not_allowed")
    assert await status(cast, made["plaintext"]) == 200


async def test_6_two_repeats_at_once_give_out_one_secret(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race: both have read that the secret is unused. One of them must not answer with a dead secret."""
    value = value_of()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    pause_after(monkeypatch, repeats.find)(2)
    answers = await asyncio.gather(*(cast.owner.post("/manage/keys", {}, value) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    [winner] = [answer.json() for answer in answers if answer.status_code == 201]
    [loser] = [answer.json() for answer in answers if answer.status_code == 409]
    assert loser["code"] == "request_in_progress"
    assert await status(cast, winner["plaintext"]) == 200
    assert await status(cast, made["plaintext"]) == 401


async def test_7_first_requests_at_once_make_one_thing_each(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The race: all have looked before any has written."""
    for path, body, actor in (
        ("/manage/venues", {"name": "Race", "aliases": [{"name": f"r-{secrets.token_hex(4)}"}]}, cast.owner),
        ("/sessions", {"venue": cast.hall}, cast.owner),
        ("/manage/tenants", {"name": "Race"}, cast.operator),
        (f"/manage/keys/{(await cast.owner.make_key())['keyId']}/rotate", {}, cast.owner),
    ):
        with monkeypatch.context() as patch:
            value = value_of()
            pause_after(patch, repeats.find)(4)
            answers = await asyncio.gather(*(actor.post(path, body, value) for _ in range(4)))
        outcomes = Counter(
            "made" if answer.status_code == 201 else answer.json()["code"] for answer in answers
        )
        assert outcomes == {"made": 1, "request_in_progress": 3}, path
        again = await actor.post(path, body, value)
        assert (again.status_code, again.headers.get("idempotency-replayed")) == (201, "true")


async def test_8_a_revoke_between_the_look_and_the_write_wins(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The race: a repeat has read an active key, and the key is revoked before the repeat writes."""
    value = value_of()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    database = cast.service.internals.resources.database
    read_row = database.read_row
    revoked: list[httpx.Response] = []

    async def read_and_revoke(function: Any, *arguments: Any) -> Any:
        found = await read_row(function, *arguments)
        if function is repeats.find and not revoked:
            revoked.append(await cast.owner.delete(f"/manage/keys/{made['keyId']}"))
        return found

    monkeypatch.setattr(database, "read_row", read_and_revoke)
    again = await cast.owner.post("/manage/keys", {}, value)
    assert [response.status_code for response in revoked] == [204]
    assert again.status_code == 409
    assert (await cast.owner.read_key(made["keyId"]))["status"] == "revoked"
    assert await status(cast, made["plaintext"]) == 401


async def test_9_refusals_leave_no_rows_and_take_no_secret(cast: Cast) -> None:
    """The attack: to fill the table, or to occupy a value, by requests that fail."""
    actor = await cast.actor(tenantId=cast.owner.tenant_id)
    before = len(await rows_of(cast, actor.key_id))
    for path, body in (
        ("/manage/keys", {"allowedOrigins": ["x"]}),
        ("/manage/keys", {"scope": "admin"}),
        ("/manage/keys/key_doesnotexist/rotate", {}),
        ("/manage/venues", {"name": ""}),
        ("/sessions", {"venue": "nowhere"}),
        ("/manage/tenants", {"name": "x"}),
    ):
        assert 400 <= (await actor.post(path, body, value_of())).status_code < 500
    assert len(await rows_of(cast, actor.key_id)) == before


async def test_10_a_keyless_origin_that_was_freed_is_not_taken_again_by_a_repeat(cast: Cast) -> None:
    """The attack: a repeat of a creation that brings back an origin which belongs to somebody else now."""
    origin, value = new_origin(), value_of()
    body = {"kind": "keyless", "tenantId": cast.owner.tenant_id, "allowedOrigins": [origin]}
    first = (await cast.operator.post("/manage/keys", body, value)).json()
    assert (await cast.operator.delete(f"/manage/keys/{first['keyId']}")).status_code == 204
    other = body | {"tenantId": cast.stranger.tenant_id, "allowOriginOnly": True}
    taken = await cast.operator.post("/manage/keys", other)
    assert taken.status_code == 201
    again = await cast.operator.post("/manage/keys", body, value)
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    who = await cast.who(("origin", origin))
    assert who.json()["keyId"] == taken.json()["keyId"]


async def test_11_a_secret_is_used_up_by_no_wrong_attempt(cast: Cast) -> None:
    """The attack: a stranger presents wrong secrets, or the keyId, so that no lost answer can be repeated."""
    value = value_of()
    made = (await cast.owner.post("/manage/keys", {}, value)).json()
    wrong = made["plaintext"][:-1] + ("a" if made["plaintext"][-1] != "a" else "b")
    assert await status(cast, wrong) == 401
    assert (await cast.who(("x-key-id", made["keyId"]), ("origin", "https://a.example"))).status_code == 401
    again = await cast.owner.post("/manage/keys", {}, value)
    assert again.status_code == 201
    assert await status(cast, again.json()["plaintext"]) == 200


async def test_12_a_repeat_of_a_replacement_that_was_rotated_on_is_refused(cast: Cast) -> None:
    """The attack: old rotations, repeated after newer ones, to hold more working secrets than keys."""
    key = await cast.owner.make_key()
    value = value_of()
    first = (await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {}, value)).json()
    replacement = Actor(cast.service, first, first["plaintext"])
    assert (await cast.owner.post(f"/manage/keys/{first['keyId']}/rotate", {})).status_code == 201
    again = await cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {}, value)
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert await status(cast, replacement.plaintext) == 200
    read = cast.service.internals.resources.database.read
    hashes = await read(Connection.scalar, text("SELECT count(*) FROM keys WHERE secret_hash IS NOT NULL"))
    ids = await read(Connection.scalar, text("SELECT count(DISTINCT secret_hash) FROM keys"))
    assert hashes == ids


@pytest.mark.parametrize("is_repeat", [False, True], ids=["first", "repeat"])
async def test_13_one_that_is_overtaken_after_its_look_is_told_that_another_is_in_progress(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, is_repeat: bool
) -> None:
    """The race: the other request is answered between the look and the reading of the key. What is read then
    looks like a conflict, and a client would give up although it only has to repeat."""
    key, value = await cast.owner.make_key(), value_of()
    path = f"/manage/keys/{key['keyId']}/rotate"
    if is_repeat:
        assert (await cast.owner.post(path, {}, value)).status_code == 201
    database = cast.service.internals.resources.database
    read_row = database.read_row
    overtaking: list[httpx.Response] = []

    async def read_and_be_overtaken(function: Any, *arguments: Any) -> Any:
        found = await read_row(function, *arguments)
        if function is repeats.find and not overtaking:
            monkeypatch.setattr(database, "read_row", read_row)
            overtaking.append(await cast.owner.post(path, {}, value))
        return found

    monkeypatch.setattr(database, "read_row", read_and_be_overtaken)
    overtaken = await cast.owner.post(path, {}, value)
    assert [response.status_code for response in overtaking] == [201]
    assert (overtaken.status_code, overtaken.json()["code"]) == (409, "request_in_progress")
    assert await status(cast, overtaking[0].json()["plaintext"]) == 200
