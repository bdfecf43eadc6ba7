"""How certain an answer is."""

from collections.abc import Sequence

from seatpreview.labels.evidence import Candidate, Evidence
from seatpreview.labels.vocabulary import How
from seatpreview.labels.ways import Way

_OF_THE_WEAKEST_WORD: dict[How, int] = {"exact": 0, "translated": 3, "short": 4, "slip": 6}


def confidence_of(chosen: Candidate, evidence: Evidence, way: Way, told_by: Sequence[str]) -> float:
    """Returns how certain it is that the section is the one that was meant."""
    doubt = _OF_THE_WEAKEST_WORD[evidence.weakest] + 4 * min(len(evidence.unknown), 4) + 5 * len(told_by)
    if not chosen.is_whole:
        doubt += 3
    if not chosen.has_noun and chosen.name.phrase.nouns:
        doubt += 5
    if not way.is_marked:
        doubt += 2
    return (99 - doubt) / 100
