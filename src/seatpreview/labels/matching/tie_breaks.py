"""Ties between sections that a label names equally well, which its row or its seat may break."""

from seatpreview.labels.matching.evidence import Candidate
from seatpreview.labels.matching.places import Places
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.step_budget import Steps

_STEPS_OF_A_PLACE = 60
_STEPS_OF_A_SEAT = 200


def told_by_row_or_seat(
    candidates: list[Candidate], way: Way, places: Places, steps: Steps, told_by: list[str]
) -> list[Candidate]:
    """Returns the sections that have the row of the label, or the only one that has its seats. Adds to
    `told_by` what decided."""
    steps.spend(_STEPS_OF_A_PLACE * len(candidates))
    having = [candidate for candidate in candidates if places.has_row(candidate.name.section, way.row)]
    if having and len(having) < len(candidates):
        told_by.append(f"{len(having)} of {len(candidates)} sections that fit have a row '{way.row}'")
        candidates = having
    if len(candidates) > 1 and way.seats is not None:
        steps.spend(_STEPS_OF_A_SEAT * len(candidates))
        having = [
            candidate
            for candidate in candidates
            if places.has_seats(candidate.name.section, way.row, way.seats)
        ]
        if len(having) == 1 and not _differ_in_level_number(candidates):
            told_by.append(f"only one of {len(candidates)} sections that fit has the seat")
            candidates = having
    return candidates


def _differ_in_level_number(candidates: list[Candidate]) -> bool:
    """Returns whether only the number of their level tells the sections apart, and the label leaves it out:
    '二楼楼座' and '三楼楼座' for '楼座'. A seat that one of them has may be a mistake then."""
    first, *others = [candidate.name for candidate in candidates]
    return bool(first.level_numbers) and all(
        name.phrase == first.phrase
        and name.level.words == first.level.words
        and name.level_numbers != first.level_numbers
        and name.numbers == name.level_numbers
        for name in others
    )
