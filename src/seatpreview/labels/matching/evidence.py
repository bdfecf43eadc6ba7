"""Compares the words of a text with each section of a venue: which words match it, and which rule it out."""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from itertools import combinations

import msgspec

from seatpreview.labels.matching.parsed_names import Name, is_section_word
from seatpreview.labels.matching.section_mentions import MentionedWord, Mentions
from seatpreview.labels.matching.vocabulary import How, Meaning, Vocabulary
from seatpreview.labels.parsing.label_draft import UNRESERVED
from seatpreview.labels.step_budget import Steps
from seatpreview.labels.text.general_words import general_word, is_letter, opposites
from seatpreview.labels.text.joined_abbreviations import split_into_beginnings

LEVEL_NUMBERS_MAX = 3
OBJECTIONS_MAX = 20
WORDS_AROUND = 5
"""How many words on each side are considered when letters may be the initials of words near them."""
_FEW_NAMES = 4

_STEPS_OF_A_NAME = 20
_STEPS_OF_A_CANDIDATE = 300


class Candidate(msgspec.Struct, frozen=True, gc=False):
    """A section that nothing in the label rules out."""

    name: Name
    is_whole: bool
    """Whether the label has the whole name."""
    is_complete: bool
    """Whether the label has all numbers and letters of the name."""
    has_noun: bool
    """Whether the label has a word that names the section: not just a number, a level or a direction."""
    explained: int = 0
    """The number of words in the label that name the section or its level."""


class Objection(msgspec.Struct, frozen=True, gc=False):
    """The reason why a section is ruled out."""

    name: Name
    word: str
    reason: str


class Evidence(msgspec.Struct, frozen=True, gc=False):
    """What a text says about the sections of a venue."""

    said: Mentions
    candidates: tuple[Candidate, ...]
    objections: tuple[Objection, ...]
    """Why other, similar sections are ruled out."""
    unknown: tuple[str, ...]
    weakest: How = "exact"
    """How the word that was hardest to recognize was recognized."""
    has_lettered: bool = False
    """Whether other sections have the same number with a letter that the label lacks: '12A' and '12B' for
    12."""


_HOW: tuple[How, ...] = ("exact", "translated", "short", "typo")


def evidence_of_name(name: Name) -> Evidence:
    """Returns the evidence of a text that is exactly the name of one section."""
    said = Mentions((), name.numbers, name.numbers, said_otherwise=name.numbers, said_twice=name.repeated)
    return Evidence(said, (Candidate(name, is_whole=True, is_complete=True, has_noun=True),), (), ())


def evidence_for(said: Mentions, vocabulary: Vocabulary, rowless: frozenset[int], steps: Steps) -> Evidence:
    """Checks each word against the sections that have the numbers of the text."""
    names = _names(said, vocabulary)
    if not said.words and not names:
        return Evidence(said, (), (), ())
    names = names if said.numbers else [*names, *_incomplete_names(said, vocabulary)]
    steps.spend(_STEPS_OF_A_NAME * len(names))
    allowed = _that_the_rarest_word_allows(names, said)
    steps.spend(_STEPS_OF_A_CANDIDATE * len(allowed) * max(1, len(said.words)))
    candidates: dict[int, Candidate] = {}
    objections: dict[int, Objection] = {}
    for name in allowed:
        judged = _judge(name, said, rowless)
        if isinstance(judged, Candidate):
            other = candidates.get(name.section)
            if other is None or _rank(judged) > _rank(other):
                candidates[name.section] = judged
        elif not name.is_id and len(objections) < OBJECTIONS_MAX:
            objections.setdefault(name.section, judged)
    return Evidence(
        said,
        _that_explain_most(candidates.values()),
        tuple([found for section, found in objections.items() if section not in candidates]),
        tuple([word.text for word in said.words if word.is_unknown]),
        _weakest(said.words),
        _LETTER_UNSAID in [objection.reason for objection in objections.values()],
    )


def _weakest(words: Iterable[MentionedWord]) -> How:
    """Returns the least certain way in which one of the words is that of a name."""
    weakest: How = "exact"
    for word in words:
        how = word.meaning.how
        if how != weakest and _HOW.index(how) > _HOW.index(weakest):
            weakest = how
    return weakest


def _that_explain_most(candidates: Collection[Candidate]) -> tuple[Candidate, ...]:
    """Removes sections that do not explain a word which another section explains."""
    if len(candidates) < 2:
        return tuple(candidates)
    most = max([candidate.explained for candidate in candidates])
    return tuple(candidate for candidate in candidates if candidate.explained == most)


def _rank(candidate: Candidate) -> tuple[bool, bool, bool]:
    return candidate.is_whole, candidate.is_complete, candidate.has_noun


