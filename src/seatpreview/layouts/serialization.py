"""The stored form of a compiled layout: a version, and MessagePack in which what is shared stands once."""

from itertools import count, repeat

import msgspec

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout, Plan, Row, Section
from seatpreview.layouts.model import Focus, SectionGeometry, SectionKind
from seatpreview.layouts.seating import Seating
from seatpreview.validated_text import trusted_text

VERSION = 1


class OutdatedFormat(ValueError):
    """The bytes are of another version of the form: compile the layout again from its rules."""


def to_bytes(layout: CompiledLayout) -> bytes:
    plans = {id(section.plan): section.plan for section in layout.sections}
    numbers = {plan: number for number, plan in enumerate(plans)}
    stored = _StoredLayout(
        layout.focus,
        tuple(map(_stored_plan, plans.values())),
        tuple(
            (section.id, section.name, numbers[id(section.plan)], section.ordinal)
            for section in layout.sections
        ),
        tuple(layout.configurations.values()),
    )
    return bytes([VERSION]) + _ENCODER.encode(stored)


def from_bytes(stored: bytes) -> CompiledLayout:
    """Trusts what it reads: the bytes were written by `to_bytes`."""
    if stored[:1] != bytes([VERSION]):
        raise OutdatedFormat(f"The layout is stored in another form than version {VERSION}.")
    layout = _DECODER.decode(memoryview(stored)[1:])
    plans = [_plan(plan) for plan in layout.plans]
    sections = (Section(id_, name, plans[plan], ordinal) for id_, name, plan, ordinal in layout.sections)
    return CompiledLayout(layout.focus, sections, layout.configurations)


class _StoredPlan(msgspec.Struct, frozen=True, array_like=True):
    level: str
    kind: SectionKind
    capacity: int | None
    geometry: SectionGeometry | None
    seat_count: int
    row_ids: tuple[str, ...]
    seatings: tuple[Seating, ...]
    seating_numbers: tuple[int, ...]
    """One for each row; none where the layout does not say the seats."""


class _StoredLayout(msgspec.Struct, frozen=True, array_like=True):
    focus: Focus
    plans: tuple[_StoredPlan, ...]
    sections: tuple[tuple[str, str, int, int], ...]
    """Id, name, the number of its plan, ordinal."""
    configurations: tuple[CompiledConfiguration, ...]


def _stored_plan(plan: Plan) -> _StoredPlan:
    seatings = {id(row.seats): row.seats for row in plan.rows if row.seats is not None}
    numbers = {seating: number for number, seating in enumerate(seatings)}
    return _StoredPlan(
        plan.level,
        plan.kind,
        plan.capacity,
        plan.geometry,
        plan.seat_count,
        tuple(row.id for row in plan.rows),
        tuple(seatings.values()),
        tuple(numbers[id(row.seats)] for row in plan.rows if row.seats is not None),
    )


def _plan(stored: _StoredPlan) -> Plan:
    known = stored.seatings
    seatings = [known[number] for number in stored.seating_numbers] if known else repeat(None)
    rows = tuple(map(Row, stored.row_ids, count(), seatings))
    return Plan(
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
