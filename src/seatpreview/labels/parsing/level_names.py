"""Names of levels, which often list their sections: 'View Level (Sections 401-439)'.

The numbers of such a list do not name a level, and its words say nothing about one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from seatpreview.labels.model import SectionNames
from seatpreview.labels.text.general_words import general_word, is_letter
from seatpreview.labels.text.ordinals import Codes, ordinal_at
from seatpreview.labels.text.tokens import Token

_DASHES = frozenset(("-", "\u2013", "\u2014"))
_JOINING_SIGNS = _DASHES | frozenset(("/", ",", "&", "+"))
_JOINING_WORDS = frozenset(("until", "both"))
_SECTIONS = frozenset(("sections",))
_SECTION_WORDS = frozenset(("section", "sections"))
_OTHERS = frozenset(("row", "rows", "seat", "seats", "foreign"))
_IN_A_LIST = frozenset(("until", "both", "filler", "number"))


def without_lists(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Returns the tokens that name the level, without the sections, rows, seats or gates that its name
    lists."""
    rest = _left(tokens, _SECTIONS | _OTHERS)
    has_words = any(not (token.is_sign or token.is_number) for token in rest)
    # A level may be called 'Plaza 300', where 'plaza' is a word for seats in another language.
    return rest if has_words else _left(tokens, _SECTIONS)


def names_without_levels(
    sections: Sequence[SectionNames], tokens: Mapping[str, tuple[Token, ...]]
) -> dict[int, tuple[Token, ...]]:
    """Returns names without the name of their level, by section: '101' for '100 Level 101'. Names that two
    sections would then share are left out, and so is one that the name of another section ends with: 'Settore
    2' where there is a 'Poltrona Settore 2'."""
    known_as: dict[tuple[str, ...], list[int]] = defaultdict(list)
    rests: dict[int, tuple[Token, ...]] = {}
    numbers_of_levels: dict[str, frozenset[str]] = {}
    for index, section in enumerate(sections):
        name, level = tokens[section.name], tokens[section.level]
        rest = rest_behind_level(name, level)
        # 'Level 2 Block 2' is not known as 'Block 2', but no other section is known as that either.
        known_as[_spoken(rest or name)].append(index)
        if rest:
            if section.level not in numbers_of_levels:
                numbers_of_levels[section.level] = _numbers(without_lists(level))
            if numbers_of_levels[section.level].isdisjoint(_numbers(rest)):
                rests[index] = rest
    if not rests:
        return {}
    shared = {index for found in known_as.values() if len(found) > 1 for index in found}
    endings = _endings_of_others(sections, tokens, rests)
    return {
        index: rest for index, rest in rests.items() if index not in shared and _spoken(rest) not in endings
    }


def names_by_own_number(
    sections: Sequence[SectionNames], tokens: Mapping[str, tuple[Token, ...]], codes: Codes
) -> tuple[dict[int, tuple[Token, ...]], dict[int, str]]:
    """Returns names without their ordinals and without the numbers of their levels, by section, where one
    number is left that no other section has: 'Stand 112' for 'Tier 1 Stand 112', 'Class Zone 2A' for 'Second
    Class Zone 2A', 'Tribuna 6B Variante' for 'Tribuna 6B Prima Variante'. Where some of the sections that are
    called so share a number, one that is not shared may be a mistake, and none is known without its tier:
    these follow, each with the number that is left."""
    words = {token.text for section in sections for token in tokens[section.name] if not token.is_number}
    of_tiers = {word for word in words if word == "i" or _counts_tiers(word)}
    if not of_tiers:
        return {}, {}
    rests: dict[int, tuple[Token, ...]] = {}
    sections_with: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for index, section in enumerate(sections):
        name = tokens[section.name]
        has_tier = any(token.text in of_tiers for token in name)
        said_otherwise = _said_of_tiers(name, codes) if has_tier else frozenset()
        rest = tuple([token for at, token in enumerate(name) if at not in said_otherwise])
        numbers = [at for at, token in enumerate(rest) if token.is_number]
        for at in numbers:
            sections_with[rest[at].text][_ending(rest, at)].add(index)
        if said_otherwise and len(numbers) == 1:
            rests[index] = rest
    shared = {_words(rest) for rest in rests.values() if not _is_own_number(rest, sections_with)}
    own = {index: rest for index, rest in rests.items() if _words(rest) not in shared}
    others = {
        index: next(token.text for token in rests[index] if token.is_number)
        for index in rests.keys() - own.keys()
    }
    return own, others


