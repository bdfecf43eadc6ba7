"""The stored form of compiled layouts: a header, MessagePack with shared parts stored once, and what rows
list seat by seat."""

import struct
from collections.abc import Iterable, Sequence
from itertools import count, repeat
from typing import TypeVar

import msgspec

from seatpreview.layouts.compiled import (
    CompiledConfiguration,
    CompiledLayout,
    HallFacts,
    PlacedTable,
    Row,
    Section,
    SectionCorners,
    SectionPlan,
)
from seatpreview.layouts.geometry import Placement
from seatpreview.layouts.model import Focus, SectionKind
from seatpreview.layouts.seating import Seating
from seatpreview.values.validated_text import trusted_text

VERSION = 2

T = TypeVar("T")
D = TypeVar("D")


class OutdatedFormat(ValueError):
    """Raised for bytes in another version of the format. The layout has to be compiled again."""


def to_bytes(layout: CompiledLayout) -> bytes:
    """Serializes a layout. The same layout gives the same bytes in every process."""
    plans = {id(section.plan): section.plan for section in layout.sections}
    indices = {plan: index for index, plan in enumerate(plans)}
    stored = _StoredLayout(
        layout.focus,
        tuple(map(_store_plan, plans.values())),
        tuple(
            (section.id, section.name, indices[id(section.plan)], section.ordinal)
            for section in layout.sections
        ),
        tuple(layout.configurations.values()),
        layout.facts,
    )
    structure = _ENCODER.encode(stored)
    rows = tuple(map(_store_rows, plans.values()))
    listed = _ENCODER.encode(rows) if any(map(_is_listed, rows)) else b""
    return _HEADER.pack(VERSION, len(structure)) + structure + listed


def from_bytes(stored: bytes) -> CompiledLayout:
    """Deserializes a layout. The content is trusted, because `to_bytes` wrote it."""
    end = _HEADER.size + _structure_bytes(stored)
    layout = _DECODER.decode(memoryview(stored)[_HEADER.size : end])
    rows = _ROWS_DECODER.decode(memoryview(stored)[end:]) if len(stored) > end else repeat(_NOTHING_LISTED)
    plans = list(map(_load_plan, layout.plans, rows))
    sections = (Section(id_, name, plans[plan], ordinal) for id_, name, plan, ordinal in layout.sections)
    return CompiledLayout(layout.focus, sections, layout.configurations, layout.facts)


def seat_count(stored: bytes) -> int:
    """Returns the number of seats of a stored layout, without loading its rows."""
    end = _HEADER.size + _structure_bytes(stored)
    outline = _OUTLINE_DECODER.decode(memoryview(stored)[_HEADER.size : end])
    counts = [plan.seat_count for plan in outline.plans]
    return sum(counts[plan] for _, _, plan, _ in outline.sections)


def listed_bytes(stored: bytes) -> int:
    """Returns the length of what a stored layout lists seat by seat. 0 for an outdated format."""
    is_current = stored[:1] == bytes([VERSION]) and len(stored) >= _HEADER.size
    return len(stored) - _HEADER.size - _structure_bytes(stored) if is_current else 0


def _structure_bytes(stored: bytes) -> int:
    if stored[:1] != bytes([VERSION]) or len(stored) < _HEADER.size:
        raise OutdatedFormat(f"The layout is stored in another form than version {VERSION}.")
    return int(_HEADER.unpack_from(stored)[1])


class _StoredPlan(msgspec.Struct, frozen=True, array_like=True):
    """A section plan. The order of the fields is the format."""

    level: str
    kind: SectionKind
    capacity: int | None
    placement: Placement | None
    seat_count: int
    row_ids: tuple[str, ...]
    seatings: tuple[Seating, ...]
    seating_indices: tuple[int, ...]
    """For each row, the index of its seating; empty if the layout does not describe the seats."""
    offsets_m: tuple[tuple[float, ...], ...] = ()
    """For each seating, where its slots are along the row; empty if all are at the usual spacing."""
    tables: tuple[PlacedTable, ...] = ()
    corners: SectionCorners = ()


