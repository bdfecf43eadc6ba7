"""Warnings about names: whatever does not lead to its own place is told, and what is told can be mended."""

from typing import Any

import pytest

from seatpreview.decoding.inputs import decode
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import matched_keys
from seatpreview.venues import rules
from seatpreview.venues.label_warnings import (
    SERIES_TRIED_MAX,
    SeriesPlace,
    label_warnings,
    names_id,
    own_labels,
    series_places,
)
from seatpreview.venues.model import WARNINGS_LISTED_MAX, FoundWarnings, LabelWarning, VenueRecord
from seatpreview.venues.templates.catalogue import TEMPLATES, template_record

Json = dict[str, Any]
ROWS: Json = {"rows": {"first": "A", "last": "C"}, "seats": {"count": 5}}


def section(id_: str, name: str, **members: Any) -> Json:
    return {"id": id_, "name": name, **ROWS, **members}


def record_of(*sections: Json, label_rules: tuple[Json, ...] = (), **members: Any) -> VenueRecord:
    both = {"layout": {"sections": list(sections)}, "seatKeys": {"rules": list(label_rules)}}
    return decode({"name": "Hall", "rules": both, **members}, VenueRecord)


def found_in(record: VenueRecord, **bounds: int) -> FoundWarnings:
    return label_warnings(record, rules.check_and_compile(record), **bounds)


def only(record: VenueRecord) -> LabelWarning:
    [warning] = found_in(record).warnings
    return warning


@pytest.mark.parametrize(
    "names",
    [
        ("12", "Stalls"),
        ("1", "2", "1 2"),
        ("Row 5", "Stalls"),
        ("Row", "Seat", "Section"),
        ("Front Row Lounge", "Reihe Eins", "Rang"),
        ("Rows 1-10", "Seats 5-8", "1-10"),
        ("Block (A)", "Block [A]", "Block <A>"),
        ("Block-1", "Block 1", "Block1"),
        ("Été", "Ete"),
        ("2 tickets", "Gate 4", "VIP", "General Admission"),
        ("Ложа 3", "Балкон"),
        ("二階席", "桟敷", "1階"),
        ("قسم 1", "יציע 3"),
        ("—", "..."),
        ("A", "AA", "a a"),
        ("Stalls", "Stalls Left", "Left"),
    ],
)
def test_no_name_that_leads_astray_is_silent(names: tuple[str, ...]) -> None:
    record = record_of(*(section(f"s{number}", name) for number, name in enumerate(names)))
    layout = rules.check_and_compile(record)
    resolver = rules.resolver_for((), layout, ())
    warned = {warning.label: warning for warning in found_in(record).warnings}
    for each in layout.sections:
        for label in own_labels(each, each.name, series_places(each.plan)):
            resolution = with_minimum(resolver.resolve(label.text))
            if matched_keys(resolution) == (label.key,):
                assert label.text not in warned
                continue
            warning = warned[label.text]
            assert warning.resolved_to == (None if resolution.seat is None else resolution.seat.key)
            assert warning.pointer.endswith(("/name", "/rows")), warning
            assert "Give" in warning.reason, "a reason says what to do"


def test_an_ordinary_hall_has_no_warnings() -> None:
    sections = [section("S", "Stalls"), section("B", "Balcony"), {"ids": {"first": 101, "last": 110}, **ROWS}]
    assert found_in(record_of(*sections)) == FoundWarnings()
    assert found_in(record_of()) == FoundWarnings()


@pytest.mark.parametrize("template", [each.template_id for each in TEMPLATES])
def test_templates_have_no_warnings(template: str) -> None:
    [seats] = [each.seats_default for each in TEMPLATES if each.template_id == template]
    assert found_in(decode(template_record(template, seats).record, VenueRecord)) == FoundWarnings()


def test_one_name_on_two_levels_is_told_once_with_the_labels_that_work() -> None:
    record = record_of(section("SL", "Left", level="Stalls"), section("BL", "Left", level="Balcony"))
    warning = only(record)
    assert (warning.pointer, warning.label) == ("/rules/layout/sections/0/name", "Left")
    assert warning.resolved_to is None
    assert warning.reason == (
        "Another section on the level 'Balcony', with the id 'BL', has the same name. Labels with the level, "
        "such as 'Stalls Left', are told apart. If your tickets do not print the level, give one of the two "
        "another name."
    )


