"""The resolver on venues of many kinds and seven languages, whose labels have known answers."""

from pathlib import Path

import pytest

from benchmarks.labels.scores import Score, answers_of, own_name_cases
from benchmarks.labels.venues import LabelledVenue, read_folders

FOLDERS = Path(__file__).parent / "venues"
LEAST = 940
"""The least score of a venue, for 1000 labels. Decisions 0010 and 0053 say what came out when the
venues in everyday and ordinals_and_levels were run for the first time; they were studied afterwards."""
LEAST_OF_LATEST = 850
"""The least score of a venue of the folders that came last: decision 0117 has their first run."""
LEAST_OF_QUAY = 750
"""That of the fourth and fifth tour, of which more is left declined."""
LEAST_OF_VENUE = {"hi-cricket": 700}
"""That of a Hindi venue whose English names are written in Devanagari."""
LEAST_OF_FOLDER = {
    f"{tour}_{languages}": LEAST_OF_QUAY if tour in ("quay", "pier") else LEAST_OF_LATEST
    for tour in ("world", "tour", "court", "quay", "pier")
    for languages in ("seven", "sixteen", "twelve")
}

VENUES = read_folders(sorted(FOLDERS.iterdir()))


@pytest.mark.parametrize("venue", VENUES, ids=lambda venue: venue.name)
def test_no_label_of_a_venue_gets_a_wrong_answer_and_few_are_declined(venue: LabelledVenue) -> None:
    answers = answers_of(venue.sections, venue.cases)
    wrong = [(answer.case.label, answer.given) for answer in answers if answer.outcome == "wrong"]
    assert wrong == []
    least = LEAST_OF_VENUE.get(venue.name, LEAST_OF_FOLDER.get(venue.folder, LEAST))
    assert Score.of(answer.outcome for answer in answers).per_1000 >= least


@pytest.mark.parametrize("venue", VENUES, ids=lambda venue: venue.name)
def test_every_section_is_found_by_its_own_name_and_id(venue: LabelledVenue) -> None:
    answers = answers_of(venue.sections, own_name_cases(venue))
    assert [(answer.case.label, answer.given) for answer in answers if answer.outcome != "right"] == []
