"""endSession with the session's own token: it ends, and the audit log stays the owner's."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from cast import Cast, bearer, create_cast
from seatpreview.database.changes import prune_ends_by_visitors
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import changes
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment
from serving import running

pytestmark = pytest.mark.anyio

DAY = 86_400


async def test_what_visitors_end_is_not_in_the_audit_log_and_what_a_secret_ends_is(cast: Cast) -> None:
    """Attack: the Origin of a keyless key, to fill the owner's audit log with sessions made and ended."""
    keyless = await cast.keyless()
    origin = ("origin", keyless["allowedOrigins"][0])
    before = (await cast.owner.get("/manage/audit")).json()
    all_before = (await cast.operator.get("/manage/audit")).json()
    ended = [await session_of_page(cast, origin) for _ in range(3)]
    for session_id, token in ended:
        assert await end(cast, session_id, token) == 204
        assert (await cast.who(bearer(token))).json()["code"] == "session_expired"
    assert (await cast.owner.get("/manage/audit")).json() == before
    assert (await cast.operator.get("/manage/audit")).json() == all_before
    session = await cast.session()
    assert await end(cast, session["sessionId"], cast.owner.plaintext) == 204
    (newest, *_) = (await cast.owner.get("/manage/audit")).json()["data"]
    assert (newest["id"], newest["action"]) == (session["sessionId"], "ended")


async def test_ends_are_bounded_by_rate_and_one_that_was_accepted_is_never_forgotten(
    new_settings: Callable[..., Settings],
) -> None:
    """Attack: sessions made and ended, as many as the address may ask for, each of which is a row."""
    async with running(new_settings(session_ends_rate=Rate(30, DAY, 30))) as service:
        cast = await create_cast(service)
        sessions = [await cast.session() for _ in range(4)]
        answers = [await end(cast, session["sessionId"], session["token"]) for session in sessions]
        assert answers == [204, 204, 204, 429]
        assert service.internals.guard.refused == {"ends": 1}
        works = [(await cast.who(bearer(session["token"]))).status_code for session in sessions]
        assert works == [401, 401, 401, 200]
        assert await end(cast, sessions[-1]["sessionId"], cast.owner.plaintext) == 204, "a secret may"


async def test_rows_of_ends_by_visitors_are_pruned_by_age_and_no_others(cast: Cast) -> None:
    own, other = await cast.session(), await cast.session()
    assert await end(cast, own["sessionId"], own["token"]) == 204
    assert await end(cast, other["sessionId"], cast.owner.plaintext) == 204
    await cast.owner.make_key()  # The last row of the log is never deleted.
    assert [await rows_after_pruning(cast, ago, own, other) for ago in (DAY, -DAY)] == [2, 1]
    assert (await cast.who(bearer(own["token"]))).status_code == 401, "it is among the ended sessions still"


async def rows_after_pruning(cast: Cast, seconds_ago: int, *sessions: dict[str, str]) -> int:
    database, now = cast.service.internals.resources.database, cast.service.clock.now()
    before = Moment(now - seconds_ago * MICROSECONDS)

    async def prune(transaction: Transaction) -> int:
        await prune_ends_by_visitors(transaction.connection, before)
        ids = [session["sessionId"] for session in sessions]
        rows = select(func.count()).select_from(changes).where(changes.c.id.in_(ids))
        return int(await transaction.connection.scalar(rows))

    return await database.write("operator", now, prune)


async def session_of_page(cast: Cast, origin: tuple[str, str]) -> tuple[str, str]:
    made = await cast.service.ask("POST", "/sessions", (origin,), json={"venue": cast.hall})
    assert made.status_code == 201, made.text
    return made.json()["sessionId"], made.json()["token"]


async def end(cast: Cast, session_id: str, credential: str) -> int:
    answer = await cast.service.ask("DELETE", f"/sessions/{session_id}", (bearer(credential),))
    return answer.status_code
