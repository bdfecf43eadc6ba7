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
    ImagerySet,
    Neighbours,
    Orientation,
    Point,
    Pose,
    Preview,
    PreviewImagery,
    PreviewResolution,
    PreviewSeat,
    PreviewVenue,
    Provenance,
    SetImage,
    ShownAd,
    Sightline,
)
from benchmarks.peer.venues_in_memory import LoadedVenue

_FIELD_OF_VIEW = 75.0
_CLEAR_MM = 120


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
    imagery_set: ImagerySet
    image: SetImage
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
    provenance = None if choice is None else _provenance(choice, eye)
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
        orientation=_orientation(eye, None if choice is None else choice.image.pose),
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
    choices = [
        _Choice(imagery_set, image, _match(image, place))
        for imagery_set in venue.record.imagery_sets
        for image in imagery_set.images
        if image.object in venue.images
    ]
    return min(choices, key=lambda choice: ranked[choice.match], default=None)


def _match(image: SetImage, place: Place) -> str:
    if image.covers.section != place.section.id:
        return "venue"
    return "row" if place.section.row_ids[place.row] in image.covers.rows else "section"


def _imagery(venue: LoadedVenue, choice: _Choice, addresses: Addresses) -> PreviewImagery:
    stored = venue.images[choice.image.object]
    return PreviewImagery(
        set_id=choice.imagery_set.id,
        kind=choice.imagery_set.kind,
        url=addresses.of(choice.image.object, "full.jpg"),
        preview_url=addresses.of(choice.image.object, "preview.jpg"),
        width=stored.width,
        height=stored.height,
        expires_at=datetime.fromtimestamp(addresses.expires, UTC),
    )


def _provenance(choice: _Choice, eye: Eye) -> Provenance:
    covers, pose = choice.image.covers, choice.image.pose
    return Provenance(
        source=choice.imagery_set.kind,
        match=choice.match,
        borrowed_from="/".join([covers.section, *covers.rows[:1]]),
        distance_m=round(math.dist(eye, (pose.x, pose.y, pose.z)), 1),
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
    if sightline.c_value_mm is not None:
        rating = "clear" if sightline.c_value_mm >= _CLEAR_MM else "limited"
        sentences.append(f"The view over the row in front is {rating}.")
    if provenance is None:
        sentences.append("The view is drawn from the seating plan.")
    else:
        lender, _, lending_row = provenance.borrowed_from.partition("/")
        lent_by = f"row {lending_row}" if lender == section else f"Section {lender}, row {lending_row}"
        sentences.append(
            f"The picture is a {provenance.source} from {lent_by}, {provenance.distance_m:g} metres away."
        )
    return " ".join(sentences)
