"""Zones of one name that stand apart are sections of their own; parts of one block stay together."""

import pytest

from seatpreview.imports.fitting.hall_fitting import fit_hall
from seatpreview.imports.model import FoundArea, FoundHall, FoundSeat

PITCH = 25.0


def two_zones(gap: float, *, zone_of_second: int = 2, is_export: bool = False) -> FoundHall:
    """Returns two blocks of ten by three seats with one name and a gap between them, below a stage. Their
    numbers go on from the first to the second."""
    seats = [
        FoundSeat(
            name=str(number + 1),
            row=str(row),
            section="Gallery",
            zone=zone_of_second if number > 9 else 1,
            x=PITCH * number + (gap if number > 9 else 0.0),
            y=45.0 * row,
        )
        for row in (1, 2, 3)
        for number in range(20)
    ]
    middle = (19 * PITCH + gap) / 2
    stage = FoundArea(kind="stage", name="Stage", points=((middle, -300.0),))
    return FoundHall(format="pretix", seats=seats, areas=[stage], is_export=is_export, metres_per_unit=0.0208)


def sections(hall: FoundHall) -> list[str]:
    rules = fit_hall(hall).record["rules"]
    assert isinstance(rules, dict)
    return [str(section.get("name", section["id"])) for section in rules["layout"]["sections"]]


@pytest.mark.parametrize(
    ("hall", "names"),
    [
        (two_zones(gap=400), ["Gallery left", "Gallery right"]),
        (two_zones(gap=50), ["Gallery"]),
        (two_zones(gap=400, zone_of_second=1), ["Gallery"]),
        (two_zones(gap=400, is_export=True), ["Gallery"]),
    ],
    ids=["apart", "an aisle between them", "one object of the file", "an export of Seat Preview"],
)
def test_zones_that_stand_apart_are_sections_with_names_of_their_own(
    hall: FoundHall, names: list[str]
) -> None:
    assert sections(hall) == names


def test_zones_without_places_stay_together() -> None:
    hall = two_zones(gap=400)
    hall.seats[0].x = None
    assert sections(hall) == ["Gallery"]
