"""Shapes of labels, what does not belong into an example, and groups that are counted in bounded memory."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.cli import label_groups
from seatpreview.cli.label_groups import SAMPLES_MAX, LabelGroups
from seatpreview.labels.suggestions.label_shapes import shape_of
from seatpreview.labels.suggestions.personal_data import personal_data

# The console has the same shapes: web/source/console/label-rules/learn/label-groups.test.ts reads this file.
SHAPES = json.loads((Path(__file__).parent / "label_shapes.json").read_text())
LINES = st.lists(
    st.tuples(st.sampled_from(["Stalls {} row {}", "STL-{}-{}", "{}{}"]), st.integers(0, 30), st.booleans()),
    max_size=80,
)


@pytest.mark.parametrize(("label", "shape"), SHAPES)
def test_numbers_and_single_letters_are_generalised(label: str, shape: str) -> None:
    assert shape_of(label) == shape


@given(st.text(max_size=60))
def test_the_shape_of_a_shape_in_lower_case_is_itself(label: str) -> None:
    shape = shape_of(label)
    assert shape_of(shape) == shape


@given(LINES, st.randoms(use_true_random=False))
def test_any_order_of_the_lines_gives_the_same_groups_and_no_line_is_lost(
    lines: list[tuple[str, int, bool]], order: random.Random
) -> None:
    labels = [
        (text.format("ABC"[number % 3], number), f"S/{number}" if is_known else "")
        for text, number, is_known in lines
    ]
    shuffled = order.sample(labels, len(labels))
    one, other = _groups(labels), _groups(shuffled)
    assert _summary(one) == _summary(other)
    assert sum(group.lines for group in one.most_frequent(99)) == len(labels)
    assert all(1 <= len(group.samples) <= SAMPLES_MAX for group in one.most_frequent(99))


def test_a_label_with_two_seats_has_no_known_seat() -> None:
    [group] = _groups([("Pit 1", "P//1"), ("Pit 1", "P//2"), ("Pit 2", "P//2")]).most_frequent(9)
    assert {sample.cells: sample.seat for sample in group.samples} == {("Pit 1",): "", ("Pit 2",): "P//2"}


def test_the_rarest_shapes_are_left_out_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_groups, "SHAPES_MAX", 10)
    words = ["".join(random.Random(number).choices("bcdfg", k=8)) for number in range(200)]
    groups = _groups([*[("Row 1", "")] * 50, *((word, "") for word in words), ("", ""), ("x" * 513, "")])
    assert groups.most_frequent(1)[0].lines == 50
    assert len(groups) <= 10
    kept = sum(group.lines for group in groups.most_frequent(99))
    assert (groups.rare_lines + kept, groups.blank_lines, groups.long_lines) == (250, 1, 1)


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("STL-B-03 (early bird)", []),
        ("Golden Circle D 7", []),
        ("Section 107 Row K Seat 9 Order 4711", ["orderNumber"]),
        ("107 K 9 #88213", ["orderNumber"]),
        ("Bestellnr. 20993 Parkett 7", ["orderNumber"]),
        ("107 K 9 2025110034", ["orderNumber"]),
        ("107 K 9 ada@example.org", ["email"]),
        ("107 K 9 Frau Meier", ["personName"]),
        ("107 K 9 Ada Lovelace", ["personName"]),
        ("107 K 9 Lovelace, Ada", ["personName"]),
    ],
)
def test_what_looks_like_an_order_or_a_person_is_found(label: str, found: list[str]) -> None:
    assert personal_data(label, {"golden", "circle", "row", "seat", "section", "order"}) == found


def _groups(labels: list[tuple[str, str]]) -> LabelGroups:
    groups = LabelGroups()
    for label, seat in labels:
        groups.add((label,), seat)
    return groups


def _summary(groups: LabelGroups) -> list[object]:
    return [
        (group.shape, group.lines, [(sample.cells, sample.seat) for sample in group.samples])
        for group in groups.most_frequent(99)
    ]
