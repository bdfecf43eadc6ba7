"""Who may see which changes: the conditions in SQL say of every row what a plain rule says."""

import random
from collections.abc import AsyncIterator, Callable
from itertools import product
from typing import Any, NamedTuple

import pytest
from sqlalchemy import delete, insert

from database.opened import opened
from seatpreview.change_feed.change_types import CHANGE_TYPES, actions_by_kind, type_of
from seatpreview.change_feed.rules import shows_actor
from seatpreview.change_feed.store import EVERYBODY, Filter, Viewer, between, concerned_tenants, ends
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import grants, keys, tenants, venues
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment
from seatpreview.values.ids import TenantId, VenueId

pytestmark = [pytest.mark.anyio, pytest.mark.both_engines]

TENANTS = tuple(map(TenantId, ("ten_owner", "ten_grantee", "ten_other")))
VENUES = tuple(map(VenueId, ("ven_hall", "ven_yard", "ven_barn")))
OWNERS = {VENUES[0]: TENANTS[0], VENUES[1]: TENANTS[0], VENUES[2]: TENANTS[1]}
KEY_VENUES = (None, (), VENUES[:1], VENUES[:2], VENUES)
KEYS = {
    f"key_{number}": (tenant_id, only)
    for number, (tenant_id, only) in enumerate(product((*TENANTS, None), KEY_VENUES))
}
OTHER_ROWS = (("session", "ended"), ("tenant", "updated"), ("grant", "updated"), ("imagery", "retiled"))
VIEWERS = [
    *(
        Viewer(tenant_id, only)
        for tenant_id in TENANTS
        for only in (None, frozenset(), frozenset(VENUES[:2]))
    ),
    Viewer(None, None),
]
FILTERS = [
    Filter(),
    Filter(("key.revoked", "grant.ended")),
    Filter(("venue.published", "image.deleted"), VENUES[0]),
    Filter(venue=VENUES[2]),
]


class Row(NamedTuple):
    """A row of the log, as the rule sees it."""

    n: int
    kind: str
    id: str
    tenant_id: str | None
    action: str


@pytest.fixture
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        await database.write("operator", Moment(1), _add_records)
        yield database


