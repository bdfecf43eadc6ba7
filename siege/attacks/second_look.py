"""Attacks found by a second look at the others: callers who leave at odd moments, keys that multiply or lose
their rights, buyers who spell one thing in many ways, and files whose cost is not in their seats.

The owner of the attacked tenant should notice none of them.
"""

import asyncio
import io
import socket
import struct
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from servers.http_connection import open_streams
from siege.attack import attack
from siege.attacker import STAY_SECONDS, Attacker, request_bytes
from siege.attacks.abandoned import LARGE_SEATS, READER
from siege.attacks.imports import workbook
from siege.attacks.restricted_keys import OWNER_SECONDS, REFUSED_SECONDS
from siege.attacks.rules import long_labels
from siege.shop import ask_as_shop, beside_the_shop
from siege.venue_records import (
    Json,
    crowded_layout,
    labels_of_similar_sections,
    layout,
    seat_key,
    venue_of_similar_sections,
)

Ask = Callable[[], Awaitable[None]]
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

_IMPORT = "/v1/manage/venues/import"
_BINARY = "application/octet-stream"
_CONTINUE_SECONDS = 0.5
"""How long a caller waits for `100 Continue` before it sends its body all the same."""
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER of a socket that is reset when it is closed."""


@attack("4 requests a second of 200 bytes with a key for seats, half-closed, then reset", watches_owner=True)
async def half_closed_searches(attacker: Attacker) -> None:
    """Looks for the best seats, says that it sends nothing more, and resets the connection a moment later.

    The end of what a client sends is no sign that it has left. A server that then stops reading does not see
    the reset that follows. The shop looks in one section meanwhile.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": crowded_layout(50_000)}})
    searcher = await attacker.create_key(groups=["seats"])
    await attacker.begin()

    async def search(number: int) -> None:
        weights = {"distance": 1 + number / 983, "angle": number / 977, "obstruction": 50}
        body = {"venue": venue_id, "count": 3 + number % 17, "limit": 20, "weights": weights}
        data = msgspec.json.encode(body)
        headers = attacker.headers(data, searcher.plaintext, "application/json")
        request = request_bytes("POST", "/v1/seats/best", headers, data)

        async def half_close(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            writer.write(request)
            writer.write_eof()
            await asyncio.sleep(STAY_SECONDS)

        await _talk_and_leave(attacker, half_close)

    one_section = {"venue": venue_id, "count": 2, "sections": ["101"]}
    await _beside(attacker, attacker.at_rate(4, search), _asks(attacker, "/v1/seats/best", one_section))


@attack("5 connections a second of 1 MB with a key that only reads, left after 0.2 s", watches_owner=True)
async def ends_hidden_behind_the_next_body(attacker: Attacker) -> None:
    """Asks for the views of a section, begins a file of 30 MB behind that request, and leaves.

    A server reads little of the next request while it still works on this one. The end of the connection
    comes after a megabyte that it does not read.
    """
    hall = crowded_layout(50_000, configurations=6)
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": hall}})
    reader = (await attacker.create_key(**READER)).plaintext
    file_headers = {**attacker.headers(b" ", reader, _BINARY), "content-length": str(30 << 20)}
    begun_file = request_bytes("POST", _IMPORT, file_headers) + b"x,y\n" + b"1,1\n" * (1 << 18)
    await attacker.begin()

    async def look(number: int) -> None:
        where = f"configuration=c{number % 6}&section={101 + number % 100}"
        path = f"/v1/manage/venues/{venue_id}/seat-views?limit=100&{where}"
        request = request_bytes("GET", path, attacker.headers(b"", reader, ""))
        await attacker.send_and_leave(request + begun_file, stay_seconds=0.2)

    await attacker.at_rate(5, look)


@attack(
    "6 requests a second of 2.5 MB with a key that only reads, left with their last byte or before the first",
    watches_owner=True,
)
async def bodies_that_were_asked_for(attacker: Attacker) -> None:
    """Announces labels to try with `Expect: 100-continue`, and leaves when it is told to send them.

    Every other caller sends the whole body first, and leaves with its last byte. The owner tries five labels.
    """
    reader = await attacker.create_key(**READER)
    labels = long_labels(5000)
    body = msgspec.json.encode({"labels": labels})
    path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/test"
    announced = {"content-length": str(len(body)), "expect": "100-continue"}
    headers = attacker.headers(body, reader.plaintext, "application/json", announced)
    head = request_bytes("POST", path, headers)
    await attacker.begin()

    async def announce(number: int) -> None:
        async def talk(answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(head)
            with suppress(TimeoutError):
                async with asyncio.timeout(_CONTINUE_SECONDS):
                    attacker.count((await answers.readline()).decode().split()[1])
            if number % 2:
                writer.write(body)
                await writer.drain()
                # What is still in the buffer would be lost.
                await asyncio.sleep(STAY_SECONDS)

        await _talk_and_leave(attacker, talk)

    await _beside(attacker, attacker.at_rate(6, announce), _asks(attacker, path, {"labels": labels[:5]}))


@attack(
    "12 requests of no body every 2 seconds, with a key that is rotated or restricted half a second later",
    watches_owner=True,
)
async def a_reader_that_loses_its_rights_at_work(attacker: Attacker) -> None:
    """Has 200,000 seats exported twelve times at once, and may not do so any more while they are written.

    In turn, the key is rotated without a grace period, restricted to events, and restricted to another venue.
    The connections stay open. The owner exports a small venue after each round.
    """
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": layout(LARGE_SEATS)}})
    own_venue_id = attacker.task.venue_id
    formats = ("xlsx", "svg", "pretix", "geojson")
    await attacker.begin()

    async def export_and_restrict(number: int) -> None:
        reader = await attacker.create_key(**READER)
        key_path = f"/v1/manage/keys/{reader.key_id}"
        changes: tuple[tuple[str, str, Json], ...] = (
            ("POST", f"{key_path}/rotate", {"gracePeriodSeconds": 0}),
            ("PATCH", key_path, {"groups": ["events"]}),
            ("PATCH", key_path, {"venues": [own_venue_id]}),
        )
        async with asyncio.TaskGroup() as exports:
            for each in range(12):
                path = f"/v1/manage/venues/{venue_id}/export?format={formats[each % len(formats)]}"
                exports.create_task(attacker.send("GET", path, key=reader.plaintext))
            await asyncio.sleep(0.5)
            await ask_as_shop(attacker, *changes[number % len(changes)])
            await ask_as_shop(attacker, "GET", f"/v1/manage/venues/{own_venue_id}/export?format=csv")

    await attacker.at_rate(1 / OWNER_SECONDS, export_and_restrict)


@attack("20 requests at once of 0.5 MB with ten keys for one venue", watches_owner=True)
async def keys_that_a_key_for_one_venue_makes(attacker: Attacker) -> None:
    """Makes nine keys with a key for one venue, and searches for rules with all ten at once.

    Each key has a share of its own of what its tenant may have at once. Ten shares are more than all of it.
    The owner tries five labels at another venue.
    """
    hall = {"name": "The only one", "rules": {"layout": layout(1000)}}
    venue_id = await attacker.create_venue(hall)
    rights: Json = {"groups": ["management"], "venues": [venue_id]}
    first = (await attacker.create_key(**rights)).plaintext
    made = [await attacker.create_key(first, **rights) for _ in range(9)]
    secrets = [first, *(each.plaintext for each in made if each.key_id != "key_000000000000")]
    labels = long_labels(1000)
    await attacker.begin()

    async def suggest(number: int) -> None:
        cases = [{"label": f"{number} {label}"[:512], "expect": "101/1/1"} for label in labels]
        path, key = f"/v1/manage/venues/{venue_id}/seat-keys/suggest", secrets[number % len(secrets)]
        await attacker.send("POST", path, {"labels": cases}, key=key)

    own_path = f"/v1/manage/venues/{attacker.task.venue_id}/seat-keys/test"
    try_five = _asks(attacker, own_path, {"labels": labels[:5]})
    await _beside(attacker, attacker.in_parallel(20, suggest, REFUSED_SECONDS), try_five)


@attack(
    "10 previews a second with 12 tokens, each with its neighbours, left after a tenth of a second",
    watches_owner=True,
)
async def neighbours_of_seats_spelled_in_many_ways(attacker: Attacker) -> None:
    """Asks for a seat and its four neighbours, each time in another section, set-up, region and confidence.

    No two requests are the same, so that no kept answer helps. Each is charged as one, and may have five
    stills drawn. Another buyer waits for the image of a seat, which is worth more than all these stills.
    """
    hall = crowded_layout(20_000, configurations=6)
    venue_id = await attacker.create_venue({"name": "Hall", "rules": {"layout": hall}})
    tokens = [await attacker.create_token(venue_id) for _ in range(12)]
    another_buyer = await attacker.create_token(venue_id)
    await attacker.begin()

    async def look(number: int) -> None:
        section, row, seat = seat_key(number * 507 + 2, 20_000).split("/")
        label = f"Section%20{section}%20Row%20{row}%20Seat%20{seat}"
        region = chr(65 + number // 26 % 26) + chr(65 + number % 26)
        spelling = f"locale=de-{region}&minConfidence={0.3 + number / 10_000:.4f}"
        path = f"/v1/seats/preview?seat={label}&withNeighbours=true&configuration=c{number % 6}&{spelling}"
        await attacker.leave("GET", path, key=tokens[number % len(tokens)])

    async def wait_for_an_image() -> None:
        path = "/v1/seats/preview/image?seat=101/25/10"
        # It may wait for a still, for four seconds, before it is made.
        await ask_as_shop(attacker, "GET", path, key=another_buyer, from_another_address=True, late_seconds=9)

    await _beside(attacker, attacker.at_rate(10, look), wait_for_an_image)


@attack("10 beacons a second of 60 kB with 12 tokens, left after a twentieth of a second", watches_owner=True)
async def beacons_of_costly_labels(attacker: Attacker) -> None:
    """Reports views of seats by labels that read like hundreds of sections, and leaves.

    An event may name its seat by any label, so that a beacon is a hundred labels to resolve. Nobody waits for
    the answer of a beacon. Another buyer reports one view by the seat's key.
    """
    venue_id = await attacker.create_venue(venue_of_similar_sections())
    tokens = [await attacker.create_token(venue_id) for _ in range(12)]
    another_buyer = await attacker.create_token(venue_id)
    await attacker.begin()

    async def report(number: int) -> None:
        labels = labels_of_similar_sections(number, 100)
        events = [
            {"eventId": f"siege-{number}-{each}", "kind": "seat_viewed", "seat": f"{number} {label}"[:500]}
            for each, label in enumerate(labels)
        ]
        body = msgspec.json.encode({"events": events, "token": tokens[number % len(tokens)]})
        await attacker.leave(
            "POST", "/v1/events", body, key="", media_type="text/plain", stay_seconds=STAY_SECONDS / 2
        )

    own = {"events": [{"eventId": "siege-own", "kind": "seat_viewed", "seat": "5/1/2"}]}
    report_own = _asks(attacker, "/v1/events", own, key=another_buyer, from_another_address=True)
    await _beside(attacker, attacker.at_rate(10, report), report_own)


@attack("1 file a second of 1 MB or less, of two tenants in turn", watches_owner=True)
async def workbooks_of_one_part_many_times(attacker: Attacker) -> None:
    """Imports workbooks that list one sheet a thousand times, link it 300,000 times, or merge all cells.

    Each part is small, and so is what is unpacked. Whoever reads a sheet as often as it is named reads half a
    billion cells; whoever goes over the cells of merged ranges, 150 billion.
    """
    sheet = b'<sheet name="Hall" sheetId="1" r:id="rId1"/>'
    sheets = b"".join(b'<sheet name="H%d" sheetId="%d" r:id="rId1"/>' % (n, n) for n in range(1, 1001))
    relations = "xl/_rels/workbook.xml.rels"
    link = b'<Relationship Id="r%d" Target="worksheets/sheet1.xml" Type="http://schemas.openxmlformats.org/'
    link += b'officeDocument/2006/relationships/worksheet"/>'
    links = b"".join(link % number for number in range(300_000))
    merged = b"</sheetData><mergeCells>" + b'<mergeCell ref="A1:ALL490"/>' * 300_000 + b"</mergeCells>"
    large = workbook(columns=1000, rows=490)
    files = (
        _changed(large, "xl/workbook.xml", sheet, sheets),
        _changed(large, relations, b"</Relationships>", links + b"</Relationships>"),
        _changed(large, "xl/worksheets/sheet1.xml", b"</sheetData>", merged),
    )
    await _import_beside_the_owner(attacker, "", *files)


@attack("1 file a second of 0.2 MB or less, of two tenants in turn", watches_owner=True)
async def workbooks_of_everything_but_cells(attacker: Attacker) -> None:
    """Imports workbooks of 15 million comments, of names with 20,000 letters, or of three million styles.

    The comments come before the first element. All stay below the bounds of cells and of what is unpacked.
    """
    path, opened = "xl/worksheets/sheet1.xml", b"<worksheet xmlns="
    small = workbook(columns=10, rows=10)
    prefix = b"p" * 20_000
    namespace = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    row = b"<%s:row/>" % prefix
    long_names = b"<%s:worksheet xmlns:%s='%s'><%s:sheetData>" % (prefix, prefix, namespace, prefix)
    long_names += row * 5000 + b"</%s:sheetData></%s:worksheet>" % (prefix, prefix)
    styles = b"<styleSheet xmlns='%s'><cellXfs>" % namespace + b'<xf numFmtId="14"/>' * 3_000_000
    styles += b"</cellXfs></styleSheet>"
    link = b'<Relationship Id="s" Target="styles.xml" Type="http://schemas.openxmlformats.org/officeDocument/'
    link += b'2006/relationships/styles"/></Relationships>'
    styled = _changed(small, "xl/_rels/workbook.xml.rels", b"</Relationships>", link)
    files = (
        _changed(small, path, opened, b"<!---->" * 15_000_000 + opened),
        _changed(small, path, b"", long_names),
        _changed(styled, "xl/styles.xml", b"", styles),
    )
    await _import_beside_the_owner(attacker, "", *files)


@attack("1 file a second of 6 to 23 MB, of two tenants in turn", watches_owner=True)
async def drawings_of_selectors_transforms_and_texts(attacker: Attacker) -> None:
    """Imports drawings of 20,000 selectors for 50,000 shapes, 1.5 million turns, or 100,000 texts in a heap.

    Each selector may fit each shape. Each turn moves each seat, and a path of 600,000 arcs. Each text may
    name each seat.
    """
    head, turns = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240">', "rotate(1) " * 10_000
    rules = "".join(f".k{n % 50} .k{n % 49} g>.k{n % 47}.z{n}{{fill:#a3195b}}" for n in range(20_000))
    classes = " ".join(f"k{n}" for n in range(50))
    groups = f'<g class="{classes}">' * 100
    shapes = (f'<circle class="{classes}" cx="{n % 250}" cy="{n // 250}" r=".4"/>' for n in range(50_000))
    selectors = f"{head}<style>{rules}</style>{groups}{''.join(shapes)}{'</g>' * 100}</svg>"
    seats = "".join(f'<circle id="A-{n}" cx="{n * 2}" cy="{n % 7 * 3}" r=".8"/>' for n in range(1000))
    arcs = f'<path d="M0 0{"a1 1 0 0 1 1 1" * 600_000}"/>'
    turned = f"{head}{f'<g transform={turns!r}>' * 150}{seats}{arcs}{'</g>' * 150}</svg>"
    named = (f'<circle cx="{n % 10}" cy="5" r="8"/><text x="5" y="5">{n}</text>' for n in range(100_000))
    texts = f"{head}{''.join(named)}</svg>"
    files = [each.encode() for each in (selectors, turned, texts)]
    await _import_beside_the_owner(attacker, "?format=svg", *files)


@attack("1 file a second of 4 to 30 MB, of two tenants in turn", watches_owner=True)
async def tables_of_quotes_and_of_one_name(attacker: Attacker) -> None:
    """Imports tables of nothing but quotes, of quotes that never end, and of 240,000 seats with one name.

    To guess the separator is to look at what is quoted. To keep seats of one name is to tell them apart.
    """
    one_name = "".join(f"Hall,A,1,{number % 997},{number // 997}\n" for number in range(240_000))
    files = (
        b"x,y\n" + b'"' * (30 << 20),
        b"section;row,seat\n" + b'"a"";\t"b,\'c"; "d' * 500_000,
        b"section,row,seat,x,y\n" + one_name.encode(),
    )
    await _import_beside_the_owner(attacker, "?format=table", *files)


@attack("4 files at once of 30 MB with two keys that only read", watches_owner=True)
async def plans_that_need_nearly_all_memory(attacker: Attacker) -> None:
    """Imports plans of 1.4 million lists and 5.6 million texts, just below the bounds of both.

    Each needs nearly as much memory as a process may have, and several need more than all may have together.
    Another tenant imports three seats meanwhile, and its process should not be the one that is ended.
    """
    keys = [(await attacker.create_key(**READER)).plaintext for _ in range(2)]
    many = b'["ab"],' * 1_400_000 + b'"ab",' * 4_200_000
    plan = b'{"name":"Hall","categories":[],"zones":[' + many + b"0]}"
    small = b"section,row,seat,x,y\nHall,A,1,0,0\nHall,A,2,30,0\nHall,A,3,60,0\n"
    await attacker.begin()

    async def read(number: int) -> None:
        path, key = f"{_IMPORT}?format=pretix", keys[number % 2]
        await attacker.send("POST", path, plan, key=key, media_type=_BINARY)

    read_small = _asks(attacker, _IMPORT, small, key=attacker.task.second_key, media_type=_BINARY)
    await _beside(attacker, attacker.in_parallel(4, read, REFUSED_SECONDS), read_small)


async def _beside(attacker: Attacker, attack_itself: Awaitable[None], ask: Ask) -> None:
    """Carries out an attack while somebody else asks for something every two seconds."""
    await beside_the_shop(attacker, attack_itself, ask, per_second=1 / OWNER_SECONDS)


def _asks(attacker: Attacker, path: str, body: object, **how: Any) -> Ask:
    """Returns a function that sends this POST for the shop, or for somebody else that `how` names."""
    return partial(ask_as_shop, attacker, "POST", path, body, **how)


async def _import_beside_the_owner(attacker: Attacker, query: str, *files: bytes) -> None:
    """Imports one file after the other, with a key that only reads and by another tenant in turn."""
    keys = ((await attacker.create_key(**READER)).plaintext, attacker.task.second_key)
    await attacker.begin()

    async def send(number: int) -> None:
        file, key = files[number % len(files)], keys[number % len(keys)]
        await attacker.send("POST", _IMPORT + query, file, key=key, media_type=_BINARY)

    await attacker.at_rate(1, send)


async def _talk_and_leave(attacker: Attacker, talk: Talk) -> None:
    """Opens a connection, talks on it, and closes it without another word."""
    try:
        async with asyncio.timeout(attacker.seconds_left):
            answers, writer = await open_streams(attacker.address)
            try:
                await talk(answers, writer)
            finally:
                writer.transport.abort()
    except (OSError, IndexError):
        attacker.count("closed")
    else:
        attacker.count("left")


def _changed(file: bytes, path: str, old: bytes, new: bytes) -> bytes:
    """Returns a workbook in which a part has `new` in place of `old`, or of everything if `old` is empty."""
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[path] = parts[path].replace(old, new, 1) if old else new
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()
