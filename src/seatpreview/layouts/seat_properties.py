"""The properties and categories of seats, as a person writes them."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from seatpreview.layouts.written_values import LayoutStruct, NameRange, PlaceName, WrittenName
from seatpreview.values.validated_text import ONE_LINE_PATTERN, Label, ValidatedText

SeatProperty = Literal[
    "wheelchair", "companion", "stepFree", "easyAccess", "restrictedView", "aisle", "limitedLegroom"
]
SEAT_PROPERTIES: tuple[SeatProperty, ...] = (
    "wheelchair",
    "companion",
    "stepFree",
    "easyAccess",
    "restrictedView",
    "aisle",
    "limitedLegroom",
)

_Names = Annotated[tuple[WrittenName | NameRange, ...], Meta(min_length=1, max_length=1000)] | NameRange
_SeatsByRow = Annotated[
    Mapping[str, _Names],
    Meta(max_length=1000, description="The seats of each row, in place of `rows` and `seats`."),
]


class Colour(ValidatedText):
    """A colour as `#rrggbb`."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "pattern": "^#[0-9a-f]{6}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks a colour. Capital letters become small ones."""
        if not _COLOUR.fullmatch(text.lower()):
            raise ValueError("must be a colour such as '#3366cc'")
        return cls(text.lower())


class SeatRef(ValidatedText):
    """The id that another system has for a seat, or nothing: at most 100 characters on one line."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "maxLength": 100, "pattern": ONE_LINE_PATTERN}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks a ref."""
        if len(text) > 100:
            raise ValueError(f"must be at most 100 characters long, and is {len(text)}")
        if not text.isprintable() or text != text.strip():
            raise ValueError("must be printable, without spaces at its ends")
        return cls(text)


class Category(LayoutStruct, frozen=True, kw_only=True):
    """A category of seats that the venue defines, such as a price category."""

    id: PlaceName
    name: Label | None = None
    colour: Annotated[Colour | None, Meta(description="As `#rrggbb`.")] = None


class SeatPropertyRule(LayoutStruct, frozen=True, kw_only=True):
    """Gives seats properties or a category: those of `seats` in `rows`, or those that `at` lists row by row.

    Without `rows` it is for all rows, without `seats` for all seats of these rows.
    """

    rows: _Names | None = None
    seats: _Names | None = None
    at: _SeatsByRow = msgspec.field(default_factory=dict)
    has: Annotated[tuple[SeatProperty, ...], Meta(max_length=7)] = ()
    view_note: Annotated[
        Label | None, Meta(description="For `restrictedView`: what is in the way, in a sentence.")
    ] = None
    category: Annotated[PlaceName | None, Meta(description="The id of a category of the layout.")] = None


_COLOUR = re.compile("#[0-9a-f]{6}")
