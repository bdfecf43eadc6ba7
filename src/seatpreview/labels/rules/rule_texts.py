"""The text of a label that rules are applied to, and what rules leave of it."""

from collections.abc import Iterable

from msgspec.structs import replace

from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.model import Parts
from seatpreview.labels.rules.compiled_rules import CompiledRule
from seatpreview.labels.rules.dropped_words import RuleText
from seatpreview.labels.step_budget import Steps, StepsExceeded


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
