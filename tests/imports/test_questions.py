"""What an import asks, and what answers change."""

import json
from typing import Any

import msgspec
import pytest

from seatpreview.imports.file_import import ImportedVenue, import_file
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.questions import MAP_POINTS_MAX, Doubts, QuestionId, parse_answers, small_map


def drawing(left: str = "Stalls Left", right: str = "Stalls Right") -> bytes:
    """A stage at the top of the page, and two sections below it."""
    seats = [
        f'<circle cx="{x + 20 * n}" cy="{100 + 30 * row}" r="8" data-section="{name}" data-row="{row}"'
        f' data-seat="{n}"/>'
        for name, x in ((left, 0), (right, 300))
        for row in range(1, 5)
        for n in range(1, 9)
    ]
    stage = '<rect id="stage" x="150" y="0" width="200" height="60"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">{stage}{"".join(seats)}</svg>'.encode()


def imported(data: bytes, **answers: str) -> ImportedVenue:
    return import_file(data, None, "hall.svg", answers)


def middles(venue: ImportedVenue) -> dict[str, float]:
    """How far to the east each section's first row lies."""
    layout: Any = json.loads(msgspec.json.encode(venue.record["rules"]))["layout"]
    return {section["id"]: east_of(section) for section in layout["sections"]}


def east_of(section: dict[str, Any]) -> float:
    if "positions" in section:
        return float(section["positions"][0]["x"][0]) / 100
    return float(section["geometry"]["origin"]["x"])


def test_sections_on_the_side_that_they_name_raise_no_question() -> None:
    venue = imported(drawing())
    assert venue.questions == ()
    # The stage is at the top of the page, so an audience that faces it has its left on the left.
    assert middles(venue)["Stalls Left"] < middles(venue)["Stalls Right"]


def test_sections_on_the_other_side_are_asked_about_with_a_map_of_each_choice() -> None:
    venue = imported(drawing("Stalls Right", "Stalls Left"))
    [question] = venue.questions
    assert (question.id, question.assumed, question.chosen) == ("side", "as-drawn", "as-drawn")
    as_drawn, mirrored = question.choices
    assert (as_drawn.seats, mirrored.seats) == (64, 64)
    assert as_drawn.map is not None
    assert mirrored.map is not None
    assert {100 - x for x, _ in as_drawn.map.points} == {x for x, _ in mirrored.map.points}
    # The outline of both is the same: the names of the sections tell the maps apart.
    assert sorted((name.x < 50, name.text) for name in as_drawn.map.names) == [
        (False, "Stalls Left"),
        (True, "Stalls Right"),
        (True, "row 1, seat 1"),
    ]
    assert sorted((name.x < 50, name.text) for name in mirrored.map.names) == [
        (False, "Stalls Right"),
        (False, "row 1, seat 1"),
        (True, "Stalls Left"),
    ]
    assert middles(venue)["Stalls Right"] < middles(venue)["Stalls Left"]


def test_the_answer_turns_the_hall_over_and_the_question_stays() -> None:
    venue = imported(drawing("Stalls Right", "Stalls Left"), side="mirrored")
    assert middles(venue)["Stalls Left"] < middles(venue)["Stalls Right"]
    assert [(question.assumed, question.chosen) for question in venue.questions] == [("as-drawn", "mirrored")]


def test_the_stage_of_another_name_says_nothing_about_sides() -> None:
    assert imported(drawing("Box Stage Right", "Box Stage Left")).questions == ()


def test_flip_is_accepted_although_nobody_asked() -> None:
    venue = imported(drawing("A", "B"), flip="yes")
    assert middles(venue)["B"] < middles(venue)["A"]
    assert any("exchanged" in item.text for item in venue.report.inferred)


def box_office_list() -> bytes:
    """A stage at the top, sections that name their sides, and nothing that says where y grows."""
    lines = [
        f"{name},{row},{seat},{x + 50 * seat},{200 + 90 * row}"
        for name, x in (("Parkett links", 0), ("Parkett rechts", 600))
        for row in range(1, 5)
        for seat in range(1, 9)
    ]
    return "\n".join(("B\u00fchne oben,,,,", "Bereich,Reihe,Platz,X (cm),Y (cm)", *lines)).encode()


@pytest.mark.parametrize(("turn", "flip"), [("0", "yes"), ("180", "no"), ("180", "yes")])
def test_what_a_person_says_of_the_hall_is_not_weighed_against_the_file(turn: str, flip: str) -> None:
    """Names of sections and a note about the stage say where left is. A flip contradicts both, and half a
    turn puts the stage elsewhere: neither may change which direction of y is assumed."""
    before = origins(import_file(box_office_list(), None, "list.csv"))
    after = origins(import_file(box_office_list(), None, "list.csv", {"turn": turn, "flip": flip}))
    half = -1 if turn == "180" else 1
    mirrored = -half if flip == "yes" else half
    assert before["Parkett links"][0] < before["Parkett rechts"][0]
    assert after == {name: (mirrored * x, half * y) for name, (x, y) in before.items()}


@pytest.mark.parametrize("direction", ["up", "down"])
def test_the_report_says_the_direction_of_y_that_was_taken(direction: str) -> None:
    inferred = import_file(box_office_list(), None, "list.csv", {"up": direction}).report.inferred
    [sentence] = [item.text for item in inferred if "y grows" in item.text or "exchanged" in item.text]
    assert ("bottom" in sentence) == (direction == "down")


