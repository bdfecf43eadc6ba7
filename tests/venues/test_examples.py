"""The example venues: each is a record that the API accepts, and that of its template at the default size."""

import json
from typing import Any

import pytest

from cast import Cast
from seatpreview.venues.example_records import EXAMPLE_IDS, example_text
from seatpreview.venues.templates.catalogue import template_of, template_record

pytestmark = pytest.mark.anyio

MOODS = {
    "theatre": {"play": "concert", "curtain": "house_lights", "concert": "concert"},
    "stadium": {"afternoon": "daylight", "evening": "floodlights", "concert": "concert"},
    "amphitheatre": {"concert": "concert", "play": "daylight"},
    "club": {"gig": "concert"},
}


@pytest.mark.parametrize("example", EXAMPLE_IDS)
async def test_the_api_accepts_an_example_and_its_labels_resolve(shared_cast: Cast, example: str) -> None:
    record: dict[str, Any] = json.loads(example_text(example))
    seats = template_of(example).seats_default
    of_template = template_record(example, seats).record
    assert {**of_template, "translations": None} == {**record, "translations": None}
    made = await shared_cast.owner.post("/manage/venues", record)
    assert made.status_code == 201, made.text
    venue = made.json()
    assert venue["seatCount"] == seats

    plan = (await shared_cast.owner.get("/seats/plan", venue=venue["venueId"])).json()
    assert plan["hall"] == example
    assert {each["id"]: each["mood"] for each in plan["configurations"]} == MOODS[example]
    assert plan["defaultConfiguration"] == next(iter(MOODS[example]))
    assert plan["mood"] == MOODS[example][plan["defaultConfiguration"]]
    assert all(section["geometry"] is not None for section in plan["sections"])

    examples = record["rules"]["seatKeys"]["examples"]
    labels = [each["label"] for each in examples]
    resolved = await shared_cast.owner.post("/seats/resolve", {"venue": venue["venueId"], "labels": labels})
    keys = [result["seat"]["key"] for result in resolved.json()["results"]]
    assert keys == [each["expect"] for each in examples]


def test_there_is_no_record_of_another_name() -> None:
    with pytest.raises(KeyError):
        example_text("index")
