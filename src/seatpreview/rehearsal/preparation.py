"""What a rehearsal finds out before it begins: the venue, its seats, and whose addresses the service sees."""

import ssl
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from seatpreview.rehearsal.buyers import forwarded_address
from seatpreview.rehearsal.http_connection import NO_RESPONSE, ConnectionPool, Response, Target, bearer
from seatpreview.rehearsal.viewer_calls import SessionMaker, key_id_of
from seatpreview.values.command_error import CommandError

SEATS_MAX = 20_000
"""The most seats that buyers choose from."""
_PAGE = 1000


class Stage(NamedTuple):
    """Everything that buyers need."""

    target: Target
    maker: SessionMaker
    venue_id: str
    key_id: str
    seats: Sequence[str]
    forwards: bool
    """Whether the service believes the addresses in X-Forwarded-For, since it trusts this machine as a
    proxy."""


class _Allowance(msgspec.Struct, rename="camel"):
    policy: str
    requests: int
    window_seconds: int
    burst: int
    remaining: int

    @property
    def is_slow(self) -> bool:
        """Whether what was used up stays used up while two requests are answered."""
        return self.requests < self.window_seconds


class _Caller(msgspec.Struct):
    allowances: list[_Allowance]


def maker_with_secret(secret: str, venue: str) -> SessionMaker:
    """Returns how a shop's server makes sessions. They are of staff, so that no report counts their events
    as those of buyers."""
    return SessionMaker(bearer(secret), {"venue": venue, "purpose": "staff"})


def maker_of_page(origin: str, key_id: str | None, venue: str) -> SessionMaker:
    """Returns how a page makes sessions. Only a secret makes sessions of staff, so events of these are not
    stored at all."""
    named = {} if key_id is None else {"x-key-id": key_id}
    return SessionMaker({"origin": origin, **named}, {"venue": venue, "events": "off"})


class Preparation:
    """Asks the service what a rehearsal needs to know. Raises CommandError where something is missing."""

    def __init__(self, target: Target, pool: ConnectionPool) -> None:
        self._target = target
        self._pool = pool

    async def only_venue(self, secret: str) -> str:
        """Returns the venue of a key that has no other."""
        listed = await self._ask("GET", "/v1/manage/venues?limit=20", bearer(secret))
        venues = listed["data"]
        if len(venues) == 1:
            return str(venues[0]["venueId"])
        if not venues:
            raise CommandError("The key has no venue. Import one first: seatpreview venues import --help")
        names = [f"  {venue['venueId']}  {venue['name']}" for venue in venues]
        raise CommandError("The key has several venues. Say which buyers look at, with --venue:", *names)

    async def stage(self, maker: SessionMaker) -> Stage:
        """Makes sessions as buyers will, and lists the seats with one of them."""
        session = await self._ask("POST", "/v1/sessions", maker.headers, dict(maker.body))
        headers = bearer(session["token"])
        seats = await self._seats(headers)
        if not seats:
            raise CommandError("The venue has no seats to look at.")
        return Stage(
            self._target,
            maker,
            venue_id=session["venueId"],
            key_id=key_id_of(session["viewerUrl"]),
            seats=seats,
            forwards=await self._believes_forwarded(maker, headers),
        )

    async def _seats(self, headers: Mapping[str, str]) -> list[str]:
        seats: list[str] = []
        cursor = ""
        while len(seats) < SEATS_MAX:
            page = await self._ask("GET", f"/v1/seats?limit={_PAGE}{cursor}", headers)
            seats += [seat["key"] for seat in page["data"]]
            if page["nextCursor"] is None:
                break
            cursor = f"&cursor={page['nextCursor']}"
        return seats

    async def _believes_forwarded(self, maker: SessionMaker, headers: Mapping[str, str]) -> bool:
        """Ends a session at one address, and looks whether that is charged to another one as well.

        Ends are the slowest of all limits of an address: nothing else changes what remains of them.
        """
        here, elsewhere = ({"x-forwarded-for": forwarded_address(number)} for number in (-1, -2))
        session = await self._ask("POST", "/v1/sessions", maker.headers, dict(maker.body))
        own = {**bearer(session["token"]), **here}
        before = await self._send("GET", "/v1/caller", {**headers, **elsewhere})
        await self._send("DELETE", f"/v1/sessions/{session['sessionId']}", own)
        after = await self._send("GET", "/v1/caller", {**headers, **elsewhere})
        return counts_apart(before.body, after.body)

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: object = b"") -> Any:
        """Returns the body of a response that has to be a success."""
        response = await self._send(method, path, headers, body)
        try:
            answer = response.json()
        except (msgspec.DecodeError, UnicodeDecodeError):
            answer = None
        if response.status < 400 and isinstance(answer, dict):
            return answer
        detail = answer.get("detail") if isinstance(answer, dict) else None
        raise CommandError(
            f"The rehearsal cannot begin: {method} {path.partition('?')[0]} was answered with "
            f"{response.status}. {detail or 'That is not an answer of Seat Preview: check the address.'}"
        )

    async def _send(self, method: str, path: str, headers: Mapping[str, str], body: object = b"") -> Response:
        connection = await self._pool.take()
        try:
            sent = {**headers, "host": self._target.authority}
            return await connection.request(method, path, sent, body)
        except ssl.SSLCertVerificationError as fault:
            raise CommandError(
                f"The certificate of {self._target.url} is not trusted here: {fault.verify_message}.",
                "If it is your own, name its file in the variable SSL_CERT_FILE.",
            ) from fault
        except NO_RESPONSE as fault:
            raise CommandError(
                f"No service answers at {self._target.url}: {str(fault) or type(fault).__name__}."
            ) from fault
        finally:
            self._pool.give_back(connection)


def counts_apart(before: bytes, after: bytes) -> bool:
    """Returns whether what remains to one address, by two responses of /caller, was left alone by what
    another address did in between. False where the responses do not say."""
    # Where nothing is left, the other address could not use up more of it.
    return 0 < _ends_remaining(before) == _ends_remaining(after)


def _ends_remaining(body: bytes) -> int:
    """Returns how many sessions the address may end. The tenant, which is listed as well, has a larger
    burst."""
    try:
        allowances = msgspec.json.decode(body, type=_Caller).allowances
    except (msgspec.DecodeError, UnicodeDecodeError):
        return 0
    ends = [each for each in allowances if each.policy == "ends" and each.is_slow]
    return min(ends, key=lambda each: each.burst).remaining if ends else 0
