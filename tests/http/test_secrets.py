"""A plaintext is shown exactly once: database files, logs, metrics and all other responses are searched for
it."""

import io
from collections.abc import Callable

import pytest
import structlog
from prometheus_client import generate_latest
from sqlalchemy import text

from cast import Cast, bearer, create_cast
from seatpreview.database.connection import Connection
from seatpreview.observability.logging_setup import set_up_logs
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = pytest.mark.anyio


async def test_a_plaintext_is_in_the_answer_that_made_it_and_nowhere_else(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = io.BytesIO()
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(log, write_through=True))
    set_up_logs("json")
    settings = new_settings()
    try:
        async with running(settings) as service:
            cast = await create_cast(service)
            secrets, answers = await _use_keys(cast)
            answers.append(generate_latest(service.internals.registry).decode())
            answers.append(await _dump_database(cast))
    finally:
        structlog.reset_defaults()
    lines = log.getvalue().decode()
    assert lines.count('"event":"request"') > 20
    files = b"".join(path.read_bytes() for path in settings.data_dir.rglob("*") if path.is_file())
    for secret in secrets:
        for place in (lines, *answers):
            assert secret not in place
            assert secret.removeprefix("sk_live_") not in place
        assert secret.encode() not in files


async def _use_keys(cast: Cast) -> tuple[list[str], list[str]]:
    """Uses every key rightly and wrongly; returns the plaintexts, and the responses that must not contain
    them."""
    made = await cast.owner.make_key(label="x", allowedOrigins=["https://shop.example"])
    path = f"/manage/keys/{made['keyId']}"
    rotated = (await cast.owner.post(f"{path}/rotate", {"gracePeriodSeconds": 60})).json()
    secrets = [made["plaintext"], rotated["plaintext"], cast.owner.plaintext, cast.operator.plaintext]
    answers = [
        await cast.owner.get(path),
        await cast.owner.get("/manage/keys"),
        await cast.operator.get("/manage/keys"),
        await cast.owner.patch(path, {"status": "active"}),
        await cast.owner.patch(path, {"label": 5, made["plaintext"][:50]: made["plaintext"]}),
        await cast.owner.get("/manage/audit"),
        await cast.operator.get("/manage/audit"),
        await cast.who(bearer(made["plaintext"])),
        await cast.who(bearer(made["plaintext"]), ("origin", "https://evil.example")),
        await cast.who(bearer(made["plaintext"]), bearer(made["plaintext"])),
        await cast.who(bearer(made["plaintext"] + "x")),
        await cast.who(("authorization", made["plaintext"])),
        await cast.who(("x-request-id", made["plaintext"])),
        await cast.who(("x-key-id", made["plaintext"]), ("origin", "https://shop.example")),
        await cast.service.ask("GET", f"/caller?key={made['plaintext']}"),
        await cast.service.ask("GET", f"/manage/keys/{made['plaintext']}", (bearer(cast.owner.plaintext),)),
        await cast.service.ask("GET", f"/{made['plaintext']}"),
        await cast.owner.delete(path),
        await cast.who(bearer(made["plaintext"])),
    ]
    # A secret that a client wrongly sends as a member's name is returned to that client only, in a pointer.
    return secrets, [answer.text + str(answer.headers) for n, answer in enumerate(answers) if n != 4]


async def _dump_database(cast: Cast) -> str:
    """Returns every row of every table as one text."""
    tables = (
        "counter",
        "changes",
        "tenants",
        "venues",
        "grants",
        "keys",
        "keyless_origins",
        "activity.key_usage",
    )
    read = cast.service.internals.resources.database.read
    selects = [text(f"SELECT * FROM {table}") for table in tables]
    return "".join([str((await read(Connection.execute, select)).all()) for select in selects])
