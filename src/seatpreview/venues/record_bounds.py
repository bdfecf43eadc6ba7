"""Bounds on what a record costs for each request: rules for a label, images and obstructions for a seat."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from seatpreview.labels.compiled_rules import RULES_COST_MAX, cost_of
from seatpreview.labels.label_rules import SeatKeys
from seatpreview.layouts.model import Configuration
from seatpreview.problems import Fault
from seatpreview.venues.model import Covers, ImagerySet, VenueRecord

COVERED_PLACES_MAX = 250_000
COVERED_PLACES_OF_A_SECTION_MAX = 20_000
"""Places that images cover, counted once for each image that covers them. The first bounds the time to index
them, the second the images that one seat is compared with."""

CORNERS_OF_A_CONFIGURATION_MAX = 5_000
"""Corners of all polygons that stand in the views of a configuration."""


def bound_faults(record: VenueRecord) -> Iterator[Fault]:
    """Yields the faults of a record that costs too much for each request. Stored records of earlier versions
    can have them; these are served, each request within its own bounds."""
    yield from rules_cost_faults(record.rules.seat_keys)
    yield from _covered_place_faults(record.imagery_sets)
    yield from _corner_faults(record.rules.layout.configurations)


def rules_cost_faults(seat_keys: SeatKeys) -> Iterator[Fault]:
    """Yields a fault of the rule that costs most if all rules together cost too much for one label."""
    cost = cost_of(seat_keys.rules)
    if not cost.is_acceptable:
        yield Fault(
            pointer=f"/rules/seatKeys/rules/{cost.highest_rule}/pattern",
            detail=(
                f"costs most: {cost.highest:,} instructions of RE2 for each character of a label. "
                f"All rules together cost {cost.total:,}, and may cost at most {RULES_COST_MAX:,}. "
                "Repeat less in it, or match fewer kinds of letters"
            ),
        )


def _covered_place_faults(imagery_sets: Sequence[ImagerySet]) -> Iterator[Fault]:
    of_sets = [sum(_covered_places(image.covers) for image in item.images) for item in imagery_sets]
    if sum(of_sets) > COVERED_PLACES_MAX:
        largest = of_sets.index(max(of_sets))
        yield Fault(
            pointer=f"/imagerySets/{largest}/images",
            detail=(
                f"cover {of_sets[largest]:,} places, each counted for every image that covers it. All sets "
                f"together cover {sum(of_sets):,}, and may cover at most {COVERED_PLACES_MAX:,}. "
                "Cover rows or sections instead of single seats"
            ),
        )
    of_sections: Counter[str] = Counter()
    for item in imagery_sets:
        for image in item.images:
            section = "" if image.covers.section is UNSET else str(image.covers.section)
            of_sections[section] += _covered_places(image.covers)
    for section, count in of_sections.items():
        if count > COVERED_PLACES_OF_A_SECTION_MAX:
            where = f"section '{section}'" if section else "the whole venue"
            yield Fault(
                pointer="/imagerySets",
                detail=(
                    f"cover {count:,} places of {where}, each counted for every image that covers it; "
                    f"at most {COVERED_PLACES_OF_A_SECTION_MAX:,} are allowed"
                ),
            )


def _covered_places(covers: Covers) -> int:
    return len(covers.seats) or len(covers.rows) or 1


def _corner_faults(configurations: Sequence[Configuration]) -> Iterator[Fault]:
    for position, configuration in enumerate(configurations):
        corners = sum(
            len(body.polygon.points) for body in configuration.obstructions if body.polygon is not None
        )
        if corners > CORNERS_OF_A_CONFIGURATION_MAX:
            yield Fault(
                pointer=f"/rules/layout/configurations/{position}/obstructions",
                detail=(
                    f"have {corners:,} corners in all; at most {CORNERS_OF_A_CONFIGURATION_MAX:,} are allowed"
                ),
            )