def test_a_name_that_is_the_id_of_another_section_is_told() -> None:
    found = found_in(record_of(section("N", "S"), section("S", "Stalls")))
    warning = found.warnings[0]
    assert (warning.pointer, warning.label, warning.resolved_to) == (
        "/rules/layout/sections/0/name",
        "S",
        "S",
    )
    assert warning.reason.startswith("'S' is also the id of another section, 'Stalls' with the id 'S'")


def test_a_label_rule_that_declines_a_name_is_named() -> None:
    reject = {"type": "reject", "pattern": "^Stalls$"}
    warning = only(record_of(section("S", "Stalls"), section("B", "Balcony"), label_rules=(reject,)))
    assert (warning.label, warning.resolved_to) == ("Stalls", None)
    assert warning.reason.startswith("Label rule 1 of the record declines it")


def test_names_that_differ_in_a_sign_alone_are_told_and_an_own_word_mends_them() -> None:
    found = found_in(record_of(section("S", "Block-1"), section("T", "Block 1")))
    assert {"Block-1", "Block 1"} & {warning.label for warning in found.warnings}
    assert found_in(record_of(section("S", "Block 2"), section("T", "Block 1"))) == FoundWarnings()


def test_one_row_and_seat_of_each_series_is_tried() -> None:
    mixed = {
        "id": "M",
        "rows": [{"first": "A", "last": "C"}, {"first": 1, "last": 3}, "Front"],
        "seats": [{"count": 4}, {"first": "L1", "count": 2}],
    }
    boxes = {"ids": ["B1", "B2"], "kind": "suite", "seats": {"count": 2}}
    bare = {"id": "R", "rows": ["A"]}
    many = {"id": "N", "rows": [f"Row{'x' * n}" for n in range(30)]}
    layout = rules.check_and_compile(record_of(mixed, boxes, bare, many))
    tried = [series_places(layout.sections[number].plan) for number in (0, 1, 3)]
    rows = ("A", "1", "Front")
    assert tried[0] == tuple(SeriesPlace(row, seat) for row in rows for seat in ("1", "L1"))
    assert tried[1] == (SeriesPlace("", "1"),)
    assert tried[2] == (SeriesPlace("A", None),)
    assert len(series_places(layout.sections[4].plan)) == SERIES_TRIED_MAX
    labels = [(label.text, label.key) for label in own_labels(layout.sections[1], "Box 1", tried[1])]
    assert labels == [("B1", "B1"), ("B1", "B1"), ("Box 1 Seat 1", "B1//1")]


def test_the_work_is_bounded_by_steps_and_sections_that_were_not_tried_are_counted() -> None:
    record = record_of({"ids": {"first": 1, "last": 1200}, "name": "Block {id}", "rows": ["A"]})
    assert found_in(record) == FoundWarnings()
    part = found_in(record, steps_max=1_000_000)
    assert 0 < part.sections_not_checked < 1200
    assert part == found_in(record, steps_max=1_000_000), "the same record gets the same answer"


def test_at_most_a_hundred_warnings_are_listed_and_all_are_counted() -> None:
    names = [
        section(f"{level}{n}", f"Box {n}", level=level) for level in ("East", "West") for n in range(150)
    ]
    found = found_in(record_of(*names))
    assert (len(found.warnings), found.sections_not_checked) == (WARNINGS_LISTED_MAX, 0)
    assert found.warnings_count >= 150


def test_warnings_are_kept_until_a_name_changes() -> None:
    """Most saves of a draft move things, and change no name."""
    record = record_of(section("S", "Stalls"))
    moved = record_of(section("S", "Stalls", geometry={"bearingDeg": 10, "distanceM": 9}))
    renamed = record_of(section("S", "Circle"))
    aliased = record_of(section("S", "Stalls"), aliases=[{"name": "Parterre", "section": "S"}])
    assert names_id(record) == names_id(moved)
    assert len({names_id(each) for each in (record, renamed, aliased)}) == 3
