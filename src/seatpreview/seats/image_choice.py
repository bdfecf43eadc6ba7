"""Chooses the best image for a place: its own, else the nearest one of its row, its section or the venue.

A picture of the very seat that a camera took goes before a rendering of it, whichever configuration they are
for. Among pictures of other seats the nearest is chosen, and of two that are as near the one of a camera."""

import math
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.seats.bounding_sphere import BoundingSphere
from seatpreview.seats.camera import Camera, measured_camera, stated_camera
from seatpreview.seats.image_covers import camera_of, covered_places, has_camera
from seatpreview.seats.nearest_seats import NearestSeats
from seatpreview.seats.provenance_model import Match
from seatpreview.seats.section_sphere import section_sphere
from seatpreview.seats.viewpoint import UNKNOWN, Distance, Viewpoint
from seatpreview.venues.imagery_kinds import IMAGERY_KINDS
from seatpreview.venues.model import Image, ImagerySet
from seatpreview.venues.record_bounds import COVERED_PLACES_OF_A_SECTION_MAX

K = TypeVar("K")

CANDIDATES_MAX = COVERED_PLACES_OF_A_SECTION_MAX + 1000
"""The number of candidates that are compared for one place. A record whose images would be more of them in
one section is refused. Where a stored one has more, the first are compared."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """The image that was chosen for a place, and how well it matches."""

    image: Image
    imagery_set: ImagerySet
    """The set that the image belongs to, without its images."""
    match: Match
    borrowed_from: Place | None
    """The place whose view the image shows; None if that is the requested one, or no single place."""
    distance_m: float | None
    """The distance from the eyes at the requested place to the camera; None if one of them is not known."""
    camera: Camera
    """Where the camera stood. An image that covers several rows was taken in one of them."""


class ImageIndex:
    """An index of the images of a venue that can be shown, by the places that they cover. It is built once
    and used for every preview."""

    def __init__(
        self, layout: CompiledLayout, imagery_sets: Iterable[ImagerySet], uploaded: Collection[str]
    ) -> None:
        self._layout = layout
        self._images: dict[tuple[bool, str | None], _ConfigurationImages] = {}
        """Images of cameras (True) and renderings (False) by configuration; None has those for all."""
        self._preferences: dict[tuple[bool, str | None], list[list[_ConfigurationImages]]] = {}
        self._covered_sections: set[str] = set()
        self._camera_places: dict[int, Place | None] = {}
        """The seats at which cameras stood, by the order of their images. Only images that are shown have
        one."""
        order = 0
        imagery_sets = sorted(imagery_sets, key=_is_rendered)
        for imagery_set in imagery_sets:
            # A choice must not keep all images of an outdated record in memory.
            without_images = replace(imagery_set, images=())
            configuration = None if imagery_set.configuration is UNSET else str(imagery_set.configuration)
            kind = (not _is_rendered(imagery_set), configuration)
            images = self._images.setdefault(kind, _ConfigurationImages(layout))
            for image in imagery_set.images:
                if image.object is UNSET or image.object in uploaded:
                    images.add(_IndexedImage(order, image, without_images, camera_of(image)))
                order += 1
            self._covered_sections |= images.sections.keys()
        is_posed = any(has_camera(item) for item in imagery_sets)
        self._nearest_seats = NearestSeats(layout) if is_posed else None

    def choose(self, place: Place, configuration: str | None, eye: Point | None = None) -> Choice | None:
        """Returns the best image; None if there is none at all for this configuration.

        `eye` is where the view of a row or section is from, if that is not its middle."""
        return self.choose_and_count(place, configuration, eye)[0]

    def choose_and_count(
        self, place: Place, configuration: str | None, eye: Point | None = None
    ) -> tuple[Choice | None, int]:
        """Returns the best image, and the number of candidates that were compared for it."""
        view = Viewpoint(self._layout, place, eye)
        is_covered = place.section in self._covered_sections
        for match in _LEVELS_FROM[place.level] if is_covered else _LEVELS_FROM["venue"]:
            for alternatives in self._by_preference(match == "seat", configuration):
                found = [best for images in alternatives if (best := images.best(match, view)) is not None]
                if found:
                    best = min(found)
                    return best.choice(match, view, self._camera(best, view)), view.compared
        return None, view.compared

    def _camera(self, best: "_Candidate", view: Viewpoint) -> Camera:
        indexed = best.indexed
        place = None if indexed.camera is None else self._camera_place(indexed.order, indexed.camera)
        if place is None and (indexed.camera is None or best.metres is None):
            return stated_camera(indexed.image.covers, view, best.metres)
        return measured_camera(place, view, best.metres)

    def _camera_place(self, order: int, camera: Point) -> Place | None:
        """Looked up once for each image that is shown, however many seats it is shown for."""
        if order not in self._camera_places and self._nearest_seats is not None:
            self._camera_places[order] = self._nearest_seats.at(camera)
        return self._camera_places.get(order)

    def _by_preference(
        self, is_of_seat: bool, configuration: str | None
    ) -> "list[list[_ConfigurationImages]]":
        """Returns images that are compared with each other, those first that are shown if there is one. It is
        worked out once for each configuration that is asked for."""
        known = self._preferences.get((is_of_seat, configuration))
        if known is not None:
            return known
        names = tuple(dict.fromkeys((configuration, None)))
        alternatives = [[(True, name), (False, name)] for name in names]
        if is_of_seat:
            alternatives = [[(is_real, name)] for is_real in (True, False) for name in names]
        there = [[self._images[kind] for kind in kinds if kind in self._images] for kinds in alternatives]
        return self._preferences.setdefault((is_of_seat, configuration), [kinds for kinds in there if kinds])


_LEVELS: tuple[Match, ...] = ("seat", "row", "section", "venue")
_LEVELS_FROM = {match: _LEVELS[number:] for number, match in enumerate(_LEVELS)}


class _IndexedImage(NamedTuple):
    """An image with its position among all images of the record."""

    order: int
    image: Image
    imagery_set: ImagerySet
    """The set that it belongs to, without its images."""
    camera: Point | None
    """The position of the camera according to the pose."""


class _Candidate(NamedTuple):
    """An image that could be chosen. Candidates are compared as tuples, and the least is chosen."""

    distance: Distance
    order: int
    place_distance: Distance
    """The distance of the covered place, so that the nearest one represents an image that covers several."""
    number: int
    """The number of the covered place, so that no two candidates are equal."""
    indexed: _IndexedImage
    place: Place | None

    @property
    def metres(self) -> float | None:
        """The distance, if it is known in metres."""
        sort, metres, _ = self.distance
        return metres if sort == 0 else None

    def choice(self, match: Match, view: Viewpoint, camera: Camera) -> Choice:
        is_own = self.place is None or self.place.key == view.place.key
        return Choice(
            self.indexed.image,
            self.indexed.imagery_set,
            match,
            None if is_own else self.place,
            self.metres,
            camera,
        )


class _CoveredPlace:
    """A place that images cover. Images without a pose are all equally far, so only the first is indexed."""

    __slots__ = ("_view", "number", "place", "with_pose", "without_pose")

    def __init__(self, number: int, place: Place | None) -> None:
        self.number = number
        self.place = place
        self.without_pose: _IndexedImage | None = None
        self.with_pose: list[_IndexedImage] = []
        self._view: Viewpoint | None = None

    def add(self, indexed: _IndexedImage) -> None:
        if indexed.camera is not None:
            self.with_pose.append(indexed)
        elif self.without_pose is None:
            self.without_pose = indexed

    def view(self, layout: CompiledLayout) -> Viewpoint | None:
        """Computed lazily, since most covered places are never compared with another place."""
        if self._view is None and self.place is not None:
            self._view = Viewpoint(layout, self.place)
        return self._view

    def distance_from(self, layout: CompiledLayout, view: Viewpoint) -> Distance:
        own = self.view(layout)
        return UNKNOWN if own is None else view.distance_to(own)

    def first_image(self) -> _IndexedImage:
        """The first of its images: where the camera does not count, all are equally far."""
        first = self.with_pose[:1] + ([] if self.without_pose is None else [self.without_pose])
        return min(first, key=lambda indexed: indexed.order)


class _PosedImage(NamedTuple):
    """An image with a pose, and the places of a row or section that it covers. How far it is depends on its
    camera alone, so that it is one candidate however many places it covers."""

    indexed: _IndexedImage
    places: list[_CoveredPlace]


class _ImageGroup:
    """The covered places of a row, of a section or of the whole venue, and the images that cover them."""

    __slots__ = ("_posed", "_spheres", "places")

    def __init__(self) -> None:
        self.places: list[_CoveredPlace] = []
        self._posed: dict[int, _PosedImage] = {}
        self._spheres: tuple[BoundingSphere, ...] | None = None

    def add(self, covered: _CoveredPlace, indexed: _IndexedImage, is_new: bool) -> None:
        if is_new:
            self.places.append(covered)
        if indexed.camera is not None:
            posed = self._posed.get(indexed.order)
            if posed is None:
                posed = self._posed[indexed.order] = _PosedImage(indexed, [])
            posed.places.append(covered)

    def nearest(self, layout: CompiledLayout, view: Viewpoint) -> _Candidate | None:
        """Returns the best candidate of the group."""
        best: _Candidate | None = None
        for candidate in self._candidates(layout, view):
            best = candidate if best is None else min(best, candidate)
            view.compared += 1
            if view.compared >= CANDIDATES_MAX:
                break
        return best

    def distance_min_m(self, layout: CompiledLayout, section: str, eye: Point) -> float:
        """Returns a lower bound of the distance to its images; infinite if no position is known."""
        if self._spheres is None:
            spheres = (self._camera_sphere(), self._covered_sphere(layout, section))
            self._spheres = tuple(sphere for sphere in spheres if sphere is not None)
        return min((sphere.distance_min_m(eye) for sphere in self._spheres), default=math.inf)

    def _candidates(self, layout: CompiledLayout, view: Viewpoint) -> Iterator[_Candidate]:
        if view.eye is None:
            for covered in self.places:
                yield _candidate(covered, covered.first_image(), covered.distance_from(layout, view))
            return
        if self._posed:
            yield from self._nearest_posed(layout, view, view.eye)
        for covered in self.places:
            if covered.without_pose is not None:
                yield _candidate(covered, covered.without_pose, covered.distance_from(layout, view))

    def _nearest_posed(self, layout: CompiledLayout, view: Viewpoint, eye: Point) -> Iterator[_Candidate]:
        """Yields the image with the nearest camera, once for each place that it covers."""
        remaining = max(1, CANDIDATES_MAX - view.compared)
        distances = [
            (math.dist(eye, posed.indexed.camera), order)
            for order, posed in islice(self._posed.items(), remaining)
            if posed.indexed.camera is not None
        ]
        view.compared += len(distances)
        metres, order = min(distances)
        indexed, places = self._posed[order]
        for covered in places:
            yield _candidate(covered, indexed, covered.distance_from(layout, view), (0, metres, 0.0))

    def _camera_sphere(self) -> BoundingSphere | None:
        cameras = [posed.indexed.camera for posed in self._posed.values() if posed.indexed.camera is not None]
        if not cameras:
            return None
        middle = Point(*(sum(axis) / len(cameras) for axis in zip(*cameras, strict=True)))
        return BoundingSphere(middle, max(math.dist(middle, camera) for camera in cameras))

    def _covered_sphere(self, layout: CompiledLayout, section: str) -> BoundingSphere | None:
        if all(covered.without_pose is None for covered in self.places):
            return None
        return section_sphere(layout, section)


class _ConfigurationImages:
    """The images of one configuration, or those for all configurations, by the places that they cover."""

    def __init__(self, layout: CompiledLayout) -> None:
        self._layout = layout
        self._places: dict[str, _CoveredPlace] = {}
        self._rows: dict[tuple[str, str], _ImageGroup] = {}
        self.sections: dict[str, _ImageGroup] = {}
        """The covered places by section; the empty name has images that cover the whole venue."""

    def add(self, indexed: _IndexedImage) -> None:
        for place in covered_places(indexed.image.covers):
            key = "" if place is None else place.key
            covered = self._places.get(key)
            is_new = covered is None
            if covered is None:
                covered = self._places[key] = _CoveredPlace(len(self._places), place)
            covered.add(indexed)
            section = "" if place is None else place.section
            _group_in(self.sections, section).add(covered, indexed, is_new)
            if place is not None and place.row is not None:
                _group_in(self._rows, (section, place.row)).add(covered, indexed, is_new)

    def best(self, match: Match, view: Viewpoint) -> _Candidate | None:
        if match == "venue":
            return self._nearest_in_venue(view)
        group = self._group_for(match, view.place)
        return None if group is None else group.nearest(self._layout, view)

    def _group_for(self, match: Match, place: Place) -> _ImageGroup | None:
        if match == "seat":
            covered = self._places.get(place.key)
            return None if covered is None else _group_of(covered)
        if match == "row":
            return self._rows.get((place.section, place.row or ""))
        return self.sections.get(place.section)

    def _nearest_in_venue(self, view: Viewpoint) -> _Candidate | None:
        """Branch and bound: searches sections from the nearest on, until none can have a nearer image."""
        eye = view.eye
        if eye is None:
            return self._first_in_venue(view)
        best: _Candidate | None = None
        # A single section is searched whatever its distance, which is not worked out then.
        is_single = len(self.sections) == 1
        by_distance = [
            (0.0 if is_single else group.distance_min_m(self._layout, section, eye), group)
            for section, group in self.sections.items()
        ]
        for distance_min_m, group in sorted(by_distance, key=_distance_min):
            is_far = best is not None and best.distance < (0, distance_min_m - _ROUNDING_M, 0.0)
            if is_far or view.compared >= CANDIDATES_MAX:
                break
            found = group.nearest(self._layout, view)
            if found is not None and (best is None or found < best):
                best = found
        return best

    def _first_in_venue(self, view: Viewpoint) -> _Candidate | None:
        """The first image of the record. No distance is known from a place without geometry to another
        section, and its own section has no image where this is asked."""
        covered = next(iter(self._places.values()), None)
        view.compared += 1
        return None if covered is None else _candidate(covered, covered.first_image(), UNKNOWN)


def _group_in(groups: dict[K, _ImageGroup], key: K) -> _ImageGroup:
    group = groups.get(key)
    if group is None:
        group = groups[key] = _ImageGroup()
    return group


def _group_of(covered: _CoveredPlace) -> _ImageGroup:
    """Returns a group of one place. Most places have one image, and groups of all would take much memory."""
    group = _ImageGroup()
    group.places.append(covered)
    for indexed in covered.with_pose:
        group.add(covered, indexed, is_new=False)
    return group


def _candidate(
    covered: _CoveredPlace,
    indexed: _IndexedImage,
    place_distance: Distance,
    distance: Distance | None = None,
) -> _Candidate:
    """Returns an image as a candidate. Its distance is that of the place that it covers, unless its camera's
    is known."""
    nearest = place_distance if distance is None else distance
    return _Candidate(nearest, indexed.order, place_distance, covered.number, indexed, covered.place)


def _distance_min(of_group: tuple[float, _ImageGroup]) -> float:
    return of_group[0]


_ROUNDING_M = 1e-6


def _is_rendered(imagery_set: ImagerySet) -> bool:
    return not IMAGERY_KINDS[imagery_set.kind].is_real
