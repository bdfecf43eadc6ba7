"""docs/privacy.md names every column with something about buyers, and nothing else is stored about them."""

import json
import re
from collections.abc import Callable
from ipaddress import ip_network

import pytest
from sqlalchemy import Connection, inspect, text

from cast import bearer, create_cast
from docs.generated_pages import ROOT
from events.arena import create_arena, event
from seatpreview.events.model import KINDS
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = pytest.mark.anyio

PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
LISTED = set(re.findall(r"^\| `([a-z_.]+\.[a-z_]+)` \|", PAGE, re.MULTILINE))

ADDRESS = "203.0.113.77"
AGENT = "Marked-Agent/7.7"
REFERRER = "https://referrer.example/of-the-buyer"
WORDS = "My words, section 103 row B seat 2"

Tables = dict[str, list[str]]


def tables_of(connection: Connection) -> Tables:
    """The columns of every table, by its name with the schema."""
    inspector = inspect(connection)
    found: Tables = {}
    for schema in (None, "activity"):
        for name in inspector.get_table_names(schema=schema):
            columns = [column["name"] for column in inspector.get_columns(name, schema=schema)]
            found[f"{schema}.{name}" if schema else name] = columns
    return found


def everything_stored(connection: Connection) -> dict[str, str]:
    """All rows of each table, as text."""
    return {
        name: "\n".join(str(tuple(row)) for row in connection.execute(text(f"SELECT * FROM {name}")))
        for name in tables_of(connection)
    }


async def test_every_column_with_something_about_buyers_is_on_the_page(
    new_settings: Callable[..., Settings],
) -> None:
    async with running(new_settings()) as service:
        tables = await service.internals.resources.database.migrate(tables_of)
    assert {"activity.events", "activity.key_usage", "ended_sessions", "changes"} <= tables.keys()
    about_buyers = [name for name in tables if name.startswith("activity.") or "session" in name]
    columns = {f"{name}.{column}" for name in about_buyers for column in tables[name]}
    versions = {column for column in columns if "alembic" in column}
    assert columns - versions == LISTED
    assert [
        name
        for name in tables
        if f"`{name.removeprefix('activity.')}`" not in PAGE and name not in about_buyers
    ] == []


async def test_a_visit_leaves_no_address_user_agent_referrer_or_token(
    new_settings: Callable[..., Settings], capfd: pytest.CaptureFixture[str]
) -> None:
    """Attack: whoever copies the database, or reads the log, finds out who looked at what."""
    async with running(new_settings(trusted_proxies=(ip_network("127.0.0.0/8"),))) as service:
        cast = await create_cast(service)
        arena = await create_arena(cast, cast.owner)
        origin = (await cast.keyless(venues=None))["allowedOrigins"][0]
        visit = (
            ("x-forwarded-for", ADDRESS),
            ("user-agent", AGENT),
            ("referer", REFERRER),
            ("origin", origin),
        )
        made = (await service.ask("POST", "/sessions", visit, json={"venue": arena})).json()
        token = bearer(made["token"])
        preview = f"/seats/preview?seat={WORDS.replace(' ', '%20')}"
        assert (await service.ask("GET", preview, (*visit, token))).status_code in (200, 404)
        sent = [event(kind, seat="103/B/2", ad="lager") for kind in KINDS if kind != "error"]
        sent.append(event("error", message=f"At {made['viewerUrl']} with {AGENT}"))
        answer = await service.ask("POST", "/events", (*visit, token), json={"events": sent})
        assert (len(answer.json()["accepted"]), answer.json()["rejected"]) == (len(sent), [])
        beacon = json.dumps({"token": made["token"], "events": [event("seat_viewed", seat="103/B/2")]})
        plain = ("content-type", "text/plain")
        assert (await service.ask("POST", "/events", (*visit, plain), content=beacon)).status_code == 202
        path = f"/sessions/{made['sessionId']}"
        renewed = (await service.ask("POST", f"{path}/renew", (*visit, token))).json()
        assert (await service.ask("DELETE", path, (*visit, token))).status_code == 204
        stored = await service.internals.resources.database.migrate(everything_stored)
        with_session = {name for name, rows in stored.items() if made["sessionId"] in rows}
    assert stored["activity.events"].count(made["sessionId"]) == len(sent) + 1
    assert with_session == {"activity.events", "ended_sessions", "changes"}, "and these are on the page"
    log = capfd.readouterr()
    stored["log"] = log.err + log.out
    assert "ingestEvents" in stored["log"]
    for secret in (
        ADDRESS,
        AGENT,
        REFERRER,
        "My words",
        made["token"],
        made["token"][-60:],
        renewed["token"],
    ):
        assert {name for name, rows in stored.items() if secret in rows} == set(), secret