def _names(said: Mentions, vocabulary: Vocabulary) -> Sequence[Name]:
    """Returns the names with these numbers. A number that may belong to the level may also belong to the
    section."""
    if not said.all_numbers and not any(word.meaning.phrases for word in said.words):
        return ()
    of_levels = sorted(said.level_numbers - said.numbers)[:LEVEL_NUMBERS_MAX]
    if not of_levels:
        return vocabulary.names_with.get(said.numbers, ())
    return [
        name
        for size in range(len(of_levels) + 1)
        for chosen in combinations(of_levels, size)
        for name in vocabulary.names_with.get(said.numbers.union(chosen), ())
    ]


def _incomplete_names(said: Mentions, vocabulary: Vocabulary) -> Iterator[Name]:
    """Yields names whose number the label leaves out, and names in a level that the label mentions. The row
    or the seat may decide between them."""
    phrases = {phrase for word in said.words if not word.touches_number for phrase in word.meaning.phrases}
    for phrase in sorted(phrases):
        if not said.level_numbers:
            yield from vocabulary.incomplete.get(phrase, ())
        yield from vocabulary.of_level.get(phrase, ())


def _that_the_rarest_word_allows(names: Sequence[Name], said: Mentions) -> Sequence[Name]:
    """Removes names that the most specific word rules out, before all words are weighed. If that removes
    every name, a few are kept so that the trace can say why they are ruled out."""
    decisive = [word.meaning.phrases for word in said.words if _is_decisive(word)]
    if len(names) <= _FEW_NAMES or not decisive:
        return names
    rarest = min(decisive, key=len)
    allowed = [name for name in names if name.phrase.number in rarest or name.level.number in rarest]
    return allowed or names[:OBJECTIONS_MAX]


def _is_decisive(word: MentionedWord) -> bool:
    """Returns whether a word rules out every name that does not contain it."""
    if word.touches_number or is_letter(word.text) or not word.meaning.phrases or word.is_level_word:
        return False
    if word.meaning.how == "translated" and word.general.directions:
        return False
    in_general = general_word(word.text)
    return in_general.names_a_place or (
        _NEUTRAL.isdisjoint(in_general.kinds) and UNRESERVED.isdisjoint(in_general.kinds)
    )


def _judge(name: Name, said: Mentions, rowless: frozenset[int]) -> Candidate | Objection:
    """Returns the section as a candidate, or the reason why it is ruled out."""
    objection = _objection_to_numbers(name, said)
    if objection is not None:
        return objection
    covered: set[str] = set()
    letters: list[MentionedWord] = []
    says_level = False
    explained = 0
    for word in said.words:
        text = word.text
        # Most words are longer, and this is done for each name.
        if len(text) == 1 and is_letter(text) and text not in name.phrase.letters:
            letters.append(word)
            continue
        own = words_said(word.meaning, name)
        if own is None or (not own and word.number and word.number not in name.level_numbers):
            reason = _objection(word, name, said, rowless)
            if reason:
                return Objection(name, text, reason)
        elif own and word.ordinal and word.ordinal not in name.numbers:
            # '2e balcon' is none that is only called 'Balcon', although it may be on the second floor.
            return Objection(name, word.ordinal, f"it is not called '{text}' {word.ordinal}")
        elif own or not is_section_word(text):
            explained += 1
            covered |= own
            says_level = says_level or not own
    initials: set[str] = set()
    for word in letters:
        is_other = _may_be_a_one(word, said) or _is_letter_of_section(word, said)
        meant = "" if is_other else _initial(word, name, covered | initials)
        if meant:
            initials.add(meant)
        elif not _is_filler(word) and not _is_of_unknown_sector(word, name, said):
            return Objection(name, word.text, f"the letter '{word.text}' is not in its name")
    return _candidate(name, said, covered, initials, says_level, explained)


def _objection_to_numbers(name: Name, said: Mentions) -> Objection | None:
    """Returns why the numbers of the text rule out a section; None if they do not."""
    if not said.all_numbers or _has_plain_numbers(name, said):
        return None
    left_over = said.all_numbers - name.numbers - name.level_numbers
    # If a number names a level of the venue, sections in other levels are ruled out.
    of_levels = said.said_of_levels if name.level_numbers else said.said_of_venue_levels - name.numbers
    other_level = of_levels - name.level_numbers
    if left_over - said.said_of_levels or other_level:
        number = min(left_over or other_level)
        return Objection(name, number, f"it has no number {number}")
    if not _has_numbers_of_sections(name, said):
        number = min(said.said_of_sections - name.numbers)
        return Objection(name, number, f"it has no number {number}")
    # 'Level 2 Block 1' is not 'Level 1 Block 2'.
    swapped = (said.counted_levels & name.numbers) - name.counted_levels if name.counted_levels else None
    if swapped:
        return Objection(name, min(swapped), f"{min(swapped)} is not the number of its level")
    if not name.repeated <= said.said_twice:
        return Objection(name, min(name.repeated), f"it has the number {min(name.repeated)} twice")
    unsaid = name.numbers - said.said_otherwise
    if unsaid and unsaid <= _numbers_of_levels(name, said):
        return Objection(name, "", "its number was given to the level only")
    if unsaid and name.phrase.letters and unsaid <= said.said_of_levels and not name.counted_levels:
        # 'Level 1 Block A' is not 'Block A1'.
        return Objection(name, min(unsaid), f"{min(unsaid)} was given to a level")
    return None


