"""The best image for a place: its own, else the nearest one of its row, its section, the venue."""

import math
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from seatpreview.labels.model import Place, place_of
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.seats.model import Match
from seatpreview.seats.sightline import eye_of
from seatpreview.venues.model import Covers, Image, ImagerySet


class Choice(msgspec.Struct, frozen=True, gc=False):
    image: Image
    imagery_set: ImagerySet
    match: Match
    borrowed_from: Place | None
    """The place that the image shows the view from; None where it is the one asked for, or no one place."""
    distance_m: float | None
    """From the eyes at the place asked for to the camera; None where one of the two is not known."""


class ImageIndex:
    """The images of one venue that can be shown, by what they cover. Made once, asked for each preview."""

    def __init__(
        self, layout: CompiledLayout, imagery_sets: Iterable[ImagerySet], uploaded: Collection[str]
    ) -> None:
        self._layout = layout
        self._images: dict[str | None, _Images] = {}
        """By configuration; None holds those for all of them."""
        order = 0
        for imagery_set in imagery_sets:
            configuration = None if imagery_set.configuration is UNSET else str(imagery_set.configuration)
            images = self._images.setdefault(configuration, _Images(layout))
            for image in imagery_set.images:
                if image.object is UNSET or image.object in uploaded:
                    images.add(_Shot(order, image, imagery_set, _camera(image)))
                order += 1

    def choose(self, place: Place, configuration: str | None) -> Choice | None:
        """None where there is no image at all for this configuration."""
        of_configuration = dict.fromkeys((configuration, None))
        eligible = [self._images[name] for name in of_configuration if name in self._images]
        view = _View(self._layout, place)
        for match in _LEVELS[_LEVELS.index(place.level) :]:
            for images in eligible:
                best = images.best(match, view)
                if best is not None:
                    return best.choice(match, view)
        return None


_LEVELS: tuple[Match, ...] = ("seat", "row", "section", "venue")


class _Shot(NamedTuple):
    """An image and its place among all of the record."""

    order: int
    image: Image
    imagery_set: ImagerySet
    camera: Point | None
    """Where its pose says that it was taken."""


class _Position(NamedTuple):
    """Where a place is, by row and number: rows from the front, and slots from the row's middle."""

    row: int
    slots_right: float


_Distance = tuple[int, float, float]
"""To be compared: metres first, then rows and slots apart, and what is not known last."""

_UNKNOWN: _Distance = (2, 0.0, 0.0)


class _View:
    """A place that an image is wanted for, or is taken from."""

    __slots__ = ("eye", "place", "position")

    def __init__(self, layout: CompiledLayout, place: Place) -> None:
        self.place = place
        self.eye = eye_of(layout, place)
        self.position = None if self.eye is not None else _position(layout, place)

    def distance_to(self, other: "_View") -> _Distance:
        if self.eye is not None and other.eye is not None:
            return (0, math.dist(self.eye, other.eye), 0.0)
        if self.position is None or other.position is None or self.place.section != other.place.section:
            return _UNKNOWN
        rows = abs(self.position.row - other.position.row)
        return (1, float(rows), abs(self.position.slots_right - other.position.slots_right))


class _Best(NamedTuple):
    """A candidate; the least of them is the one to take."""

    distance: _Distance
    order: int
    from_spot: _Distance
    """Of several places that an image covers, the nearest one stands for it."""
    number: int
    """Of the spot, so that no two are equal."""
    shot: _Shot
    place: Place | None

    def choice(self, match: Match, view: _View) -> Choice:
        sort, metres, _ = self.distance
        is_own = self.place is None or self.place.key == view.place.key
        return Choice(
            self.shot.image,
            self.shot.imagery_set,
            match,
            None if is_own else self.place,
            metres if sort == 0 else None,
        )


class _Spot:
    """A place that images cover. Of those without a pose the first is as good as any other, and is kept."""

    __slots__ = ("_view", "first", "number", "place", "posed")

    def __init__(self, number: int, place: Place | None) -> None:
        self.number = number
        self.place = place
        self.first: _Shot | None = None
        self.posed: list[_Shot] = []
        self._view: _View | None = None

    def add(self, shot: _Shot) -> None:
        if shot.camera is not None:
            self.posed.append(shot)
        elif self.first is None:
            self.first = shot

    def view(self, layout: CompiledLayout) -> _View | None:
        """Worked out when it is first needed: most spots are never compared with another place."""
        if self._view is None and self.place is not None:
            self._view = _View(layout, self.place)
        return self._view

    def candidates(self, layout: CompiledLayout, view: _View) -> Iterator[_Best]:
        own = self.view(layout)
        apart = _UNKNOWN if own is None else view.distance_to(own)
        if self.first is not None:
            yield _Best(apart, self.first.order, apart, self.number, self.first, self.place)
        for shot in self.posed:
            distance = apart
            if view.eye is not None and shot.camera is not None:
                distance = (0, math.dist(view.eye, shot.camera), 0.0)
            yield _Best(distance, shot.order, apart, self.number, shot, self.place)


