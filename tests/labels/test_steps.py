"""The cost of rules and names: it is counted, and a label that would take too many steps is declined."""

import random
import re
from functools import partial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seatpreview.labels import rule_steps
from seatpreview.labels.dropped_words import RuleText
from seatpreview.labels.model import Parts, RowNames, SectionNames, place_of
from seatpreview.labels.patterns import compile_pattern
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.rule_cost import RULES_COST_MAX, cost_of
from seatpreview.labels.seat_keys import Drop, Pattern, Reject, Rewrite, Rule
from seatpreview.labels.steps import LABEL_STEPS_MAX, Steps, StepsExceeded
from seatpreview.labels.suggest import Case, suggestions

ROWS = {row: RowNames(row, frozenset(("1", "2"))) for row in "ABC"}
GALLERIES = [SectionNames(id=f"G{n}", name=f"Gallery {n}", rows=ROWS, rows_by_id=ROWS) for n in range(1, 11)]
HOSTILE = "((a|b| ){0,100}){0,10}xy"
TANGLED = "ab ba aab " * 50
WORDS = [f"{a}{b}{c}{d}" for a in "bcdfg" for b in "aeiou" for c in "lmnprst" for d in "abcdefghijklmn"]


def rewrite(pattern: str, replacement: str = "x") -> Rewrite:
    return Rewrite(pattern=Pattern(pattern), replacement=replacement)


class TestCostOfRules:
    def test_rules_of_usual_size_are_well_within_the_bound(self) -> None:
        simple = tuple(rewrite(rf"\bvip{chr(97 + n % 26)}\s+(\d+)", r"Gallery \1") for n in range(500))
        assert cost_of(simple).total < RULES_COST_MAX * 0.7

    def test_rules_that_are_suggested_are_well_within_the_bound(self) -> None:
        sections = [*GALLERIES, *(SectionNames(id=f"T{n}", name=f"Terrace {n}", rows=ROWS) for n in (4, 5))]
        cases = [Case("Riverside 4 row B", True, "G4/B"), Case("Riverside 5 row A", True, "G5/A")]
        found = tuple(suggestion.rule for suggestion in suggestions(sections, (), cases))
        assert found
        assert cost_of(found).total <= 25 * len(found)

    def test_the_rule_that_costs_most_is_named(self) -> None:
        cost = cost_of((Drop(words=("x",)), rewrite("a"), Reject(pattern=Pattern(HOSTILE)), rewrite("b")))
        assert cost.highest_rule == 2
        assert cost.highest > 3000
        assert cost.total == cost.highest + cost_of((rewrite("a"), rewrite("b"))).total

    def test_no_rules_cost_nothing(self) -> None:
        assert cost_of(()) == (0, 0, 0)

    def test_groups_cost_more_only_where_the_replacement_uses_them(self) -> None:
        pattern = "(a)" * 16
        assert cost_of((rewrite(pattern, r"\1"),)).total > 2 * cost_of((rewrite(pattern, "x"),)).total

    def test_a_pattern_gets_the_least_memory_that_suffices(self) -> None:
        """RE2 would otherwise build a new state of its DFA for each character, which takes three times as
        long as counting assumes."""
        assert compile_pattern(r"\bvip\s+(\d+)").program.options.max_mem == 1 << 14
        assert compile_pattern(r"\pL+").program.options.max_mem > 1 << 14

    def test_a_stored_pattern_that_would_be_refused_now_is_still_compiled(self) -> None:
        with pytest.raises(ValueError, match="pattern too large"):
            Pattern.parse(r"(\pL\pN){9}")
        assert compile_pattern(r"(\pL\pN){9}").steps_per_byte > RULES_COST_MAX / 2


