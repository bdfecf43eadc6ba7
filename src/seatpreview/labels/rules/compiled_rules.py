"""Compiled label rules: each changes the text of a label, and is charged for its work."""

from collections.abc import Sequence
from typing import Protocol

from seatpreview.labels.label_rules import GROUP_REFERENCE, LABEL_CHARACTERS_MAX, Drop, Reject, Rewrite
from seatpreview.labels.re2_patterns import PatternMatch
from seatpreview.labels.rules.dropped_words import DroppedWords, RuleText
from seatpreview.labels.rules.rule_cost import pattern_of
from seatpreview.labels.step_budget import Steps

_STEPS_OF_A_SEARCH = 300
_STEPS_OF_A_MATCH = 1000
_STEPS_OF_A_GROUP = 100


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
