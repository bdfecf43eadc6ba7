"""Labels of a venue that the caller may use: resolved once, and kept without what nobody asks for later."""

from typing import Any, cast

from layouts.written import compiled, section
from seatpreview.caching import WorkerCaches
from seatpreview.labels.matching.readings import Readings
from seatpreview.labels.model import Parts, ReadWord, Resolution, place_of
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.step_budget import Steps
from seatpreview.venues.cached import CachedVenue
from seatpreview.venues.resolver_names import section_names
from seatpreview.venues.venue_access import LABELS, UsableVenue

PLACES = tuple(place_of("101", "A", str(number)) for number in (1, 2))
WORDS = (ReadWord(start=0, end=3, taken_for="section"),)


class Reader(Resolver):
    """A resolver that finds two seats in every label, and counts the labels."""

    def __init__(self) -> None:
        super().__init__(section_names(compiled(section())))
        self.labels: list[str | Parts] = []

    def resolve(
        self,
        label: str | Parts,
        readings: Readings | None = None,
        *,
        explain: bool = False,
        steps: Steps | None = None,
    ) -> Resolution:
        self.labels.append(label)
        return Resolution(
            status="matched",
            level="seat",
            seat=PLACES[0],
            seats=PLACES,
            confidence=0.7,
            text=str(label),
            words=WORDS,
        )


def test_every_least_confidence_is_answered_from_one_kept_resolution() -> None:
    usable = usable_by(reader := Reader())
    assert [usable.resolve("101", least).status for least in (0.7, 0.8, 0.0, 1.0)] == [
        "matched",
        "unmatched",
        "matched",
        "unmatched",
    ]
    assert reader.labels == ["101"]


def test_what_words_were_taken_for_is_not_kept() -> None:
    """Only dry runs show it, and they resolve anew."""
    usable = usable_by(Reader())
    found: Any = usable.resolve("101")
    assert (found.words, found.text) == ((), "")


def test_the_memory_of_several_seats_is_counted() -> None:
    usable = usable_by(Reader())
    usable.resolve("101")
    assert usable.caches.resolutions.bytes_used >= 500 + 2 * 250


def usable_by(resolver: Resolver) -> UsableVenue:
    return UsableVenue(cast(CachedVenue, None), resolver, WorkerCaches().of(LABELS))
