"""importVenue: files of all formats become records that createVenue takes, and bad files harm nobody."""

import asyncio
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from cast import Actor, Cast
from imports.pdf_files import STAGE, pdf, rows
from processes import functions
from seatpreview.api.examples import VENUE_RECORD
from seatpreview.limits.shares import Lane, Share
from seatpreview.processes.pool import ProcessPool
from seatpreview.venues import file_computations, file_operations
from servers.polling import until

pytestmark = pytest.mark.anyio

PATH = "/manage/venues/import"


def pretix(seats: int = 6) -> dict[str, Any]:
    listed = [
        {
            "seat_number": str(number),
            "seat_guid": f"g{number}",
            "category": "Gold",
            "position": {"x": 25 * number, "y": 0},
        }
        for number in range(1, seats + 1)
    ]
    zero = {"x": 0, "y": 0}
    row = {"row_number": "1", "position": zero, "seats": listed}
    zone = {"name": "Parkett", "position": zero, "rows": [row], "areas": []}
    return {"name": "Opera", "categories": [{"name": "Gold", "color": "#ffcc00"}], "zones": [zone]}


SEATSIO = {
    "venueType": "ROWS_WITHOUT_SECTIONS",
    "categories": {"list": [{"key": 1, "label": "A", "color": "#112233"}]},
    "subChart": {
        "rows": [
            {
                "label": "A",
                "seats": [
                    {"x": 20 * number, "y": 0, "label": str(number), "categoryKey": 1, "uuid": f"u{number}"}
                    for number in range(1, 7)
                ],
            }
        ]
    },
}
CIRCLES = "".join(
    f'<circle cx="{20 * n}" cy="10" r="5" data-section="A" data-row="1" data-seat="{n}"/>'
    for n in range(1, 7)
)
GEOJSON = {
    "type": "FeatureCollection",
    "seatpreview": {"units": "m"},
    "features": [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [0.5 * number, 3]},
            "properties": {"section": "A", "row": "1", "seat": str(number)},
        }
        for number in range(1, 7)
    ],
}
AREAS = [
    {
        "type": "Reserved",
        "name": "Stalls",
        "seats": [{"row": "A", "number": str(number)} for number in range(1, 7)],
    }
]
TABLE = "section;row;seat;x;y\n" + "".join(f"A;1;{number};{25 * number};0\n" for number in range(1, 7))
PDF = pdf(STAGE + rows("A", 6))
GRID = "STAGE,,,,,,\nA,1,2,3,,4,5\nB,1,2,3,,4,5\nC,1,2,3,,4,5\n"
FILES: dict[str, tuple[bytes, int]] = {
    "pretix": (json.dumps(pretix()).encode(), 6),
    "seatsio": (json.dumps(SEATSIO).encode(), 6),
    "svg": (f'<svg xmlns="http://www.w3.org/2000/svg">{CIRCLES}</svg>'.encode(), 6),
    "pdf": (PDF, 6),
    "geojson": (json.dumps(GEOJSON).encode(), 6),
    "areas": (json.dumps(AREAS).encode(), 6),
    "table": (TABLE.encode(), 6),
    "grid": (GRID.encode(), 15),
    "record": (json.dumps(VENUE_RECORD).encode(), -1),
    "layout": (json.dumps(VENUE_RECORD["rules"]["layout"]).encode(), -1),
}


async def send(actor: Actor, data: bytes, **query: str) -> Any:
    return await actor.ask("POST", PATH, ("content-type", "application/x-any"), content=data, params=query)


@pytest.mark.parametrize("file_format", FILES)
async def test_the_record_of_an_import_creates_a_venue_with_as_many_seats(
    file_format: str, cast: Cast
) -> None:
    data, seats = FILES[file_format]
    answer = await send(cast.owner, data, name="hall.dat.json")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["report"]["format"] == file_format
    assert (await send(cast.owner, data, format=file_format, name="hall.dat.json")).json() == found
    made = await cast.owner.post("/manage/venues", found["record"])
    assert made.status_code == 201, made.text
    assert made.json()["seatCount"] == found["report"]["seats"] == found["report"]["seatsInFile"]
    if seats >= 0:
        assert made.json()["seatCount"] == seats


async def test_an_import_writes_nothing(cast: Cast) -> None:
    before = (await cast.owner.get("/manage/venues")).json()
    assert (await send(cast.owner, FILES["table"][0])).status_code == 200
    assert (await cast.owner.get("/manage/venues")).json() == before


async def test_a_record_passes_unchanged_without_what_the_service_added(cast: Cast) -> None:
    made = (await cast.owner.post("/manage/venues", VENUE_RECORD)).json()
    found = (await send(cast.owner, json.dumps(made).encode())).json()
    assert found["record"].items() >= VENUE_RECORD.items()
    assert "venueId" not in found["record"]
    assert found["report"]["leftOut"][0]["example"] == "venueId"


async def test_a_name_is_that_of_the_venue_or_else_of_the_file(cast: Cast) -> None:
    table, plan = FILES["table"][0], FILES["pretix"][0]
    for data, query, name in (
        (table, {}, "Imported hall"),
        (table, {"name": "Great_Hall.csv"}, "Great Hall"),
        (table, {"name": "Great Hall"}, "Great Hall"),
        (plan, {"name": "Great_Hall.csv"}, "Opera"),
        (plan, {"name": "Great Hall"}, "Great Hall"),
    ):
        assert (await send(cast.owner, data, **query)).json()["record"]["name"] == name


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"{", "The file is not JSON"),
        (b"{}", "no format that is known"),
        (b"%PDF-1.7", "The PDF is damaged"),
        (b"<html></html>", "its first element is `html`"),
        (b'{"rules": {"layout": {"sections": [{"id": "x y!"}]}}}', "/rules/layout/sections/0"),
        (b"section_id,section_name,row_id,row_name\n1,A,0,A\n1,A,0,A\n1,B,0,C\n", "faults"),
    ],
)
async def test_a_file_that_cannot_be_read_is_refused_with_the_reasons(
    data: bytes, sentence: str, cast: Cast
) -> None:
    refused = await send(cast.owner, data)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert sentence in refused.text


