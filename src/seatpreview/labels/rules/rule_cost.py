"""The cost of a venue's label rules for each label, counted in RE2 instructions."""

from collections.abc import Sequence
from typing import NamedTuple

from seatpreview.labels.label_rules import GROUP_REFERENCE, LABEL_CHARACTERS_MAX, Reject, Rewrite, Rule
from seatpreview.labels.re2_patterns import CompiledPattern, compile_pattern
from seatpreview.labels.word_edges import with_word_edges

RULES_COST_MAX = 16_000
"""Within this bound, a label of up to 150 characters passes all rules before its steps are used up."""


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
