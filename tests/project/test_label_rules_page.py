"""docs/label-rules.md says which labels need no rule, and which bounds there are."""

import re

import pytest

from docs.generated_pages import ROOT
from seatpreview.decoding.inputs import decode
from seatpreview.demo import arena
from seatpreview.labels.compiled_rules import RULES_COST_MAX
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.minimum_confidence import MIN_CONFIDENCE_DEFAULT, with_minimum
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.rules import resolver_for

PAGE = (ROOT / "docs" / "label-rules.md").read_text(encoding="utf-8")
FORM = re.compile(r"^\| [^|]+ \| (`[^|]+) \| ([^|]+) \|$", re.MULTILINE)
FORMS = FORM.findall(PAGE.split("## Forms that ticketing systems print")[1].split("\n## ")[0])
RECORD = decode(arena.record(), VenueRecord)
WITHOUT_RULES = resolver_for((), arena.compiled_layout(), RECORD.aliases, RECORD.translations)


def resolves(label: str) -> bool:
    resolution = with_minimum(WITHOUT_RULES.resolve(label))
    return resolution.seat is not None and resolution.seat.key == "107/K/9"


@pytest.mark.parametrize(
    "label",
    [
        label
        for labels, needs in FORMS
        if needs.startswith("nothing")
        for label in re.findall("`([^`]+)`", labels)
    ],
)
def test_a_label_that_needs_no_rule_resolves_without_one(label: str) -> None:
    assert resolves(label)


def test_a_number_that_nothing_explains_needs_a_rule() -> None:
    assert len(FORMS) >= 10
    assert not resolves("#4711 Section 107 Row K Seat 9")


def test_the_page_tells_the_bounds() -> None:
    assert f"{LABEL_CHARACTERS_MAX} characters" in PAGE
    assert f"at most {RULES_COST_MAX:,} instructions" in PAGE
    assert f"a confidence of {MIN_CONFIDENCE_DEFAULT}" in PAGE