def _has_plain_numbers(name: Name, said: Mentions) -> bool:
    """Returns whether a label has exactly the numbers of the name, each once and none of a level, as most
    have."""
    if said.level_numbers or said.numbers != name.numbers:
        return False
    return not name.repeated and not name.counted_levels


def _has_numbers_of_sections(name: Name, said: Mentions) -> bool:
    """Returns whether the numbers that the label calls sections belong to this one. 'Section 439' does not
    match a section whose level is 439, unless the level is called 'Sector 439' or just '439'."""
    others = said.said_of_sections - name.numbers
    if not others:
        return True
    if not name.numbers <= said.said_otherwise:
        return False
    level = name.level.words
    return others <= name.level_numbers and (not level or any(map(is_section_word, level)))


def _numbers_of_levels(name: Name, said: Mentions) -> Set[str]:
    """Returns the numbers that name a level, and therefore not this section if the label says nothing else.
    '500 Level' is not the section 500 of another level."""
    if any("level" in general_word(word).kinds for word in name.phrase.words):
        return name.level_numbers
    return name.level_numbers | said.said_of_venue_levels


def _candidate(
    name: Name, said: Mentions, covered: set[str], initials: set[str], says_level: bool, explained: int
) -> Candidate | Objection:
    """Returns the section if the label has enough of its name. Initials alone are never enough."""
    phrase = name.phrase
    has_numbers = bool(said.all_numbers)
    # 'East Stand Block 5' is '5E'. In 'East Stand 5-8', the number may not belong to a block.
    is_of_block = says_level and name.numbers <= said.said_of_sections
    letters = covered | {name.level_letter} & said.directions if is_of_block else covered
    has_letters = phrase.letters <= letters and name.endings <= letters
    if (said.numbers or not name.numbers.isdisjoint(said.said_otherwise)) and not has_letters:
        return Objection(name, "", _LETTER_UNSAID)
    if name.is_id and not (covered | initials if has_numbers else covered).issuperset(phrase.words):
        return Objection(name, "", "only a part of its id was given")
    is_complete = has_letters and name.numbers <= said.all_numbers
    if name.is_id and not is_complete:
        return Objection(name, "", "only a part of its id was given")
    needed = phrase.needed or (frozenset() if name.numbers else frozenset(phrase.words))
    is_whole = is_complete and needed <= covered
    # The letter of '4A' names nothing without its number.
    has_noun = not phrase.nouns.isdisjoint(covered if is_complete else covered - phrase.letters)
    # 'P. Butacas Impar' has all words of 'Platea Butacas Impar', although 'butacas' alone names nothing.
    has_noun = has_noun or (bool(covered) and bool(initials) and needed <= covered | initials)
    if phrase.nouns and not has_noun and not phrase.marks.isdisjoint(covered):
        return Objection(name, "", "of its name, only words were given that fit any place")
    if phrase.nouns and not has_noun and not says_level and not name.numbers <= said.said_otherwise:
        return Objection(name, "", "only its number was given, and that as the number of a level")
    if not is_whole and not has_noun and not (name.numbers and is_complete):
        # A level may stand for its only section. If it has several, the seat may decide.
        if not says_level:
            return Objection(name, "", "its name was not given")
        return Candidate(name, False, False, name.is_alone_in_level, explained)
    return Candidate(name, is_whole, is_complete, has_noun, explained)


def words_said(meaning: Meaning, name: Name) -> Set[str] | None:
    """Returns the words of `name` that this word matches. Empty if the word belongs to the level's name; None
    if it matches nothing."""
    if name.phrase.number in meaning.phrases:
        together = meaning.covered.get(name.phrase.number)
        words = meaning.words.intersection(name.phrase.words)
        return words if together is None else words | together
    return _NO_WORDS if name.level.number in meaning.phrases else None


_GENERIC = frozenset(("terrace",))
"""Kinds of places whose word may stand beside the whole name of any section."""
_DIGITS_OF_TIERED = 3
_LETTER_UNSAID = "its name has a letter that was not given"
_NEUTRAL = frozenset(("section", "sections", "side", "filler"))
"""Words that never rule out a section, even if another section has them in its name."""
_NO_WORDS: frozenset[str] = frozenset()


