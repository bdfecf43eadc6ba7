"""Rules learned from the groups of a sales file: ranked by lines, judged on all groups, and bounded."""

from collections.abc import Sequence

import pytest

from labels.test_rule_guesses import OPERA, TWINS, keys
from seatpreview.labels.label_rules import Rule
from seatpreview.labels.suggestions import learned_rules
from seatpreview.labels.suggestions.dry_run import TimeLimitExceeded
from seatpreview.labels.suggestions.learned_rules import (
    LearnedRule,
    Learning,
    SampleGroup,
    checked_examples,
    common_words,
)
from seatpreview.labels.suggestions.suggestion_model import Case


def known(label: str, answer: str | None) -> Case:
    return Case(label, has_answer=True, answer=answer)


def propose(
    groups: Sequence[SampleGroup], *, left_out: frozenset[Rule] = frozenset(), examples: Sequence[Case] = ()
) -> list[LearnedRule]:
    return Learning(OPERA, (), groups, examples).proposals(left_out, lambda: False)


VISTA = SampleGroup(10, tuple(known(f"Vista row {n} seat 2", f"G1/{n}/2") for n in (1, 2, 3)))
PAR = SampleGroup(400, (Case("PAR-D 3/7"), Case("PAR-D 4/8")))
RIGHT = SampleGroup(50, (Case("Dessus II row 1 seat 1"),))
WRONG = SampleGroup(40, (known("Dessus II row 1 seat 2", "G1/1/2"), Case("no such thing")))


def test_rules_are_ranked_by_the_lines_that_they_improve() -> None:
    found = propose([VISTA, PAR])
    assert [(each.gained_lines, each.basis) for each in found] == [(400, "guess"), (10, "known")]
    assert keys([found[0].rule], "PAR-D 8/20") == ["Pd/8/20"]
    assert [(each.broken_lines, each.broken, each.broken_examples) for each in found] == [(0, [], 0)] * 2


def test_each_label_is_right_wrong_or_open_and_stands_for_its_share_of_lines() -> None:
    learning = Learning(OPERA, (), [RIGHT, WRONG], ())
    verdicts = [[label.verdict for label in group.labels] for group in learning.tried_groups()]
    assert verdicts == [["right"], ["wrong", "open"]]
    summary = learning.summary(["X/1"])
    assert (summary.lines, summary.right_lines, summary.wrong_lines) == (90, 50, 20)
    assert (summary.unknown_seats, summary.unknown_seat) == (1, "X/1")


def test_an_example_is_offered_of_each_group_with_the_seat_that_the_rule_leads_to() -> None:
    [found] = propose([PAR])
    [example] = found.examples
    assert (example.label, example.keys, example.is_stated) == ("PAR-D 3/7", ("Pd/3/7",), False)
    [found] = propose([VISTA])
    assert [(each.keys, each.is_stated) for each in found.examples] == [(("G1/1/2",), True)]


def test_an_alternative_takes_the_place_of_a_rule_that_was_left_out() -> None:
    groups = [SampleGroup(9, (Case("MOTR 3 7"), Case("MOTR 4 9")))]
    learning = Learning(TWINS, (), groups, ())
    [first] = learning.proposals(frozenset(), lambda: False)
    [second] = learning.proposals(frozenset((first.rule,)), lambda: False)
    assert (second.rule, second.alternatives) == (first.alternatives[0], [])
    assert learning.proposals(frozenset((first.rule, second.rule)), lambda: False) == []


def test_a_rule_found_in_one_part_of_the_labels_is_judged_on_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first part, nothing says that the word must stay."""
    monkeypatch.setattr(learned_rules, "BATCH_LABELS", 3)
    declined = SampleGroup(4, (known("Vista row 5 seat 2", "G1/5/2"), known("Vista row 6 seat 2", None)))
    [found, mending] = propose([VISTA, declined])
    assert (found.gained_lines, found.broken_lines, found.broken) == (12, 2, ["Vista row 6 seat 2"])
    assert (mending.mended_lines, mending.mended) == (2, ["Vista row 6 seat 2"])


def test_no_rule_breaks_an_example_of_the_record() -> None:
    assert propose([PAR], examples=[known("PAR-D 5/5", None)]) == []


def test_time_bounds_the_search_and_the_judgement() -> None:
    assert Learning(OPERA, (), [PAR], ()).proposals(frozenset(), lambda: True) == []
    with pytest.raises(TimeLimitExceeded):
        Learning(OPERA, (), [PAR], (), lambda: True)
    left = iter([False] * 3)  # enough to resolve both labels, and one of them with the rule
    found = Learning(OPERA, (), [PAR], (), lambda: next(left, True)).proposals(frozenset(), lambda: False)
    assert found == []


def test_words_on_many_lines_are_not_taken_for_names() -> None:
    names = SampleGroup(1, (Case("PAR-D 3/7 Ada Lovelace"),))
    crowd = SampleGroup(4000, (Case("Golden Circle 1/1"),))
    assert common_words([names, crowd]) == {"golden", "circle"}
    checked = checked_examples(OPERA, (), [names, crowd], [Case("Golden Circle 3"), *names.cases])
    assert [each.warnings for each in checked] == [[], ["personName"]]
