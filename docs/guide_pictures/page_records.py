"""The records of a venue that a page shows: whole ones, and parts that are put into the one before them."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from docs.guide_pictures.svg import ROOT
from seatpreview.decoding.inputs import decode
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.rules import check_and_compile

Json = dict[str, Any]

LAYOUTS_PAGE = ROOT / "docs" / "layouts.md"

_PIECE = re.compile(
    r"(?:<!-- part of the record above: (?P<pointer>/\S+) -->\n+)?```json\n(?P<json>.*?)^```$"
    r"|\(pictures/(?P<picture>[a-z0-9-]+\.svg)\)",
    re.DOTALL | re.MULTILINE,
)


class ShownRecord(NamedTuple):
    """A record as a page has built it up to one of its blocks."""

    is_whole: bool
    """Whether the block is the whole record, and not a part that was put into the one before."""
    record: Json

    def checked(self) -> tuple[VenueRecord, CompiledLayout]:
        """The record as the API reads it, with its seats. Raises ValidationFailed where the API would."""
        record = decode(self.record, VenueRecord)
        return record, check_and_compile(record)


def shown_records(text: str) -> list[ShownRecord]:
    """All records of a page, in their order."""
    return [piece for piece in _pieces(text) if isinstance(piece, ShownRecord)]


def record_of_picture(text: str, name: str) -> ShownRecord:
    """The record that stands above a picture."""
    last: ShownRecord | None = None
    for piece in _pieces(text):
        if isinstance(piece, ShownRecord):
            last = piece
        elif piece == name and last is not None:
            return last
    raise LookupError(f"No record stands above {name}.")


def _pieces(text: str) -> Iterator[ShownRecord | str]:
    """Yields records, and the names of pictures."""
    current: Json = {}
    for found in _PIECE.finditer(text):
        if found["picture"]:
            yield found["picture"]
            continue
        value = json.loads(found["json"])
        pointer = found["pointer"]
        current = value if pointer is None else _with(current, pointer, value)
        yield ShownRecord(pointer is None, current)


def _with(record: Json, pointer: str, value: object) -> Json:
    """A copy of the record with a value at a JSON Pointer."""
    changed = copy.deepcopy(record)
    *path, last = pointer.removeprefix("/").split("/")
    target: Any = changed
    for step in path:
        target = target[int(step)] if isinstance(target, list) else target.setdefault(step, {})
    if isinstance(target, list):
        target[int(last)] = value
    else:
        target[last] = value
    return changed
