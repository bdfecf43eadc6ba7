"""Steps that change a record that every worker has in use, and check that the change takes effect."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime

from soak.run import Run
from soak.watched_record import CLOCK_TOLERANCE_SECONDS, changing, version_by_status

Step = Callable[[Run], Awaitable[None]]

GRACE_SECONDS = 1
VERSIONS = 4
_EVENT_BATCHES_AT_ONCE = 8


async def revoke_a_key(run: Run) -> None:
    """A revoked key is refused by every worker from the response on."""
    key = await run.admin.create_key(run.tenant_id)
    key_record = run.watch_key(key)
    async with run.checking_continuously(key_record):
        await run.revoke_key(key, key_record)
        await run.check_on_every_worker(key_record)


async def revoke_a_key_with_a_session(run: Run) -> None:
    """A session ends with its key."""
    key = await run.admin.create_key(run.tenant_id)
    session = await run.admin.create_session(key, run.venue_id)
    records = (run.watch_key(key), run.watch_session(session))
    async with run.checking_continuously(*records):
        await run.revoke_key(key, *records)
        await run.check_on_every_worker(*records)


async def end_a_session(run: Run) -> None:
    """An ended session is refused, and another session of the same key is not."""
    ended, other = [await run.admin.create_session(run.live_keys[0], run.venue_id) for _ in range(2)]
    ended_record, other_record = run.watch_session(ended), run.watch_session(other)
    async with run.checking_continuously(ended_record, other_record):
        with changing([ended_record], to=1):
            await run.admin.end_session(ended)
        await run.check_on_every_worker(ended_record, other_record)


async def rotate_without_grace(run: Run) -> None:
    """The old key is refused and the new one accepted from the response to the rotation on."""
    key = await run.admin.create_key(run.tenant_id)
    key_record = run.watch_key(key)
    async with run.checking_continuously(key_record):
        with changing([key_record], to=1):
            replacement = await run.admin.rotate_key(key["keyId"], grace_seconds=0)
        await run.check_on_every_worker(key_record, run.watch_key(replacement))
    run.revoked_keys.append(key)


async def rotate_with_grace(run: Run) -> None:
    """Both keys work until revokeAt, and from then on only the new one.

    Service and soak run on the same machine, so that their clocks can be compared.
    """
    key = await run.admin.create_key(run.tenant_id)
    key_record = run.watch_key(key)
    async with run.checking_continuously(key_record):
        key_record.may_end_at = time.time() + GRACE_SECONDS
        replacement = await run.admin.rotate_key(key["keyId"], GRACE_SECONDS)
        revoke_at = datetime.fromisoformat(replacement["previous"]["revokeAt"]).timestamp()
        key_record.may_end_at = key_record.must_end_at = revoke_at
        await run.check_on_every_worker(key_record, run.watch_key(replacement))
        await asyncio.sleep(max(0.0, revoke_at + 2 * CLOCK_TOLERANCE_SECONDS - time.time()))
        await run.check_on_every_worker(key_record)


async def replace_a_venue(run: Run) -> None:
    """No preview shows an older version than the last one acknowledged, nor parts of two versions."""
    venue = await run.create_watched_venue()
    async with run.checking_continuously(venue):
        for _ in range(VERSIONS):
            await run.replace_venue(venue)
            await run.check_on_every_worker(venue)


async def end_a_grant(run: Run) -> None:
    """The grantee no longer finds the venue, and its session for that venue ends."""
    grantee = await run.admin.create_tenant()
    await run.admin.grant_venue(run.venue_id, grantee)
    key = await run.admin.create_key(grantee)
    session = await run.admin.create_session(key, run.venue_id)
    grant_record = run.watch("grant to", grantee, key["plaintext"], version_by_status(200, 404))
    # The grant may end after a request has passed authentication. The venue is not found then: 404, not 401.
    session_record = run.watch(
        "session", session["sessionId"], session["token"], version_by_status(200, 401, 404)
    )
    async with run.checking_continuously(grant_record, session_record):
        with changing([grant_record, session_record], to=1):
            await run.admin.end_grant(run.venue_id, grantee)
        await run.check_on_every_worker(grant_record, session_record)


async def report_events(run: Run) -> None:
    """Events that are reported in several requests at once are all stored; the end of the run checks that."""
    await asyncio.gather(*(run.report_events() for _ in range(_EVENT_BATCHES_AT_ONCE)))
