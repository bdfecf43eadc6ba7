"""The amounts of a tenant in one row: which rows of which tables they count, and the triggers that keep them.

Triggers of the database keep `tenant_amounts`, in the transaction of whoever changes a counted row: no code
can forget it, and a machine that still runs the release before keeps it as well (decision 0102). The same
expressions count the rows themselves, for the upgrade that fills the table and for whoever compares the two.

Migration 0008 runs these statements. A release that counts something else keeps them for that migration, and
replaces the triggers in one of its own. So does a migration that creates one of these tables anew on SQLite,
where the triggers are gone with the old one.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

AMOUNTS = ("image_bytes", "leaving_bytes", "venues", "keys", "record_bytes", "webhooks")
"""The columns of `tenant_amounts` besides its key."""

PREFIX = "keep_amounts_"
"""The names of all triggers begin with it."""


class Source(NamedTuple):
    """A table whose rows count for a tenant."""

    table: str
    amounts: Mapping[str, str]
    """What a row counts for, by the amount: SQL with `{row}` for the row."""
    changing: tuple[str, ...] = ()
    """The columns on which that depends."""
    is_of_venue: bool = False
    """Whether the tenant is the owner of the row's venue. Otherwise the row names it."""


def sources(dialect: str) -> tuple[Source, ...]:
    """Returns the tables whose rows count."""
    record = f"{_octets(dialect, 'document')} + {_octets(dialect, 'compiled', is_text=False)}"
    is_active = "{row}.revoked_at IS NULL AND {row}.end_is_logged IS NULL"
    image = "coalesce({row}.stored_bytes, {row}.size_bytes)"
    return (
        # A key that has passed its revokeAt counts until that is logged: whoever reads the amount subtracts
        # those that are still to be logged.
        Source("keys", {"keys": f"CASE WHEN {is_active} THEN 1 ELSE 0 END"}, ("revoked_at", "end_is_logged")),
        Source("webhooks", {"webhooks": "1"}),
        Source("venues", {"venues": "1", "record_bytes": record}, ("document", "compiled")),
        Source("venue_drafts", {"record_bytes": record}, ("document", "compiled"), is_of_venue=True),
        Source("venue_versions", {"record_bytes": "{row}.stored_bytes"}, ("stored_bytes",), is_of_venue=True),
        # Releases before 0.4.0 recorded only the bytes of the full size.
        Source("images", {"image_bytes": image}, ("stored_bytes", "size_bytes"), is_of_venue=True),
        # Images that are still to be copied into a new venue.
        Source("image_copies", {"image_bytes": "{row}.stored_bytes"}, ("stored_bytes",)),
        Source(
            "discarded_images",
            {"leaving_bytes": "coalesce({row}.stored_bytes, 0)"},
            ("stored_bytes",),
            is_of_venue=True,
        ),
    )


def triggers(dialect: str) -> Iterator[str]:
    """Yields the statements that create the triggers."""
    yield from _postgresql_triggers() if dialect == "postgresql" else _sqlite_triggers()


def fill(dialect: str) -> str:
    """Returns the statement that gives every tenant its row."""
    columns = ", ".join(AMOUNTS)
    return f"INSERT INTO tenant_amounts (tenant_id, {columns}) {counted(dialect)}"


def counted(dialect: str, tenant: str | None = None) -> str:
    """Returns the statement that counts what each tenant stores, or one tenant: `tenant` is SQL for its
    id."""
    parts = " UNION ALL ".join(_counted_rows(source, tenant) for source in sources(dialect))
    sums = ", ".join(f"coalesce(sum(counted.{name}), 0) AS {name}" for name in AMOUNTS)
    condition = "" if tenant is None else f" WHERE tenants.tenant_id = {tenant}"
    return (
        f"SELECT tenants.tenant_id, {sums} FROM tenants LEFT JOIN ({parts}) AS counted "
        f"ON counted.tenant_id = tenants.tenant_id{condition} GROUP BY tenants.tenant_id"
    )


