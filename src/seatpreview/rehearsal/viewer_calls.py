"""The calls that a buyer's browser makes: the one place to change when the viewer makes others. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple
from urllib.parse import quote

import msgspec

from seatpreview.rehearsal.http_connection import bearer

Kind = Literal["session", "page", "preview", "plan", "beacon"]
KINDS: tuple[Kind, ...] = ("session", "page", "preview", "plan", "beacon")

Chain = tuple[Kind, ...]
"""Calls that are made one after the other, each when the one before was answered."""

OPENING: Chain = ("session", "page", "preview", "plan")
LOOK: Chain = ("preview",)
COMPARISON: Chain = LOOK
BEACON: Chain = ("beacon",)


class Call(NamedTuple):
    """A request of a buyer's browser, or of the shop's server that makes the buyer's session."""

    kind: Kind
    method: str
    path: str
    headers: Mapping[str, str]
    body: object = b""


class SessionMaker(NamedTuple):
    """How sessions are made: the headers and the body of the request."""

    headers: Mapping[str, str]
    body: Mapping[str, object]


@dataclass
class Browser:
    """What a buyer's browser knows by now."""

    number: int
    maker: SessionMaker
    token: str = ""
    key_id: str = ""
    _events: int = 0

    @property
    def has_session(self) -> bool:
        return bool(self.token)

    def call(self, kind: Kind, seat: str, at: datetime) -> Call:
        """Returns the call of this kind. A preview brings those of the seats around, and the first one the
        session as well."""
        match kind:
            case "session":
                return Call(kind, "POST", "/v1/sessions", self.maker.headers, dict(self.maker.body))
            case "page":
                return Call(kind, "GET", f"/viewer/{self.key_id}", {})
            case "preview":
                session = "" if self._events else "&withSession=true"
                path = f"/v1/seats/preview?seat={quote(seat, safe='')}&withNeighbours=true{session}"
                return Call(kind, "GET", path, self._headers)
            case "plan":
                return Call(kind, "GET", "/v1/seats/plan", self._headers)
            case "beacon":
                body = self._beacon(seat, at)
                return Call(kind, "POST", "/v1/events", {"content-type": "text/plain"}, body)

    def read(self, kind: Kind, body: bytes) -> None:
        """Takes from a response what later calls need."""
        if kind == "session":
            made = msgspec.json.decode(body, type=_Session)
            self.token, self.key_id = made.token, key_id_of(made.viewer_url)

    def _beacon(self, seat: str, at: datetime) -> bytes:
        """Returns the body of a beacon, with token and key, since a beacon has no headers of its own."""
        kinds = ["seat_viewed"] if self._events else ["session_started", "seat_viewed", "view_rotated"]
        events = [self._event(kind, seat, at) for kind in kinds]
        return msgspec.json.encode({"token": self.token, "viewerKey": self.key_id, "events": events})

    def _event(self, kind: str, seat: str, at: datetime) -> dict[str, object]:
        self._events += 1
        # It begins with the time, like those of the viewer, and no other rehearsal has the same.
        event_id = f"{int(at.timestamp() * 1e6):014x}-{self.number}-{self._events}"
        members = {"eventId": event_id, "kind": kind, "at": at.astimezone(UTC)}
        return members if kind == "session_started" else {**members, "seat": seat}

    @property
    def _headers(self) -> Mapping[str, str]:
        return {**bearer(self.token), "x-viewer-key": self.key_id, "accept-encoding": "gzip"}


def key_id_of(viewer_url: str) -> str:
    """Returns the key in the path of the viewer."""
    return viewer_url.partition("/viewer/")[2].partition("#")[0]


class _Session(msgspec.Struct, rename="camel"):
    token: str
    viewer_url: str
