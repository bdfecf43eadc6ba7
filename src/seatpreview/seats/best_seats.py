"""Finds the best groups of seats side by side, by distance, angle, the view over the row in front and what is
in the line of sight.

The search is exact: distance and angle of all groups are known first, and with them the best score that each
can reach. The line of sight, which costs more, is looked at for the most promising groups alone, and how much
of the stage is seen, which costs most, for those that would be chosen. A search that has used up its
processor time ends with what it has found, and says so.
"""

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

import msgspec

from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point, SeatPlace
from seatpreview.seats.best_seats_model import (
    BestGroup,
    BestSeats,
    GroupReasons,
    IncompleteReason,
    SearchCoverage,
    Weights,
)
from seatpreview.seats.best_view import BestPlace, clear_part
from seatpreview.seats.hall_sight import Sight, views_from
from seatpreview.seats.seat_groups import Candidates, GroupSeat, SeatGroup, groups_of
from seatpreview.seats.sightline import c_value, eye_height_m, obstructs, sightline_steps
from seatpreview.seats.view_quality import SeenView, is_restricted
from seatpreview.sightlines.looked_at import performed_at
from seatpreview.values.clock import processor_deadline

SIGHT_STEPS_MAX = 500_000
"""The most edges of obstructions and seats of rows in front that are compared with lines of sight. They take
about a second."""

SEEN_SEATS_MAX = 1000
"""The most seats for which it is computed how much of the stage is seen."""

SEARCH_SECONDS_MAX = 3.0
"""The processor time after which nothing more is looked at. What a seat costs depends on the hall."""

