"""Requests to dry-run and suggest label rules: their bodies, checked against the layout of the venue."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from seatpreview.labels.label_rules import (
    SEATS_OF_A_LABEL_MAX,
    Expectation,
    KeyText,
    LabelParts,
    LabelText,
    Rule,
    SeatKeys,
)
from seatpreview.labels.model import place_of
from seatpreview.labels.seat_refs import REF_PREFIX
from seatpreview.labels.suggestions.dry_run import expected_keys
from seatpreview.labels.suggestions.learned_rules import (
    LearnedRule,
    LearningSummary,
    OfferedExample,
    SampleGroup,
    TriedGroup,
)
from seatpreview.labels.suggestions.suggestion_model import Case, LabelOutcome, Suggestion
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import Layout
from seatpreview.problems import Fault, MemberFault, ValidationFailed
from seatpreview.venues import rules
from seatpreview.venues.model import Aliases, RecordPart

JUDGED_RULES_MAX = 50
_STORED_RULES = "/rules/seatKeys/rules/"
LEFT_OUT_MAX = 200
DECLINED = "-"
"""Stated in place of a seat: the label must be declined."""


class TriedRules(RecordPart, frozen=True, kw_only=True):
    """Rules that are tried in place of the stored ones."""

    layout: Layout | UnsetType = UNSET
    seat_keys: SeatKeys | UnsetType = UNSET


class SeatKeysTestRequest(RecordPart, frozen=True, kw_only=True):
    """Labels to resolve, with the stored rules or with those in the request."""

    labels: Annotated[tuple[LabelText | LabelParts, ...], Meta(min_length=1, max_length=5000)]
    rules: TriedRules = TriedRules()
    aliases: Aliases | UnsetType = UNSET
    expect: Annotated[
        tuple[Expectation, ...],
        Meta(
            max_length=5000,
            description=(
                "What each label should resolve to: a key, a list of keys for several seats in the order of "
                "the label, or null if it should be declined. One key is not met by several seats."
            ),
        ),
    ] = ()

    def __post_init__(self) -> None:
        if self.expect and len(self.expect) != len(self.labels):
            raise MemberFault("expect", f"must have an entry for each of the {len(self.labels)} labels")


class SuggestCase(RecordPart, frozen=True, kw_only=True):
    """A label, and the key that it should resolve to, if that is known."""

    label: LabelText | LabelParts
    expect: (
        Annotated[
            Expectation,
            Meta(
                description=(
                    "The right key, or a list of the keys of several seats. A ref, with or without `ref:`, "
                    "stands for the key of its seat. Null: the label should be declined. Absent, or a place "
                    "that the venue does not have: not known."
                )
            ),
        ]
        | UnsetType
    ) = UNSET


class SuggestSeatKeysRequest(RecordPart, frozen=True, kw_only=True):
    """Labels to find rules for, in addition to the stored rules or to those in the request."""

    labels: Annotated[tuple[SuggestCase, ...], Meta(min_length=1, max_length=1000)]
    rules: TriedRules = TriedRules()
    judge: Annotated[
        tuple[Rule, ...],
        Meta(
            max_length=JUDGED_RULES_MAX,
            description=(
                "Rules that were suggested for other labels of the same list. The result says what each of "
                "them changes for these labels, with the ones before it in place. No other rule is searched "
                "for."
            ),
        ),
    ] = ()


class SuggestionList(msgspec.Struct, kw_only=True):
    """Suggested rules, the one that resolves or mends most labels first; with `judge`, the judged ones in
    their order."""

    data: list[Suggestion]
    results: Annotated[
        list[LabelOutcome], Meta(description="What each label resolves to without these rules.")
    ]


class SampleLabel(RecordPart, frozen=True, kw_only=True):
    """A label of a group, and the seat that the sales file states for it."""

    label: LabelText | LabelParts
    seat: Annotated[
        KeyText,
        Meta(
            description=(
                "As the file has it: a seat key, or a ref of the layout; several with a bar between them, "
                "the others without section and row if they are the same (`107/K/9|10`). `-`: the label "
                "should be declined. Empty, or a place that the venue does not have: not known."
            )
        ),
    ] = ""


class LabelGroup(RecordPart, frozen=True, kw_only=True):
    """Labels of one shape: they differ only in numbers and in letters that stand alone."""

    lines: Annotated[
        int, Meta(ge=1, le=1_000_000_000, description="The number of lines of the file with this shape.")
    ]
    labels: Annotated[
        tuple[SampleLabel, ...],
        Meta(min_length=1, max_length=8, description="Different labels of the group."),
    ]


class LearnSeatKeysRequest(RecordPart, frozen=True, kw_only=True):
    """Groups of labels to learn rules from, in addition to the stored rules or to those in the request."""

    groups: Annotated[
        tuple[LabelGroup, ...],
        Meta(
            min_length=1,
            max_length=1000,
            description="Those with the most lines first: rules are searched for in this order.",
        ),
    ]
    rules: TriedRules = TriedRules()
    left_out: Annotated[
        tuple[Rule, ...],
        Meta(max_length=LEFT_OUT_MAX, description="Rules that a person refused: not proposed again."),
    ] = ()
    examples: Annotated[
        tuple[SampleLabel, ...],
        Meta(
            max_length=20,
            description=(
                "Labels that a person may store as examples. The result says what each resolves to, and what "
                "it seems to hold besides a place. No rule is searched for then, and of each group one label "
                "is enough: its words are those that are common in the file."
            ),
        ),
    ] = ()


class LearnedRules(msgspec.Struct, kw_only=True):
    """Proposed rules, the one that improves the most lines first, and what all labels resolve to without
    them. With `examples`, only those are answered."""

    data: list[LearnedRule] = []
    groups: list[TriedGroup] = []
    summary: LearningSummary | UnsetType = UNSET
    examples: list[OfferedExample] = []


def suggestion_cases(
    labels: Sequence[SuggestCase], seat_keys: SeatKeys, layout: CompiledLayout
) -> list[Case]:
    """Returns the labels with their right answers, and after them the examples that rules must not break."""
    return [*(_case(label, layout) for label in labels), *example_cases(seat_keys)]


def example_cases(seat_keys: SeatKeys) -> list[Case]:
    """Returns the examples that rules must not break."""
    return [
        Case(rules.to_resolver_label(example.label), True, example.expect or None)
        for example in seat_keys.examples
    ]


def sample_case(sample: SampleLabel, layout: CompiledLayout) -> Case:
    """Returns a label of a sales file with the seat that the file states, if the venue has it."""
    return _case(SuggestCase(label=sample.label, expect=_stated(sample.seat)), layout)


def unknown_seats(sent: Sequence[LabelGroup], groups: Sequence[SampleGroup]) -> list[str]:
    """Returns the stated seats that the venue does not have."""
    samples = (sample for group in sent for sample in group.labels)
    cases = (case for group in groups for case in group.cases)
    found = zip(samples, cases, strict=True)
    return [sample.seat for sample, case in found if sample.seat and not case.has_answer]


def known_key(text: str, layout: CompiledLayout) -> str | None:
    """Returns the key of the place that a text names exactly: a key, or the ref of a seat, with or without
    `ref:`. None if the venue has no such place."""
    if _is_key(text, layout):
        return text
    ids = layout.index_refs().find(text.removeprefix(REF_PREFIX).strip())
    return None if ids is None else place_of(*ids).key


def check_judged_rules(seat_keys: SeatKeys, judged: tuple[Rule, ...], layout: CompiledLayout) -> None:
    """Checks the rules to judge as a part of all rules. Stored rules that do not fit are not refused."""
    if not judged:
        return
    together = replace(seat_keys, rules=(*seat_keys.rules, *judged))
    try:
        rules.check_trial_rules(UNSET, together, layout)
    except ValidationFailed as refusal:
        faults = [_fault_of_judged(fault, len(seat_keys.rules)) for fault in refusal.errors]
        found = [fault for fault in faults if fault is not None]
        if found:
            raise ValidationFailed.of(*found) from None


def _case(sent: SuggestCase, layout: CompiledLayout) -> Case:
    label = rules.to_resolver_label(sent.label)
    if sent.expect is UNSET:
        return Case(label)
    keys = [known_key(text, layout) for text in expected_keys(sent.expect or None)]
    known = tuple(key for key in keys if key is not None)
    if len(known) < len(keys):
        return Case(label)
    return Case(label, True, known or None)


def _stated(seat: str) -> Expectation | UnsetType:
    """Reads a key or ref, or those of several seats: '107/K/9|107/K/10', or '107/K/9|10' for short."""
    if not seat:
        return UNSET
    if seat == DECLINED:
        return None
    first, *more = (part.strip() for part in seat.split("|"))
    row = first.rpartition("/")[0]
    others = [f"{row}/{key}" if row and "/" not in key else key for key in more if key]
    return (first, *others[: SEATS_OF_A_LABEL_MAX - 1]) if others else first


def _is_key(text: str, layout: CompiledLayout) -> bool:
    section, *rest = text.split("/")
    if not rest:
        return layout.section(section) is not None
    if len(rest) == 1:
        return layout.row(section, rest[0]) is not None
    return len(rest) == 2 and layout.has_seat(section, rest[0] or None, rest[1])


def _fault_of_judged(fault: Fault, stored: int) -> Fault | None:
    """Returns a fault with the pointer of its judged rule; None if it is a fault of a stored rule. A pattern
    is at fault for what all rules cost together."""
    number, _, member = (fault.pointer or "").removeprefix(_STORED_RULES).partition("/")
    if int(number) < stored:
        return replace(fault, pointer="/judge") if member == "pattern" else None
    return replace(fault, pointer="/".join(filter(None, ("/judge", str(int(number) - stored), member))))
