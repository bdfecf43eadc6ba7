"""Compiled label rules: each changes the text of a label, and is charged for its work."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from seatpreview.labels.label_rules import GROUP_REFERENCE, LABEL_CHARACTERS_MAX, Drop, Reject, Rewrite, Rule
from seatpreview.labels.model import Parts
from seatpreview.labels.re2_patterns import CompiledPattern, PatternMatch, compile_pattern, with_word_edges
from seatpreview.labels.step_budget import Steps, StepsExceeded
from seatpreview.labels.text.spelling import folded

_STEPS_OF_A_SEARCH = 300
_STEPS_OF_A_MATCH = 1000
_STEPS_OF_A_GROUP = 100
_STEPS_OF_A_RULE = 300
_STEPS_OF_A_CHARACTER = 20
_STEPS_OF_A_START = 10
_STEPS_OF_A_COMPARISON = 20

_NOTHING: dict[str, Any] = {}
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
"""Matches what remains of "(VIP)" after VIP was dropped."""

_SAME_CAPITALS = {"\u1fd3": "\u0390", "\u1fe3": "\u03b0", "\ufb06": "\ufb05"}
"""Lower-case letters whose upper-case form has several characters and is shared with another letter."""
RULES_COST_MAX = 16_000
"""Within this bound, a label of up to 150 characters passes all rules before its steps are used up."""


class RuleText:
    """A text that rules are applied to, with derived data that is computed once. Consecutive rules that leave
    the text unchanged share it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.size_bytes = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))

    @cached_property
    def comparable(self) -> str:
        """The text in one case, character by character."""
        return comparable(self.text)

    @cached_property
    def word_starts(self) -> list[int]:
        """The positions where a word can begin: no letter or digit stands before them."""
        text = self.text
        return [
            position for position in range(len(text)) if position == 0 or not text[position - 1].isalnum()
        ]


class CompiledRule(Protocol):
    """A compiled rule, which changes a text or declines it."""

    def change(self, text: RuleText, steps: Steps) -> str | None:
        """Returns the changed text, or None to decline the label. Raises `StepsExceeded` if the rule would
        take more steps than are left."""
        ...


def compiled_rule(rule: Rewrite | Drop | Reject) -> CompiledRule:
    """Compiles a rule."""
    match rule:
        case Rewrite():
            return _RewriteStep(rule)
        case Drop():
            return _DropStep(rule)
        case Reject():
            return _RejectStep(rule)


class _RewriteStep:
    def __init__(self, rule: Rewrite) -> None:
        self._pattern = pattern_of(rule)
        self._replacement = _replacement_pieces(rule.replacement)
        groups = sum(isinstance(piece, int) for piece in self._replacement)
        self._steps_of_a_match = _STEPS_OF_A_MATCH + _STEPS_OF_A_GROUP * (groups + self._pattern.groups)

    def change(self, text: RuleText, steps: Steps) -> str:
        raw, steps_per_byte = text.text, self._pattern.steps_per_byte
        steps.spend(_STEPS_OF_A_SEARCH + steps_per_byte * text.size_bytes)
        pieces: list[str] = []
        end = length = 0
        for found in self._pattern.matches(raw):
            new = (raw[end : found.start], self._expanded(found))
            pieces += new
            end = found.end
            length += len(new[0]) + len(new[1])
            if length > LABEL_CHARACTERS_MAX:
                return "".join(pieces)  # The rest would be cut off.
            # The search for the next match may scan all of the rest.
            steps.spend(self._steps_of_a_match + steps_per_byte * (text.size_bytes - end))
        return "".join((*pieces, raw[end:])) if pieces else raw

    def _expanded(self, found: PatternMatch) -> str:
        """Expands the replacement. RE2's own function reads its UTF-8 as Latin-1, which would garble
        'Tribüne'."""
        return "".join(piece if isinstance(piece, str) else found.group(piece) for piece in self._replacement)


class _DropStep:
    def __init__(self, rule: Drop) -> None:
        self._words = DroppedWords(rule.words)

    def change(self, text: RuleText, steps: Steps) -> str:
        return self._words.removed_from(text, steps)


class _RejectStep:
    def __init__(self, rule: Reject) -> None:
        self._pattern = pattern_of(rule)

    def change(self, text: RuleText, steps: Steps) -> str | None:
        steps.spend(_STEPS_OF_A_SEARCH + self._pattern.steps_per_byte * text.size_bytes)
        return None if self._pattern.program.search(text.text) else text.text


def _replacement_pieces(replacement: str) -> Sequence[str | int]:
    """Splits a replacement into texts and group numbers."""
    pieces: list[str | int] = []
    end = 0
    for reference in GROUP_REFERENCE.finditer(replacement):
        pieces += (replacement[end : reference.start()], int(reference[1] or 0))
        end = reference.end()
    return [piece for piece in (*pieces, replacement[end:]) if piece != ""]