_ALONE_MOST = 50
"""Groups that are seen one by one, before those around them are seen with them."""
_AROUND = 7
"""Groups before and behind a group that are seen with it in a long search."""
_BESIDE_PART = 0.92
"""What a view is worth in whose picture are people on the seats beside, compared with one without them."""
_CLEAR_MM = 120.0
"""The C-value from which the view over the row in front is clear."""


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for."""

    candidates: Candidates
    count: int
    limit: int
    place: BestPlace
    """Where the best seats are."""
    weights: Weights = Weights()
    sight_steps_max: int = SIGHT_STEPS_MAX
    seen_seats_max: int = SEEN_SEATS_MAX
    seconds_max: float = SEARCH_SECONDS_MAX


def best_seats(
    layout: CompiledLayout, configuration: CompiledConfiguration | None, sight: Sight, search: Search
) -> BestSeats:
    """Returns the best groups, of which no two share a seat. Groups that leave a single seat come after all
    that leave none, and each kind is ordered by its score; equal ones are in the order of the layout."""
    scoring = _Scoring(layout, configuration, sight, search)
    groups = groups_of(layout, search.candidates, search.count)
    chosen: list[BestGroup] = []
    taken: set[str] = set()
    for group, seen in _by_score(groups, scoring):
        keys = [seat.key for seat in group.seats]
        if taken.isdisjoint(keys):
            taken.update(keys)
            chosen.append(_described(group, seen))
        if len(chosen) == search.limit:
            break
    return BestSeats(
        data=chosen,
        is_complete=scoring.stopped_by is None,
        incomplete_reason=scoring.stopped_by,
        looked_at=SearchCoverage(groups=len(groups), views=scoring.seen_groups),
    )


class _SeenSeat(NamedTuple):
    """What is known of the view from a seat."""

    score: float
    c_value_mm: int | None = None
    obstructions: tuple[str, ...] = ()
    c_part: float = 0.0
    clear_part: float = 0.0
    """How good the view over the row in front is, and how free from obstructions: from 0 to 1."""
    visible_share: float | None = None
    """The share of the stage that is seen; None where it is not known."""
    is_restricted: bool = False
    """Whether the view counts as restricted, as in a preview."""
    has_people_beside: bool = False
    """Whether people beside the seat are in its first view."""


class _SeenGroup(NamedTuple):
    """What is known of the view from a group."""

    score: float
    distance_m: float | None
    angle_deg: float | None
    seats: tuple[_SeenSeat, ...]


def _by_score(groups: list[SeatGroup], scoring: "_Scoring") -> Iterator[tuple[SeatGroup, _SeenGroup]]:
    """Yields the groups in their order. A group whose best possible score comes first is looked at closer,
    and goes back with a score that is not better; one that comes first with its true score is the next."""
    looked: dict[int, _SeenGroup] = {}
    seen: dict[int, _SeenGroup] = {}
    heap = [(group.leaves_single, -scoring.most(group), n) for n, group in enumerate(groups)]
    heapq.heapify(heap)
    while heap:
        leaves_single, _, n = heapq.heappop(heap)
        if n in seen:
            yield groups[n], seen[n]
            continue
        is_looked_at = n in looked
        near = groups[max(0, n - _AROUND) : n + _AROUND + 1]
        found = scoring.see(groups[n], looked[n], near) if is_looked_at else scoring.look(groups[n])
        if found is not None:
            (seen if is_looked_at else looked)[n] = found
            heapq.heappush(heap, (leaves_single, -found.score, n))


class _Scoring:
    """Scores groups. What was found out about a seat is kept for all groups that it is in."""

    def __init__(
        self,
        layout: CompiledLayout,
        configuration: CompiledConfiguration | None,
        sight: Sight,
        search: Search,
    ) -> None:
        self._layout = layout
        self._configuration = configuration
        self._target = performed_at(layout, configuration).point
        self._bodies = () if configuration is None else configuration.obstructions
        self._marked = {
            index for index, kind in enumerate(layout.facts.seat_kinds) if "restrictedView" in kind.properties
        }
        self._place = search.place
        self._weights = search.weights
        self._steps_left = search.sight_steps_max
        self._sight = sight
        self._seen_seats_left = search.seen_seats_max
        self._views: dict[str, SeenView | None] = {}
        self._known: dict[str, float] = {}
        self._seen: dict[str, _SeenSeat] = {}
        self._is_over = processor_deadline(search.seconds_max)
        self.stopped_by: IncompleteReason | None = None
        """What was used up, so that groups were left out."""
        self.seen_groups = 0
        """The groups of which it was computed how much of the stage is seen."""

    def most(self, group: SeatGroup) -> float:
        """Returns the best score that a group can have: that of its distance and angle, if nothing were in
        the way. It is 0 where the position is not known."""
        eye_m = eye_height_m(group.section)
        return _mean([self._most_of_seat(seat, eye_m) for seat in group.seats])

    def look(self, group: SeatGroup) -> _SeenGroup | None:
        """Returns the true score of a group and its reasons; None if nothing more is looked at."""
        seats: list[_SeenSeat] = []
        for seat in group.seats:
            seen = self._seen.get(seat.key) or self._look_from(group, seat)
            if seen is None:
                return None
            seats.append(seen)
        score = _mean([seat.score for seat in seats])
        eye_m = eye_height_m(group.section)
        places = [seat.place for seat in group.seats if seat.place is not None]
        if not places:
            return _SeenGroup(score, None, None, tuple(seats))
        distances_m = [math.dist(_eye(place, eye_m), self._target) for place in places]
        front = self._sight.front
        angle_deg = None if front is None else max(front.side_angle_deg(*place.point[:2]) for place in places)
        return _SeenGroup(score, sum(distances_m) / len(distances_m), angle_deg, tuple(seats))

    def see(self, group: SeatGroup, looked: _SeenGroup, near: Sequence[SeatGroup]) -> _SeenGroup | None:
        """Returns the score of a group with how much of the stage its seats see; None if nothing more is
        looked at. Groups that are near it may be seen with it."""
        eye_m = eye_height_m(group.section)
        new = [seat for seat in self._seen_with(group, near) if seat.key not in self._views]
        if len(new) > self._seen_seats_left:
            self.stopped_by = self.stopped_by or "views"
            return None
        if new and self._has_no_time():
            return None
        self._seen_seats_left -= len(new)
        self.seen_groups += 1
        eyes = [None if seat.place is None else _eye(seat.place, eye_m) for seat in new]
        self._views.update(zip([seat.key for seat in new], views_from(self._sight, eyes), strict=True))
        pairs = zip(group.seats, looked.seats, strict=True)
        seats = tuple([self._with_view(seat, before, eye_m) for seat, before in pairs])
        return looked._replace(score=_mean([seat.score for seat in seats]), seats=seats)

    def _seen_with(self, group: SeatGroup, near: Sequence[SeatGroup]) -> Iterable[GroupSeat]:
        """Returns the seats whose views are computed together: those of the group, and in a long search
        those around them. Sixteen seats beside each other take twice as long as two."""
        if self.seen_groups < _ALONE_MOST:
            return group.seats
        beside = [each.seats for each in near if each.section is group.section and each.row is group.row]
        together = dict.fromkeys([*group.seats, *chain.from_iterable(beside)])
        return islice(together, max(len(group.seats), self._seen_seats_left))

    def _with_view(self, seat: GroupSeat, before: _SeenSeat, eye_m: float) -> _SeenSeat:
        """Returns a seat with its share. A restricted view counts nothing, and neither
        does one of which nothing is known in a hall where others are known."""
        if self._sight.kind is None:
            return before
        view = self._views[seat.key]
        restricted = seat.kind in self._marked or is_restricted(before.obstructions, view)
        clear = 0.0 if view is None or restricted else clear_part(view.share)
        has_people_beside = view is not None and view.has_people_beside
        if has_people_beside:
            clear *= _BESIDE_PART
        return before._replace(
            score=self._score(seat.place, eye_m, before.c_part, clear),
            clear_part=clear,
            visible_share=None if view is None else view.share,
            is_restricted=restricted,
            has_people_beside=has_people_beside,
        )

    def _has_no_time(self) -> bool:
        if self.stopped_by != "processorTime" and not self._is_over():
            return False
        self.stopped_by = self.stopped_by or "processorTime"
        return True

    def _most_of_seat(self, seat: GroupSeat, eye_m: float) -> float:
        known = self._known.get(seat.key)
        if known is None:
            known = self._known[seat.key] = self._score(seat.place, eye_m, c_part=1.0, clear=1.0)
        return known

    def _score(self, place: SeatPlace | None, eye_m: float, c_part: float, clear: float) -> float:
        if place is None:
            return 0.0
        weights = self._weights
        eye, best = _eye(place, eye_m), self._place
        score = (
            weights.distance * best.place_part(math.dist(eye, self._target), eye.z)
            + weights.angle * best.side_part(eye.x, eye.y)
            + weights.c_value * c_part
            + weights.obstruction * clear
        )
        return score / weights.total

    def _look_from(self, group: SeatGroup, seat: GroupSeat) -> _SeenSeat | None:
        place = seat.place
        if place is None:
            return _SeenSeat(0.0)
        steps = sightline_steps(group.section, group.row, self._configuration)
        if steps > self._steps_left:
            self.stopped_by = self.stopped_by or "linesOfSight"
        if self.stopped_by is not None or self._has_no_time():
            return None
        self._steps_left -= steps
        eye_m = eye_height_m(group.section)
        eye = _eye(place, eye_m)
        c_value_m = c_value(self._layout, place_of(*seat.key.split("/")), eye, self._target)
        bodies = tuple(body.id for body in self._bodies if obstructs(body, eye, self._target))
        c_part = 1.0 if c_value_m is None else min(1.0, max(0.0, c_value_m * 1000 / _CLEAR_MM))
        is_marked = seat.kind in self._marked
        restricted = is_marked or is_restricted(bodies, None)
        # A body in the line may hide next to nothing, which only the share tells.
        may_be_clear = not is_marked if self._sight.kind is not None else not restricted
        clear = 1.0 if may_be_clear else 0.0
        seen = _SeenSeat(
            score=self._score(place, eye_m, c_part, clear),
            c_value_mm=None if c_value_m is None else round(c_value_m * 1000),
            obstructions=bodies,
            c_part=c_part,
            clear_part=clear,
            is_restricted=restricted,
        )
        self._seen[seat.key] = seen
        return seen


def _mean(scores: list[float]) -> float:
    """Returns the mean with four decimals, so that seats that mirror each other have the same score."""
    return round(sum(scores) / len(scores), 4)


def _eye(place: SeatPlace, eye_m: float) -> Point:
    x, y, z = place.point
    return Point(x, y, z + eye_m)


def _described(group: SeatGroup, seen: _SeenGroup) -> BestGroup:
    shares = [seat.visible_share for seat in seen.seats if seat.visible_share is not None]
    c_values_mm = [seat.c_value_mm for seat in seen.seats if seat.c_value_mm is not None]
    return BestGroup(
        seats=[seat.key for seat in group.seats],
        score=seen.score,
        reasons=GroupReasons(
            distance_m=_rounded(seen.distance_m),
            side_angle_deg=_rounded(seen.angle_deg),
            c_value_mm=min(c_values_mm, default=None),
            visible_share=min(shares, default=None),
            obstructions=_each_once(seat.obstructions for seat in seen.seats),
            is_restricted=any(seat.is_restricted for seat in seen.seats),
            has_people_beside=any(seat.has_people_beside for seat in seen.seats),
            leaves_single=group.leaves_single,
        ),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _each_once(lists: Iterable[tuple[str, ...]]) -> list[str]:
    return list(dict.fromkeys(name for names in lists for name in names))
