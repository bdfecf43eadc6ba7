"""All rules that are suggested for labels: those that follow from known seats, and guesses."""

from collections.abc import Callable, Sequence

from seatpreview.labels.label_rules import Rule
from seatpreview.labels.model import SeatWithRef, SectionNames
from seatpreview.labels.seat_refs import no_seat
from seatpreview.labels.suggestions.rule_guesses import guesses
from seatpreview.labels.suggestions.rule_suggestions import suggestions
from seatpreview.labels.suggestions.suggestion_model import Case, Suggestion


def suggested_rules(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool] = lambda: False,
    seat_with_ref: SeatWithRef = no_seat,
) -> list[Suggestion]:
    """Returns what both searches find, each judged with the ones before it in place.

    Where a label has a known answer, what follows from it comes first. Otherwise guesses do: that a code
    stands for a name says more than that it can be dropped.
    """
    searches = [guesses, suggestions]
    if any(case.has_answer for case in cases):
        searches.reverse()
    found: list[Suggestion] = []
    for search in searches:
        in_place = (*rules, *(each.rule for each in found))
        found += search(sections, in_place, cases, is_over, seat_with_ref)
    return found
