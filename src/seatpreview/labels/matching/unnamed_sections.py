"""Labels that name no section, or name one by nothing but the manner of admission: 'Stehplatz', 'Em pé'."""

from collections.abc import Sequence

from seatpreview.labels.matching.evidence import Evidence
from seatpreview.labels.matching.parsed_names import is_section_word
from seatpreview.labels.matching.places import Places
from seatpreview.labels.model import SectionNames
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.text.general_words import SMALL_ROOMS, general_word
from seatpreview.labels.text.tokens import words_and_numbers


def section_without_name(evidence: Evidence, way: Way, places: Places) -> int | None:
    """Returns the section of a label that names none: the only section of the venue, or the only one with
    rows like that of the label. None if there is no such section, or if the label says anything else about a
    place: 'Balcony Row C' is not in a hall without a balcony."""
    if not _says_no_section(evidence, way) or not _says_enough(way):
        return None
    if places.only_section is not None and (way.is_marked or places.has_row(places.only_section, way.row)):
        return places.only_section
    if way.is_seat_first:
        return None  # '7C' may be a section that does not exist.
    # '3e rang' is the third row or the third tier.
    if not way.row or way.is_counted:
        return None
    found = places.only_section_for_row(way.row)
    if found is not None:
        return found
    # A word for rows or for seats shows that this is no section of the same name. So does 'H7', where rows
    # have letters.
    is_lettered = way.row.isalpha() and way.seats is not None and way.seats.is_one
    return places.only_section_with(way.row, way.seats) if way.is_marked or is_lettered else None


def _says_no_section(evidence: Evidence, way: Way) -> bool:
    """Returns whether the label has no word and no number that could name a section. Before a word for rows,
    'Section' is the title of an empty field: 'Section: , Row: C'. In 'Block C7' it is not."""
    said = evidence.said
    if said.all_numbers:
        return False
    return all(way.is_marked and is_section_word(word.text) for word in said.words)


def _says_enough(way: Way) -> bool:
    """Returns whether the row and the seat cannot be anything else: a word marks them, or they stand together
    and look different, as in 'C7'. A letter or a number alone, or '5-8', may be anything."""
    if way.is_marked:
        return bool(way.row) or way.seats is not None
    if not way.row or way.seats is None:
        return False
    return not way.is_bare or not (way.is_of_aside or way.is_like_a_range)


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
