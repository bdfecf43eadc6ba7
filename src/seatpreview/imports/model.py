"""What a seating plan of another system holds, in one form for all formats, and the report of an import.

A reader (one module for each format) returns a `FoundHall`. Nothing in it is guessed: coordinates are in the
units of the file, names are spelled as in the file. `hall_fitting` turns it into a layout.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.layouts.model import SeatProperty

FileFormat = Literal[
    "pretix", "seatsio", "svg", "pdf", "table", "grid", "areas", "geojson", "record", "layout"
]
AreaKind = Literal["stage", "field", "standing", "text", "decoration"]
TableShape = Literal["round", "rectangle"]

FOUND_SEATS_MAX = 250_000
"""The seats of a layout. A file with more is refused while it is read."""


class UnreadableFile(ValueError):
    """The file cannot be read. Each sentence says where and why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


class FoundSeat(msgspec.Struct, kw_only=True, gc=False):
    """A seat of a file. Empty texts and None mean that the file does not say."""

    name: str = ""
    """The seat's number or name, without words such as 'Seat'."""
    row: str = ""
    """The name of its row, or of its table or booth."""
    section: str = ""
    """The zone, section or block."""
    level: str = ""
    """The floor or tier."""
    part: str = ""
    """Tells apart what has the same names in the file: the id of the row object that the seat is in."""
    zone: int = 0
    """Tells apart zones or sections that are objects of their own in the file and may have the same name."""
    x: float | None = None
    y: float | None = None
    z: float | None = None
    facing_deg: float | None = None
    """The compass bearing that the seat faces (0 is up on the page), if the file has it."""
    table: int | None = None
    """The index in `FoundHall.tables` of the table that it stands at."""
    category: str = ""
    """The key of a `FoundCategory`."""
    properties: tuple[SeatProperty, ...] = ()
    view_note: str = ""
    """What the file says of a restricted view."""
    ref: str = ""
    """The id of the seat in the other system."""
    spare_ref: str = ""
    """The id to use where `ref` occurs more than once in the file."""
    printed_label: str = ""
    """The label that the other system prints on tickets, if it is known."""


class FoundCategory(msgspec.Struct, frozen=True, kw_only=True):
    """A price category of a file."""

    key: str
    name: str
    colour: str = ""
    """As `#rrggbb`; empty if the file has none."""


class FoundArea(msgspec.Struct, kw_only=True):
    """A shape or a text of a file that is not a seat."""

    kind: AreaKind
    name: str = ""
    """Its name or text: 'STAGE', 'Balcony'."""
    points: tuple[tuple[float, float], ...] = ()
    """The outline. A text has one point."""
    capacity: int | None = None
    """How many people fit into a standing area."""
    level: str = ""
    section: str = ""
    category: str = ""
    ref: str = ""


class FoundTable(msgspec.Struct, kw_only=True):
    """A table with seats around it."""

    name: str
    x: float
    y: float
    shape: TableShape
    width: float
    """The diameter of a round table."""
    depth: float
    turn_deg: float = 0.0
    """How far it is turned clockwise on the page."""


class FoundRow(msgspec.Struct, kw_only=True, gc=False):
    """A row that a file names without its seats. With an empty name, a section without rows."""

    name: str = ""
    section: str = ""
    level: str = ""


class ReportItem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that an import took, inferred or left out."""

    text: Annotated[str, Meta(description="A sentence for a person.")]
    count: Annotated[int, Meta(ge=0, description="How many seats, rows or shapes it is about.")]
    example: Annotated[str | None, Meta(description="One of them, as the file spells it.")] = None


class ReadColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a table, and what it was read as."""

    column: Annotated[
        int, Meta(ge=0, description="Its number, counted from 0, as the answer `columns` has it.")
    ]
    name: Annotated[str, Meta(description="Its header; empty if it has none.")]
    field: Annotated[str | None, Meta(description="What it holds. Null: it is not used.")]
    examples: Annotated[tuple[str, ...], Meta(description="Its cells in the first lines below the header.")]


