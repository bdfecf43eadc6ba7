"""The view from a seat: picture, line of sight and description."""

import math
from datetime import UTC, datetime
from typing import NamedTuple

from benchmarks.peer.labels import Resolution
from benchmarks.peer.layouts import Eye, Place
from benchmarks.peer.settings import URL_TTL_SECONDS, Settings
from benchmarks.peer.signing import Signer, image_expiry, image_query
from benchmarks.peer.venue_models import (
    Drawing,
    Neighbours,
    Orientation,
    Point,
    Pose,
    Preview,
    PreviewCamera,
    PreviewImagery,
    PreviewResolution,
    PreviewSeat,
    PreviewVenue,
    Provenance,
    SetImage,
    ShownAd,
    Sightline,
)
from benchmarks.peer.venues_in_memory import LoadedVenue, Picture

_FIELD_OF_VIEW = 75.0
_HERE_M = 0.5
"""A camera that is at most this far from the eyes at its seat stood there."""


class Addresses:
    """Signs addresses of images of one venue."""

    def __init__(self, settings: Settings, signer: Signer, venue: LoadedVenue) -> None:
        self._address = settings.address
        self._signer = signer
        self._venue = venue
        self.expires = image_expiry(URL_TTL_SECONDS)

    def of(self, name: str, file: str) -> str:
        """Returns the signed address of a file of an image."""
        image = f"{self._venue.venue_id}/{self._venue.images[name].image_id}"
        return f"{self._address}/images/{image}/{file}?{image_query(self._signer, image, self.expires)}"


class _Choice(NamedTuple):
    picture: Picture
    match: str


def preview_of(venue: LoadedVenue, resolution: Resolution, addresses: Addresses) -> Preview:
    """Returns the view from a seat."""
    place = resolution.place
    section, row = place.section, place.row
    eye = section.eye(row, place.seat)
    c_value_m = section.c_value_m(row, eye)
    sightline = Sightline(
        distance_m=round(math.hypot(*eye), 1),
        elevation_m=round(eye.z, 1),
        c_value_mm=None if c_value_m is None else round(c_value_m * 1000),
        obstructions=[],
    )
    choice = _best_image(venue, place)
    provenance = None if choice is None else _provenance(choice, place, eye)
    seat = place.as_seat()
    return Preview(
        venue=PreviewVenue(venue_id=venue.venue_id, name=venue.record.name, timezone=venue.record.timezone),
        seat=PreviewSeat(
            key=seat.key,
            section=seat.section,
            row=seat.row,
            seat=seat.seat,
            level="seat",
            section_name=seat.section,
            level_name=None,
        ),
        eye=Point(x=round(eye.x, 2), y=round(eye.y, 2), z=round(eye.z, 2)),
        resolution=PreviewResolution(status="matched", level="seat", confidence=resolution.confidence),
        imagery=None if choice is None else _imagery(venue, choice, addresses),
        provenance=provenance,
        orientation=_orientation(eye, None if choice is None else choice.picture.image.pose),
        sightline=sightline,
        description=_description(place, sightline, provenance),
        drawing=Drawing(
            orientation=_orientation(eye, None), description=_description(place, sightline, None)
        ),
        neighbours=Neighbours(
            left=place.beside(0, -1),
            right=place.beside(0, 1),
            in_front=place.beside(-1, 0),
            behind=place.beside(1, 0),
        ),
        ads=[
            ShownAd(
                id=ad.id,
                slot=ad.slot,
                image_url=addresses.of(ad.image, "full.jpg"),
                alt=ad.alt,
                click_url=ad.click_url,
            )
            for ad in venue.record.ads
            if ad.image in venue.images
        ],
        viewer_defaults=venue.record.viewer_defaults,
    )


def _best_image(venue: LoadedVenue, place: Place) -> _Choice | None:
    """Returns the image of the same row, else of the same section, else any."""
    ranked = {"row": 0, "section": 1, "venue": 2}
    choices = [_Choice(picture, _match(picture.image, place)) for picture in venue.pictures]
    return min(choices, key=lambda choice: ranked[choice.match], default=None)


def _match(image: SetImage, place: Place) -> str:
    if image.covers.section != place.section.id:
        return "venue"
    return "row" if place.section.row_ids[place.row] in image.covers.rows else "section"


def _imagery(venue: LoadedVenue, choice: _Choice, addresses: Addresses) -> PreviewImagery:
    imagery_set, name = choice.picture.imagery_set, choice.picture.image.object
    stored = venue.images[name]
    return PreviewImagery(
        set_id=imagery_set.id,
        kind=imagery_set.kind,
        url=addresses.of(name, "full.jpg"),
        preview_url=addresses.of(name, "preview.jpg"),
        width=stored.width,
        height=stored.height,
        expires_at=datetime.fromtimestamp(addresses.expires, UTC),
    )


def _provenance(choice: _Choice, place: Place, eye: Eye) -> Provenance:
    imagery_set, image, camera = choice.picture.imagery_set, choice.picture.image, choice.picture.camera
    distance_m = math.dist(eye, (image.pose.x, image.pose.y, image.pose.z))
    return Provenance(
        source=imagery_set.kind,
        match=choice.match,
        borrowed_from="/".join([image.covers.section, *image.covers.rows[:1]]),
        distance_m=round(distance_m, 1),
        camera=PreviewCamera(
            key=None if camera is None else camera.key,
            section_name=None if camera is None else camera.section.id,
            is_here=distance_m <= _HERE_M and (camera is None or camera == place),
            distance_m=round(distance_m, 1),
        ),
    )


def _orientation(eye: Eye, pose: Pose | None) -> Orientation:
    yaw = math.degrees(math.atan2(-eye.x, -eye.y)) - (0.0 if pose is None else pose.yaw_deg)
    pitch = math.degrees(math.atan2(-eye.z, math.hypot(eye.x, eye.y)))
    # Both ends of the circle are the same direction, of which 180 is the name.
    turned = round(180.0 - (180.0 - yaw) % 360.0, 1)
    return Orientation(yaw=180.0 if turned == -180.0 else turned, pitch=round(pitch, 1), fov=_FIELD_OF_VIEW)


def _description(place: Place, sightline: Sightline, provenance: Provenance | None) -> str:
    section, row = place.section.id, place.section.row_ids[place.row]
    sentences = [
        f"Section {section}, row {row}, seat {place.section.seat_ids[place.seat]}.",
        f"Focus: {sightline.distance_m:g} metres away, {sightline.elevation_m:g} metres below your eyes.",
    ]
    if provenance is None:
        sentences.append("The view is drawn from the seating plan.")
    else:
        taken = _taken(place, provenance.camera)
        sentences.append(f"The picture is a {provenance.source} from {taken}.")
    return " ".join(sentences)


def _taken(place: Place, camera: PreviewCamera) -> str:
    """Says where the camera stood by what of it differs from the place."""
    if camera.is_here:
        return "this seat"
    where = "another point in the venue"
    if camera.key is not None:
        section, row, _ = camera.key.split("/")
        where = f"row {row}" if section == place.section.id else f"Section {section}, row {row}"
        if (section, row) == (place.section.id, place.section.row_ids[place.row]):
            where = "this row"
    return where if camera.distance_m < _HERE_M else f"{where}, {camera.distance_m:g} metres away"
