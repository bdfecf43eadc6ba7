"""listTemplates and getTemplate: records of usual kinds of venue, which createVenue takes."""

import pytest

from cast import Cast
from seatpreview.venues.templates.catalogue import TEMPLATES

pytestmark = pytest.mark.anyio


@pytest.mark.long
async def test_every_template_of_the_list_can_be_created_at_its_default_size(shared_cast: Cast) -> None:
    listed = (await shared_cast.owner.get("/manage/templates")).json()["data"]
    assert [each["templateId"] for each in listed] == [each.template_id for each in TEMPLATES]
    for each in listed:
        answer = await shared_cast.owner.get(f"/manage/templates/{each['templateId']}")
        assert answer.status_code == 200, answer.text
        sized = answer.json()
        assert abs(sized["seats"] - each["seatsDefault"]) <= 0.03 * each["seatsDefault"]
        made = await shared_cast.owner.post("/manage/venues", sized["record"])
        assert made.status_code == 201, made.text
        assert made.json()["seatCount"] == sized["seats"]
        plan = await shared_cast.owner.get("/seats/plan", venue=made.json()["venueId"])
        assert plan.status_code == 200, plan.text


async def test_a_template_has_the_seats_that_are_asked_for(shared_cast: Cast) -> None:
    sized = (await shared_cast.owner.get("/manage/templates/theatre", seats="800")).json()
    assert (sized["templateId"], sized["name"], sized["seats"]) == ("theatre", "Theatre", 800)


@pytest.mark.parametrize("seats", ["0", "-1", "199", "3001", "250001", "many", "1e3", "800.5", "9" * 40])
async def test_seats_that_a_template_cannot_have_are_refused(shared_cast: Cast, seats: str) -> None:
    refused = await shared_cast.owner.get("/manage/templates/theatre", seats=seats)
    assert refused.status_code == 400
    [fault] = refused.json()["errors"]
    assert fault["parameter"] == "seats"


async def test_the_refusal_names_the_bounds(shared_cast: Cast) -> None:
    refused = await shared_cast.owner.get("/manage/templates/theatre", seats="3001")
    assert refused.json()["detail"] == ("seats must be 200 to 3,000 for the template 'theatre' (got 3,001).")


@pytest.mark.parametrize("template_id", ["index", "Theatre", "..%2Findex"])
async def test_an_unknown_template_is_not_found_and_the_others_are_named(
    shared_cast: Cast, template_id: str
) -> None:
    missing = await shared_cast.owner.get(f"/manage/templates/{template_id}")
    assert missing.status_code == 404
