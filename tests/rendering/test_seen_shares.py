"""What is said about the view from a seat is what its drawing shows: Chromium draws the hall, and counts."""

import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from layouts.written import compiled
from seatpreview.imports.file_import import import_file
from seatpreview.labels.model import place_of
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.layouts.geometry import Point
from seatpreview.rendering import panorama_jobs
from seatpreview.results import encode
from seatpreview.seats.display_names import DisplayNames
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import Plan, build_plan
from seatpreview.seats.sightline import eye_of
from seatpreview.sightlines.bodies import hall_bodies
from seatpreview.sightlines.seen_share import SightHall, seen_from
from seatpreview.values.ids import VenueId
from seatpreview.venues.model import ViewerDefaults
from seatpreview.venues.templates.catalogue import template_of, template_record
from seatpreview.venues.translations import NOT_TRANSLATED

TOLERANCE = 0.05
IMPORTED = Path(__file__).parents[1] / "imports" / "unseen_plans"
OPENINGS = json.loads((Path(__file__).parents[1] / "layouts" / "shared" / "openings.json").read_bytes())
WRITTEN = {case["title"]: case["layout"] for case in OPENINGS["openings"]}


class Hall(NamedTuple):
    """A hall of a template, of a file or of the cases of stage openings, in one configuration."""

    source: str
    configuration: str | None = None

    @property
    def title(self) -> str:
        return f"{self.source} {self.configuration or ''}".strip()

    @property
    def layout(self) -> CompiledLayout:
        if self.source in WRITTEN:
            written = dict(WRITTEN[self.source])
            return compiled(*written.pop("sections"), **written)
        if "." in self.source:
            record: Any = import_file((IMPORTED / self.source).read_bytes(), None, self.source).record
        else:
            record = template_record(self.source, template_of(self.source).seats_default).record
        written = json.loads(encode(record))["rules"]["layout"]
        return compiled(*written.pop("sections"), **written)


CLUB = Hall("club", "gig")
HALLS = [
    Hall("theatre", "play"),
    Hall("school-hall"),
    Hall("concert-hall", "orchestra"),
    Hall("arena", "end-stage"),
    Hall("arena", "hockey"),
    Hall("stadium", "concert"),
    Hall("ballpark", "day"),
    Hall("amphitheatre", "play"),
    CLUB,
    Hall("cinema", "film"),
    Hall("school-hall", "play"),
    Hall("pretix-stadttheater.json"),
    Hall("seatsio-floors.json"),
    Hall("pretix-rockhalle.json"),
    Hall("seatsio-faecher.json"),
    Hall("pretix-kirche.json"),
    Hall("boxes beside the front of the stage are in front of the wall"),
    Hall("boxes beside the back of the stage leave no room for a wall"),
    Hall("seats on all sides"),
    Hall("a few rows behind the stage"),
]


@pytest.mark.parametrize(
    ("hall", "count"),
    [
        pytest.param(CLUB, 4, id="a few seats of the club"),
        *(pytest.param(hall, 10, id=hall.title) for hall in HALLS),
    ],
)
@pytest.mark.long  # Chromium draws at the lowest priority, and starves beside other tests.
def test_as_much_of_the_stage_is_drawn_as_is_told(hall: Hall, count: int) -> None:
    layout = hall.layout
    configuration = layout.configurations[hall.configuration] if hall.configuration else None
    seats = seats_by_lot(layout, configuration, count)
    told = told_shares(layout, configuration, seats)
    drawn = drawn_shares(plan_of(layout, configuration), seats)
    apart = {
        seat: (told[seat], round(drawn[seat], 2))
        for seat in seats
        if abs(told[seat] - drawn[seat]) > TOLERANCE
    }
    assert apart == {}, "told, and drawn"


Seats = dict[str, Point]


def seats_by_lot(layout: CompiledLayout, configuration: CompiledConfiguration | None, count: int) -> Seats:
    """Returns eyes by the key of their seat, from sections by lot: small ones are looked at, too."""
    lot = random.Random(30)
    closed = configuration.closed if configuration else frozenset()
    sections: dict[str, list[str]] = {}
    for key in layout.seats():
        if key.section not in closed:
            sections.setdefault(key.section, []).append(str(key))
    chosen = [lot.choice(sections[lot.choice(sorted(sections))]) for _ in range(count)]
    eyes = {key: eye_of(layout, place_of(*key.split("/"))) for key in chosen}
    return {key: eye for key, eye in eyes.items() if eye is not None}


def told_shares(
    layout: CompiledLayout, configuration: CompiledConfiguration | None, seats: Seats
) -> dict[str, float]:
    hall = SightHall(layout, configuration, hall_bodies(layout, configuration))
    seen = seen_from(hall, list(seats.values()))
    return {
        key: each.visible_share
        for key, each in zip(seats, seen, strict=True)
        if each.visible_share is not None
    }


def plan_of(layout: CompiledLayout, configuration: CompiledConfiguration | None) -> Plan:
    names = DisplayNames(NOT_TRANSLATED)
    return build_plan(VenueId(""), 0, "", layout, configuration, ViewerDefaults(), names)


class SeenShare(msgspec.Struct):
    """Solid angles of what is looked at: all of it, and the part that nothing comes before."""

    whole: float
    seen: float


def drawn_shares(plan: Plan, seats: Seats) -> dict[str, float]:
    """Lets Chromium draw the view from each eye, and count the pixels of what is looked at."""
    jobs = [
        panorama_jobs.PanoramaJob(eye=PreviewEye(x=eye.x, y=eye.y, z=eye.z), yaw_deg=0, width=0)
        for eye in seats.values()
    ]
    shares = {}
    with panorama_jobs.running(plan, jobs, "") as run:
        for number, key in enumerate(seats):
            content = None
            while content is None:
                content = run.poll(number)
            counted = msgspec.json.decode(content, type=SeenShare)
            shares[key] = counted.seen / counted.whole
    return shares