class FoundHall(msgspec.Struct, kw_only=True):
    """Everything that was found in a file."""

    format: FileFormat
    name: str = ""
    """The name of the hall or of the plan."""
    seats: list[FoundSeat] = []
    rows_without_seats: list[FoundRow] = []
    """Rows of a file that lists no seats, in the order of the file."""
    section_names: dict[str, str] = {}
    """The full name of a section, by what `FoundSeat.section` says, where the file has both."""
    areas: list[FoundArea] = []
    tables: list[FoundTable] = []
    categories: list[FoundCategory] = []
    metres_per_unit: float | None = None
    """None if the file does not state its unit."""
    is_y_down: bool = True
    """Whether y grows towards the bottom of the page."""
    is_y_stated: bool = True
    """Whether the file or its format says where y grows. Where it does not, it is asked."""
    y_sentence: str = ""
    """What the report says of an assumed direction of y, which is untrue where the other one is taken."""
    sides_sure: float = 0.96
    """How sure it is by the format alone that left is left: 0.5 is a guess."""
    stage_at: Literal["", "top", "bottom"] = ""
    """On which side of the page a text of the file has the stage."""
    odd_side: Literal["", "left", "right"] = ""
    """Where odd numbers are as the audience sees it, if a list of odd and even ones says so."""
    focal_point: tuple[float, float] | None = None
    """The point that people look at, if the file states it."""
    is_focus_answered: bool = False
    """Whether it was computed from the side of the stage that an answer says."""
    is_export: bool = False
    """Whether Seat Preview wrote the file. Then ids of sections and coordinates stay as they are."""
    columns: list[ReadColumn] = []
    """The columns of the table that the seats were read from."""
    candidates: int | None = None
    """How many seats the file seems to have, counted before names and places are read: lines of a table,
    cells of a sheet, shapes of a drawing. None where the file lists its seats itself, each as one object."""
    candidates_left_out: int | None = None
    """How many of these became nothing, where one of them may stand for several seats."""
    candidate_kind: str = "places that look like seats"
    """What these are, for the headline of the report: 'lines'."""
    taken: list[ReportItem] = []
    inferred: list[ReportItem] = []
    left_out: list[ReportItem] = []


FindingKind = Literal["width", "seat-pitch", "row-pitch", "overlaps", "without-place", "numbering", "focus"]


class HallFinding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """Something about a hall that is hardly true."""

    kind: FindingKind
    text: Annotated[str, Meta(description="A sentence for a person.")]
    is_grave: Annotated[bool, Meta(description="No real hall is like that.")]
    value: Annotated[float, Meta(description="What was measured, in metres or as a share.")]


class ImportReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What became of a file."""

    format: FileFormat
    headline: Annotated[
        str, Meta(description="What the file has, what was taken and what was left out, by counting.")
    ] = ""
    seats: Annotated[int, Meta(description="The seats of the record.")]
    seats_in_file: Annotated[
        int,
        Meta(
            description=(
                "What looks like a seat in the file, counted before names and places are read: lines of a "
                "table, cells of a sheet, shapes of a drawing."
            )
        ),
    ]
    seats_left_out: Annotated[
        int, Meta(ge=0, description="Those of `seatsInFile` that are no seats of the record.")
    ] = 0
    findings: Annotated[
        tuple[HallFinding, ...],
        Meta(
            description="What is hardly true of the hall, the gravest first. Look at these before all else."
        ),
    ] = ()
    taken: tuple[ReportItem, ...]
    inferred: Annotated[
        tuple[ReportItem, ...], Meta(description="What the file does not state. Check each item.")
    ]
    left_out: tuple[ReportItem, ...]
    columns: Annotated[
        tuple[ReadColumn, ...],
        Meta(
            description="Of a table: its columns, and what each was read as. Of a workbook, its first list."
        ),
    ] = ()