class DroppedWords:
    """Words to remove, in any case, with accents in either Unicode form or without them.

    Only whole words are removed: no letter or digit may stand directly before or after one. A "word" may
    consist of several words with anything between them. If two of them begin at the same position, the first
    one wins.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._tree: dict[str, Any] = {}
        """A trie of characters. The key '' holds the number of the spelling that ends there."""
        spellings = (spelling for word in words for spelling in _spellings(word))
        for number, spelling in enumerate(spellings):
            node = self._tree
            for character in comparable(spelling):
                node = node.setdefault(character, {})
            node.setdefault("", number)
        self._tree.pop("", None)  # A word that consists of accents has a spelling without any character.

    def removed_from(self, text: RuleText, steps: Steps) -> str:
        """Returns the text without the words, and without brackets that became empty."""
        steps.spend(_STEPS_OF_A_RULE + _STEPS_OF_A_CHARACTER * len(text.text))
        steps.spend(_STEPS_OF_A_START * len(text.word_starts))
        pieces: list[str] = []
        end = 0
        for start in text.word_starts:
            if start >= end and text.comparable[start] in self._tree:
                word_end = self._end_of_word(text, start, steps)
                if word_end is not None:
                    pieces += (text.text[end:start], " ")
                    end = word_end
        return _EMPTY_BRACKETS.sub(" ", "".join((*pieces, text.text[end:])))

    def _end_of_word(self, text: RuleText, start: int, steps: Steps) -> int | None:
        """Returns where the word that begins at this position ends; None if none of the words begins
        there."""
        raw, characters = text.text, text.comparable
        node, position = self._tree, start
        best: tuple[int, int] | None = None
        while position < len(raw):
            node = node.get(characters[position], _NOTHING)
            if node is _NOTHING:
                break
            position += 1
            number = node.get("")
            if number is not None and (position == len(raw) or not raw[position].isalnum()):
                best = min(best or (number, position), (number, position))
        steps.spend(_STEPS_OF_A_COMPARISON * (position - start + 1))
        return None if best is None else best[1]


def comparable(text: str) -> str:
    """Returns the text in one case, with the same length. Case is compared character by character, as regular
    expressions do: 'ß' is not 'ss'."""
    return text.upper() if text.isascii() else "".join(map(_comparable_character, text))


def _comparable_character(character: str) -> str:
    # The dotted capital I is the only character whose lower-case form has two characters. Without its dot it
    # has one.
    small = "i" if character == "\u0130" else character.lower()
    capital = small.upper()
    return capital if len(capital) == 1 else _SAME_CAPITALS.get(small, small)


def _spellings(word: str) -> tuple[str, ...]:
    """Returns the spellings of a word: with accents in either Unicode form, and without accents."""
    return (unicodedata.normalize("NFD", word), unicodedata.normalize("NFC", word), folded(word))


class RulesCost(NamedTuple):
    """The cost of a list of rules."""

    total: int
    """The cost of all rules, for each character of a label."""
    highest: int
    """The cost of the rule that costs most."""
    highest_rule: int
    """The index of that rule; 0 if there are no rules."""

    @property
    def is_acceptable(self) -> bool:
        """Whether a record with these rules is accepted."""
        return self.total <= RULES_COST_MAX

    @property
    def steps(self) -> int:
        """The number of steps for the longest label."""
        return self.total * LABEL_CHARACTERS_MAX


def cost_of(rules: Sequence[Rule]) -> RulesCost:
    """Returns the cost of the rules: the sum of their program sizes. Words that are dropped or mapped are not
    counted, because their number does not change the cost."""
    costs = [pattern_of(rule).steps_per_byte if isinstance(rule, Rewrite | Reject) else 0 for rule in rules]
    highest = max(costs, default=0)
    return RulesCost(sum(costs), highest, costs.index(highest) if costs else 0)


def pattern_of(rule: Rewrite | Reject) -> CompiledPattern:
    """Returns the compiled pattern of a rule, without groups if nobody asks for them."""
    captures = isinstance(rule, Rewrite) and (
        GROUP_REFERENCE.search(rule.replacement) is not None or with_word_edges(rule.pattern).is_changed
    )
    return compile_pattern(rule.pattern, captures=captures)


def text_of(label: str | Parts) -> str:
    """Returns the text that rules are applied to."""
    return label if isinstance(label, str) else label.section


def with_text(label: str | Parts, text: str) -> str | Parts:
    """Returns the label with another text."""
    return text if isinstance(label, str) else replace(label, section=text)


def after_rules(steps: Iterable[CompiledRule], text: str) -> str | None:
    """Returns the text after these rules; None if one of them declines it."""
    left = Steps()
    try:
        for step in steps:
            changed = step.change(RuleText(text), left)
            if changed is None:
                return None
            text = changed[:LABEL_CHARACTERS_MAX]
    except StepsExceeded:
        return None
    return text
