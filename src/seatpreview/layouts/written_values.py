"""The values that members of a layout are written in: names, ranges of names, measures."""

import re
import unicodedata
from typing import Annotated, Any, ClassVar, Literal, Self, cast

import msgspec
from msgspec import Meta

from seatpreview.values.validated_text import Label, ValidatedText

# A plain str, because defaults are also written into the JSON Schema, which has no ValidatedText.
NO_LABEL = cast(Label, "")

Metres = Annotated[float, Meta(ge=-2000, le=2000)]
TwoMetres = Annotated[tuple[Metres, ...], Meta(min_length=2, max_length=2)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
WrittenName = Annotated[
    Annotated[int, Meta(ge=0, le=999_999_999)] | Annotated[str, Meta(min_length=1, max_length=40)],
    Meta(description='A name. A whole number is the same as its digits: 7 is "7".'),
]
"""The input of a `PlaceName`. msgspec does not allow a custom type in a union with a number."""

LetterStyle = Literal["letters", "doubled"]


class PlaceName(ValidatedText):
    """The id of a section, a row, a seat or a configuration.

    1 to 40 letters, digits, '.', '_' and '-', and single spaces between them. A slash is not allowed, because
    it separates the parts of a seat's key: 'section/row/seat', or 'section//seat' in a section without rows.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "minLength": 1, "maxLength": 40}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks a name, and returns it in Unicode's composed form (NFC)."""
        name = unicodedata.normalize("NFC", text)
        if not 1 <= len(name) <= 40:
            raise ValueError(f"must be 1 to 40 characters long, and is {len(name)}")
        if not _PLACE_NAME.fullmatch(name):
            raise ValueError("must be letters, digits, '.', '_' and '-', with single spaces between them")
        return cls(name)


class LayoutStruct(
    msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all structs of a layout. Encoding leaves out the members that the author left out."""


class NameRange(LayoutStruct, frozen=True, kw_only=True):
    """Names from `first` to `last`, by counting on: 101 to 124, A to Z and then AA, R1 to R9, 001 to 120."""

    first: WrittenName
    last: WrittenName
    step: Annotated[int, Meta(ge=-1000, le=1000, description="Negative to count down.")] = 1
    skip: Annotated[
        tuple[WrittenName, ...], Meta(max_length=1000, description="Names that do not exist.")
    ] = ()
    style: Annotated[
        LetterStyle | None,
        Meta(description="How letters go on after Z: `letters` as AA, AB, AC; `doubled` as AA, BB, CC."),
    ] = None


_PLACE_NAME = re.compile(r"[\w.-]+(?: [\w.-]+)*")
