"""A hall that is prepared for questions about what is seen in it, and the answers."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import SEATED_EYE_M, STANDING_EYE_M, Point
from seatpreview.layouts.model import Obstruction
from seatpreview.sightlines.areas import Areas
from seatpreview.sightlines.directions import Columns, Target, columns_to, target_of
from seatpreview.sightlines.ground_tests import Flags, distances_m
from seatpreview.sightlines.in_view import is_toward, turned
from seatpreview.sightlines.looked_at import front_of
from seatpreview.sightlines.measures import SITTING
from seatpreview.sightlines.model import (
    NOTHING_SAID,
    PEOPLE_ID,
    FrameKind,
    FrameSeen,
    FrameSpace,
    HallBodies,
    HiddenBy,
    HiddenByKind,
    LookedAt,
    Seen,
)
from seatpreview.sightlines.occlusion import behind_all, hidden_shares, together
from seatpreview.sightlines.people import NOBODY, people_of, section_people
from seatpreview.sightlines.people_in_the_way import hidden_by_people
from seatpreview.sightlines.solids import Floats, Label, Solids, solids_of
from seatpreview.sightlines.solids_in_the_way import hidden_by_solids

HIDDEN_LEAST = 0.02
"""A body that hides no more is named only if more than that would otherwise have no name."""
_SHARE_LEAST = 0.005
_GROUP_M = 8.0
_GROUP_MOST = 16
_BEHIND_DEG = 90.0
_OWN_M = 0.2
_BESIDE_M = 0.72
"""Whoever is farther away than this sits not beside an eye, but in another row."""
_SAME_FLOOR_M = 0.06
_FIRST_VIEW_HALF = math.radians(37.5)
"""Half of the usual width of the first view (`FIELD_OF_VIEW_DEG` in seats/sightline.py)."""


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
        obstructions = () if configuration is None else configuration.obstructions
        self._layout, self._hall, self._looked_at = layout, hall, looked_at
        self._target = target_of(looked_at)
        self._front = front_of(looked_at)
        self._solids = solids_of(hall, looked_at, obstructions)
        self._labels = [*self._solids.labels, Label(PEOPLE_ID, "people", None)]
        self._frames = [self._frame(frame, obstructions) for frame in hall.frames]
        self._focus = layout.focus if configuration is None else configuration.focus
        self._people = people_of(layout, configuration, hall)
        self._found: dict[int, Floats] = {}
        self._last: tuple[tuple[int, ...], Floats] = ((), NOBODY)
        self._areas = Areas(layout, self._people)

    def _frame(self, frame: FrameSpace, obstructions: Sequence[Obstruction]) -> "_Frame":
        others = [body for body in obstructions if body.id != frame.body_id]
        solids = self._solids if frame.body_id is None else solids_of(self._hall, frame.space, others)
        return _Frame(frame.kind, target_of(frame.space), solids)

    def seen(self, eyes: Sequence[Point | None]) -> list[Seen]:
        """Returns what is seen from each of these eyes."""
        found = [NOTHING_SAID] * len(eyes)
        for group in _groups(eyes):
            for (index, _), seen in zip(group, self._seen_by_group([eye for _, eye in group]), strict=True):
                found[index] = seen
        for index, eye in enumerate(eyes):
            places = () if eye is None else self._areas.places_around(eye)
            if places:
                found[index] = _of_area(found[index], self._seen_from_places(places))
        return found

    def _seen_from_places(self, places: Sequence[Point]) -> list[Seen]:
        groups = [[eye for _, eye in group] for group in _groups(places)]
        return [seen for group in groups for seen in self._seen_by_group(group)]

    def _seen_by_group(self, eyes: Sequence[Point]) -> Iterator[Seen]:
        points = np.array(eyes, dtype=np.float64)
        columns = columns_to(self._target, points)
        people = self._people_between(eyes)
        shares = self._shares(columns, people)
        nearest_m = distances_m(self._target.corners, points[:, :2])
        frames = self._frames_seen(points)
        is_beside = _is_somebody_beside(people, points, (self._focus.x, self._focus.y))
        for number, eye in enumerate(eyes):
            if columns.size[number] > 0:
                seen = self._seen_from(eye, float(nearest_m[number]), shares[number])
                if seen.visible_share is not None:
                    hidden_by = _with_people(seen.hidden_by) if is_beside[number] else seen.hidden_by
                    seen = replace(seen, hidden_by=hidden_by, frame=frames[number])
                yield seen
            else:
                yield NOTHING_SAID

    def _frames_seen(self, eyes: Floats) -> list[tuple[FrameSeen, ...]]:
        """Returns what is seen of what frames a stage, from each eye. Several screens count as one."""
        parts: list[dict[FrameKind, list[tuple[float, list[HiddenBy]]]]] = [{} for _ in eyes]
        for frame in self._frames:
            columns = columns_to(frame.target, eyes)
            hidden = hidden_by_solids(frame.solids, frame.target, columns)
            for number, shares in enumerate(hidden_shares(columns, hidden, len(frame.solids.labels))):
                hiding = np.flatnonzero(shares > HIDDEN_LEAST)
                named = [_hidden_by(frame.solids.labels[index], float(shares[index])) for index in hiding]
                parts[number].setdefault(frame.kind, []).append((float(shares.sum()), named))
        return [
            tuple([seen for kind, found in each.items() for seen in _frame_seen(kind, found)])
            for each in parts
        ]

    def _people_between(self, eyes: Sequence[Point]) -> Floats:
        """Returns the people of all sections between these eyes and what is looked at."""
        people, here = self._people, (eyes[0].x, eyes[0].y)
        chosen = np.flatnonzero(is_toward(self._target, here, _GROUP_M, people.centre, people.radius_m))
        sections = tuple(chosen.tolist())
        if self._last[0] != sections:
            found = [self._people_of(section) for section in sections]
            self._last = (sections, np.concatenate(found) if found else NOBODY)
        return self._last[1]

    def _people_of(self, section: int) -> Floats:
        found = self._found.get(section)
        if found is None:
            found = section_people(self._layout, self._people, section)
            self._found[section] = found
        return found

    def _seen_from(self, eye: Point, on_ground_m: float, shares: Floats) -> Seen:
        side_angle_deg = None if self._front is None else self._front.side_angle_deg(eye.x, eye.y)
        low_z, high_z = self._looked_at.z
        above_m = max(low_z - eye.z, 0.0, eye.z - high_z)
        placed = Seen(
            side_angle_deg=side_angle_deg,
            eyes_above_m=round(eye.z - low_z, 1) + 0.0,
            nearest_m=round(math.hypot(on_ground_m, above_m), 1),
        )
        if self._looked_at.kind == "screen" and (side_angle_deg or 0.0) > _BEHIND_DEG:
            label = Label(self._hall.looked_at_id or "focus", "screen", None)
            return replace(placed, visible_share=0.0, hidden_by=(_hidden_by(label, 1.0),))
        visible_share = round(max(0.0, 1.0 - float(shares.sum())), 2)
        hiding = [
            (self._labels[index], float(shares[index])) for index in np.flatnonzero(shares > _SHARE_LEAST)
        ]
        hidden_by = _named(1.0 - visible_share, hiding)
        return replace(placed, visible_share=visible_share, hidden_by=tuple(hidden_by))

    def _shares(self, columns: Columns, people: Floats) -> Floats:
        """Returns for each eye and label the share that it hides; of people, what only they hide."""
        solids = hidden_by_solids(self._solids, self._target, columns)
        heads = hidden_by_people(people, self._target, columns, len(self._solids.labels))
        labels = len(self._labels)
        shares = hidden_shares(columns, together(solids, behind_all(heads)), labels)
        if not len(people) or not (shares[:, :-1] > _SHARE_LEAST).any():
            return shares
        return _as_it_appears(shares, hidden_shares(columns, together(solids, heads), labels))


class _Frame(NamedTuple):
    """A part of what frames a stage, and everything that can hide it."""

    kind: FrameKind
    target: Target
    solids: Solids


def _frame_seen(kind: FrameKind, found: list[tuple[float, list[HiddenBy]]]) -> Iterator[FrameSeen]:
    """Yields what is seen of a part of the frame, unless bodies hide next to nothing of it."""
    hidden = sum(share for share, _ in found) / len(found)
    if round(hidden, 2) <= HIDDEN_LEAST:
        return
    bodies = [body for _, named in found for body in named]
    # Of a level above, the front and the underside are one thing.
    levels = {body.section: body for body in bodies if body.kind == "overhang"}
    shares: dict[str, HiddenBy] = {}
    for body in bodies:
        known = levels.get(body.section, body) if body.kind in ("parapet", "front") else body
        before = shares[known.id].share if known.id in shares else 0.0
        shares[known.id] = replace(known, share=round(before + body.share / len(found), 3))
    named = sorted(shares.values(), key=lambda each: -each.share)
    yield FrameSeen(kind=kind, visible_share=round(max(0.0, 1.0 - hidden), 2), hidden_by=tuple(named))


def _is_somebody_beside(people: Floats, eyes: Floats, focus: tuple[float, float]) -> Flags:
    """Returns for each eye whether the head of somebody on a seat beside it is in the first view, which looks
    at the focus: the seat faces elsewhere."""
    middle = eyes[:, :2].mean(axis=0)
    reach_m = float(np.hypot(*(eyes[:, :2] - middle).T).max()) + _BESIDE_M
    near = people[(np.abs(people[:, 0] - middle[0]) < reach_m) & (np.abs(people[:, 1] - middle[1]) < reach_m)]
    east_m, north_m = (near[:, axis] - eyes[:, axis, None] for axis in (0, 1))
    away_m = np.hypot(east_m, north_m)
    ahead = np.arctan2(focus[0] - eyes[:, 0], focus[1] - eyes[:, 1])
    turned_by = np.abs(turned(np.arctan2(east_m, north_m) - ahead[:, None]))
    eyes_m = np.array([SEATED_EYE_M, STANDING_EYE_M])[near[:, 3].astype(np.intp)]
    is_same_row = np.abs(near[:, 2] + eyes_m - eyes[:, 2, None]) < _SAME_FLOOR_M
    half = np.arcsin(np.minimum(1.0, SITTING.head_half_m / np.maximum(away_m, _OWN_M)))
    is_in_view = turned_by < _FIRST_VIEW_HALF + half
    is_there = (away_m > _OWN_M) & (away_m < _BESIDE_M)
    flags: Flags = (is_there & is_same_row & is_in_view).any(axis=1)
    return flags


def _with_people(hidden_by: tuple[HiddenBy, ...]) -> tuple[HiddenBy, ...]:
    """Returns what hides something, with the people beside the eye: they hide what is around it."""
    if any(each.kind == "people" for each in hidden_by):
        return hidden_by
    return (*hidden_by, HiddenBy(id=PEOPLE_ID, kind="people", section=None, share=0.0))


def _as_it_appears(shares: Floats, nearest: Floats) -> Floats:
    """Returns the shares without what bodies hide behind people, of bodies that are the nearest thing in too
    few directions: nobody sees such a body, and so that part counts for the people, the last label."""
    bodies, in_sight = shares[:, :-1], nearest[:, :-1]
    behind_people = np.where(in_sight < HIDDEN_LEAST, np.maximum(bodies - in_sight, 0.0), 0.0)
    people = shares[:, -1] + behind_people.sum(axis=1)
    return np.column_stack([bodies - behind_people, people])


def _of_area(middle: Seen, seen: Sequence[Seen]) -> Seen:
    """Returns what is seen from an area: from a usual place of it, with the smallest and the largest share.
    Angle, height and the nearest edge are those of the middle, where the picture is drawn from."""
    shares = sorted(
        [(each.visible_share, number) for number, each in enumerate(seen) if each.visible_share is not None]
    )
    if not shares:
        return middle
    usual_share, usual = shares[len(shares) // 2]
    return replace(
        middle,
        visible_share=usual_share,
        hidden_by=seen[usual].hidden_by,
        share_range=(shares[0][0], shares[-1][0]),
    )


def _groups(eyes: Sequence[Point | None]) -> Iterator[list[tuple[int, Point]]]:
    """Puts eyes together that follow each other and are near each other, each with its index."""
    group: list[tuple[int, Point]] = []
    for index, eye in enumerate(eyes):
        if eye is None:
            continue
        if group and (len(group) == _GROUP_MOST or math.dist(group[0][1][:2], eye[:2]) > _GROUP_M):
            yield group
            group = []
        group.append((index, eye))
    if group:
        yield group


def _named(hidden: float, shares: list[tuple[Label, float]]) -> list[HiddenBy]:
    """Returns what hides enough to be named, the largest share first, and smaller things as long as more than
    that would have no name. People are named from one percent on: their heads are near, and plain to see. The
    rest counts for the largest one, so that all add up to what is hidden."""
    rest, named = hidden, list[HiddenBy]()
    for label, share in sorted(shares, key=lambda pair: -pair[1]):
        is_seen = label.kind == "people" and round(share, 2) > 0
        if round(max(share, rest), 2) <= HIDDEN_LEAST and not is_seen:
            continue
        named.append(_hidden_by(label, share))
        rest -= named[-1].share
    if named:
        named[0] = replace(named[0], share=round(named[0].share + rest, 2))
    return sorted(named, key=lambda each: -each.share)


def _hidden_by(label: Label, share: float) -> HiddenBy:
    kind: HiddenByKind = label.kind
    return HiddenBy(id=label.id, kind=kind, section=label.section, share=round(share, 2))
