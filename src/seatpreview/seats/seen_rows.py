"""What is seen from the seats of some rows of a section: the unit in which it is computed and kept."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw

from seatpreview.caching import MEGABYTE, CacheKind, content_id
from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section
from seatpreview.layouts.geometry import Point
from seatpreview.layouts.model import NO_ROW
from seatpreview.seats.hall_sight import Sight
from seatpreview.seats.sightline import eye_of
from seatpreview.seats.view_origin import view_origin
from seatpreview.seats.view_quality import SeenView
from seatpreview.sightlines.model import (
    NOTHING_SAID,
    FrameKind,
    FrameSeen,
    HiddenBy,
    HiddenByKind,
    LookedAtKind,
    Seen,
)

FORM = 7
"""The version of the computation and of what is kept. Raising it invalidates what was kept before."""

SEATS_MAX = 150
"""The most seats that are computed together, unless one row has more. They take about half a second."""

_SEAT_BYTES = 80
"""The memory of what is kept of a seat, besides its encoded form."""


class SeenRowsKey(NamedTuple):
    """Rows of one section, from one on, as many as are computed together."""

    layout_id: bytes
    """The id of the venue's layout. What is seen depends on nothing else."""
    configuration: str | None
    section: str
    first_row: int

    @property
    def digest(self) -> bytes:
        """The digest of everything that is seen from the rows depends on."""
        text = msgspec.msgpack.encode((FORM, self.configuration, self.section, self.first_row))
        return content_id(self.layout_id, text)


