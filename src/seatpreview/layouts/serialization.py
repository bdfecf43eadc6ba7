"""The stored form of compiled layouts: a version byte, then MessagePack with shared parts stored once."""

from itertools import count, repeat

import msgspec

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Row, Section, SectionPlan
from seatpreview.layouts.model import Focus, HallKind, SectionGeometry, SectionKind
from seatpreview.layouts.seating import Seating
from seatpreview.values.validated_text import trusted_text

VERSION = 1


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
        layout.stated_default,
        layout.hall,
    )
    return bytes([VERSION]) + _ENCODER.encode(stored)


def from_bytes(stored: bytes) -> CompiledLayout:
    """Deserializes a layout. The content is trusted, because `to_bytes` wrote it."""
    if stored[:1] != bytes([VERSION]):
        raise OutdatedFormat(f"The layout is stored in another form than version {VERSION}.")
    layout = _DECODER.decode(memoryview(stored)[1:])
    plans = [_load_plan(plan) for plan in layout.plans]
    sections = (Section(id_, name, plans[plan], ordinal) for id_, name, plan, ordinal in layout.sections)
    return CompiledLayout(layout.focus, sections, layout.configurations, layout.stated_default, layout.hall)


def seat_count(stored: bytes) -> int:
    """Returns the number of seats of a stored layout, without loading its rows."""
    if stored[:1] != bytes([VERSION]):
        raise OutdatedFormat(f"The layout is stored in another form than version {VERSION}.")
    outline = _OUTLINE_DECODER.decode(memoryview(stored)[1:])
    counts = [plan.seat_count for plan in outline.plans]
    return sum(counts[plan] for _, _, plan, _ in outline.sections)


class _StoredPlan(msgspec.Struct, frozen=True, array_like=True):
    """A section plan. The order of the fields is the format."""

    level: str
    kind: SectionKind
    capacity: int | None
    geometry: SectionGeometry | None
    seat_count: int
    row_ids: tuple[str, ...]
    seatings: tuple[Seating, ...]
    seating_indices: tuple[int, ...]
    """For each row, the index of its seating; empty if the layout does not describe the seats."""


class _StoredLayout(msgspec.Struct, frozen=True, array_like=True):
    """A layout. The order of the fields is the format."""

    focus: Focus
    plans: tuple[_StoredPlan, ...]
    sections: tuple[tuple[str, str, int, int], ...]
    """The id, the name, the index of the plan and the ordinal of each section."""
    configurations: tuple[CompiledConfiguration, ...]
    # Later members have defaults: a layout that was stored without them still loads, and a worker of the
    # version before ignores them.
    stated_default: str | None = None
    hall: HallKind | None = None


class _PlanOutline(msgspec.Struct, frozen=True, array_like=True):
    """The beginning of a section plan, up to the number of its seats."""

    level: msgspec.Raw
    kind: msgspec.Raw
    capacity: msgspec.Raw
    geometry: msgspec.Raw
    seat_count: int


class _LayoutOutline(msgspec.Struct, frozen=True, array_like=True):
    """The part of a layout that its number of seats is computed from."""

    focus: msgspec.Raw
    plans: tuple[_PlanOutline, ...]
    sections: tuple[tuple[msgspec.Raw, msgspec.Raw, int, msgspec.Raw], ...]


def _store_plan(plan: SectionPlan) -> _StoredPlan:
    seatings = {id(row.seats): row.seats for row in plan.rows if row.seats is not None}
    indices = {seating: index for index, seating in enumerate(seatings)}
    return _StoredPlan(
        plan.level,
        plan.kind,
        plan.capacity,
        plan.geometry,
        plan.seat_count,
        tuple(row.id for row in plan.rows),
        tuple(seatings.values()),
        tuple(indices[id(row.seats)] for row in plan.rows if row.seats is not None),
    )


def _load_plan(stored: _StoredPlan) -> SectionPlan:
    seatings = (
        [stored.seatings[index] for index in stored.seating_indices] if stored.seatings else repeat(None)
    )
    rows = tuple(map(Row, stored.row_ids, count(), seatings))
    return SectionPlan(
        level=stored.level,
        kind=stored.kind,
        capacity=stored.capacity,
        geometry=stored.geometry,
        seat_count=stored.seat_count,
        rows=rows,
        rows_by_id=dict(zip(stored.row_ids, rows, strict=True)),
    )


_ENCODER = msgspec.msgpack.Encoder(enc_hook=str, order="deterministic")
_DECODER = msgspec.msgpack.Decoder(_StoredLayout, dec_hook=trusted_text)
_OUTLINE_DECODER = msgspec.msgpack.Decoder(_LayoutOutline)
