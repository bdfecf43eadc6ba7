"""Layouts in memory: sections, rows and seats, and the positions of eyes."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from benchmarks.peer.venue_models import Geometry, Seat, VenueRecord

EYE_M = 1.2
REACH_M = 1.5
"""A camera that is further from the eyes at every seat stands at none."""


class Eye(NamedTuple):
    """Where somebody's eyes are, in metres from the focus."""

    x: float
    y: float
    z: float


@dataclass(frozen=True)
class Section:
    """A section with rows that are all alike."""

    id: str
    ordinal: int
    rows: dict[str, int]
    """The position of each row, by its id."""
    row_ids: list[str]
    seats: dict[str, int]
    seat_ids: list[str]
    geometry: Geometry

    def eye(self, row: int, seat: int) -> Eye:
        """Returns the position of the eyes of somebody in this seat."""
        geometry = self.geometry
        bearing = math.radians(geometry.bearing_deg + self.ordinal * geometry.bearing_step_deg)
        away = geometry.distance_m + row * geometry.tread_m
        aside = ((len(self.seat_ids) - 1) / 2 - seat) * geometry.spacing_m
        return Eye(
            away * math.sin(bearing) + aside * math.cos(bearing),
            away * math.cos(bearing) - aside * math.sin(bearing),
            geometry.elevation_m + row * geometry.riser_m + EYE_M,
        )

    def c_value_m(self, row: int, eye: Eye) -> float | None:
        """Returns how far above the eyes in front the line of sight passes."""
        if row == 0:
            return None
        away = self.geometry.distance_m + row * self.geometry.tread_m
        return self.geometry.riser_m - self.geometry.tread_m / away * eye.z


class Place(NamedTuple):
    """A seat of a layout, by its section and the positions in it."""

    section: Section
    row: int
    seat: int

    @property
    def key(self) -> str:
        """The key of the seat."""
        return f"{self.section.id}/{self.section.row_ids[self.row]}/{self.section.seat_ids[self.seat]}"

    def as_seat(self) -> Seat:
        """Returns the seat as responses show it."""
        section = self.section
        row, seat = section.row_ids[self.row], section.seat_ids[self.seat]
        return Seat(key=self.key, section=section.id, row=row, seat=seat)

    def beside(self, rows: int, seats: int) -> str | None:
        """Returns the key of the seat that is this number of rows and seats further, if there is one."""
        row, seat = self.row + rows, self.seat + seats
        if 0 <= row < len(self.section.row_ids) and 0 <= seat < len(self.section.seat_ids):
            return Place(self.section, row, seat).key
        return None


@dataclass(frozen=True)
class CompiledLayout:
    """A layout, ready for lookups."""

    sections: dict[str, Section] = field(default_factory=dict)

    def find(self, section_id: str, row_id: str, seat_id: str) -> Place | None:
        """Returns the place with these names."""
        section = self.sections.get(section_id)
        if section is None:
            return None
        row, seat = section.rows.get(row_id), section.seats.get(seat_id)
        return None if row is None or seat is None else Place(section, row, seat)

    def nearest(self, x: float, y: float, z: float) -> Place | None:
        """Returns the place whose eyes are nearest to this point, if one is near."""
        found, found_m = None, REACH_M
        for section in self.sections.values():
            for row in range(len(section.row_ids)):
                for seat in range(len(section.seat_ids)):
                    distance_m = math.dist((x, y, z), section.eye(row, seat))
                    if distance_m < found_m:
                        found, found_m = Place(section, row, seat), distance_m
        return found


def compile_layout(record: VenueRecord) -> CompiledLayout:
    """Builds sections from the rules of a record."""
    layout = CompiledLayout()
    for rule in record.rules.layout.sections:
        rows = [str(number) for number in range(rule.rows.first, rule.rows.last + 1)]
        seats = [str(number) for number in range(1, rule.seats.count + 1)]
        for ordinal, number in enumerate(range(rule.ids.first, rule.ids.last + 1)):
            layout.sections[str(number)] = Section(
                str(number), ordinal, _positions(rows), rows, _positions(seats), seats, rule.geometry
            )
    return layout


def _positions(names: list[str]) -> dict[str, int]:
    return {name: position for position, name in enumerate(names)}
