"""Request bodies of dry runs and suggestions of label rules."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from seatpreview.labels.label_rules import Expectation, LabelParts, LabelText, Rule, SeatKeys
from seatpreview.labels.suggestions.suggestion_model import LabelOutcome, Suggestion
from seatpreview.layouts.model import Layout
from seatpreview.problems import MemberFault
from seatpreview.venues.model import Aliases, RecordPart

JUDGED_RULES_MAX = 50


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
