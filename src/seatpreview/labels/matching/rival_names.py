"""Unknown names in a label that may name another place than the one that was found."""

from collections.abc import Sequence, Set
from itertools import pairwise

from seatpreview.labels.matching.parsed_names import Name, Phrase, is_section_word
from seatpreview.labels.matching.section_mentions import MentionedWord, Mentions
from seatpreview.labels.text.general_words import general_word

_NAME_LETTERS_MIN = 3
_TITLE_WORDS_MIN = 2
_KINDS_OF_PLACES = frozenset(("level", "stand", "side", "section", "sections"))
_NO_WORDS: Set[str] = frozenset()


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
    and at least two unknown words. A single one may be a name: 'Grass Bank (Lamorgue)'."""
    if not name.phrase.words or sum(word.is_unknown for word in said.words) < _TITLE_WORDS_MIN:
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
