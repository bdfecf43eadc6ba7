"""Why a section is uncertain although nothing in the label rules it out."""

from collections.abc import Sequence

from seatpreview.labels.matching.evidence import Candidate, Evidence
from seatpreview.labels.matching.places import Places
from seatpreview.labels.matching.rival_names import (
    has_another_grade,
    has_title_beside_name,
    names_event,
    rival_name,
    stands_apart,
)
from seatpreview.labels.matching.sides_of_rows import other_side
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.parsing.possible_readings import Way

_ROW_LETTERS_MAX = 3


def doubt_of_section(
    chosen: Candidate,
    evidence: Evidence,
    way: Way,
    told_by: Sequence[str],
    places: Places,
    vocabulary: Vocabulary,
) -> str:
    """Returns why a section is uncertain although nothing rules it out; empty if it is certain."""
    name = chosen.name
    has_doubtful_word = bool(evidence.unknown) or evidence.weakest == "typo"
    if has_doubtful_word and (rival := rival_name(name, evidence.said)):
        return f"'{rival}' may be the name of another place"
    if way.grade and has_another_grade(name, evidence.said):
        return f"'{way.grade}' may make another product of it"
    if way.seats is not None and (side := other_side(evidence.said, way.seats)):
        return f"the seat is not on the side that '{side}' says"
    is_uncertain = evidence.has_lettered or (name.level_letter and evidence.unknown)
    if is_uncertain and name.phrase.nouns and not chosen.has_noun:
        return "only a number was given, and other sections have it with a letter"
    if way.row and places.has_row(name.section, way.row):
        return _doubt_of_row(chosen, evidence, way, told_by, vocabulary)
    if way.grade and not name.numbers and not way.row and way.seats is None:
        return f"'{way.grade}' may make another product of it"
    if not chosen.is_complete:
        return "the number of the section was not given"
    other = "" if way.row else evidence.said.other_number(name)
    if other:
        return f"{other} may be the number of a row"
    if name.phrase.nouns and not chosen.has_noun and name.section in places.rowless:
        return "only a number was given, and there are sections with rows"
    if evidence.unknown and not _is_certain_without_row(chosen, evidence, way, places):
        return "some of its words are unknown here, and it names no row of the section"
    return ""


def _is_certain_without_row(chosen: Candidate, evidence: Evidence, way: Way, places: Places) -> bool:
    """Returns whether unknown words beside a whole name do no harm: in an offer, in another phrase than the
    exact name ('Popular Sur - cuota al día'), and where a section with a number and without rows has the seat
    that a word marks, and they stand in another phrase ('Tribute - Table 3 seat D'). In 'Rooftop Table 3 seat
    D' it may be another table."""
    if not chosen.is_whole:
        return False
    if way.seats is not None and way.is_marked and chosen.name.numbers and chosen.has_noun:
        if chosen.name.section not in places.rowless or not stands_apart(evidence.said, chosen.name):
            return False
        return places.find(chosen.name.section, way).is_all
    said = evidence.said
    is_alone = way.seats is None and not way.row and has_title_beside_name(said, chosen.name)
    if is_alone and stands_apart(said, chosen.name):
        return True
    return way.is_for_sale and names_event(said, chosen.name)


def _doubt_of_row(
    chosen: Candidate, evidence: Evidence, way: Way, told_by: Sequence[str], vocabulary: Vocabulary
) -> str:
    """Returns why a section that has the row of the label is uncertain."""
    name = chosen.name
    is_level = not chosen.is_complete and not chosen.has_noun
    if is_level and (way.seats is None or not told_by):
        return "it names a level and a row, but no section"
    if way.is_bare:
        if way.may_be_anything_behind(evidence.unknown):
            return f"after '{way.behind}', it may be something other than a row"
        if letters := _letters_of_row(evidence, way):
            return f"'{letters}' may be the row"
        if _ends_name(evidence, way, vocabulary):
            return f"{way.row} belongs to the name before it"
    may_be_section = way.seats is None and not name.numbers and not name.phrase.letters
    # 'Yellow 1' is no row 1 of 'Yellow 2'.
    may_be_section = may_be_section or not name.numbers <= evidence.said.all_numbers
    is_doubtful = may_be_section and not way.is_marked and way.row.isdecimal()
    return f"{way.row} may be the number of a section that does not exist" if is_doubtful else ""


def _letters_of_row(evidence: Evidence, way: Way) -> str:
    """Returns unknown letters that may name the row just as well as the ones that were taken for it: 'B4 RF
    S12'."""
    if way.seats is None or not evidence.said.all_numbers:
        return ""
    words = (word for word in evidence.said.words if word.is_unknown and word.token.is_capital)
    return next((word.text for word in words if len(word.text) <= _ROW_LETTERS_MAX), "")


def _ends_name(evidence: Evidence, way: Way, vocabulary: Vocabulary) -> bool:
    """Returns whether the number that was taken for the row ends the exact name of a section, and the number
    of the section stands elsewhere: 'Box 5, Lower Stand 8'."""
    if way.seats is not None or not evidence.said.all_numbers:
        return False
    words = [word.text for word in evidence.said.words]
    if way.behind not in words:
        return False
    end = len(words) - words[::-1].index(way.behind)
    return any(vocabulary.exact_name((*words[start:end], way.row)) is not None for start in range(end))
