"""Bodies of requests and responses for venues: records, seats and previews."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from benchmarks.peer.models import Body, Label, Response


class Numbers(Body):
    """A series of numbers."""

    first: int
    last: int


class SeatCount(Body):
    """The seats of every row, numbered from 1."""

    count: Annotated[int, Field(ge=1, le=1000)]


class Geometry(Body):
    """Where sections are, around the point that everybody looks at."""

    shape: Literal["straight"] = "straight"
    bearing_deg: float = 0.0
    bearing_step_deg: float = 0.0
    distance_m: float
    elevation_m: float = 0.0
    tread_m: float = 0.85
    riser_m: float = 0.0
    spacing_m: float = 0.5
    shift_m: float = 0.0
    shift_step_m: float = 0.0


class SectionRule(Body):
    """Sections that are all alike."""

    ids: Numbers
    rows: Numbers
    seats: SeatCount
    geometry: Geometry


class Layout(Body):
    """The layout of a venue."""

    sections: Annotated[list[SectionRule], Field(max_length=1000)]


class Rules(Body):
    """The rules of a venue."""

    layout: Layout


class Alias(Body):
    """Another name of a venue."""

    name: Label


class Covers(Body):
    """The part of a venue that an image shows the view from."""

    section: Label
    rows: list[Label] = Field(default_factory=list)


class Pose(Body):
    """Where an image was taken, and where its middle looks."""

    x: float
    y: float
    z: float
    yaw_deg: float = 0.0


class SetImage(Body):
    """An image of a set."""

    object: Label
    covers: Covers
    pose: Pose


class ImagerySet(Body):
    """A set of images."""

    id: Label
    kind: Literal["panorama"]
    images: list[SetImage]


class Ad(Body):
    """An advertisement beside the view."""

    id: Label
    slot: Literal["below"]
    image: Label
    alt: Label
    click_url: Label


class VenueRecord(Body):
    """What the owner of a venue writes."""

    name: Label
    timezone: Label = "UTC"
    aliases: list[Alias] = Field(default_factory=list, max_length=1000)
    imagery_sets: list[ImagerySet] = Field(default_factory=list)
    rules: Rules
    ads: list[Ad] = Field(default_factory=list)
    viewer_defaults: dict[str, float] = Field(default_factory=dict)


class CreateVenue(VenueRecord):
    """The body of createVenue."""

    tenant_id: str


class CreatedVenue(Response):
    """A new venue."""

    venue_id: str


class UploadedImage(Response):
    """An image that was uploaded."""

    name: str
    width: int
    height: int


class Point(Response):
    """A point of the venue, in metres."""

    x: float
    y: float
    z: float


class Seat(Response):
    """A seat with its key."""

    key: str
    section: str
    row: str
    seat: str


class ResolveSeats(Body):
    """The body of resolveSeats."""

    venue: Label
    labels: Annotated[list[Label], Field(min_length=1, max_length=100)]


class ResolvedLabel(Response):
    """What a label means."""

    label: str
    status: str
    level: str | None
    seat: Seat | None
    confidence: float
    alternatives: list[Seat]
    trace: list[str]


class ResolvedSeats(Response):
    """What labels mean, in the order of the request."""

    results: list[ResolvedLabel]


class PreviewVenue(Response):
    """The venue of a preview."""

    venue_id: str
    name: str
    timezone: str


class PreviewSeat(Seat):
    """The seat of a preview."""

    level: str
    section_name: str
    level_name: str | None
    properties: list[str] = Field(default_factory=list)
    category: None = None
    ref: None = None


class PreviewResolution(Response):
    """How the label was understood."""

    status: str
    level: str
    confidence: float


class PreviewImagery(Response):
    """The picture, at signed addresses."""

    set_id: str
    kind: str
    url: str
    preview_url: str
    tiles: None = None
    levels: list[str] = Field(default_factory=list)
    width: int
    height: int
    attribution: str = ""
    expires_at: datetime


class PreviewCamera(Response):
    """Where the camera of the picture stood."""

    key: str | None
    section_name: str | None
    is_here: bool
    is_exact: bool = True
    distance_m: float


class Provenance(Response):
    """Where the picture is from."""

    source: str
    match: str
    borrowed_from: str
    distance_m: float
    camera: PreviewCamera
    assumed: list[str] = Field(default_factory=list)


class Orientation(Response):
    """Where the view looks at first."""

    yaw: float
    pitch: float
    fov: float


class Sightline(Response):
    """The line of sight. The layout says nothing of a stage, so that nothing is said of how it is seen."""

    distance_m: float
    elevation_m: float
    c_value_mm: int | None
    obstructions: list[str]
    visible_share: None = None
    side_angle_deg: None = None
    nearest_m: None = None
    looked_at: None = None
    eyes_above_m: None = None
    restriction: None = None


class Drawing(Response):
    """The view where it is drawn from the layout."""

    orientation: Orientation
    description: str
    still: None = None


class Neighbours(Response):
    """The keys of the seats around."""

    left: str | None
    right: str | None
    in_front: str | None
    behind: str | None


class ShownAd(Response):
    """An advertisement with the signed address of its picture."""

    id: str
    slot: str
    image_url: str
    alt: str
    click_url: str
    until: None = None


class Preview(Response):
    """The view from a seat."""

    venue: PreviewVenue
    configuration: None = None
    mood: None = None
    seat: PreviewSeat
    eye: Point
    resolution: PreviewResolution
    imagery: PreviewImagery | None
    provenance: Provenance | None
    orientation: Orientation
    sightline: Sightline
    description: str
    drawing: Drawing
    neighbours: Neighbours
    ads: list[ShownAd]
    viewer_defaults: dict[str, float]