class _Cluster:
    """The spots of a section, or those of the whole venue, and balls that hold all of their points."""

    __slots__ = ("_balls", "spots")

    def __init__(self) -> None:
        self.spots: list[_Spot] = []
        self._balls: tuple[_Ball, ...] | None = None

    def at_least_m(self, layout: CompiledLayout, section: str, eye: Point) -> float:
        """None of its images was taken nearer; infinite where nobody knows from where."""
        if self._balls is None:
            around = (self._of_cameras(), self._of_section(layout, section))
            self._balls = tuple(ball for ball in around if ball is not None)
        return min((ball.at_least_m(eye) for ball in self._balls), default=math.inf)

    def _of_cameras(self) -> "_Ball | None":
        cameras = [shot.camera for spot in self.spots for shot in spot.posed if shot.camera is not None]
        if not cameras:
            return None
        middle = Point(*(sum(axis) / len(cameras) for axis in zip(*cameras, strict=True)))
        return _Ball(middle, max(math.dist(middle, camera) for camera in cameras))

    def _of_section(self, layout: CompiledLayout, section: str) -> "_Ball | None":
        """From rows alone, since to place every seat would take long: none is further from its row's middle
        than half the longest row, straight or curved."""
        found = layout.section(section)
        front = eye_of(layout, place_of(section))
        if found is None or front is None or all(spot.first is None for spot in self.spots):
            return None
        back = eye_of(layout, place_of(section, found.rows[-1].id)) if found.rows else None
        middle = Point(*((one + other) / 2 for one, other in zip(front, back or front, strict=True)))
        slots_max = max((row.seats.slots for row in found.rows if row.seats is not None), default=0)
        spacing_m = 0.0 if found.plan.geometry is None else found.plan.geometry.spacing_m
        return _Ball(middle, math.dist(middle, front) + slots_max * spacing_m / 2)


class _Ball(NamedTuple):
    middle: Point
    radius_m: float

    def at_least_m(self, eye: Point) -> float:
        return math.dist(eye, self.middle) - self.radius_m


class _Images:
    """The images of one configuration, or those for all, by the places that they cover."""

    def __init__(self, layout: CompiledLayout) -> None:
        self._layout = layout
        self._spots: dict[str, _Spot] = {}
        self._rows: dict[tuple[str, str], list[_Spot]] = {}
        self._clusters: dict[str, _Cluster] = {}
        """By section; the empty name holds what covers the venue."""

    def add(self, shot: _Shot) -> None:
        for place in _covered(shot.image.covers):
            spot = self._spots.get("" if place is None else place.key)
            (spot or self._new_spot(place)).add(shot)

    def best(self, match: Match, view: _View) -> _Best | None:
        if match == "venue":
            return self._nearest_of_all(view)
        return self._nearest(self._spots_of(match, view.place), view)

    def _new_spot(self, place: Place | None) -> _Spot:
        spot = _Spot(len(self._spots), place)
        self._spots["" if place is None else place.key] = spot
        cluster = self._clusters.setdefault("" if place is None else place.section, _Cluster())
        cluster.spots.append(spot)
        if place is not None and place.row is not None:
            self._rows.setdefault((place.section, place.row), []).append(spot)
        return spot

    def _spots_of(self, match: Match, place: Place) -> Iterable[_Spot]:
        if match == "seat":
            spot = self._spots.get(place.key)
            return () if spot is None else (spot,)
        if match == "row":
            return self._rows.get((place.section, place.row or ""), ())
        cluster = self._clusters.get(place.section)
        return () if cluster is None else cluster.spots

    def _nearest(self, spots: Iterable[_Spot], view: _View) -> _Best | None:
        return min(
            (candidate for spot in spots for candidate in spot.candidates(self._layout, view)), default=None
        )

    def _nearest_of_all(self, view: _View) -> _Best | None:
        """Sections are looked into from the nearest on, until none can hold anything nearer."""
        eye = view.eye
        if eye is None:
            return self._nearest(self._spots.values(), view)
        best: _Best | None = None
        clusters = [
            (cluster.at_least_m(self._layout, section, eye), cluster)
            for section, cluster in self._clusters.items()
        ]
        for at_least_m, cluster in sorted(clusters, key=lambda pair: pair[0]):
            if best is not None and best.distance < (0, at_least_m - _ROUNDING_M, 0.0):
                break
            found = self._nearest(cluster.spots, view)
            if found is not None and (best is None or found < best):
                best = found
        return best


_ROUNDING_M = 1e-6


def _camera(image: Image) -> Point | None:
    pose = image.pose
    if pose is UNSET or pose.x is UNSET or pose.y is UNSET or pose.z is UNSET:
        return None
    return Point(pose.x, pose.y, pose.z)


def _covered(covers: Covers) -> Iterator[Place | None]:
    """The places that an image covers; None stands for the venue."""
    if covers.section is UNSET:
        yield None
    elif not covers.rows:
        yield place_of(str(covers.section))
    elif not covers.seats:
        yield from (place_of(str(covers.section), str(row)) for row in dict.fromkeys(covers.rows))
    else:
        row = str(covers.rows[0])
        yield from (place_of(str(covers.section), row, str(seat)) for seat in dict.fromkeys(covers.seats))


def _position(layout: CompiledLayout, place: Place) -> _Position | None:
    """A section stands for the middle of its first row, and a row for its middle, as in geometry."""
    if place.row is None:
        return _Position(0, 0.0)
    row = layout.row(place.section, place.row)
    if row is None:
        return None
    if place.seat is None:
        return _Position(row.index, 0.0)
    slot = None if row.seats is None else row.seats.slot_of(place.seat)
    if slot is None or row.seats is None:
        return None
    return _Position(row.index, slot - (row.seats.slots - 1) / 2)