def _words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Returns the words that touch no number."""
    return tuple([token.text for token in tokens if not (token.is_sign or token.is_number or token.touches)])


def _is_own_number(rest: Sequence[Token], sections_with: Mapping[str, Mapping[str, set[int]]]) -> bool:
    """Returns whether no other section has the number. '2B' is another one than '2A', and '2' may be both."""
    at = next(at for at, token in enumerate(rest) if token.is_number)
    ending, by_ending = _ending(rest, at), sections_with[rest[at].text]
    is_alone = len(by_ending[ending]) == 1 and (len(by_ending) == 1 or (bool(ending) and "" not in by_ending))
    has_word = any(len(token.text) > 1 for token in rest if not (token.is_sign or token.is_number))
    return is_alone and has_word


def _counts_tiers(word: str) -> bool:
    """Returns whether a word is an ordinal, or one for levels."""
    general = general_word(word)
    return bool(general.ordinal) or "level" in general.kinds


def _said_of_tiers(name: Sequence[Token], codes: Codes) -> frozenset[int]:
    """Returns the indexes of ordinals, and of words for levels with their numbers."""
    found = {at for at in range(len(name)) if ordinal_at(name, at, codes)}
    for at, (word, number) in enumerate(pairwise(name)):
        if number.is_number and not number.touches and "level" in general_word(word.text).kinds:
            found |= {at, at + 1}
    return frozenset(found)


def _ending(tokens: Sequence[Token], number: int) -> str:
    """Returns the letters that touch a number: 'a' in '2A'."""
    behind = number + 1
    return tokens[behind].text if behind < len(tokens) and tokens[behind].touches else ""


def _endings_of_others(
    sections: Sequence[SectionNames],
    tokens: Mapping[str, tuple[Token, ...]],
    rests: Mapping[int, tuple[Token, ...]],
) -> set[tuple[str, ...]]:
    """Returns how the names end that do not begin with their level, from a word for sections on and behind
    it: '5' is no 'Balcony 5' where there is a 'Section 5'."""
    names = (_spoken(tokens[section.name]) for index, section in enumerate(sections) if index not in rests)
    return {
        name[end:]
        for name in names
        for start in range(len(name))
        if not general_word(name[start]).kinds.isdisjoint(_SECTION_WORDS)
        for end in (start, start + 1)
        if 0 < end < len(name)
    }


def _spoken(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple([token.text for token in tokens if not token.is_sign])


def _numbers(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset([token.text for token in tokens if token.is_number])


def rest_behind_level(tokens: tuple[Token, ...], level: tuple[Token, ...]) -> tuple[Token, ...]:
    """Returns the rest of a name that begins with the name of its level, if the rest has a number."""
    if not level or not tokens or tokens[0].text != level[0].text:
        return ()
    before = [token.text for token in level if not token.is_sign]
    spoken = [index for index, token in enumerate(tokens) if not token.is_sign]
    if len(spoken) <= len(before) or [tokens[index].text for index in spoken[: len(before)]] != before:
        return ()
    rest = tokens[spoken[len(before)] :]
    return rest if any(token.is_number for token in rest) else ()


def letter_of_direction(level: Sequence[Token], names: Sequence[Sequence[Token]]) -> str:
    """Returns the letter that stands for the level's direction in all its numbered sections, if there is one:
    'n' for blocks 1N to 8N of a 'North Stand'."""
    initials = {token.text[0] for token in level if general_word(token.text).directions}
    if not initials:
        return ""
    letters = [_letter_of(tokens) for tokens in names if any(token.is_number for token in tokens)]
    is_shared = len(letters) > 1 and len(set(letters)) == 1 and letters[0] in initials
    return letters[0] if is_shared else ""


def _letter_of(tokens: Sequence[Token]) -> str:
    """Returns the only letter of a name that touches its number."""
    letters = [
        first.text if second.is_number else second.text
        for first, second in pairwise(tokens)
        if second.touches and first.is_number != second.is_number
    ]
    return letters[0] if len(letters) == 1 and len(letters[0]) == 1 else ""


def _left(tokens: tuple[Token, ...], kinds: frozenset[str]) -> tuple[Token, ...]:
    """Returns the tokens without the lists that follow words of these kinds, and without ranges if sections
    are listed."""
    listed: set[int] = set()
    for index in range(len(tokens)):
        at = _list_from(tokens, index, kinds)
        if at:
            listed.update(range(at[0], at[-1] + 1))
    return tuple(token for index, token in enumerate(tokens) if index not in listed) if listed else tokens


def lists_of_sections(tokens: tuple[Token, ...]) -> Iterator[tuple[str, ...]]:
    """Yields the lists of sections in a level's name, each with the word before it: 'sections', '401',
    '439'."""
    tokens = _left(tokens, _OTHERS)
    last = -1
    for index in range(len(tokens)):
        at = sections_listed_from(tokens, index) if index > last else ()
        if at:
            last = at[-1]
            yield tuple(tokens[position].text for position in at)


def sections_listed_from(tokens: Sequence[Token], index: int) -> tuple[int, ...]:
    """Returns the indexes of a list of sections that begins here: a word for sections and its numbers, the
    two numbers of a range, or the number of a hundred ('200s'). Empty if no list begins here."""
    return _list_from(tokens, index, _SECTIONS)


def _list_from(tokens: Sequence[Token], index: int, kinds: frozenset[str]) -> tuple[int, ...]:
    if tokens[index].is_number:
        if not kinds >= _SECTIONS:
            return ()
        if _are_hundreds(tokens, index):
            return (index, index + 1)
        return (index, index + 2) if _is_range(tokens, index) else ()
    if not _is_listing_word(tokens[index], kinds):
        return ()
    at = [index]
    for position in range(index + 1, len(tokens)):
        token = tokens[position]
        if token.is_number:
            at.append(position)
        elif token.text in (")", "]") or not (token.is_sign or _goes_on(token)):
            break
    return tuple(at) if len(at) > 1 else ()


def _is_listing_word(token: Token, kinds: frozenset[str]) -> bool:
    """Returns whether a word is of these kinds. 'Ordine' also means a level in Italian."""
    general = general_word(token.text)
    return not general.kinds.isdisjoint(kinds) and "level" not in general.kinds


def _goes_on(token: Token) -> bool:
    """Returns whether a word may be part of a list of numbers: 'to' in 'Sections 401 to 439'."""
    is_short = token.touches or is_letter(token.text)
    return is_short or not general_word(token.text).kinds.isdisjoint(_IN_A_LIST)


def _are_hundreds(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether the number stands for a whole hundred: '200s'."""
    if index + 1 >= len(tokens) or not tokens[index].text.endswith("00"):
        return False
    ending = tokens[index + 1]
    return ending.touches and ending.text == "s" and not ending.is_capital


def _is_range(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a range begins with this number: '401-439', '401 to 439'. 'Level 2 - 200s' is not a
    range."""
    if index + 2 >= len(tokens) or not tokens[index + 2].is_number:
        return False
    first, joiner, last = tokens[index : index + 3]
    if joiner.text in _DASHES and first.end == joiner.start and joiner.end == last.start:
        return True
    is_joiner = joiner.text in _JOINING_SIGNS if joiner.is_sign else _is_joining_word(joiner)
    return is_joiner and len(first.text) == len(last.text)


def _is_joining_word(token: Token) -> bool:
    return not general_word(token.text).kinds.isdisjoint(_JOINING_WORDS)
