"""Types of the lists of seats: queries and responses."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.model import Place
from seatpreview.layouts.model import PlaceName, SeatProperty
from seatpreview.problems import MemberFault
from seatpreview.results import NextCursor, PageQuery
from seatpreview.seats.model import AsDraft, SeatProperties, SeatRefText, VenueName, ViewNote


class SeatsQuery(PageQuery, kw_only=True):
    """The query parameters that all lists of seats have."""

    limit: Annotated[int, Meta(ge=1, le=1000, description="The most entries that a page has.")] = 100
    venue: VenueName | UnsetType = UNSET
    section: Annotated[PlaceName, Meta(description="Seats of the section with this id.")] | UnsetType = UNSET
    row: (
        Annotated[
            PlaceName,
            Meta(
                description="Seats of the row with this id. Needs `section`. Leave it out for a section "
                "without rows."
            ),
        ]
        | UnsetType
    ) = UNSET
    configuration: (
        Annotated[
            PlaceName,
            Meta(
                description=(
                    "Leaves out sections that this configuration closes; `none`: leaves out none. Default: "
                    "the session's, or else the default of the venue."
                )
            ),
        ]
        | UnsetType
    ) = UNSET
    draft: AsDraft = False

    def __post_init__(self) -> None:
        if self.row is not UNSET and self.section is UNSET:
            raise MemberFault("row", "needs the section that it is in")


class ListSeats(SeatsQuery, kw_only=True):
    """The query of listSeats."""

    property: Annotated[SeatProperty, Meta(description="Seats that have this property.")] | UnsetType = UNSET
    category: Annotated[PlaceName, Meta(description="Seats of the category with this id.")] | UnsetType = (
        UNSET
    )


class ListPositions(SeatsQuery, kw_only=True):
    """The query of listPositions."""


class ListedSeat(Place, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A seat, and what it has."""

    properties: SeatProperties
    category: Annotated[str | None, Meta(description="The id of its category. Extension.")]
    ref: SeatRefText
    view_note: ViewNote | UnsetType = UNSET


class SeatList(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel"):
    """A page of seats, in the order of the layout."""

    data: list[ListedSeat]
    next_cursor: NextCursor


class SeatPosition(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Where a seat is, in metres: x to the east, y to the north, z up."""

    key: str
    x: float
    y: float
    z: Annotated[float, Meta(description="The floor at the seat.")]
    facing_deg: Annotated[
        float, Meta(ge=0, lt=360, description="The bearing that it faces: 0 is north, 90 east.")
    ]


class PositionList(msgspec.Struct, frozen=True, kw_only=True, eq=False, rename="camel"):
    """A page of positions, in the order of the layout."""

    data: list[SeatPosition]
    without_position: Annotated[
        int,
        Meta(
            description="How many seats the list leaves out on all its pages, because the layout does not "
            "say where their sections are."
        ),
    ]
    next_cursor: NextCursor
