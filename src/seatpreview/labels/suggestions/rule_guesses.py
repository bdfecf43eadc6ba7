"""Suggests rules for labels: those that follow from known seats, and guesses that a person judges."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from seatpreview.labels.compiled_rules import after_rules, compiled_rule, with_text
from seatpreview.labels.label_rules import MapTo, Pattern, Rewrite, Rule
from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Parts, Resolution, SeatWithRef, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.seat_refs import no_seat
from seatpreview.labels.suggestions.dry_run import REJECT_ALL, text_for_rules
from seatpreview.labels.suggestions.rule_suggestions import PLACE_MARKERS, suggestions
from seatpreview.labels.suggestions.suggestion_model import Case, Keys, Suggestion, suggestion_of
from seatpreview.labels.text.general_words import ROMAN
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import words_and_numbers

GUESSES_MAX = 20
CODES_MAX = 200
"""The most codes that are looked at: those of the most labels."""
TRIALS_MAX = 20_000
"""The most labels resolved in one search, counted each time."""
RESOLVED_SHARE_MIN = 0.9
"""The share of the labels with a code that a guess must resolve. Single labels may be misprinted."""
ALTERNATIVES_MAX = 3
"""The most other meanings that are offered with a guess. A code that could mean more is not guessed."""
COST_DIFFERENCE_MAX = 1
"""How much less plain an offered meaning may be than the best: 'STL' is 'Stalls L', not 'Stalls R'."""

_IGNORED = frozenset(("aside", "unknown", "against"))
CODE_LETTERS_MAX = 5
"""The most letters of one piece of a code. Longer words are rarely abbreviations."""
CODE_LETTERS_MIN = 2
NAMES_MAX = 4_000
"""The most names of a venue that codes are compared with."""
NAMES_OF_A_SECTION_MAX = 10
NAME_CHARACTERS_MAX = 100
NAME_WORDS_MAX = 6
MEANINGS_MAX = 12
"""The most names that are tried for one code: those that it abbreviates most plainly."""

_LETTERS = rf"[^\W\d_]{{1,{CODE_LETTERS_MAX}}}"
_FIRST_PIECES = re.compile(rf"\s*+({_LETTERS}+)(?:[\s./_-]{{0,3}}({_LETTERS}|[0-9]{{1,3}}))?(?![^\W_])")
_FIRST_LETTERS = re.compile(rf"\s*({_LETTERS})(?![^\W\d_])")
_TWO_BEFORE_NUMBER = re.compile(rf"\s*({_LETTERS})[\s./_-]{{1,3}}({_LETTERS})(?=[0-9])")
_GAP = r"[\s./_-]*"
_LAST_PIECE = re.compile(r"(?<![\W_])[\W_]++(?:[0-9]+|[^\W\d_])$")
_NUMERALS = ROMAN | {"i": "1", "v": "5", "x": "10"}

_Costs = dict[tuple[tuple[str, ...], int], int | None]
"""Costs of ends of a code for ends of a name, by the pieces and the number of words that are left. They keep
the steps few where all words begin alike."""


def suggested_rules(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool] = lambda: False,
    seat_with_ref: SeatWithRef = no_seat,
) -> list[Suggestion]:
    """Returns what both searches find, each judged with the ones before it in place.

    Where a label has a known answer, what follows from it comes first. Otherwise guesses do: that a code
    stands for a name says more than that it can be dropped.
    """
    searches = [guesses, suggestions]
    if any(case.has_answer for case in cases):
        searches.reverse()
    found: list[Suggestion] = []
    for search in searches:
        in_place = (*rules, *(each.rule for each in found))
        found += search(sections, in_place, cases, is_over, seat_with_ref)
    return found


def guesses(
    sections: Sequence[SectionNames],
    rules: tuple[Rule, ...],
    cases: Sequence[Case],
    is_over: Callable[[], bool] = lambda: False,
    seat_with_ref: SeatWithRef = no_seat,
) -> list[Suggestion]:
    """Returns rules that replace a code by the name that it seems to be short for, each judged with the ones
    before it in place.

    With the rule, nearly all labels with the code resolve, down to the seat if they name one, and no other
    label changes. Other meanings that resolve as many labels are `alternatives`. The search ends early, with
    the rules found so far, when `is_over` becomes true or the trials are used up.
    """
    return list(_Search(sections, rules, cases, is_over, seat_with_ref).found())


class _OutOfTrials(Exception):
    """Raised when the search has used its time, or has tried as many labels as it may."""


class _Tried(msgspec.Struct, frozen=True):
    """A meaning of a code, and what the labels with the code resolve to with it."""

    rule: Rule
    cost: int
    new_keys: dict[int, Keys]


class Code(NamedTuple):
    """A code at the beginning of labels."""

    pieces: tuple[str, ...]
    """Its words and numbers, in lower case."""
    is_before_digit: bool
    """Whether a digit follows its last letter immediately: 'BX' in 'BX07'."""

    def rewritten_as(self, meaning: str) -> Rewrite:
        """Returns a rule that replaces the code, at the beginning of a label only."""
        text = rf"^\s*{_GAP.join(self.pieces)}"
        if self.is_before_digit:
            return Rewrite(pattern=Pattern(f"{text}([0-9])"), replacement=rf"{meaning} \1")
        return Rewrite(pattern=Pattern(rf"{text}\b"), replacement=meaning)


class Meaning(NamedTuple):
    """A name that a code may be short for. The lower the cost, the more plainly it is abbreviated."""

    cost: int
    text: str


class _Search:
    """Looks at one code after the other, those of the most labels first."""

    def __init__(
        self,
        sections: Sequence[SectionNames],
        rules: tuple[Rule, ...],
        cases: Sequence[Case],
        is_over: Callable[[], bool],
        seat_with_ref: SeatWithRef,
    ) -> None:
        self._cases = cases
        self._rules = rules
        self._is_over = is_over
        self._trials_left = TRIALS_MAX
        self._meanings = CodeMeanings(sections)
        self._readings = Readings(READINGS_MAX)
        maps = tuple(rule for rule in rules if isinstance(rule, MapTo))
        self._resolver = Resolver(sections, rules, seat_with_ref=seat_with_ref)
        self._without_steps = Resolver(sections, maps, seat_with_ref=seat_with_ref)
        self._rejecting = Resolver(sections, REJECT_ALL, seat_with_ref=seat_with_ref)
        self._texts: list[str | None] = []
        """The text of each label after the rules. None for a label that no further rule can change."""
        self._keys: list[Keys] = []
        self._no_codes = set(PLACE_MARKERS)

    def found(self) -> Iterator[Suggestion]:
        """Yields a guess for each code that has one."""
        count = 0
        try:
            self._resolve_all()
            for code in self._codes():
                guess = self._guess(code)
                if guess is not None:
                    yield guess
                    count += 1
                if count == GUESSES_MAX:
                    return
        except _OutOfTrials:
            return

    def _resolve_all(self) -> None:
        steps = [compiled_rule(rule) for rule in self._rules if not isinstance(rule, MapTo)]
        for case in self._cases:
            resolution = self._resolve(self._resolver, case.label)
            self._keys.append(matched_keys(resolution))
            self._no_codes.update(_words_for_places(resolution))
            self._texts.append(text_for_rules(case.label, steps, self._rejecting))

    def _codes(self) -> list[Code]:
        """Returns the codes of labels that do not resolve, those of the most labels first, then the shorter
        ones."""
        counts = Counter(
            code
            for number, text in enumerate(self._texts)
            if text is not None and self._is_open(number)
            for code in codes_of(text)
            if code.pieces[0] not in self._no_codes
        )
        ranked = sorted(counts, key=lambda code: (-counts[code], code))
        return ranked[:CODES_MAX]

    def _is_open(self, number: int) -> bool:
        return not self._keys[number] and not self._cases[number].has_answer

    def _guess(self, code: Code) -> Suggestion | None:
        """Returns the best meaning of a code, with those that do as well."""
        self._spend(0)
        tried = [self._try(code, meaning) for meaning in self._meanings.of(code)]
        best = _best_of([each for each in tried if each is not None])
        if not best:
            return None
        first, *others = best
        for number, keys in first.new_keys.items():
            self._keys[number] = keys
            self._texts[number] = None
        alternatives = [each.rule for each in others]
        return suggestion_of(first.rule, self._cases, sorted(first.new_keys), [], [], alternatives)

    def _try(self, code: Code, meaning: Meaning) -> _Tried | None:
        """Returns what a meaning resolves; None if it resolves too few labels or changes another one."""
        rule = code.rewritten_as(meaning.text)
        step = compiled_rule(rule)
        new_keys: dict[int, Keys] = {}
        labels = 0
        for number, text in enumerate(self._texts):
            changed = None if text is None else after_rules([step], text)
            if changed is None or changed == text:
                continue
            case = self._cases[number]
            resolution = self._resolve(self._without_steps, with_text(case.label, changed))
            keys = matched_keys(resolution)
            if not self._is_open(number):
                if keys != self._keys[number]:
                    return None
                continue
            labels += 1
            if keys and _is_whole(resolution, case.label, len(meaning.text)):
                new_keys[number] = keys
            elif keys:
                return None  # It would lead to a place although a part of the label says something else.
        if not new_keys or len(new_keys) < RESOLVED_SHARE_MIN * labels:
            return None
        return _Tried(rule, meaning.cost, new_keys)

    def _resolve(self, resolver: Resolver, label: str | Parts) -> Resolution:
        self._spend(1)
        return with_minimum(resolver.resolve(label, self._readings, explain=True))

    def _spend(self, trials: int) -> None:
        self._trials_left -= trials
        if self._trials_left < 0 or self._is_over():
            raise _OutOfTrials


def _best_of(tried: list[_Tried]) -> list[_Tried]:
    """Returns the meanings that resolve the most labels, the plainest first, one for each result. Those that
    are much less plain are left out. Empty if there are too many to choose from."""
    most = max((len(each.new_keys) for each in tried), default=0)
    of_results: dict[tuple[tuple[int, Keys], ...], _Tried] = {}
    for each in sorted(tried, key=lambda each: each.cost):
        if len(each.new_keys) == most:
            of_results.setdefault(tuple(sorted(each.new_keys.items())), each)
    ranked = list(of_results.values())
    best = [each for each in ranked if each.cost <= ranked[0].cost + COST_DIFFERENCE_MAX]
    return best if len(best) <= ALTERNATIVES_MAX + 1 else []


def _words_for_places(resolution: Resolution) -> Iterator[str]:
    """Yields words that are no codes: those that say what follows in a label that is understood, and
    abbreviations of such words ('sec')."""
    is_understood = bool(matched_keys(resolution))
    for word in resolution.words:
        text = resolution.text[word.start : word.end].lower()
        if word.taken_for == "marker" and (is_understood or word.meaning.startswith(text)):
            yield text


def _is_whole(resolution: Resolution, label: str | Parts, after: int) -> bool:
    """Returns whether every number and single letter after the name has led to the place, and the place is a
    seat if the label has two numbers or names a seat."""
    words = [word for word in resolution.words if word.start >= after]
    short = [word for word in words if _is_number_or_letter(resolution.text[word.start : word.end])]
    if any(word.taken_for in _IGNORED for word in short):
        return False
    numbers = sum(resolution.text[word.start : word.end].isdecimal() for word in words)
    names_seat = numbers >= 2 or (isinstance(label, Parts) and bool(label.seat))
    return resolution.level == "seat" or not names_seat


def _is_number_or_letter(text: str) -> bool:
    return text.isdecimal() or len(text) == 1


def codes_of(text: str) -> Iterator[Code]:
    """Yields the codes that may stand at the beginning of a label, the shortest first: 'par' and 'par m' for
    'PAR-M 17/21'."""
    lower = text.lower()
    first = _FIRST_LETTERS.match(lower)
    if first is None:
        return
    if len(first[1]) >= CODE_LETTERS_MIN:
        yield Code((first[1],), lower[first.end() : first.end() + 1].isdecimal())
    longer = _TWO_BEFORE_NUMBER.match(lower)
    if longer is not None:
        yield Code((longer[1], longer[2]), is_before_digit=True)
        return
    longer = _FIRST_PIECES.match(lower)
    if longer is not None and longer[2]:
        yield Code((longer[1], longer[2]), is_before_digit=False)


class CodeMeanings:
    """The names of a venue: sections, levels, and beginnings of names that several sections share."""

    def __init__(self, sections: Sequence[SectionNames]) -> None:
        texts = dict.fromkeys(text for section in sections for text in _texts(section))
        self._names: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for text in islice(texts, NAMES_MAX):
            words = words_and_numbers(text)
            if words and len(words) <= NAME_WORDS_MAX:
                self._names.setdefault(words[0][0], []).append((text, words))
        self._own_words = {
            word for section in sections for text in (section.id, *_texts(section))
            for word in words_and_numbers(text)
        }  # fmt: skip

    def of(self, code: Code) -> list[Meaning]:
        """Returns the names that a code may be short for. A word that a name of the venue has in full is no
        code."""
        pieces = tuple(folded(piece) for piece in code.pieces)
        if pieces[0] in self._own_words:
            return []
        found = []
        for text, words in self._names.get(pieces[0][0], ()):
            cost = _cost(pieces, words, {})
            if cost is not None:
                found.append(Meaning(cost, text))
        return sorted(found)[:MEANINGS_MAX]


def _texts(section: SectionNames) -> Iterator[str]:
    """Yields names of a section and its level, with and without the number or letter at their end."""
    names = (section.name or section.id, *section.aliases[:NAMES_OF_A_SECTION_MAX])
    with_level = (f"{section.level} {name}" for name in names) if section.level else ()
    for name in (section.level, *names, *with_level):
        for text in (name, _LAST_PIECE.sub("", name)):
            if 0 < len(text) <= NAME_CHARACTERS_MAX and "\\" not in text:
                yield text


def _cost(pieces: tuple[str, ...], words: tuple[str, ...], costs: _Costs) -> int | None:
    """Returns how far a code is from the plain beginnings of these words, one for each word left out and each
    contraction; None if it is not short for them. Each piece begins with a new word."""
    if not pieces:
        return len(words)
    if not words:
        return None
    key = pieces, len(words)
    if key not in costs:
        left_out = _cost(pieces, words[1:], costs)
        without = () if left_out is None else (left_out + 1,)
        costs[key] = min((*_costs_with_word(pieces, words, costs), *without), default=None)
    return costs[key]


def _costs_with_word(pieces: tuple[str, ...], words: tuple[str, ...], costs: _Costs) -> Iterator[int]:
    """Yields the cost of each way in which the code begins with letters of the first word."""
    piece, *others = pieces
    if piece.isdecimal():
        number = _NUMERALS.get(words[0], words[0])
        rest = _cost(tuple(others), words[1:], costs) if number == (piece.lstrip("0") or "0") else None
        if rest is not None:
            yield rest
        return
    for end in range(1, len(piece) + 1):
        if not _is_short_for(piece[:end], words[0]):
            return
        left = (piece[end:], *others) if end < len(piece) else tuple(others)
        rest = _cost(left, words[1:], costs)
        if rest is not None:
            yield rest + (not words[0].startswith(piece[:end]))


def _is_short_for(letters: str, word: str) -> bool:
    """Returns whether the letters are in the word in this order, and begin it."""
    rest = iter(word)
    return word[0] == letters[0] and all(letter in rest for letter in letters)
