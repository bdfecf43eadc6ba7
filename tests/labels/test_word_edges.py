"""Edges of words in patterns of rules: RE2 knows those of ASCII words alone."""

import pytest

from seatpreview.labels.compiled_rules import RULES_COST_MAX, RuleText, compiled_rule, cost_of
from seatpreview.labels.label_rules import Pattern, Reject, Rewrite
from seatpreview.labels.step_budget import Steps


def rewritten(pattern: str, replacement: str, text: str) -> str | None:
    rule = Rewrite(pattern=Pattern.parse(pattern), replacement=replacement)
    return compiled_rule(rule).change(RuleText(text), Steps())


@pytest.mark.parametrize(("pattern", "replacement", "text", "changed"), [
    (r"\bряд\b", "Row", "ряд 5, ряд ряд; нарядный ряд", "Row 5, Row Row; нарядный Row"),
    (r"\bряд\s*(\d+)\b", r"Row \1", "ряд 5 ряд7 снаряд 8 ряд 9а", "Row 5 Row 7 снаряд 8 ряд 9а"),
    (r"\b(?:ряд|місце)\b", "X", "ряд місце рядмісце «ряд»", "X X рядмісце «X»"),
    (r"\bряд\b|\bместо\b", "X", "ряд место наместо", "X X наместо"),
    (r"\bрядо?в?\b", "X", "ряд рядов рядовой", "X X рядовой"),
    (r"\bя\b", "b", "я я яя я", "b b яя b"),
    (r"\bTür\b", "Door", "Tür Türe Haustür TÜR.", "Door Türe Haustür Door."),
    (r"ряд\b", "X", "ряд наряд рядный", "X наX рядный"),
    (r"^ряд\b", "X", "ряд ряд", "X ряд"),
    (r"\b[а-я]+(\d)\b", r"\1", "ряд5 место7", "5 7"),
    (r"\b列\b", "Row", "5 列 列車", "5 Row 列車"),
    (r"\bST([LCR])\b", r"Stalls \1", "STL-B-03 STLX", "Stalls L-B-03 STLX"),
    (r"\b№\b", "X", "№5", "№5"),
])  # fmt: skip
def test_an_edge_of_a_word_is_one_in_any_script(
    pattern: str, replacement: str, text: str, changed: str
) -> None:
    assert rewritten(pattern, replacement, text) == changed


def test_a_rule_rejects_whole_words_of_any_script() -> None:
    rule = compiled_rule(Reject(pattern=Pattern.parse(r"\bтест\b")))
    assert rule.change(RuleText("Это тест"), Steps()) is None
    assert rule.change(RuleText("протестант"), Steps()) == "протестант"


def test_edges_cost_little() -> None:
    rules = [Reject(pattern=Pattern.parse(rf"\bслово{number}\b")) for number in range(100)]
    assert cost_of(rules).total < RULES_COST_MAX


@pytest.mark.parametrize("pattern", [r"\b(я", r"\bя[", "\\bя\\"])
def test_a_pattern_that_is_not_valid_is_refused_all_the_same(pattern: str) -> None:
    with pytest.raises(ValueError, match="is not a pattern of RE2"):
        Pattern.parse(pattern)


@pytest.mark.parametrize("pattern", [r"\bя\\", r"\b(((((я)))))\b", r"\b(?i)я\b", r"\b\bя", r"я|\b", r"\b"])
def test_a_valid_pattern_stays_valid(pattern: str) -> None:
    assert Pattern.parse(pattern) == pattern
