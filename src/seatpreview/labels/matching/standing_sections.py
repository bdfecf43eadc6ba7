"""Labels that name a section by nothing but the manner of admission: 'Stehplatz', 'Em pé'."""

from collections.abc import Sequence

from seatpreview.labels.matching.evidence import Evidence
from seatpreview.labels.model import SectionNames
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.text.general_words import SMALL_ROOMS, general_word
from seatpreview.labels.text.tokens import words_and_numbers


def says_only_standing(evidence: Evidence, way: Way) -> bool:
    """Returns whether a label says nothing about a place but that people stand there. In an offer, the event
    may be named as well."""
    if way.row or way.seats is not None or way.grade or evidence.said.all_numbers:
        return False
    words = evidence.said.words
    stands = [word for word in words if "standing" in general_word(word.text).kinds]
    others = (word for word in words if word not in stands)
    return bool(stands) and all(
        "filler" in general_word(word.text).kinds or (way.is_for_sale and word.is_unknown) for word in others
    )


def only_section_for_standing(sections: Sequence[SectionNames]) -> int | None:
    """Returns the only section that has a word for standing in its name, if no other one may be meant by it:
    a pit without seats may be."""
    named = [index for index, section in enumerate(sections) if _says_standing(section)]
    if len(named) != 1 or not _has_no_seats(sections[named[0]]):
        return None
    others = (section for index, section in enumerate(sections) if index != named[0])
    return None if any(_has_no_seats(other) and not _is_small_room(other) for other in others) else named[0]


def _says_standing(section: SectionNames) -> bool:
    texts = (section.name, section.level, *section.aliases)
    return any("standing" in general_word(word).kinds for text in texts for word in words_and_numbers(text))


def _has_no_seats(section: SectionNames) -> bool:
    return not section.rows and all(not row.seats for row in section.rows_by_id.values())


def _is_small_room(section: SectionNames) -> bool:
    return any(
        not SMALL_ROOMS.isdisjoint(general_word(word).seating)
        for text in (section.name, section.level)
        for word in words_and_numbers(text)
    )