class _StoredRows(msgspec.Struct, frozen=True, array_like=True):
    """What the rows of a section plan list seat by seat. A member is empty if no row has any of it."""

    places: tuple[bytes, ...] = ()
    kinds: tuple[bytes, ...] = ()
    refs: tuple[tuple[str, ...], ...] = ()


class _StoredLayout(msgspec.Struct, frozen=True, array_like=True):
    """A layout. The order of the fields is the format."""

    focus: Focus
    plans: tuple[_StoredPlan, ...]
    sections: tuple[tuple[str, str, int, int], ...]
    """The id, the name, the index of the plan and the ordinal of each section."""
    configurations: tuple[CompiledConfiguration, ...]
    # Later members have defaults: a layout that was stored without them still loads, and a worker of the
    # version before ignores them.
    facts: HallFacts = HallFacts()


class _PlanOutline(msgspec.Struct, frozen=True, array_like=True):
    """The beginning of a section plan, up to the number of its seats."""

    level: msgspec.Raw
    kind: msgspec.Raw
    capacity: msgspec.Raw
    placement: msgspec.Raw
    seat_count: int


class _LayoutOutline(msgspec.Struct, frozen=True, array_like=True):
    """The part of a layout that its number of seats is computed from."""

    focus: msgspec.Raw
    plans: tuple[_PlanOutline, ...]
    sections: tuple[tuple[msgspec.Raw, msgspec.Raw, int, msgspec.Raw], ...]


def _store_plan(plan: SectionPlan) -> _StoredPlan:
    # Rows that share a seating also share the offsets of its slots.
    shared = {id(row.seats): row for row in plan.rows if row.seats is not None}
    indices = {seating: index for index, seating in enumerate(shared)}
    return _StoredPlan(
        plan.level,
        plan.kind,
        plan.capacity,
        plan.placement,
        plan.seat_count,
        tuple(row.id for row in plan.rows),
        tuple(row.seats for row in shared.values() if row.seats is not None),
        tuple(indices[id(row.seats)] for row in plan.rows if row.seats is not None),
        _unless_empty(tuple(row.offsets_m for row in shared.values())),
        plan.tables,
        plan.corners,
    )


def _store_rows(plan: SectionPlan) -> _StoredRows:
    return _StoredRows(
        _unless_empty(tuple(row.places for row in plan.rows)),
        _unless_empty(tuple(row.kinds for row in plan.rows)),
        _unless_empty(tuple(row.refs for row in plan.rows)),
    )


def _is_listed(rows: _StoredRows) -> bool:
    return bool(rows.places or rows.kinds or rows.refs)


def _unless_empty(values: tuple[T, ...]) -> tuple[T, ...]:
    return values if any(values) else ()


def _load_plan(stored: _StoredPlan, listed: _StoredRows) -> SectionPlan:
    rows = tuple(
        map(
            Row,
            stored.row_ids,
            count(),
            _by_row(stored, stored.seatings, None),
            _by_row(stored, stored.offsets_m, ()),
            listed.places or repeat(b""),
            listed.kinds or repeat(b""),
            listed.refs or repeat(()),
        )
    )
    return SectionPlan(
        level=stored.level,
        kind=stored.kind,
        capacity=stored.capacity,
        placement=stored.placement,
        seat_count=stored.seat_count,
        rows=rows,
        rows_by_id=dict(zip(stored.row_ids, rows, strict=True)),
        tables=stored.tables,
        corners=stored.corners,
    )


def _by_row(stored: _StoredPlan, of_seatings: Sequence[T], otherwise: D) -> Iterable[T | D]:
    """Returns for each row what its seating has."""
    return [of_seatings[index] for index in stored.seating_indices] if of_seatings else repeat(otherwise)


_ENCODER = msgspec.msgpack.Encoder(enc_hook=str, order="deterministic")
_DECODER = msgspec.msgpack.Decoder(_StoredLayout, dec_hook=trusted_text)
_ROWS_DECODER = msgspec.msgpack.Decoder(tuple[_StoredRows, ...])
_OUTLINE_DECODER = msgspec.msgpack.Decoder(_LayoutOutline)
_HEADER = struct.Struct("<BI")
"""The version, and the length of the structure that follows."""
_NOTHING_LISTED = _StoredRows()
