"""Names, labels of keys and aliases hold no character that nobody sees; stored ones stay readable."""

from typing import Any

import pytest
from sqlalchemy import text

from cast import Cast
from seatpreview.api.examples import VENUE_RECORD
from seatpreview.database.engines import Transaction

pytestmark = pytest.mark.anyio

OVERRIDE = "Hall \u202egnp"
BLANK = "\u200b"


@pytest.mark.parametrize("name", [OVERRIDE, BLANK, "a\u2066b", "\ufeffa", "a \u200d b"])
async def test_hidden_characters_in_names_are_refused_with_a_pointer(shared_cast: Cast, name: str) -> None:
    """Attack: a venue, key or alias that looks like another one in the console."""
    cast = shared_cast
    hall, tenants = f"/manage/venues/{cast.hall}", "/manage/tenants"
    answers = {
        "/label": await cast.owner.post("/manage/keys", {"label": name}),
        "/name": await cast.owner.post("/manage/venues", {"name": name}),
        "/aliases/0/name": await cast.owner.put(f"{hall}/aliases", {"aliases": [{"name": name}]}),
    }
    for pointer, answer in (*answers.items(), ("/name", await cast.operator.post(tenants, {"name": name}))):
        body: dict[str, Any] = answer.json()
        assert (answer.status_code, body["code"]) == (400, "validation_failed"), pointer
        assert [fault["pointer"] for fault in body["errors"]] == [pointer]
        assert "invisible" in body["errors"][0]["detail"]


async def test_a_stored_record_that_has_some_is_read_and_used(cast: Cast) -> None:
    record = VENUE_RECORD | {"aliases": [{"name": "North End", "section": "102"}]}
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).status_code == 200
    resources = cast.service.internals.resources

    async def hide(transaction: Transaction) -> None:
        await transaction.connection.execute(
            text(
                "UPDATE venues SET name = :name, document = replace(document, 'North End', :alias) "
                "WHERE venue_id = :id"
            ),
            {"name": OVERRIDE, "alias": "North\u200b End", "id": cast.hall},
        )
        await transaction.connection.execute(
            text("UPDATE keys SET label = :label WHERE key_id = :id"),
            {"label": OVERRIDE, "id": cast.owner.key_id},
        )
        transaction.changed("venue", cast.hall, cast.owner.tenant_id, "replaced")
        transaction.changed("key", cast.owner.key_id, cast.owner.tenant_id, "updated")

    await resources.database.write("operator", cast.service.clock.now(), hide)
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["aliases"][0]["name"] == (
        "North\u200b End"
    )
    assert (await cast.owner.read_key(cast.owner.key_id))["label"] == OVERRIDE
    listed = (await cast.owner.get("/manage/venues")).json()["data"]
    assert OVERRIDE in {venue["name"] for venue in listed}
    resolved = await cast.owner.post("/seats/resolve", {"venue": cast.hall, "labels": ["North End row A"]})
    assert resolved.json()["results"][0]["seat"]["key"] == "102/A"


async def test_in_labels_of_seats_they_are_passed_over(cast: Cast) -> None:
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", VENUE_RECORD)).status_code == 200
    labels = ["102/A", "\ufeff1\u200b02/\u202dA\u202c"]
    body = {"venue": cast.hall, "labels": labels}
    plain, copied = (await cast.owner.post("/seats/resolve", body)).json()["results"]
    assert plain["status"] == "matched"
    assert copied["seat"] == plain["seat"]