def differing(dialect: str, tenant: str | None = None) -> str:
    """Returns the statement that finds the tenants whose row differs from the count, or looks at one tenant:
    one statement, so that row and count are of the same moment. Its rows have the tenant, the stored amounts
    (NULL where there is no row) and the counted ones."""
    columns = ", ".join(f"{table}.{name}" for table in ("tenant_amounts", "counted_now") for name in AMOUNTS)
    is_different = " OR ".join(f"tenant_amounts.{name} <> counted_now.{name}" for name in AMOUNTS)
    return (
        f"SELECT counted_now.tenant_id, {columns} FROM ({counted(dialect, tenant)}) AS counted_now "
        "LEFT JOIN tenant_amounts ON tenant_amounts.tenant_id = counted_now.tenant_id "
        f"WHERE tenant_amounts.tenant_id IS NULL OR {is_different} ORDER BY counted_now.tenant_id"
    )


def _octets(dialect: str, column: str, *, is_text: bool = True) -> str:
    """Returns the bytes of a column. PostgreSQL knows them without reading a large value. `octet_length` of
    SQLite is newer than the oldest release that is supported."""
    if dialect == "postgresql":
        return f"octet_length({{row}}.{column})"
    return f"length(CAST({{row}}.{column} AS BLOB))" if is_text else f"length({{row}}.{column})"


def _counted_rows(source: Source, tenant: str | None) -> str:
    of = "venues.tenant_id" if source.is_of_venue else f"{source.table}.tenant_id"
    joined = f" JOIN venues ON venues.venue_id = {source.table}.venue_id" if source.is_of_venue else ""
    columns = ", ".join(
        f"sum({source.amounts[name].format(row=source.table)}) AS {name}"
        if name in source.amounts
        else f"0 AS {name}"
        for name in AMOUNTS
    )
    condition = f"{of} IS NOT NULL" if tenant is None else f"{of} = {tenant}"
    return f"SELECT {of} AS tenant_id, {columns} FROM {source.table}{joined} WHERE {condition} GROUP BY {of}"


def _leaving_with_venue() -> str:
    """Returns the bytes of discarded images that count no more once their venue is deleted. Their rows stay
    until the objects are gone, and name no owner."""
    return (
        "(SELECT coalesce(sum(discarded_images.stored_bytes), 0) FROM discarded_images "
        "WHERE discarded_images.venue_id = {row}.venue_id)"
    )


def _amounts_on_delete(source: Source) -> Mapping[str, str]:
    if source.table != "venues":
        return source.amounts
    return {**source.amounts, "leaving_bytes": _leaving_with_venue()}


def _sqlite_triggers() -> Iterator[str]:
    """Triggers of SQLite run for each row."""
    yield (
        f"CREATE TRIGGER {PREFIX}tenants_insert AFTER INSERT ON tenants BEGIN "
        "INSERT INTO tenant_amounts (tenant_id) VALUES (NEW.tenant_id); END"
    )
    yield (
        f"CREATE TRIGGER {PREFIX}tenants_delete AFTER DELETE ON tenants BEGIN "
        "DELETE FROM tenant_amounts WHERE tenant_id = OLD.tenant_id; END"
    )
    for source in sources("sqlite"):
        added = {name: f"+ ({sql.format(row='NEW')})" for name, sql in source.amounts.items()}
        yield _sqlite_trigger(source, "INSERT", "NEW", added)
        removed = {name: f"- ({sql.format(row='OLD')})" for name, sql in _amounts_on_delete(source).items()}
        yield _sqlite_trigger(source, "DELETE", "OLD", removed)
        if source.changing:
            changed = {
                name: f"+ ({sql.format(row='NEW')}) - ({sql.format(row='OLD')})"
                for name, sql in source.amounts.items()
                if sql != "1"
            }
            yield _sqlite_trigger(source, f"UPDATE OF {', '.join(source.changing)}", "NEW", changed)


def _sqlite_trigger(source: Source, event: str, row: str, changes: Mapping[str, str]) -> str:
    operation = event.partition(" ")[0].lower()
    assignments = ", ".join(f"{name} = {name} {change}" for name, change in changes.items())
    owner = f"(SELECT tenant_id FROM venues WHERE venue_id = {row}.venue_id)"
    tenant = owner if source.is_of_venue else f"{row}.tenant_id"
    return (
        f"CREATE TRIGGER {PREFIX}{source.table}_{operation} AFTER {event} ON {source.table} BEGIN "
        f"UPDATE tenant_amounts SET {assignments} WHERE tenant_id = {tenant}; END"
    )


