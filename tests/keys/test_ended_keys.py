"""When a key has ended: the condition in SQL says of every row what the function says of the key."""

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace
from sqlalchemy import ColumnElement, select

from database.opened import opened
from seatpreview.database.connection import Connection
from seatpreview.database.tables import keys
from seatpreview.keys.model import CreateKeyRequest, Key
from seatpreview.keys.rules import new_key
from seatpreview.keys.store import add, has_ended_sql
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment

pytestmark = pytest.mark.anyio

EDGES = (None, 0, 9, 10, 11, 1 << 61)
TIMES = (0, 1, 8, 9, 10, 11, 12, (1 << 61) - 1, 1 << 61)


async def test_the_condition_in_sql_agrees_with_the_function(new_settings: Callable[..., Settings]) -> None:
    """Every order in which a revoke, a scheduled revoke and the time can stand is among these."""
    all_keys = [_key(revoked_at, revoke_at) for revoked_at, revoke_at in product(EDGES, EDGES)]
    async with opened(new_settings()) as database:
        for key in all_keys:
            await database.write("operator", Moment(1), add, key, secret_hash=key.key_id)
        for time in map(Moment, TIMES):
            found = await database.read(_keys_where, has_ended_sql(time))
            assert found == {key.key_id for key in all_keys if key.is_revoked(time)}, time
            active = await database.read(_keys_where, ~has_ended_sql(time))
            assert active == {key.key_id for key in all_keys} - found


async def _keys_where(connection: Connection, condition: ColumnElement[bool]) -> set[str]:
    return set(await connection.scalars(select(keys.c.key_id).where(condition)))


def _key(revoked_at: int | None, revoke_at: int | None) -> Key:
    return replace(
        new_key(CreateKeyRequest(scope="admin"), None, None, Moment(1)),
        revoke_at=None if revoke_at is None else Moment(revoke_at),
        revoked_at=None if revoked_at is None else Moment(revoked_at),
    )
