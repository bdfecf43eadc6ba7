"""The rules about venues as pure functions: who may do what with one, and which members fit each other."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import UNSET

from seatpreview.api.examples import VENUE_RECORD
from seatpreview.decoding.inputs import decode
from seatpreview.labels.label_rules import LabelParts
from seatpreview.labels.model import Parts
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import (
    PreconditionFailed,
    Problem,
    ScopeInsufficient,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.values.caller import OPERATOR, Caller
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.venues import rules
from seatpreview.venues.model import ReplaceVenueRequest

OWNER, OTHER, THIRD = (TenantId(f"ten_{letter * 12}") for letter in "abc")
HALL, YARD = VenueId("ven_aaaaaaaaaaaa"), VenueId("ven_bbbbbbbbbbbb")
LAYOUT = VENUE_RECORD["rules"]["layout"] | {"configurations": [{"id": "end-stage"}]}
AD = {"id": "a", "slot": "s", "image": "x.png", "alt": "x", "clickUrl": "https://shop.example"}


STORED = rules.ServiceMembers(
    HALL, OWNER, datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, 0, 0, 0, 7, tzinfo=UTC), 3
)
AS_READ = {
    "venueId": HALL,
    "tenantId": OWNER,
    "seatCount": 7,
    "createdAt": "2026-01-01T00:00:00Z",
    "updatedAt": "2026-01-02T01:00:00.000007+01:00",
    "version": 3,
}


def caller(tenant_id: TenantId = OWNER, *venues: VenueId, is_restricted: bool = False) -> Caller:
    return Caller(
        kind="secret",
        key_id=KeyId("key_aaaaaaaaaaaa"),
        tenant_id=tenant_id,
        scope="tenant",
        venues=frozenset(venues) if venues or is_restricted else None,
    )


@pytest.mark.parametrize(
    ("who", "reaches"),
    [(caller(), True), (OPERATOR, True), (caller(OWNER, HALL), True), (caller(OWNER, YARD), False)],
)
def test_a_key_restricted_to_venues_reaches_no_other(who: Caller, reaches: bool) -> None:
    refusal = refusal_of(rules.check_may_use, who, HALL)
    assert refusal is (None if reaches else VenueNotAllowed)


@pytest.mark.parametrize(("who", "may"), [(caller(OWNER), True), (OPERATOR, True), (caller(OTHER), False)])
def test_only_the_owner_and_admin_scope_change_a_venue(who: Caller, may: bool) -> None:
    assert refusal_of(rules.check_may_change, who, OWNER) is (None if may else VenueNotAllowed)


@pytest.mark.parametrize(
    ("who", "may"), [(caller(OWNER), True), (OPERATOR, True), (caller(OTHER), True), (caller(THIRD), False)]
)
def test_a_grant_is_ended_by_the_owner_admin_scope_or_who_has_it(who: Caller, may: bool) -> None:
    """Attack: a tenant takes a venue from another one that it was granted to as well."""
    assert refusal_of(rules.check_may_end_grant, who, OWNER, OTHER) is (None if may else VenueNotAllowed)


@pytest.mark.parametrize("sent", [{}, AS_READ, *({name: value} for name, value in AS_READ.items())])
def test_what_was_read_may_be_sent_back_or_left_out(sent: dict[str, Any]) -> None:
    body = decode({"name": "x", **sent}, ReplaceVenueRequest)
    assert refusal_of(rules.check_sent_back, body, STORED) is None


@pytest.mark.parametrize(
    ("member", "value", "refusal"),
    [
        ("venueId", YARD, ValidationFailed),
        ("tenantId", OTHER, ValidationFailed),
        ("createdAt", "2026-01-01T00:00:00.000001Z", ValidationFailed),
        ("updatedAt", "2026-01-02T00:00:00Z", PreconditionFailed),
        ("version", 2, PreconditionFailed),
        ("version", 4, PreconditionFailed),
        ("seatCount", 8, None),
    ],
)
def test_what_differs_from_the_stored_venue_is_refused_unless_it_is_derived(
    member: str, value: Any, refusal: Any
) -> None:
    body = decode({"name": "x", **AS_READ, member: value}, ReplaceVenueRequest)
    assert refusal_of(rules.check_sent_back, body, STORED) is refusal


def test_another_venue_is_named_before_its_version_is_looked_at() -> None:
    other = AS_READ | {"venueId": YARD, "tenantId": OTHER, "createdAt": "2020-01-01T00:00:00Z", "version": 9}
    with pytest.raises(ValidationFailed) as refused:
        rules.check_sent_back(decode({"name": "x", **other}, ReplaceVenueRequest), STORED)
    assert [fault.pointer for fault in refused.value.errors] == ["/venueId", "/tenantId", "/createdAt"]


@pytest.mark.parametrize(
    ("who", "named", "owner"),
    [
        (caller(), None, OWNER),
        (caller(), OWNER, OWNER),
        (caller(), OTHER, ScopeInsufficient),
        (OPERATOR, OTHER, OTHER),
        (OPERATOR, None, ValidationFailed),
        (caller(OWNER, HALL), None, VenueNotAllowed),
        (caller(OWNER, is_restricted=True), None, VenueNotAllowed),
    ],
)
def test_a_new_venue_is_the_callers_own_or_the_one_that_admin_scope_names(
    who: Caller, named: Any, owner: Any
) -> None:
    if isinstance(owner, str):
        assert rules.owner_of_new_venue(who, named) == owner
    else:
        assert refusal_of(rules.owner_of_new_venue, who, named) is owner


def test_a_venue_has_a_bounded_number_of_names_and_its_sections_may_have_more() -> None:
    """Attack: thousands of names, each of which is written while nobody else can write."""
    names = [{"name": f"Hall {number}"} for number in range(200)]
    of_section = [{"name": f"Box {number}", "section": "101"} for number in range(2000)]
    assert pointers_of(rules.check_and_compile, record({"aliases": names + of_section})) == []
    too_many = [*names, {"name": "Hall"}]
    assert pointers_of(rules.check_and_compile, record({"aliases": too_many})) == ["/aliases"]


def test_a_record_whose_members_fit_has_its_layout_compiled() -> None:
    assert isinstance(rules.check_and_compile(record({})), CompiledLayout)
    assert rules.check_and_compile(record({})).seat_count == 240


@pytest.mark.parametrize(("changes", "pointers"), [
    ({"aliases": [{"name": "A"}, {"name": "a"}]}, ["/aliases/1/name"]),
    # One name may stand for a venue, a section and a row, and for rows of two sections.
    ({"aliases": [{"name": "A"}, {"name": "A", "section": "101"}, {"name": "A", "section": "101", "row": "B"},
                  {"name": "A", "section": "102", "row": "B"}]}, []),
    ({"aliases": [{"name": "A", "section": "101"}, {"name": "A", "section": "102"}]}, ["/aliases/1/name"]),
    ({"aliases": [{"name": "A", "section": "101", "row": "B"}, {"name": "a", "section": "101", "row": "C"}]},
     ["/aliases/1/name"]),
    ({"aliases": [{"name": "A"}, {"name": "A"}, {"name": "A"}]}, ["/aliases/1/name", "/aliases/2/name"]),
    ({"aliases": [{"name": "A", "section": "999"}, {"name": "B", "section": "101", "row": "Z"}]},
     ["/aliases/0/section", "/aliases/1/row"]),
    ({"imagerySets": [{"id": "i", "kind": "photo", "configuration": "round"}]},
     ["/imagerySets/0/configuration"]),
    ({"imagerySets": [{"id": "i", "kind": "photo", "configuration": "end-stage"}]}, []),
    ({"imagerySets": [{"id": "i", "kind": "photo"}, {"id": "i", "kind": "photo"}]}, ["/imagerySets/1/id"]),
    ({"imagerySets": [{"id": "i", "kind": "photo", "images": [
        {"object": "a.jpg"},
        {"object": "b.jpg", "covers": {"section": "999", "rows": ["A"], "seats": ["1"]}},
        {"object": "c.jpg", "covers": {"section": "101", "rows": ["A", "Z"]}},
        {"object": "d.jpg", "covers": {"section": "101", "rows": ["A"], "seats": ["10", "11"]}},
        {"object": "e.jpg", "covers": {"section": "101", "rows": ["Z"], "seats": ["1"]}},
        {"object": "f.jpg", "covers": {"section": "101"}},
    ]}]}, ["/imagerySets/0/images/1/covers/section", "/imagerySets/0/images/2/covers/rows/1",
           "/imagerySets/0/images/3/covers/seats/1", "/imagerySets/0/images/4/covers/rows/0"]),
    ({"ads": [AD, AD | {"sections": ["101", "999"]}]}, ["/ads/1/id", "/ads/1/sections/1"]),
    ({"rules": {"layout": LAYOUT, "seatKeys": {"rules": [
        {"type": "map", "name": "x", "section": "101"}, {"type": "map", "name": "y", "section": "999"},
        {"type": "rewrite", "pattern": "(v)ip", "replacement": r"\1"},
        {"type": "rewrite", "pattern": "vip", "replacement": r"\1"},
    ]}}}, ["/rules/seatKeys/rules/3/replacement", "/rules/seatKeys/rules/1/section"]),
    # Examples are tried only on a record that is otherwise without fault.
    ({"ads": [AD, AD],
      "rules": {"layout": LAYOUT, "seatKeys": {"examples": [{"label": "x", "expect": "9"}]}}}, ["/ads/1/id"]),
])  # fmt: skip
def test_every_member_that_does_not_fit_is_listed(changes: dict[str, Any], pointers: list[str]) -> None:
    changed = record({"aliases": [], "imagerySets": [], "ads": [], "rules": {"layout": LAYOUT}} | changes)
    assert pointers_of(rules.check_and_compile, changed) == pointers


def test_the_records_own_examples_must_hold() -> None:
    examples = [
        {"label": "QT102 row C", "expect": "102/C"},
        {"label": "QT102 row C", "expect": "103/C"},
        {"label": "nowhere", "expect": "101/A"},
        {"label": "nowhere", "expect": None},
        {"label": {"section": "QT 104", "row": "A"}, "expect": None},
    ]
    changed = record({"aliases": [], "rules": {"layout": LAYOUT, "seatKeys": {"examples": examples}}})
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_and_compile(changed)
    assert {fault.pointer: fault.detail for fault in refusal.value.errors} == {
        "/rules/seatKeys/examples/1": "fails: it resolves to '102/C'; expected '103/C'",
        "/rules/seatKeys/examples/2": "fails: it is declined; expected '101/A'",
        "/rules/seatKeys/examples/4": "fails: it resolves to '104/A'; expected to be declined",
    }


def test_seats_that_an_image_covers_are_of_one_row_or_of_a_section_without_rows() -> None:
    box = {"id": "Box", "kind": "suite", "seats": {"count": 2}}
    layout = LAYOUT | {"sections": [*LAYOUT["sections"], box]}
    covered = [
        {"section": "101", "seats": ["1"]},
        {"section": "101", "rows": ["A"], "seats": ["11"]},
        {"section": "Box", "seats": ["1", "2", "3"]},
    ]
    images = [{"object": f"{number}.jpg", "covers": covers} for number, covers in enumerate(covered)]
    sets = [{"id": "i", "kind": "photo", "images": images}]
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_and_compile(record({"imagerySets": sets, "rules": {"layout": layout}}))
    assert {fault.pointer: fault.detail for fault in refusal.value.errors} == {
        "/imagerySets/0/images/0/covers/seats": "need exactly one row of section '101'",
        "/imagerySets/0/images/1/covers/seats/0": "is not a seat of row 'A'",
        "/imagerySets/0/images/2/covers/seats/2": "is not a seat of section 'Box'",
    }


def test_a_configuration_keeps_the_name_of_the_bare_hall_and_none_gets_it() -> None:
    layout = LAYOUT | {"configurations": [{"id": "end-stage"}, {"id": "none"}]}
    named_so = record({"imagerySets": [], "rules": {"layout": layout}})
    pointers = ["/rules/layout/configurations/1/id"]
    assert pointers_of(rules.check_and_compile, named_so) == pointers
    for stored, faults in ((["end-stage"], pointers), (["none"], [])):
        replaced = rules.ReplacedRecord(configurations=stored)
        assert pointers_of(rules.check_and_compile, named_so, replaced) == faults


def test_a_label_goes_to_the_resolver_whole_or_in_parts() -> None:
    assert rules.to_resolver_label("101 A 1") == "101 A 1"
    in_parts = LabelParts(section="101", row="A", seat="1")
    assert rules.to_resolver_label(in_parts) == Parts(section="101", row="A", seat="1")


def test_faults_of_the_layout_come_with_those_that_need_no_layout() -> None:
    sections = [{"id": "1", "rows": {"first": "Z", "last": "A"}, "seats": {"count": 1}}]
    broken = {
        "rules": {"layout": {"sections": sections}},
        "ads": [AD, AD | {"sections": ["9"]}],
        "aliases": [],
    }
    pointers = ["/rules/layout/sections/0/rows/first", "/ads/1/id"]
    assert pointers_of(rules.check_and_compile, record({"imagerySets": []} | broken)) == pointers


def test_what_a_dry_run_sends_must_fit_and_what_it_leaves_out_is_not_judged() -> None:
    layout = rules.check_and_compile(record({}))
    wrong = record({
        "aliases": [{"name": "A", "section": "999"}],
        "rules": {
            "seatKeys": {
                "rules": [
                    {"type": "map", "name": "y", "section": "999"},
                    {"type": "rewrite", "pattern": "vip", "replacement": r"\1"},
                ]
            }
        },
    })  # fmt: skip
    seat_keys = wrong.rules.seat_keys
    of_rules = ["/rules/seatKeys/rules/0/section", "/rules/seatKeys/rules/1/replacement"]
    assert pointers_of(rules.check_trial_rules, UNSET, UNSET, layout) == []
    assert pointers_of(rules.check_trial_rules, wrong.aliases, UNSET, layout) == ["/aliases/0/section"]
    assert pointers_of(rules.check_trial_rules, UNSET, seat_keys, layout) == of_rules
    assert pointers_of(rules.check_trial_rules, wrong.aliases, seat_keys, layout) == [
        "/aliases/0/section",
        *of_rules,
    ]
    assert pointers_of(rules.check_aliases, wrong.aliases, layout) == ["/aliases/0/section"]
    assert pointers_of(rules.check_aliases, (), layout) == []


def record(changes: dict[str, Any]) -> ReplaceVenueRequest:
    return decode(VENUE_RECORD | changes, ReplaceVenueRequest)


def refusal_of(check: Any, *arguments: Any) -> type[Problem] | None:
    try:
        check(*arguments)
    except Problem as problem:
        return type(problem)
    return None


def pointers_of(check: Any, *arguments: Any) -> list[str | None]:
    """Where the faults are that a check lists, in its order; none where it lets everything pass."""
    try:
        check(*arguments)
    except ValidationFailed as refusal:
        return [fault.pointer for fault in refusal.errors]
    return []
