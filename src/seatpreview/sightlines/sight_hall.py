"""A hall that is prepared for questions about what is seen in it, and the answers."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.sightlines.directions import Columns, columns_to, target_of
from seatpreview.sightlines.looked_at import distance_m
from seatpreview.sightlines.model import (
    NOTHING_SAID,
    PEOPLE_ID,
    HallBodies,
    HiddenBy,
    HiddenByKind,
    LookedAt,
    Seen,
)
from seatpreview.sightlines.occlusion import Hidden, hidden_by_people, hidden_by_solids, hidden_share
from seatpreview.sightlines.people import NOBODY, is_in_crowd, people_of, section_people
from seatpreview.sightlines.solids import Floats, Label, solids_of

HIDDEN_LEAST = 0.02
"""What hides a smaller share is not named."""
_GROUP_M = 12.0
_BEHIND_DEG = 90.0


class PreparedHall:
    """What is looked at, and everything that can hide it. The people of a section are found when an eye first
    looks across it."""

    def __init__(
        self,
        layout: CompiledLayout,
        configuration: CompiledConfiguration | None,
        hall: HallBodies,
        looked_at: LookedAt,
    ) -> None:
        closed = frozenset[str]() if configuration is None else configuration.closed
        obstructions = () if configuration is None else configuration.obstructions
        self._layout, self._hall, self._looked_at = layout, hall, looked_at
        self._target = target_of(looked_at)
        self._solids = solids_of(hall, looked_at, obstructions)
        self._people = people_of(layout, closed, obstructions, hall)
        self._found: dict[int, Floats] = {}
        self._rooms = _rooms_without_seats(layout)

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        """Returns what is seen from each of these eyes."""
        return [seen for group in _groups(eyes) for seen in self._seen_by_group(group)]

    def _seen_by_group(self, eyes: Sequence[Point | None]) -> Iterator[Seen]:
        people = self._people_between([eye for eye in eyes if eye is not None])
        for eye in eyes:
            yield NOTHING_SAID if eye is None else self._seen_from(eye, people)

    def _people_between(self, eyes: Sequence[Point]) -> Floats:
        """Returns the people of all sections between these eyes and what is looked at."""
        if not eyes or not self._people.sections:
            return NOBODY
        (x, y), target = (eyes[0].x, eyes[0].y), self._target
        along = np.array([target.centre[0] - x, target.centre[1] - y])
        start = self._people.centre - (x, y)
        part = np.clip(start @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
        away_m = np.hypot(*(start - part[:, None] * along).T)
        reach_m = _GROUP_M + (target.radius_m - _GROUP_M) * part
        sections = np.flatnonzero(away_m < self._people.radius_m + np.maximum(reach_m, _GROUP_M))
        found = [self._people_of(int(section)) for section in sections]
        # Those on the floor first, as one group; then those on each deck.
        found.sort(key=lambda people: float(people[0, 5]) if len(people) else 0.0)
        return np.concatenate(found) if found else NOBODY

    def _people_of(self, section: int) -> Floats:
        found = self._found.get(section)
        if found is None:
            found = section_people(self._layout, self._people, section)
            self._found[section] = found
        return found

    def _seen_from(self, eye: Point, people: Floats) -> Seen:
        columns = columns_to(self._target, eye)
        if columns is None or columns.size <= 0:
            return NOTHING_SAID
        side_angle_deg = self._side_angle_deg(eye)
        nearest_m = round(_distance_m(self._looked_at, eye), 1)
        if is_in_crowd(self._people, *eye) or (round(eye.x, 2), round(eye.y, 2)) in self._rooms:
            return Seen(side_angle_deg=side_angle_deg, nearest_m=nearest_m)
        if self._looked_at.kind == "screen" and (side_angle_deg or 0.0) > _BEHIND_DEG:
            share, hidden_by = (
                0.0,
                [_hidden_by(Label(self._hall.looked_at_id or "focus", "screen", None), 1.0)],
            )
        else:
            share, hidden_by = self._shares(eye, columns, people)
        return Seen(
            visible_share=round(share, 2) + 0.0,
            side_angle_deg=side_angle_deg,
            nearest_m=nearest_m,
            hidden_by=tuple(each for each in hidden_by if each.share >= HIDDEN_LEAST),
        )

    def _shares(self, eye: Point, columns: Columns, people: Floats) -> tuple[float, list[HiddenBy]]:
        """Returns the share that is seen, and what each thing hides by itself, the largest share first."""
        solids = hidden_by_solids(self._solids, self._target, columns, eye)
        heads = hidden_by_people(people, columns, eye)
        shares = list(_shares_of_bodies(columns, solids, self._solids.labels))
        people_share = hidden_share(columns, heads.low, heads.high)
        if people_share > 0:
            shares.append(_hidden_by(Label(PEOPLE_ID, "people", None), people_share))
        low, high = np.vstack([solids.low, heads.low]), np.vstack([solids.high, heads.high])
        shares.sort(key=lambda hidden: -hidden.share)
        return min(1.0, max(0.0, 1.0 - hidden_share(columns, low, high))), shares

    def _side_angle_deg(self, eye: Point) -> float | None:
        front_deg, (x, y) = self._hall.front_deg, self._target.centre
        if front_deg is None:
            return None
        bearing_deg = math.degrees(math.atan2(eye.x - x, eye.y - y))
        return round(abs((bearing_deg - front_deg + 180.0) % 360.0 - 180.0), 1)


def _groups(eyes: Sequence[Point | None]) -> Iterator[list[Point | None]]:
    """Puts eyes together that follow each other and are near each other."""
    group: list[Point | None] = []
    first: Point | None = None
    for eye in eyes:
        if first is not None and eye is not None and math.dist(first[:2], eye[:2]) > _GROUP_M:
            yield group
            group, first = [], None
        group.append(eye)
        first = first or eye
    if group:
        yield group


def _shares_of_bodies(columns: Columns, hidden: Hidden, labels: Sequence[Label]) -> Iterator[HiddenBy]:
    for body in np.unique(hidden.body):
        chosen = hidden.body == body
        share = hidden_share(columns, hidden.low[chosen], hidden.high[chosen])
        if share > 0:
            yield _hidden_by(labels[body], share)


def _hidden_by(label: Label, share: float) -> HiddenBy:
    kind: HiddenByKind = label.kind
    return HiddenBy(id=label.id, kind=kind, section=label.section, share=round(min(1.0, share), 3))


def _distance_m(looked_at: LookedAt, eye: Point) -> float:
    low_z, high_z = looked_at.z
    up_m = max(low_z - eye.z, 0.0, eye.z - high_z)
    return math.hypot(distance_m(looked_at.points, eye.x, eye.y), up_m)


def _rooms_without_seats(layout: CompiledLayout) -> frozenset[tuple[float, float]]:
    """Returns where suites without seats are: their guests may be anywhere in them."""
    suites = [section for section in layout.sections if section.kind == "suite" and not section.rows]
    places = [layout.place_of(section.id) for section in suites]
    return frozenset((round(at.point.x, 2), round(at.point.y, 2)) for at in places if at is not None)