@pytest.mark.parametrize("seed", range(3))
async def test_a_viewer_sees_every_row_that_it_may_see_and_no_other(seed: int, database: Database) -> None:
    """Attack: a grantee follows the owner's keys and other grantees, or learns what a venue was before."""
    rows, granted_since = await _write_random_rows(database, random.Random(seed))
    last = (await database.read(ends, None)).last
    assert last.n == rows[-1].n
    seen: set[int] = set()
    for viewer, wanted in product(VIEWERS, FILTERS):
        expected = [row.n for row in rows if _may_see(row, viewer, granted_since) and _is_wanted(row, wanted)]
        found = await database.read(between, viewer, wanted, 0, last.n, 1000)
        assert [row.n for row in found] == expected, (viewer, wanted)
        middle = expected[len(expected) // 2] if expected else 0
        page = await database.read(between, viewer, wanted, middle, last.n - 5, 3)
        assert [row.n for row in page] == [n for n in expected if middle < n <= last.n - 5][:3]
        seen.update(expected)
    assert seen == {row.n for row in rows if type_of(row.kind, row.action)}
    await _check_who_is_woken(database, rows, granted_since)


async def _check_who_is_woken(database: Database, rows: list[Row], granted_since: dict[Any, int]) -> None:
    """Nobody sleeps on who may see a new row."""
    for row in rows:
        concerned = await database.read(concerned_tenants, row.n - 1, row.n)
        for viewer in VIEWERS:
            if _may_see(row, viewer, granted_since):
                assert (viewer.tenant_id or EVERYBODY) in concerned, row
        if type_of(row.kind, row.action) is None:
            assert not concerned


def test_only_the_owner_of_a_venue_sees_who_changed_it() -> None:
    owner, grantee, _ = TENANTS
    for kind in ("venue", "imagery"):
        assert shows_actor(owner, kind, owner)
        assert not shows_actor(grantee, kind, owner)
        assert shows_actor(None, kind, owner)
    assert shows_actor(grantee, "grant", grantee)
    assert shows_actor(owner, "grant", grantee)


def test_every_type_is_of_some_row() -> None:
    found = {type_of(kind, action) for kind, actions in actions_by_kind().items() for action in actions}
    assert found == set(CHANGE_TYPES)


def _may_see(row: Row, viewer: Viewer, granted_since: dict[Any, int]) -> bool:
    if type_of(row.kind, row.action) is None:
        return False
    if viewer.tenant_id is None:
        return True
    if viewer.venues is not None and not _concerns(row, viewer.venues):
        return False
    if row.kind == "key":
        return row.tenant_id == viewer.tenant_id
    if OWNERS[VenueId(row.id)] == viewer.tenant_id:
        return True
    if row.kind == "grant":
        return row.tenant_id == viewer.tenant_id
    since = granted_since.get((row.id, viewer.tenant_id))
    return since is not None and row.n > since


def _concerns(row: Row, only: frozenset[VenueId]) -> bool:
    if row.kind != "key":
        return row.id in only
    of_key = KEYS[row.id][1]
    return of_key is not None and only.issuperset(of_key)


def _is_wanted(row: Row, wanted: Filter) -> bool:
    is_of_venue = wanted.venue is None or (row.kind != "key" and row.id == wanted.venue)
    return is_of_venue and type_of(row.kind, row.action) in wanted.types


async def _write_random_rows(
    database: Database, choose: random.Random
) -> tuple[list[Row], dict[tuple[str, str], int]]:
    """Gives and ends grants and logs other changes. Returns the rows, and when each grant was given that
    still holds."""
    rows: list[Row] = []
    granted_since: dict[tuple[str, str], int] = {}
    for n in range(3, 103):
        kind, actions = choose.choice([*actions_by_kind().items(), *((k, [a]) for k, a in OTHER_ROWS)])
        action, id, tenant_id = choose.choice(actions), *_record(kind, choose)
        if (kind, action) in (("grant", "created"), ("grant", "ended")):
            action = "ended" if (id, tenant_id) in granted_since else "created"
        await database.write("operator", Moment(n), _write, kind, id, tenant_id, action)
        rows.append(Row(n, kind, id, tenant_id, action))
        if (kind, action) == ("grant", "created"):
            granted_since[id, str(tenant_id)] = n
        elif (kind, action) == ("grant", "ended"):
            del granted_since[id, str(tenant_id)]
    return rows, granted_since


def _record(kind: str, choose: random.Random) -> tuple[str, str | None]:
    """Returns the id and the tenant of a random record."""
    if kind == "key":
        key_id = choose.choice([*KEYS])
        return key_id, KEYS[key_id][0]
    if kind in ("session", "tenant"):
        return "some", choose.choice(TENANTS)
    venue_id = choose.choice(VENUES)
    others = [tenant_id for tenant_id in TENANTS if tenant_id != OWNERS[venue_id]]
    return venue_id, choose.choice(others) if kind == "grant" else OWNERS[venue_id]


async def _write(transaction: Transaction, kind: str, id: str, tenant_id: str | None, action: str) -> None:
    is_of_grant = (grants.c.venue_id == id) & (grants.c.tenant_id == tenant_id)
    if (kind, action) == ("grant", "created"):
        values = {"venue_id": id, "tenant_id": tenant_id, "created_at": 1, "aliases": "[]"}
        await transaction.connection.execute(insert(grants).values(values))
    elif (kind, action) == ("grant", "ended"):
        await transaction.connection.execute(delete(grants).where(is_of_grant))
    transaction.changed(kind, id, tenant_id, action)


async def _add_records(transaction: Transaction) -> None:
    new: dict[str, Any] = {"created_at": 1, "updated_at": 1, "version": 1}
    run = transaction.connection.execute
    for tenant_id in TENANTS:
        await run(insert(tenants).values(new | {"tenant_id": tenant_id, "name": ""}))
    for venue_id, owner in OWNERS.items():
        values = {"venue_id": venue_id, "tenant_id": owner, "name": "", "document": "{}", "compiled": b""}
        await run(insert(venues).values(new | values))
    for key_id, (of_tenant, only) in KEYS.items():
        await run(insert(keys).values(new | _key(key_id, of_tenant, only)))
    transaction.changed("tenant", TENANTS[0], TENANTS[0], "created")


def _key(key_id: str, tenant_id: str | None, only: tuple[VenueId, ...] | None) -> dict[str, Any]:
    listed = None if only is None else "[" + ",".join(f'"{venue_id}"' for venue_id in only) + "]"
    return {
        "key_id": key_id,
        "kind": "secret",
        "scope": "admin" if tenant_id is None else "tenant",
        "tenant_id": tenant_id,
        "label": "",
        "label_folded": "",
        "allowed_origins": "[]",
        "allow_origin_only": False,
        "embed_frame_ancestors": "[]",
        "venues": listed,
        "secret_hash": key_id,
        "allowance_id": key_id,
    }
