"""The cost of a layout of 250,000 seats: time to compile and to load it, and memory."""

import time
import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import SEATS_MAX, Layout
from seatpreview.layouts.serialization import from_bytes, to_bytes

T = TypeVar("T")


def main(_arguments: list[str]) -> None:
    table = Table(
        "250,000 seats", "rows", "compile ms", "load ms", "stored bytes", "bytes per seat in memory"
    )
    for name, layout in CASES.items():
        result = measure(name, layout)
        table.add_row(
            result.name,
            f"{result.rows:,}",
            f"{result.compile_s * 1000:.1f}",
            f"{result.load_s * 1000:.1f}",
            f"{result.stored_bytes:,}",
            f"{result.bytes_per_seat:.2f}",
        )
    Console(width=120).print(table)


class Measurement(msgspec.Struct, frozen=True):
    """The figures of one layout."""

    name: str
    rows: int
    compile_s: float
    load_s: float
    stored_bytes: int
    bytes_per_seat: float
    """The memory of the loaded layout."""


def measure(name: str, layout: Layout) -> Measurement:
    compile_s, compiled = _fastest(lambda: compile_layout(layout))
    if compiled.seat_count != SEATS_MAX:
        raise ValueError(f"{name} has {compiled.seat_count} seats")
    stored = to_bytes(compiled)
    load_s, _ = _fastest(lambda: from_bytes(stored))
    tracemalloc.start()
    loaded = from_bytes(stored)
    memory_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    rows = sum(len(section.rows) for section in loaded.sections)
    return Measurement(name, rows, compile_s, load_s, len(stored), memory_bytes / SEATS_MAX)


def stadium(rules: int, sections: int, rows: int, seats: int, exceptions: int = 0) -> Layout:
    """Returns a layout of `rules` with `sections` each. The exceptions do not change the number of seats."""
    row_exceptions = [{"rows": [str(row + 1)], "first": row + 2} for row in range(exceptions)]
    rule: dict[str, Any] = {
        "rows": {"first": "1", "last": str(rows)},
        "seats": {"count": seats, "exceptions": row_exceptions},
        "geometry": {"distanceM": 200, "bearingStepDeg": 0.1},
    }
    section_rules = [
        rule | {"ids": {"first": f"{number}-1", "last": f"{number}-{sections}"}} for number in range(rules)
    ]
    return msgspec.convert({"sections": section_rules}, Layout)


def free_seats(sections: int, rows: int, seats: int, *, has_refs: bool = False) -> Layout:
    """Returns a layout whose seats have positions of their own, and refs if asked for."""

    def row(section: int, number: int) -> dict[str, Any]:
        y_cm = 1000 + 90 * number
        return {
            "row": str(number + 1),
            "seats": {"first": 1, "last": seats},
            "x": [55 * seat + 7 * (section + seat) % 11 for seat in range(seats)],
            "y": [y_cm + 5 * seat % 13 for seat in range(seats)],
            "z": 30 * number,
        }

    rules = [
        {"id": f"S{section}", "positions": [row(section, number) for number in range(rows)]}
        | ({"refs": _refs(section, rows, seats)} if has_refs else {})
        for section in range(sections)
    ]
    return msgspec.convert({"sections": rules}, Layout, dec_hook=lambda type_, value: type_(value))


def _refs(section: int, rows: int, seats: int) -> dict[str, list[str]]:
    return {
        str(row + 1): [f"{section:08}-{row:04}-{seat:04}-9d0f-5b6a7c8d9e0f" for seat in range(seats)]
        for row in range(rows)
    }


def _fastest(action: Callable[[], T]) -> tuple[float, T]:
    return min((_timed(action) for _ in range(3)), key=lambda timed: timed[0])


def _timed(action: Callable[[], T]) -> tuple[float, T]:
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


CASES = {
    "500 sections by 10 rules": stadium(10, 50, 25, 20),
    "500 sections, a rule each": stadium(500, 1, 25, 20),
    "500 rules, an exception for every row": stadium(500, 1, 25, 20, exceptions=25),
    "50 sections of 1,000 rows of 5 seats": stadium(50, 1, 1000, 5),
    "500 rows of 500 seats": stadium(1, 1, 500, 500),
    "a position for every seat": free_seats(250, 25, 40),
    "positions and refs for every seat": free_seats(250, 25, 40, has_refs=True),
}