class SeenRows(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is seen from some rows. A place is decoded when it is asked for."""

    kind: LookedAtKind | None
    """None: the layout does not say what people look at."""
    rows: dict[str, tuple[Raw, ...]]
    """For each row by its id, what is seen from its slots. A row or an area without seats has one place."""

    def view_from(self, section: Section, place: Place) -> SeenView | None:
        """Returns what is seen from a place of these rows; None where nothing can be said."""
        row = section.row(place.row or NO_ROW)
        slots = self.rows.get(NO_ROW if row is None else row.id)
        slot = 0 if row is None or row.seats is None else row.seats.slot_of(place.seat or "")
        if self.kind is None or not slots or slot is None:
            return None
        kept = _DECODER.decode(slots[slot])
        return None if kept is None else SeenView(self.kind, _seen(kept))


SEEN_ROWS = CacheKind[SeenRowsKey, SeenRows](5000, 32 * MEGABYTE, "seen rows")


_KeptHiding = tuple[str, HiddenByKind, str | None, float]


class _KeptSeen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is kept of a place."""

    visible_share: float | None
    side_angle_deg: float | None
    eyes_above_m: float | None
    nearest_m: float | None
    hidden_by: tuple[_KeptHiding, ...]
    frame: tuple[tuple[FrameKind, float, tuple[_KeptHiding, ...]], ...] = ()
    share_range: tuple[float, float] | None = None


class RowDivisions:
    """Divides the sections of a layout into rows that are computed together. What was found out about a
    section holds for all that share its rows, and is remembered."""

    def __init__(self, layout_id: bytes) -> None:
        self._layout_id = layout_id
        self._first_rows: dict[int, list[int]] = {}
        """By the identity of a section's plan, which lives as long as the layout."""

    def key_of(
        self, configuration: CompiledConfiguration | None, section: Section, place: Place
    ) -> SeenRowsKey:
        """Returns the rows that a place is computed with."""
        row = section.row(place.row or NO_ROW)
        firsts = self._first_rows.get(id(section.plan))
        if firsts is None:
            firsts = self._first_rows[id(section.plan)] = first_rows(section)
        first = 0 if row is None else firsts[bisect_right(firsts, row.index) - 1]
        name = None if configuration is None else configuration.id
        return SeenRowsKey(self._layout_id, name, section.id, first)


def first_rows(section: Section) -> list[int]:
    """Returns the indices of the first of those rows that are computed together."""
    firsts, seats = [0], 0
    for row in section.rows:
        count = 1 if row.seats is None else len(row.seats)
        if seats and seats + count > SEATS_MAX:
            firsts.append(row.index)
            seats = 0
        seats += count
    return firsts


def compute_rows(
    layout: CompiledLayout,
    configuration: CompiledConfiguration | None,
    section: Section,
    first_row: int,
    sight: Sight,
) -> bytes:
    """Returns what is seen from the rows that are computed together, from this one on, in encoded form."""
    following = [first for first in first_rows(section) if first > first_row]
    rows = section.rows[first_row : min(following, default=None)]
    places = [[*_places(section, row)] for row in rows] or [[place_of(section.id)]]
    eyes = [_eye(layout, place, configuration) for row in places for place in row]
    found = iter(sight.seen(eyes))
    ids = [row.id for row in rows] or [NO_ROW]
    kept = {row: [_kept(next(found)) for _ in there] for row, there in zip(ids, places, strict=True)}
    # The ids of bodies are texts of a type of their own.
    return msgspec.msgpack.encode((sight.kind, kept), enc_hook=str)


def decode_rows(data: bytes) -> SeenRows:
    """Returns rows from their encoded form. Raises `msgspec.MsgspecError` for anything else."""
    return _ROWS_DECODER.decode(data)


def size_bytes(data: bytes, rows: SeenRows) -> int:
    """Returns an estimate of the memory that rows take, which keep their encoded form."""
    return len(data) + sum(200 + _SEAT_BYTES * len(slots) for slots in rows.rows.values())


def _places(section: Section, row: Row) -> Iterator[Place | None]:
    """Yields the seats of a row by its slots, None for an empty one; the row itself if it has no seats."""
    if row.seats is None:
        yield place_of(section.id, row.id)
        return
    for slot in range(row.seats.slots):
        seat = row.seats.seat_at(slot)
        yield None if seat is None else place_of(section.id, row.id, seat)


def _eye(
    layout: CompiledLayout, place: Place | None, configuration: CompiledConfiguration | None
) -> Point | None:
    if place is None:
        return None
    if place.seat is None and place.row is None:
        return view_origin(layout, place, configuration).eye
    return eye_of(layout, place)


def _kept(seen: Seen) -> _KeptSeen | None:
    if seen == NOTHING_SAID:
        return None
    frame = tuple([(part.kind, part.visible_share, _kept_hiding(part.hidden_by)) for part in seen.frame])
    hidden_by = _kept_hiding(seen.hidden_by)
    return _KeptSeen(
        seen.visible_share,
        seen.side_angle_deg,
        seen.eyes_above_m,
        seen.nearest_m,
        hidden_by,
        frame,
        seen.share_range,
    )


def _kept_hiding(bodies: tuple[HiddenBy, ...]) -> tuple[_KeptHiding, ...]:
    return tuple([(each.id, each.kind, each.section, each.share) for each in bodies])


def _hiding(kept: tuple[_KeptHiding, ...]) -> tuple[HiddenBy, ...]:
    return tuple(
        [HiddenBy(id=body, kind=kind, section=section, share=share) for body, kind, section, share in kept]
    )


def _seen(kept: _KeptSeen) -> Seen:
    return Seen(
        visible_share=kept.visible_share,
        side_angle_deg=kept.side_angle_deg,
        eyes_above_m=kept.eyes_above_m,
        nearest_m=kept.nearest_m,
        hidden_by=_hiding(kept.hidden_by),
        frame=tuple(
            [
                FrameSeen(kind=kind, visible_share=share, hidden_by=_hiding(bodies))
                for kind, share, bodies in kept.frame
            ]
        ),
        share_range=kept.share_range,
    )


_DECODER = msgspec.msgpack.Decoder(_KeptSeen | None)
_ROWS_DECODER = msgspec.msgpack.Decoder(SeenRows)