def _postgresql_triggers() -> Iterator[str]:
    """Triggers of PostgreSQL run once for a statement, whatever number of rows it changes. They lock the rows
    of several tenants in the order of their ids, and none where no amount changes."""
    begin = "INSERT INTO tenant_amounts (tenant_id) SELECT tenant_id FROM new_rows;"
    end = "DELETE FROM tenant_amounts WHERE tenant_id IN (SELECT tenant_id FROM old_rows);"
    yield from _postgresql_triggers_of("tenants", {"INSERT": begin, "DELETE": end})
    for source in sources("postgresql"):
        added, removed = _signed_rows(source, "new_rows", "+"), _signed_rows(source, "old_rows", "-")
        deleted = source._replace(amounts=_amounts_on_delete(source))
        branches = {
            "INSERT": _postgresql_update(source.amounts, [added]),
            "DELETE": _postgresql_update(deleted.amounts, [_signed_rows(deleted, "old_rows", "-")]),
        }
        if source.table == "discarded_images":
            branches["INSERT"] = _lock_venues_of("new_rows") + branches["INSERT"]
            branches["DELETE"] = _lock_venues_of("old_rows") + branches["DELETE"]
        if source.changing:
            branches["UPDATE"] = _postgresql_update(source.amounts, [added, removed])
        yield from _postgresql_triggers_of(source.table, branches)


def _lock_venues_of(rows: str) -> str:
    """Lets a deletion of the venue wait, as a foreign key would: what is discarded counts as long as its
    venue is there."""
    return (
        f"PERFORM 1 FROM venues WHERE venue_id IN (SELECT venue_id FROM {rows}) "
        "ORDER BY venue_id FOR KEY SHARE; "
    )


def _signed_rows(source: Source, rows: str, sign: str) -> str:
    of = "venues.tenant_id" if source.is_of_venue else "changed.tenant_id"
    joined = " JOIN venues ON venues.venue_id = changed.venue_id" if source.is_of_venue else ""
    columns = ", ".join(
        f"{sign}({sql.format(row='changed')}) AS {name}" for name, sql in source.amounts.items()
    )
    return f"SELECT {of} AS tenant_id, {columns} FROM {rows} AS changed{joined} WHERE {of} IS NOT NULL"


def _postgresql_update(amounts: Iterable[str], signed_rows: Iterable[str]) -> str:
    sums = ", ".join(f"sum({name}) AS {name}" for name in amounts)
    is_changed = " OR ".join(f"sum({name}) <> 0" for name in amounts)
    assignments = ", ".join(f"{name} = stored.{name} + change.{name}" for name in amounts)
    return (
        f"FOR change IN SELECT tenant_id, {sums} FROM ({' UNION ALL '.join(signed_rows)}) AS signed_rows "
        f"GROUP BY tenant_id HAVING {is_changed} ORDER BY tenant_id LOOP "
        f"UPDATE tenant_amounts AS stored SET {assignments} WHERE stored.tenant_id = change.tenant_id; "
        "END LOOP;"
    )


def _postgresql_triggers_of(table: str, bodies: Mapping[str, str]) -> Iterator[str]:
    """Yields the statements for the triggers of a table: what each does, by the event. They share a
    function."""
    body = " ".join(f"IF TG_OP = '{event}' THEN {statements} END IF;" for event, statements in bodies.items())
    yield (
        f"CREATE OR REPLACE FUNCTION {PREFIX}of_{table}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ DECLARE change record; BEGIN {body} RETURN NULL; END $$"
    )
    for event in bodies:
        yield (
            f"CREATE TRIGGER {PREFIX}{table}_{event.lower()} AFTER {event} ON {table} "
            f"REFERENCING {_TRANSITIONS[event]} FOR EACH STATEMENT EXECUTE FUNCTION {PREFIX}of_{table}()"
        )


_TRANSITIONS = {
    "INSERT": "NEW TABLE AS new_rows",
    "DELETE": "OLD TABLE AS old_rows",
    "UPDATE": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
}
