"""Why a section is uncertain although nothing in the label rules it out."""

from collections.abc import Sequence, Set
from itertools import pairwise

from seatpreview.labels.matching.evidence import Candidate, Evidence, words_said
from seatpreview.labels.matching.parsed_names import Name, Phrase, is_section_word
from seatpreview.labels.matching.places import Places
from seatpreview.labels.matching.section_mentions import MentionedWord, Mentions
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.parsing.event_titles import names_a_room
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.parsing.seat_lists import Several
from seatpreview.labels.text.general_words import general_word

_ROW_LETTERS_MAX = 3
_COMPASS = frozenset(("north", "east", "south", "west"))
_REMAINDERS = {"odd": 1, "even": 0}
_NAME_LETTERS_MIN = 3
_TITLE_WORDS_MIN = 2
_KINDS_OF_PLACES = frozenset(("level", "stand", "side", "section", "sections"))
_NO_WORDS: Set[str] = frozenset()
_NO_PHRASES: Set[int] = frozenset()


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
    if unsaid := unknown_side(evidence.said, name):
        return f"no section is on the side that '{unsaid}' says"
    # A level beside the number of a section without a letter says which kind is meant: 'UPPER:217'.
    is_level_said = not name.phrase.letters and any(
        name.level.number in word.meaning.phrases for word in evidence.said.words
    )
    is_uncertain = (evidence.has_lettered and not is_level_said) or (name.level_letter and evidence.unknown)
    if is_uncertain and name.phrase.nouns and not chosen.has_noun:
        return "only a number was given, and other sections have it with a letter"
    if vocabulary.in_tiers and _has_rival_in_tier(chosen, evidence.said, vocabulary):
        return "a section of another tier has this number and these words as well"
    if way.row and places.has_row(name.section, way.row):
        return _doubt_of_row(chosen, evidence, way, told_by, vocabulary)
    return _doubt_without_row(chosen, evidence, way, places)


def _doubt_without_row(chosen: Candidate, evidence: Evidence, way: Way, places: Places) -> str:
    """Returns why a section is uncertain if it lacks the row of the label, or if the label names none."""
    name = chosen.name
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


def _has_rival_in_tier(chosen: Candidate, said: Mentions, vocabulary: Vocabulary) -> bool:
    """Returns whether a label that has only a part of the name has as much of another one with the same
    number and that of a tier: 'Loja 5' where there are 'Lojă benoar 5' and 'Lojă rang I nr. 5'."""
    name = chosen.name
    if chosen.is_whole or len(name.numbers) != 1:
        return False
    others = vocabulary.in_tiers.get(min(name.numbers), _NO_PHRASES) - {name.phrase.number}
    named = [word.meaning.phrases for word in said.words if name.phrase.number in word.meaning.phrases]
    return bool(named) and not others.isdisjoint(frozenset.intersection(*named))


def unknown_side(said: Mentions, name: Name) -> str:
    """Returns a point of the compass that no name of the venue has, directly behind or before a word of this
    name, which has no number: 'Box East' is another box than 'Box'. Empty if there is none. Left, right,
    front and rear are parts of a section, and are printed although the venue does not divide it."""
    if name.numbers or name.phrase.directions or name.level.directions:
        return ""
    if unsaid := _side_of_others(said, name):
        return unsaid
    if name.phrase.letters:
        return ""
    for pair in pairwise(said.words):
        if pair[1].token.start - pair[0].token.end > 1:
            continue
        for word, other in (pair, pair[::-1]):
            is_side = not word.meaning.phrases and word.general.directions <= _COMPASS
            if is_side and word.general.directions and name.phrase.number in other.meaning.phrases:
                return word.text
    return ""


def _side_of_others(said: Mentions, name: Name) -> str:
    """Returns a point of the compass that other names of the venue have, and this one does not: 'östliche
    Tribüne' is the 'Osttribüne', and no 'Tribüne B'."""
    for word in said.words:
        is_side = bool(word.general.directions) and word.general.directions <= _COMPASS
        if is_side and word.meaning.how == "translated" and words_said(word.meaning, name) is None:
            return word.text
    return ""


def other_side(said: Mentions, seats: Several) -> str:
    """Returns a word for odd or even numbers that is no part of a name, if every seat has one of the other
    kind; empty if there is none."""
    for word in said.words:
        if word.general.directions and not word.meaning.phrases and _contradicts(word, seats):
            return word.text
    return ""


def _contradicts(word: MentionedWord, seats: Several) -> bool:
    """Returns whether no seat is on this side. A word that may also say that there are two tickets, as 'pair'
    does in English, says so where there are several."""
    (side, *others) = word.general.directions
    remainder = _REMAINDERS.get(side)
    if remainder is None or others or ("aside" in word.general.kinds and not seats.is_one):
        return False
    numbers = [int(seat) for item in seats.items for seat in item if seat.isdecimal()]
    return bool(numbers) and all(number % 2 != remainder for number in numbers)


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
    has_capitals = any(word.token.is_capital for word in evidence.said.words)
    words = (
        word
        for word in evidence.said.words
        if word.is_unknown and (word.token.is_capital or not has_capitals)
    )
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