async def test_an_unknown_format_and_too_many_bytes_are_refused(cast: Cast) -> None:
    refused = await send(cast.owner, b"x", format="dwg")
    assert (refused.status_code, refused.json()["errors"][0]["parameter"]) == (400, "format")
    too_large = await send(cast.owner, b"[" * ((32 << 20) + 1))
    assert (too_large.status_code, too_large.json()["code"]) == (413, "body_too_large")


def zip_bomb() -> bytes:
    """An XLSX of 300 kB whose sheet unpacks to 300 MB."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("xl/worksheets/sheet1.xml", "w") as sheet:
            for _ in range(300):
                sheet.write(b"\0" * (1 << 20))
    return content.getvalue()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
ATTACKS: dict[str, Callable[[], bytes]] = {
    "billion laughs": lambda: f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]><svg>&l9;</svg>'.encode(),
    "an entity that reads a file": lambda: (
        b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'
    ),
    "a bomb in a spreadsheet": zip_bomb,
    "brackets": lambda: b"[" * (32 << 20),
    "nested objects": lambda: b'{"zones":' * 100_000,
    "deep elements": lambda: b"<svg>" + b"<g>" * 1_000_000,
    "millions of nodes": lambda: b"<svg>" + b"<g/>" * 8_000_000 + b"</svg>",
    "not a number": lambda: json.dumps(pretix()).replace("25", "NaN").encode(),
    "a record of nothing but sections": lambda: (
        b'{"rules":{"layout":{"sections":[' + b"{}," * 200_000 + b"{}]}}}"
    ),
}
"""Each file is made by its test: to make all of them here takes every worker of pytest more than a second."""


@pytest.mark.parametrize("attack", ATTACKS)
async def test_a_malicious_file_is_refused(attack: str, cast: Cast) -> None:
    """Attack: a file that costs far more than its bytes."""
    refused = await send(cast.owner, ATTACKS[attack]())
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed"), refused.text[:300]
    assert len(refused.content) < 100_000
    assert "root:" not in refused.text


async def test_coordinates_of_any_size_are_refused_or_reported(cast: Cast) -> None:
    plan = pretix()
    seats = plan["zones"][0]["rows"][0]["seats"]
    seats[0]["position"] = {"x": 1e308, "y": -1e308}
    seats[1]["position"] = {"x": "1", "y": None}
    answer = await send(cast.owner, json.dumps(plan).encode())
    assert answer.status_code == 200, answer.text
    assert answer.json()["report"]["seats"] == 6
    assert (await cast.owner.post("/manage/venues", answer.json()["record"])).status_code == 201


async def test_imports_of_a_tenant_wait_for_each_other_and_for_no_other_tenant(cast: Cast) -> None:
    """Attack: a tenant that sends file after file, so that nobody else can import."""
    computation = cast.service.internals.resources.computation
    assert isinstance(computation, ProcessPool)
    searches = Share(str(cast.owner.tenant_id), lane=Lane.SEARCHES)
    async with computation.queue.turn(searches, computation.queue.largest(searches)):
        waiting = asyncio.create_task(send(cast.owner, FILES["table"][0]))
        await until(lambda: computation.queue.waiting == 1)
        assert (await send(cast.stranger, FILES["table"][0])).status_code == 200
        assert not waiting.done()
    assert (await waiting).status_code == 200


async def test_a_file_that_takes_too_long_is_refused_and_its_process_ended(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_operations, "IMPORT_SECONDS_MAX", 0.1)
    monkeypatch.setattr(file_computations, "import_venue", functions.compute_for_ever)
    refused = await send(cast.owner, FILES["table"][0])
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert "takes longer" in refused.json()["detail"]


async def test_an_answer_in_the_query_turns_the_hall_over(cast: Cast) -> None:
    halves = ("Parkett rechts", "Parkett links")
    circles = "".join(
        f'<circle cx="{300 * half + 20 * seat}" cy="90" r="8" data-section="{name}" data-row="1" '
        f'data-seat="{seat}"/>'
        for half, name in enumerate(halves)
        for seat in range(1, 9)
    )
    stage = '<rect id="stage" x="150" width="200" height="50"/>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg">{stage}{circles}</svg>'
    asked = (await send(cast.owner, drawing.encode())).json()
    [question] = asked["questions"]
    assert (question["id"], question["chosen"]) == ("side", "as-drawn")
    assert [choice["seats"] for choice in question["choices"]] == [16, 16]
    answered = await send(cast.owner, drawing.encode(), answers="side=mirrored")
    assert answered.json()["questions"][0]["chosen"] == "mirrored"
    assert answered.json()["record"] != asked["record"]


async def test_an_answer_of_another_form_is_refused(cast: Cast) -> None:
    refused = await send(cast.owner, FILES["svg"][0], answers="mirrored")
    assert (refused.status_code, refused.json()["code"]) == (400, "validation_failed")
    assert "side=mirrored" in refused.json()["detail"]