def origins(venue: ImportedVenue) -> dict[str, tuple[float, float]]:
    """Where each section begins, to the east and north of the focus."""
    layout: Any = json.loads(msgspec.json.encode(venue.record["rules"]))["layout"]
    geometries = {section["id"]: section["geometry"] for section in layout["sections"]}
    return {name: (each["origin"]["x"], each["origin"]["y"]) for name, each in geometries.items()}


def test_a_turn_moves_the_stage_of_the_page() -> None:
    venue = imported(drawing("A", "B"), turn="180")
    assert middles(venue)["B"] < middles(venue)["A"]
    points: Any = small_of(imported(drawing("Stalls Right", "Stalls Left"), turn="90"))
    focus_x, focus_y = points.focus
    assert focus_x > max(x for x, _ in points.points)
    assert 20 < focus_y < 80, "a stage at the top is at the right after a quarter turn"


def small_of(venue: ImportedVenue) -> object:
    return venue.questions[0].choices[0].map


@pytest.mark.parametrize(("scale", "width_m"), [("46", 46.0), ("seat:0.5", 11.0)])
def test_a_scale_makes_the_hall_as_wide(scale: str, width_m: float) -> None:
    venue = imported(drawing("Stalls Right", "Stalls Left"), scale=scale)
    chosen: Any = small_of(venue)
    assert chosen.width_m == pytest.approx(width_m, abs=0.1)


@pytest.mark.parametrize(
    "answers",
    [
        {"side": "up"},
        {"flip": "maybe"},
        {"turn": "45"},
        {"scale": "huge"},
        {"scale": "0"},
        {"scale": "seat:90"},
    ],
)
def test_an_answer_that_is_no_choice_is_refused_with_the_choices(answers: dict[str, str]) -> None:
    with pytest.raises(UnreadableFile, match=r"no answer to.*Answers are"):
        imported(drawing("Stalls Right", "Stalls Left"), **answers)


def test_an_answer_to_what_was_not_asked_is_listed() -> None:
    left_out = imported(drawing("A", "B"), page="2").report.left_out
    assert [item.example for item in left_out if "does not raise" in item.text] == ["page"]


def nameless() -> bytes:
    circles = "".join(
        f'<circle cx="{25 * n}" cy="{35 * row}" r="9"/>' for row in range(1, 5) for n in range(1, 11)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{circles}</svg>'.encode()


def focus_on_map(venue: ImportedVenue) -> tuple[int, ...] | None:
    [question] = venue.questions
    [chosen] = [choice for choice in question.choices if choice.id == question.chosen]
    assert chosen.map is not None
    return chosen.map.focus


def test_where_nothing_says_where_people_look_the_side_of_the_stage_is_asked() -> None:
    venue = imported(nameless())
    [question] = venue.questions
    assert (question.id, question.assumed, len(question.choices)) == ("stage", "top", 5)
    _, top = focus_on_map(venue) or (0, 0)
    _, bottom = focus_on_map(imported(nameless(), stage="bottom")) or (0, 0)
    assert (top, bottom) == (0, 100)
    left, _ = focus_on_map(imported(nameless(), stage="left")) or (9, 9)
    assert left == 0
    # What a person turns is turned with its stage.
    turned, _ = focus_on_map(imported(nameless(), stage="bottom", turn="90")) or (9, 9)
    assert turned == 0


def test_a_small_room_with_seats_as_far_apart_as_usual_has_the_unit_that_its_file_states() -> None:
    lines = [f"{row},{n},{n * 0.55},{row * 0.9}" for row in range(1, 5) for n in range(1, 6)]
    venue = import_file("\n".join(["row,seat,x (m),y (m)", *lines]).encode(), None, "room.csv")
    layout: Any = venue.record["rules"]
    assert "scale" not in layout["layout"]["assumed"]


def test_kinds_of_hall_are_offered_without_maps_for_they_change_no_seat() -> None:
    venue = imported(nameless(), kind="club")
    [kind] = [question for question in venue.questions if question.id == "kind"]
    assert {(choice.seats, choice.map) for choice in kind.choices} == {(40, None)}


def test_a_stage_in_the_middle_has_seats_around_it() -> None:
    layout: Any = imported(nameless(), stage="middle").record["rules"]
    assert layout["layout"]["hall"] == "arena"
    assert "focus" in layout["layout"]["assumed"]


def test_answers_are_read_from_one_text_or_several() -> None:
    assert parse_answers(["side=mirrored; turn=90", "columns=0=section,1=row", ""]) == {
        "side": "mirrored",
        "turn": "90",
        "columns": "0=section,1=row",
    }


@pytest.mark.parametrize("text", ["side", "side=", "colour=red", "side=a;side=b", "=mirrored"])
def test_texts_that_are_no_answers_are_refused(text: str) -> None:
    with pytest.raises(UnreadableFile):
        parse_answers([text])


def test_the_least_sure_doubts_are_asked_first_and_five_at_most() -> None:
    doubts = Doubts()
    asked: tuple[QuestionId, ...] = ("side", "up", "names", "shapes", "stage", "scale", "kind")
    for number, question in enumerate(asked):
        doubts.ask(question, "?", (("a", "A"), ("b", "B")), "a", 0.9 - number / 10)
    assert [doubt.id for doubt in doubts.most_telling()] == ["kind", "scale", "stage", "shapes", "names"]


def test_a_map_has_a_bounded_number_of_points() -> None:
    found = small_map([(x / 2, y) for x in range(100) for y in range(100)], (25.0, 110.0))
    assert found is not None
    assert found.focus is not None
    assert len(found.points) <= MAP_POINTS_MAX
    assert all(0 <= value <= 100 for point in (*found.points, found.focus) for value in point)
    assert (found.width_m, found.depth_m) == (49.5, 99.0)
