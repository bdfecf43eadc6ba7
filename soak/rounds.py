"""The rounds: each changes something that is in use on every worker, and looks whether the change counts."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime

from soak.run import Run
from soak.watched import CLOCKS_DIFFER_SECONDS, status

Step = Callable[[Run], Awaitable[None]]

GRACE_SECONDS = 1
VERSIONS = 4


async def revoke_a_key(run: Run) -> None:
    key = await run.hands.key(run.tenant_id)
    watched = run.watch_key(key)
    async with run.watching(watched):
        await run.revoke(key, watched)
        await run.look_everywhere(watched)


async def revoke_a_key_with_a_session(run: Run) -> None:
    """A session ends with its key."""
    key = await run.hands.key(run.tenant_id)
    session = await run.hands.session(key, run.venue_id)
    watched = run.watch_key(key)
    of_session = run.watch_session(session)
    async with run.watching(watched, of_session):
        await run.revoke(key, watched, of_session)
        await run.look_everywhere(watched, of_session)


async def end_a_session(run: Run) -> None:
    """And no other session of the same key."""
    ended, other = [await run.hands.session(run.live[0], run.venue_id) for _ in range(2)]
    of_ended, of_other = run.watch_session(ended), run.watch_session(other)
    async with run.watching(of_ended, of_other):
        path = f"/sessions/{ended['sessionId']}"
        await run.hands.change([of_ended], 1, "DELETE", path, expected=204, credential=ended["token"])
        await run.look_everywhere(of_ended, of_other)


async def rotate_without_grace(run: Run) -> None:
    """The old key has ended, and the new one is there, once the rotation is answered."""
    key = await run.hands.key(run.tenant_id)
    watched = run.watch_key(key)
    async with run.watching(watched):
        path, body = f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 0}
        replacement = await run.hands.change([watched], 1, "POST", path, body, expected=201)
        await run.look_everywhere(watched, run.watch_key(replacement))
    run.revoked.append(key)


async def rotate_with_grace(run: Run) -> None:
    """Both keys work until revokeAt, and from then on the new one alone. Clocks here are one machine's."""
    key = await run.hands.key(run.tenant_id)
    watched = run.watch_key(key)
    async with run.watching(watched):
        path, body = f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": GRACE_SECONDS}
        watched.may_end_at = time.time() + GRACE_SECONDS
        replacement = await run.hands.ask("POST", path, body, expected=201)
        revoke_at = datetime.fromisoformat(replacement["previous"]["revokeAt"]).timestamp()
        watched.may_end_at = watched.must_end_at = revoke_at
        await run.look_everywhere(watched, run.watch_key(replacement))
        await asyncio.sleep(max(0.0, revoke_at + 2 * CLOCKS_DIFFER_SECONDS - time.time()))
        await run.look_everywhere(watched)


async def replace_a_venue(run: Run) -> None:
    """No preview shows an older version than the one last answered, nor parts of two."""
    hall = await run.new_hall()
    async with run.watching(hall):
        for _ in range(VERSIONS):
            await run.replace(hall)
            await run.look_everywhere(hall)


async def end_a_grant(run: Run) -> None:
    """The grantee no longer finds the venue, and its session there ends."""
    grantee = await run.hands.tenant()
    grant = f"/manage/venues/{run.venue_id}/grants/{grantee}"
    await run.hands.ask("PUT", grant, expected=204)
    key = await run.hands.key(grantee)
    session = await run.hands.session(key, run.venue_id)
    granted = run.watch("grant to", grantee, key["plaintext"], status(200, 404))
    # The end may overtake a request that has passed the guard: then it finds no venue, and is told so.
    of_session = run.watch("session", session["sessionId"], session["token"], status(200, 401, 404))
    async with run.watching(granted, of_session):
        await run.hands.change([granted, of_session], 1, "DELETE", grant, expected=204)
        await run.look_everywhere(granted, of_session)


async def report_events(run: Run) -> None:
    """From several sides at once; the ledger counts them."""
    await asyncio.gather(*(run.report_events() for _ in range(8)))
