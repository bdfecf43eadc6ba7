"""Labels that name no section, in a hall with one section or for a row that only one section can have."""

from seatpreview.labels.matching.evidence import Evidence
from seatpreview.labels.matching.parsed_names import is_section_word
from seatpreview.labels.matching.places import Places
from seatpreview.labels.parsing.possible_readings import Way


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
    return places.only_section_for_row(way.row) if way.row and not way.is_counted else None


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