def _objection(word: MentionedWord, name: Name, said: Mentions, rowless: frozenset[int]) -> str:
    """Returns why a word that does not name this section rules it out; an empty string if it does not."""
    text = word.text
    if word.touches_number:
        others = _words_around(word, said)
        return (
            ""
            if split_into_beginnings(text, others)
            else f"'{text}' touches the number and is not in its name"
        )
    in_general = general_word(text)
    if word.is_level_word:
        return ""
    if not in_general.names_a_place and not _NEUTRAL.isdisjoint(in_general.kinds):
        return ""
    if not UNRESERVED.isdisjoint(general_word(text).kinds):
        return "" if name.section in rowless else f"it has rows, and '{text}' says that there are none"
    is_direction = bool(word.general.directions) and not word.general.seating
    if word.meaning.phrases and not (is_direction and word.meaning.how == "translated"):
        return f"'{text}' means something else here"
    if word.general.seating and (name.phrase.needed or name.level.words):
        # A terrace is a kind of stand, and the section may be one: 'Hill 16 Terrace'.
        is_its_kind = word.general.seating <= _GENERIC and name.numbers and _is_said_whole(name, said)
        is_said_besides = not word.meaning.phrases and _is_told_by_number(name, said)
        return "" if is_its_kind or is_said_besides else f"there is no '{text}' here"
    directions = name.phrase.directions | name.level.directions
    is_opposite = any(
        not directions.isdisjoint(opposites(direction)) for direction in word.general.directions
    )
    return f"'{text}' is the opposite of where it is" if is_opposite else ""


def _is_told_by_number(name: Name, said: Mentions) -> bool:
    """Returns whether a label has the whole name of a section with a number of three digits. Such a number
    says which tier it is in, so that a tier or a sector that the venue lacks does not decide: 'Grand Circle
    Section 101', 'Setor A Bancada 103'."""
    is_long = any(len(number) >= _DIGITS_OF_TIERED for number in name.numbers)
    return is_long and bool(name.phrase.needed) and _is_said_whole(name, said)


def _is_of_unknown_sector(word: MentionedWord, name: Name, said: Mentions) -> bool:
    """Returns whether a letter stands behind a word for sections, and no name of the venue has it."""
    if word.meaning.phrases or word.touches_number or not _is_told_by_number(name, said):
        return False
    index = next(position for position, other in enumerate(said.words) if other is word)
    return index > 0 and is_section_word(said.words[index - 1].text)


def _is_letter_of_section(word: MentionedWord, said: Mentions) -> bool:
    """Returns whether a letter of the venue's names stands behind a word for sections, and so is no initial:
    'Сектор В' is no 'ВИП' sector."""
    if not word.meaning.phrases or word.touches_number:
        return False
    index = next(position for position, other in enumerate(said.words) if other is word)
    return index > 0 and is_section_word(said.words[index - 1].text)


def _is_said_whole(name: Name, said: Mentions) -> bool:
    """Returns whether the label has every needed word of a name, and its numbers."""
    covered = {own for word in said.words for own in words_said(word.meaning, name) or ()}
    return name.phrase.needed <= covered and name.numbers <= said.all_numbers


def _words_around(word: MentionedWord, said: Mentions) -> list[str]:
    """Returns the words near this one, in their order: 'Field Box MVP FBMVP12'."""
    index = next(position for position, other in enumerate(said.words) if other is word)
    near = (
        *said.words[max(0, index - WORDS_AROUND) : index],
        *said.words[index + 1 : index + 1 + WORDS_AROUND],
    )
    return [other.text for other in near]


def _may_be_a_one(word: MentionedWord, said: Mentions) -> bool:
    """Returns whether a small l touches a number in a label that has capitals: 'Section l2' may be 12."""
    is_small_l = word.text == "l" and not word.token.is_capital and word.touches_number
    return is_small_l and any(other.token.is_capital for other in said.words)


def _initial(word: MentionedWord, name: Name, said: Set[str]) -> str:
    """Returns the word of the name or of its level whose initial this letter is; empty if there is none. A
    letter before a number may repeat a word of the label ('Reserve R54'). A letter after a number ('205C')
    may not, nor may it stand for a level: it is more likely part of another name."""
    is_behind = word.token.touches
    words = name.phrase.words if is_behind else (*name.phrase.words, *name.level.words)
    may_repeat = word.touches_number and not is_behind
    letter = word.text
    return next((known for known in words if known[0] == letter and (may_repeat or known not in said)), "")


def _is_filler(word: MentionedWord) -> bool:
    return not word.touches_number and not word.token.is_capital and "filler" in general_word(word.text).kinds