def rival_name(name: Name, said: Mentions) -> str:
    """Returns an unknown name that stands in the place of a word of this section's or its level's name; empty
    if there is none. 'Radcliffe Stand Block A' has 'Stand' of 'Hobbs Stand', and not 'Hobbs': it is another
    stand. Where the name was said whole, or in another phrase, the unknown name is that of an artist, a city
    or a sponsor: 'Coldplay - Section 104'."""
    unknown = [word for word in said.words if _may_be_name(word, said)]
    if not unknown:
        return ""
    has_number = bool(name.numbers)
    for phrase, has_own_number in ((name.phrase, has_number), (name.level, False)):
        said_in = _words_by_phrase(phrase, said, only_stands=has_own_number)
        unsaid = phrase.nouns.difference(*said_in.values())
        if all(map(_is_kind_of_place, unsaid)):
            continue
        rival = next((word.text for word in unknown if word.phrase in said_in), "")
        if rival:
            return rival
    return _name_of_stand(name, unknown, said)


def has_another_grade(name: Name, said: Mentions) -> bool:
    """Returns whether a name has a word such as 'Gold' that the label lacks: 'Stalls Platinum' is no 'Stalls
    Gold'."""
    grades = [word for word in name.phrase.words if "grade" in general_word(word).kinds]
    return any(all(word not in mentioned.meaning.words for mentioned in said.words) for word in grades)


def names_event(said: Mentions, name: Name) -> bool:
    """Returns whether the unknown words of an offer can be the name of an event: 'Vends 2 billets fosse pour
    Stromae'. Right behind the section's name, or in small letters before it, they may make another one of it:
    'fosse platine', 'golden floor'."""
    for first, second in pairwise(said.words):
        if first.phrase != second.phrase:
            continue
        if second.is_unknown and name.phrase.number in first.meaning.phrases:
            return False
        if first.is_unknown and _is_small(first) and name.phrase.number in second.meaning.phrases:
            return False
    return True


def stands_apart(said: Mentions, name: Name) -> bool:
    """Returns whether no unknown word stands in the same phrase as a word of this name."""
    phrases = {word.phrase for word in said.words if name.phrase.number in word.meaning.phrases}
    return all(word.phrase not in phrases for word in said.words if word.is_unknown)


def has_title_beside_name(said: Mentions, name: Name) -> bool:
    """Returns whether a label has every word of a name exactly as it is written, also 'Block' in 'Block 4',
    and at least two unknown words. A single one may be a name ('Grass Bank (Lamorgue)'), but beside the
    number of a box or a table it is that of a guest."""
    is_room = bool(name.numbers) and any(map(names_a_room, name.phrase.words))
    least = 1 if is_room else _TITLE_WORDS_MIN
    if not name.phrase.words or sum(word.is_unknown for word in said.words) < least:
        return False
    exact = {text for word in said.words if word.meaning.how == "exact" for text in word.meaning.words}
    return exact.issuperset(name.phrase.words)


def _is_small(word: MentionedWord) -> bool:
    return not word.token.is_capital and word.text != word.text.upper()


def _may_be_name(word: MentionedWord, said: Mentions) -> bool:
    """Returns whether an unknown word is written like a name. In a label without capitals, any may be. So is
    a word that was read as a typo of a general word which is nothing here: 'Auteuil' for 'fauteuil'."""
    if word.meaning.phrases or word.touches_number or len(word.text) < _NAME_LETTERS_MIN:
        return False
    if not word.is_unknown and general_word(word.text).is_known:
        return False
    return word.token.is_capital or not any(other.token.is_capital for other in said.words)


def _words_by_phrase(phrase: Phrase, said: Mentions, *, only_stands: bool) -> dict[int, Set[str]]:
    """Returns the words of a name that the label has, by the phrase of the label that they stand in. Of names
    with numbers, only words for stands count: the number tells which section it is, and sellers call these
    what they like ('Infield Box 26')."""
    found: dict[int, Set[str]] = {}
    for word in said.words:
        if phrase.number not in word.meaning.phrases or is_section_word(word.text):
            continue
        if only_stands and not _is_stand(word):
            continue
        words = word.meaning.covered.get(phrase.number, _NO_WORDS) | word.meaning.words
        found[word.phrase] = found.get(word.phrase, _NO_WORDS) | words
    return found


def _is_kind_of_place(word: str) -> bool:
    """Returns whether a word of a name says what a place is or where, rather than what it is called."""
    general = general_word(word)
    return general.names_a_place or not general.kinds.isdisjoint(_KINDS_OF_PLACES)


def _is_stand(word: MentionedWord) -> bool:
    return "stand" in general_word(word.text).kinds


def _name_of_stand(name: Name, unknown: Sequence[MentionedWord], said: Mentions) -> str:
    """Returns the name of a stand that the venue does not have, if the section is in one with another name:
    'Radcliffe Stand Block A' or 'Radcliffe Block A' for a block of the level 'Hobbs'."""
    is_level_said = any(name.level.number in word.meaning.phrases for word in said.words)
    if is_level_said or all(map(_is_kind_of_place, name.level.nouns)):
        return ""
    is_letter = not name.numbers and name.phrase.nouns <= name.phrase.letters
    for first, second in pairwise(said.words):
        if first.phrase != second.phrase:
            continue
        if is_letter and first in unknown and is_section_word(second.text):
            return first.text
        for word, other in ((first, second), (second, first)):
            if _is_stand(other) and word in unknown and not word.general.directions:
                return word.text
    return ""
