"""The example venues: each is a record that the API accepts, with the seats that its description tells."""

import json
from typing import Any

import pytest

from cast import Cast
from seatpreview.venues.example_records import ExampleVenue, example_text, example_venues

pytestmark = pytest.mark.anyio

EXAMPLES = pytest.mark.parametrize("example", example_venues(), ids=lambda example: example.id)

SEATS = {"theatre": 1_172, "stadium": 40_808, "amphitheatre": 4_680, "club": 54}
MOODS = {
    "theatre": {"play": "concert", "curtain": "house_lights", "concert": "concert"},
    "stadium": {"afternoon": "daylight", "evening": "floodlights", "concert": "concert"},
    "amphitheatre": {"concert": "concert", "play": "daylight"},
    "club": {"gig": "concert"},
}


@EXAMPLES
async def test_the_api_accepts_an_example_and_its_labels_resolve(
    shared_cast: Cast, example: ExampleVenue
) -> None:
    record: dict[str, Any] = json.loads(example_text(example.id))
    made = await shared_cast.owner.post("/manage/venues", record)
    assert made.status_code == 201, made.text
    venue = made.json()
    assert venue["seatCount"] == SEATS[example.id]
    assert f"{venue['seatCount']:,} seats" in example.description

    plan = (await shared_cast.owner.get("/seats/plan", venue=venue["venueId"])).json()
    assert plan["hall"] == example.id
    assert {each["id"]: each["mood"] for each in plan["configurations"]} == MOODS[example.id]
    assert plan["defaultConfiguration"] == next(iter(MOODS[example.id]))
    assert plan["mood"] == MOODS[example.id][plan["defaultConfiguration"]]
    assert all(section["geometry"] is not None for section in plan["sections"])

    examples = record["rules"]["seatKeys"]["examples"]
    labels = [each["label"] for each in examples]
    resolved = await shared_cast.owner.post("/seats/resolve", {"venue": venue["venueId"], "labels": labels})
    keys = [result["seat"]["key"] for result in resolved.json()["results"]]
    assert keys == [each["expect"] for each in examples]


def test_there_is_no_record_of_another_name() -> None:
    with pytest.raises(KeyError):
        example_text("index")
