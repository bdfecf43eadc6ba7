"""Makes links to the view from a seat for the person at the terminal: each is a session of one day."""

import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode, urlsplit

import msgspec

from seatpreview import data_folder
from seatpreview.api.local_client import LocalClient
from seatpreview.cli.options import without_nulls
from seatpreview.database.service_lock import holder_of
from seatpreview.keys.model import ApiKey
from seatpreview.problems import NotFound
from seatpreview.seats.model import Preview
from seatpreview.sessions.model import SECONDS_MAX, IssuedSession
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import Caller, Purpose, groups_with
from seatpreview.values.command_error import CommandError
from seatpreview.values.ids import KeyId, VenueId
from seatpreview.venues.model import Venue
from seatpreview.venues.rules import compile_or_refuse

_SECTIONS_MAX = 12
_KEYS_MAX = 1000
_CONNECT_SECONDS = 0.5

FAR_M = 6
"""From pictures taken farther away than this, the viewer shows the drawing first."""


class ViewLink(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A link to the view from a place, and how long it works."""

    viewer_url: str
    expires_at: datetime
    venue_id: VenueId
    seat: str
    """The key of the place that is shown; of several seats the first."""
    configuration: str | None
    key_id: KeyId
    """The key that the link was made with. When the key ends, so does the link."""
    description: str
    """The view in words, with the picture or the drawing that the viewer shows first."""


async def make_view_link(
    client: LocalClient,
    venue_id: str,
    label: str,
    configuration: str | None,
    locale: str | None,
    purpose: Purpose = "staff",
) -> ViewLink:
    """Makes a link to the view of a label, or raises a CommandError that says what the label may mean.
    By default its views count as staff's, not as a buyer's."""
    venue: Venue = await client.call("getVenue", venue_id)
    choice = without_nulls(configuration=configuration, locale=locale)
    try:
        preview = await client.call("previewSeat", query={"venue": venue_id, "seat": label, **choice})
    except NotFound as refusal:
        raise CommandError(*_refusal_sentences(venue, label, refusal)) from refusal
    key = await _key_for(client, venue)
    body = {"venue": venue_id, "ttlSeconds": SECONDS_MAX, "purpose": purpose, **choice}
    session = await client.call("createSession", body=body, caller=_caller_of(key))
    names_several = isinstance(preview.seats, tuple)
    seat = urlencode({"seat": label if names_several else preview.seat.key})
    return ViewLink(
        viewer_url=f"{session.viewer_url}&{seat}",
        expires_at=min(session.expires_at, key.revoke_at or session.expires_at),
        venue_id=venue.venue_id,
        seat=preview.seat.key,
        configuration=None if preview.configuration is None else preview.configuration.id,
        key_id=key.key_id,
        description=_description_of_what_is_shown(preview),
    )


async def make_draft_session(client: LocalClient, venue_id: str, locale: str | None) -> IssuedSession:
    """Makes a session of one day that shows the draft of a venue."""
    venue: Venue = await client.call("getVenue", venue_id)
    key = await _key_for(client, venue, _reads_drafts, "sessions,management_read_only")
    body = {"venue": venue_id, "ttlSeconds": SECONDS_MAX, "draft": True, **without_nulls(locale=locale)}
    session: IssuedSession = await client.call("createSession", body=body, caller=_caller_of(key))
    return session


def at_running_service(settings: Settings) -> Settings:
    """Returns settings whose links lead to the running service of this data folder. Without one, or with a
    public address, they are left as they are."""
    running = None if settings.public_url else running_address(settings)
    return settings if running is None else replace(settings, public_url=running)


def running_address(settings: Settings) -> str | None:
    """Returns the address of the service that runs with this data folder; None where none does.

    A service that was killed leaves its note behind. With SQLite files on Linux, the service runs if its
    process holds their lock. Elsewhere, it runs if something accepts connections at its address.
    """
    note = data_folder.read_service_note(settings.data_dir)
    if note is None:
        return None
    if settings.uses_sqlite and sys.platform == "linux":
        is_running = holder_of(settings.data_dir) == note.pid
    else:
        is_running = _answers(note.host, note.port)
    return note.address if is_running else None


def is_listening(settings: Settings) -> bool:
    """Returns whether something accepts connections at the address that links lead to."""
    url = urlsplit(settings.address)
    return _answers(url.hostname or "", url.port or (443 if url.scheme == "https" else 80))


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=_CONNECT_SECONDS).close()
    except OSError:
        return False
    return True


def _description_of_what_is_shown(preview: Preview) -> str:
    """Returns the description for what the viewer shows first: like web/source/viewer/drawn-first.ts, a photo
    that was taken far away, and a drawing from another seat, give way to the seat's own drawing."""
    camera = preview.provenance.camera
    is_elsewhere = preview.provenance.source == "rendered" and (camera is None or not camera.is_here)
    is_far = (preview.provenance.distance_m or 0) > FAR_M
    if preview.drawing is None or not (is_far or is_elsewhere):
        return preview.description
    return preview.drawing.description


def _caller_of(key: ApiKey) -> Caller:
    return Caller(
        kind="operator", key_id=key.key_id, tenant_id=key.tenant_id, scope=key.scope, venues=None, groups=None
    )


async def _key_for(
    client: LocalClient,
    venue: Venue,
    is_fit: Callable[[ApiKey], bool] = lambda key: True,
    groups: str = "sessions",
) -> ApiKey:
    """Returns the oldest key that may make sessions for the venue: one of its tenant, or else an admin key.

    The link ends with its key. The newest may be a key that somebody is trying out and soon revokes; in a
    demo, the oldest is the demo's own. A keyless key comes after secret ones, since it is for pages of its
    origins. A key that was rotated comes last, since it ends soon.
    """
    own = await client.list_all("listKeys", _KEYS_MAX, {"tenantId": venue.tenant_id, "status": "active"})
    usable = [key for key in own.data if _makes_sessions(key, venue.venue_id) and is_fit(key)]
    if not usable:
        found = await client.list_all("listKeys", _KEYS_MAX, {"kind": "secret", "status": "active"})
        admin = [key for key in found.data if key.scope == "admin" and is_fit(key)]
        usable = [key for key in admin if _makes_sessions(key, venue.venue_id)]
    if not usable:
        raise CommandError(
            f"There is no key that may make a link for {venue.name}. Create one: "
            f"seatpreview keys create --tenant {venue.tenant_id} --label Views --groups {groups}"
        )
    oldest: ApiKey = min(
        usable, key=lambda key: (key.revoke_at is not None, key.kind == "keyless", key.created_at, key.key_id)
    )
    return oldest


def _makes_sessions(key: ApiKey, venue_id: VenueId) -> bool:
    may_use_venue = key.venues is None or venue_id in key.venues
    return may_use_venue and (key.groups is None or "sessions" in key.groups)


def _reads_drafts(key: ApiKey) -> bool:
    readers = groups_with("management_read_only")
    return key.kind == "secret" and (key.groups is None or not readers.isdisjoint(key.groups))


def _refusal_sentences(venue: Venue, label: str, refusal: NotFound) -> list[str]:
    seat = refusal.seat
    if seat is None or seat.reason == "closed":
        return [refusal.detail]
    if seat.alternatives:
        places = [f"  {each.key}  ({each.name})" for each in seat.alternatives]
        return [f"'{label}' may mean several places of {venue.name}. Name one of these:", *places]
    return [
        f"'{label}' does not match any place of {venue.name}. {_sections(venue)} "
        f"Write a label as a ticket has it, or a key such as {_example_key(venue)}."
    ]


def _sections(venue: Venue) -> str:
    sections = compile_or_refuse(venue.rules.layout, "/rules/layout").sections
    names = ", ".join(section.id for section in sections[:_SECTIONS_MAX])
    more = f", and {len(sections) - _SECTIONS_MAX} more" if len(sections) > _SECTIONS_MAX else ""
    return f"Its sections are {names}{more}."


def _example_key(venue: Venue) -> str:
    layout = compile_or_refuse(venue.rules.layout, "/rules/layout")
    first = next(iter(layout.seats()), None)
    return "/".join(first) if first is not None else layout.sections[0].id
