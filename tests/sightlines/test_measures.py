"""The measures of people and halls are those of the drawn view."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from seatpreview.layouts.model import HallKind
from seatpreview.sightlines import looked_at, measures, plain_halls
from seatpreview.sightlines.crowds import crowd_spots

DRAWING = Path(__file__).parents[2] / "web" / "source" / "drawing"
FIGURES = json.loads((Path(__file__).parents[1] / "layouts" / "shared" / "figures.json").read_bytes())
NUMBER = re.compile(r"-?\d+(?:\.\d+)?|Infinity")


@pytest.mark.parametrize(
    ("file", "line", "expected"),
    [
        ("hall-bodies.ts", "const RAIL", (measures.RAIL_M, 0.03, 2)),
        ("stage-opening.ts", "const APRON_M", (measures.PROSCENIUM.apron_m,)),
        ("focus-extent.ts", "const STAGE_LEAST_M", (measures.STAGE_LEAST_M,)),
        ("focus-extent.ts", "const SCREEN", tuple(measures.SCREEN)),
        ("crowd-spots.ts", "const PEOPLE_PER_M2", (measures.PEOPLE_PER_M2,)),
        ("court.ts", "const RING_M", (measures.RING_M,)),
        ("court.ts", "const RINK", measures.RINK[:4]),
        (
            "suites.ts",
            "const ROOM",
            (measures.SUITE.front_m, measures.SUITE.deep_m, measures.SUITE.high_m, measures.SUITE.lintel_m),
        ),
        ("suites.ts", "const SILL", (-measures.SUITE.sill_m[0], measures.SUITE.sill_m[1])),
        ("suites.ts", "const HALF_M", (*measures.SUITE.half_m, measures.SUITE.alone_half_m)),
        ("field.ts", "const PITCH", (measures.PITCH.long_m / 2, measures.PITCH.wide_m / 2)),
    ],
)
def test_the_drawing_has_the_same_measure(file: str, line: str, expected: tuple[float, ...]) -> None:
    (found,) = [each for each in (DRAWING / file).read_text().splitlines() if each.startswith(line)]
    values = found.split("=", 1)[1]
    assert tuple(map(float, NUMBER.findall(values))) == pytest.approx(expected)


@pytest.mark.parametrize("hall", get_args(HallKind))
def test_the_drawing_has_the_same_shape_of_a_hall(hall: HallKind) -> None:
    text = (DRAWING / "halls.ts").read_text()
    found = next(each for each in text.splitlines() if each.startswith(f"  {hall}: {{ deckFromM"))
    stated = {name: float(value) for name, value in re.findall(r"(\w+): ([\d.]+|Infinity)", found)}
    shape = measures.HALL_SHAPES[hall]
    assert stated["deckFromM"] == shape.deck_from_m
    assert stated["slabM"] == shape.slab_m
    assert stated["rowEndM"] == shape.row_end_m
    assert stated["roofOverSeatsM"] == shape.roof_over_seats_m


def test_people_stand_where_they_are_drawn() -> None:
    """The other half is web/source/drawing/crowd-spots.test.ts."""
    crowd = json.loads((Path(__file__).parents[1] / "layouts" / "shared" / "crowds.json").read_bytes())
    spots = crowd_spots([(x, y) for x, y in crowd["area"]], crowd["capacity"], [])
    assert spots.tolist() == [pytest.approx(spot, abs=1e-3) for spot in crowd["spots"]]


def test_the_drawing_takes_the_same_names_for_a_lowered_curtain() -> None:
    assert f"/{looked_at._CURTAIN.pattern}/" in (DRAWING / "event-kind.ts").read_text()


def test_the_drawing_takes_the_same_names_for_an_altar_or_a_pulpit() -> None:
    assert f"/{plain_halls._IN_A_CHURCH.pattern}/" in (DRAWING / "plain-halls.ts").read_text()


@pytest.mark.parametrize(("pose", "figure"), [("seated", measures.SITTING), ("standing", measures.STANDING)])
def test_people_have_the_silhouette_of_those_who_are_drawn(pose: str, figure: measures.Figure) -> None:
    """The other half is web/source/drawing/figure-measures.test.ts."""
    expected = {
        "shouldersM": figure.shoulders_m,
        "headM": figure.head_m,
        "headHalfM": figure.head_half_m,
        "headHalfHighM": figure.head_half_high_m,
        "headHalfDeepM": figure.head_half_deep_m,
        "bodyHalfM": figure.body_half_m,
        "topM": figure.top_m,
    }
    assert FIGURES[pose] == pytest.approx(expected)
