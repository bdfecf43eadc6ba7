"""Sessions: signed tokens for a buyer's browser. None is stored."""

import base64
import json
from datetime import UTC, datetime, timedelta
from html import escape

from fastapi import APIRouter, Response

from benchmarks.peer.dependencies import AllowedCaller, Reading, UsedParts
from benchmarks.peer.ids import new_id
from benchmarks.peer.labels import resolve
from benchmarks.peer.models import CreateSession, Session
from benchmarks.peer.problems import Problem
from benchmarks.peer.settings import SESSION_SECONDS

router = APIRouter(prefix="/sessions")

_EMBED = (
    '<iframe src="{url}" title="View from the seat" width="100%" height="480" '
    'allow="gyroscope; accelerometer; fullscreen; clipboard-write; web-share" '
    'referrerpolicy="no-referrer" loading="lazy"></iframe>'
)


@router.post("", status_code=201)
async def create_session(
    caller: AllowedCaller, connection: Reading, parts: UsedParts, response: Response, body: CreateSession
) -> Session:
    """Makes a session for seats of a venue."""
    loaded = await parts.venues.get(connection, caller.tenant_id, body.venue)
    seats = []
    for label in body.seats:
        found = resolve(loaded.layout, label)
        if found is None:
            raise Problem(400, f"No seat of the venue has the name {label!r}.")
        seats.append(found.place.key)
    created_at = datetime.now(UTC)
    expires_at = created_at + timedelta(seconds=SESSION_SECONDS)
    session_id = new_id("ses_", 40)
    claims = {
        "sid": session_id,
        "kid": caller.key_id,
        "tid": caller.tenant_id,
        "vid": loaded.venue_id,
        "seats": seats,
        "exp": int(expires_at.timestamp()),
    }
    payload = base64.urlsafe_b64encode(json.dumps(claims, separators=(",", ":")).encode()).decode()
    token = f"st_{payload.rstrip('=')}.{parts.signer.sign('session', payload)}"
    viewer_url = f"{parts.settings.address}/viewer/{caller.key_id}#{token}"
    response.headers["Location"] = f"/v1/sessions/{session_id}"
    return Session(
        session_id=session_id,
        venue_id=loaded.venue_id,
        seats=seats,
        configuration=None,
        locale=body.locale,
        origin=None,
        cta=None,
        events="on",
        purpose="buyer",
        created_at=created_at,
        expires_at=expires_at,
        token=token,
        viewer_url=viewer_url,
        embed_html=_EMBED.format(url=escape(viewer_url)),
    )
