"""The labels of docs/first-hall.md need the rules that the page says."""

import re

from docs.generated_pages import ROOT
from seatpreview.decoding.inputs import decode
from seatpreview.labels.label_rules import SeatKeys
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.suggestions.dry_run import is_as_expected
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.model import Layout
from seatpreview.venues.rules import resolver_for
from web.first_hall import DRAWN

PAGE = (ROOT / "docs" / "first-hall.md").read_text(encoding="utf-8")
LAYOUT = compile_layout(decode(DRAWN, Layout))
LABELS = [label.split(" => ")[0] for label in PAGE.split("```text\n")[1].split("```")[0].splitlines()]
WANTED = ["Stalls 2/D/7", "Box 1//2", None]
RULES = {
    "rules": [
        {"type": "map", "name": "Royal Box", "section": "Box 1"},
        {"type": "reject", "pattern": r"^test\b"},
    ]
}


def right_with(seat_keys: object) -> list[bool]:
    resolver = resolver_for(decode(seat_keys, SeatKeys).rules, LAYOUT, ())
    return [
        is_as_expected(with_minimum(resolver.resolve(label)), wanted)
        for label, wanted in zip(LABELS, WANTED, strict=True)
    ]


def test_each_label_but_the_first_needs_its_rule() -> None:
    assert right_with({}) == [True, False, False]
    assert right_with(RULES) == [True, True, True]


def test_the_rules_are_those_of_the_page() -> None:
    told = re.findall(r"`([^`]+)`", PAGE.split("- The first label needs no rule.")[1].split("\n\n")[0])
    assert told == ["Royal Box", "Box 1", r"^test\b"]