class TestStepsOfALabel:
    def test_a_stored_record_above_the_bound_declines_what_takes_too_long_and_says_so(self) -> None:
        """Attack: 200 rules that take 9 seconds for one label, on the event loop."""
        rules = (rewrite("riverside", "gallery"), *(Reject(pattern=Pattern(HOSTILE)) for _ in range(200)))
        resolution = Resolver(GALLERIES, rules).resolve("riverside " + TANGLED)
        assert resolution.status == "unmatched"
        [reason] = resolution.trace
        assert re.fullmatch(r"rule \d would take it beyond the steps that one label may take, .*", reason)
        assert resolution.rules == (0,)

    def test_what_takes_few_steps_is_still_resolved_with_such_rules(self) -> None:
        rules = tuple(Reject(pattern=Pattern(HOSTILE)) for _ in range(20))
        resolution = Resolver(GALLERIES, rules).resolve("Gallery 4 row B")
        assert resolution.seat == place_of("G4", "B")

    def test_a_key_is_found_whatever_the_rules_cost(self) -> None:
        rules = tuple(Reject(pattern=Pattern(HOSTILE)) for _ in range(500))
        assert Resolver(GALLERIES, rules).resolve("G4/B/2").status == "matched"

    def test_within_the_bound_a_label_of_150_characters_passes_all_rules(self) -> None:
        pattern = "(?:[a-z]{1,30}x){1,9}"
        rule = Reject(pattern=Pattern(pattern))
        rules = (rule,) * (RULES_COST_MAX // cost_of((rule,)).total)
        assert RULES_COST_MAX * 0.9 < cost_of(rules).total <= RULES_COST_MAX
        label = "Gallery 4 row B, " + "y" * 133
        assert "beyond the steps" not in Resolver(GALLERIES, rules).resolve(label).trace[-1]

    @pytest.mark.parametrize(
        "rules",
        [
            tuple(rewrite("ab"[n % 2], "ba"[n % 2]) for n in range(500)),
            tuple(rewrite(f"({'ab'[n % 2]})", "ba"[n % 2] + r"\1" * 90) for n in range(500)),
            tuple(rewrite("a.*y|a", "ab"[n % 2]) for n in range(500)),
            tuple(Drop(words=tuple("a " * k + "b" for k in range(1, 48))) for _ in range(500)),
        ],
        ids=["many matches", "many groups", "each match looks at all that is left", "long words"],
    )
    def test_matches_and_comparisons_are_charged(self, rules: tuple[Rule, ...]) -> None:
        """Attack: small patterns, within the bound for a record, that match everywhere."""
        assert cost_of(rules).is_acceptable
        resolution = Resolver(GALLERIES, rules).resolve("a " * 256)
        assert "beyond the steps" in resolution.trace[-1]

    def test_text_is_charged_by_its_bytes(self) -> None:
        rule = rule_steps.rule_step(rewrite("ab"))
        plain, wide = Steps(), Steps()
        rule.change(RuleText("y" * 100), plain)
        rule.change(RuleText("\N{GRINNING FACE}" * 100), wide)
        assert LABEL_STEPS_MAX - wide.left > 2 * (LABEL_STEPS_MAX - plain.left)

    def test_steps_that_are_not_left_are_not_taken(self) -> None:
        steps = Steps(10)
        steps.spend(10)
        with pytest.raises(StepsExceeded):
            steps.spend(1)

    @given(
        st.sampled_from(["a", "(a)(b)?", r"\s+", "b*", "a.*b|a", "[^a]+", "ä|b"]),
        st.sampled_from(["", "x", r"\1", r"<\1>ä", "ab" * 100]),
        st.text(alphabet="ab ä.", max_size=512),
    )
    @settings(deadline=None)
    def test_a_rewrite_is_what_re2_makes_of_it(self, pattern: str, replacement: str, text: str) -> None:
        assume("\\" not in replacement or "(" in pattern)
        steps = Steps(1 << 60)
        changed = rule_steps.rule_step(rewrite(pattern, replacement)).change(RuleText(text), steps)
        expand = partial(re.sub, r"\\1", flags=0)
        program = compile_pattern(pattern).program
        whole = program.sub(lambda found: expand(lambda _: found[1] or "", replacement), text)
        assert changed is not None
        assert changed[:512] == whole[:512]
        assert (changed != text) == (whole != text)


class TestNames:
    """Venues with thousands of names, and labels with as many words as fit."""

    def test_many_unknown_words_in_a_venue_of_many_names_are_declined_after_counted_steps(self) -> None:
        """Attack: each word that a venue does not know is compared with thousands that it knows."""
        sections = [
            SectionNames(id=f"s{n}", name=f"{word} {n}", aliases=(f"{word}{word[::-1]} {n}",))
            for n, word in enumerate(WORDS * 2)
        ]
        unknown = random.Random(1)
        label = " ".join("".join(unknown.choices("bcdfgaeioulmn", k=2)) for _ in range(170))
        resolution = Resolver(sections).resolve(label)
        assert resolution.trace == ("it has too many words for a venue with so many names, and is given up",)

    def test_a_usual_label_takes_a_small_part_of_its_steps_there(self) -> None:
        sections = [
            SectionNames(id=f"s{n}", name=f"{word} {n}", rows=ROWS) for n, word in enumerate(WORDS * 2)
        ]
        label = f"{WORDS[7]} 7 (restricted view, under the balcony, no refunds) row B seat 2"
        steps = Steps()
        resolution = Resolver(sections)._matcher.resolve(label, steps)
        assert resolution.seat == place_of("s7", "B", "2")
        assert LABEL_STEPS_MAX - steps.left < LABEL_STEPS_MAX / 4

    def test_whether_a_label_is_given_up_does_not_depend_on_labels_before_it(self) -> None:
        sections = [SectionNames(id=f"s{n}", name=f"{word} 1") for n, word in enumerate(WORDS)]
        matcher = Resolver(sections)._matcher
        label = f"{WORDS[3][:3]} {WORDS[9][:2]} unheard 1 row B"
        first, second = Steps(), Steps()
        assert matcher.resolve(label, first) == matcher.resolve(label, second)
        assert first.left == second.left < LABEL_STEPS_MAX

    def test_a_trace_lists_a_few_of_the_words_that_an_abbreviation_can_stand_for(self) -> None:
        sections = [SectionNames(id=f"s{n}", name=f"b{word} 1") for n, word in enumerate(WORDS)]
        trace = " ".join(Resolver(sections).resolve(Parts(section="bb 1")).trace)
        assert "more'" in trace
        assert len(trace) < 500

    def test_meanings_and_readings_of_many_families_are_not_all_remembered(self) -> None:
        """Attack: each remembered word takes half a megabyte."""
        sections = [SectionNames(id=f"s{n}", name=f"b{word} 1") for n, word in enumerate(WORDS)]
        matcher = Resolver(sections)._matcher
        for first in "aeiou":
            for second in "lmnprst":
                matcher.resolve(Parts(section=f"b{first}{second} 1"))
                matcher.resolve(Parts(section=f"{first}{second} {second * 3} 1"))
        assert matcher._vocabulary._remembered_families <= 100_000
        assert len(matcher._large_readings) <= 10


def test_the_rules_that_are_completed_take_no_more_than_the_steps_of_a_label() -> None:
    rules = tuple(Reject(pattern=Pattern(f"a[ab]{{40}}z{n}")) for n in range(300))
    resolver = Resolver(GALLERIES, rules)
    counted = [(rule, _CountedStep(step)) for rule, step in resolver._rule_steps]
    resolver._rule_steps[:] = counted
    resolver.resolve("ab" * 256)
    completed = sum(step.completed for _, step in counted)
    assert 0 < completed * cost_of(rules[:1]).total * 512 <= LABEL_STEPS_MAX


class _CountedStep:
    """A step that counts how often it was completed."""

    def __init__(self, step: rule_steps.RuleStep) -> None:
        self._step = step
        self.completed = 0

    def change(self, text: RuleText, steps: Steps) -> str | None:
        changed = self._step.change(text, steps)
        self.completed += 1
        return changed
