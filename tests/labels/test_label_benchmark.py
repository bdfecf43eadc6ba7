"""Promises of `script/bench labels`: what it reads, how it scores, and what a confidence is worth."""

import json
import sys
from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest

from benchmarks.labels import command
from benchmarks.labels.against import compare
from benchmarks.labels.confidence import Bin, Step, bins_of, calibration, is_held_back, isotonic
from benchmarks.labels.cost import cache_emptiers, cost_of
from benchmarks.labels.history import ScoresOfCommit, drops, record, recorded
from benchmarks.labels.scores import Answer, Outcome, Score, answers_of, outcome_of, own_name_cases, scores_by
from benchmarks.labels.suggested_rules import training_cases
from benchmarks.labels.venues import PROJECT, LabelCase, LabelledVenue, Unreadable, read_folders
from benchmarks.labels.worst import large_venues, worst_label
from seatpreview.caching import BoundedCache
from seatpreview.labels import model
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.model import Parts, Resolution, RowNames, SectionNames, place_of

COLUMNS = "form,label,in_section,in_row,in_seat,status,section,row,seat,language,category\n"
LAYOUT = {
    "sections": [
        {"id": "101", "name": "Section 101", "rows": {"first": "A", "last": "C"}, "seats": {"count": 10}},
        {"id": "FL", "name": "Floor", "kind": "standing", "capacity": 100},
    ]
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hall.json").write_text(json.dumps(LAYOUT))
    (tmp_path / "hall.labels.csv").write_text(
        COLUMNS
        + 'text,"Section 101, Row B, Seat 4",,,,matched,101,B,4,en,plain\n'
        + "text,Section 101 Row B Seats 4-5,,,,matched,101,B,4|5,en,range\n"
        + "parts,,Parkett,,,declined,,,,de,nosuch\n"
    )
    (tmp_path / "park.manifest.csv").write_text(
        "section_id,section_name,row_id,row_name\n7,Terrace 12,0,A\n7,Terrace 12,1,B\n8,Suite 9,,\n"
    )
    (tmp_path / "park.labels.csv").write_text(
        "section,row,n_section_id,n_row_id,valid\n"
        "Terrace 12,B,7,1,True\nSuite 9,,8,,True\nParking,1,,,False\n"
    )
    return tmp_path


def test_both_formats_are_read(folder: Path) -> None:
    hall, park = read_folders([folder])
    assert [section.id for section in hall.sections] == ["101", "FL"]
    assert hall.cases == [
        LabelCase(
            venue="hall",
            label="Section 101, Row B, Seat 4",
            section="101",
            row="B",
            seats=("4",),
            category="plain",
        ),
        LabelCase(
            venue="hall",
            label="Section 101 Row B Seats 4-5",
            section="101",
            row="B",
            seats=("4", "5"),
            category="range",
        ),
        LabelCase(venue="hall", label=Parts(section="Parkett"), language="de", category="nosuch"),
    ]
    assert [case.expected for case in hall.cases] == ["101/B/4", "101/B/4|5", "declined"]
    assert park.sections[0].rows == {"A": RowNames("0"), "B": RowNames("1")}
    assert [case.expected for case in park.cases] == ["7/1", "8", "declined"]


def test_venues_of_two_folders_with_one_name_are_kept_apart(folder: Path) -> None:
    again = [venue.name for venue in read_folders([folder, folder])]
    assert again == ["hall", "park", f"{folder.name}/hall", f"{folder.name}/park"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("hall.labels.csv", COLUMNS + "speech,x,,,,declined,,,,en,plain\n", "form is 'speech'"),
        ("hall.labels.csv", COLUMNS + "text,x,,,,perhaps,,,,en,plain\n", "status is 'perhaps'"),
        ("hall.labels.csv", COLUMNS + "text,x\n", "line 2: it has more or fewer columns"),
        ("hall.labels.csv", "label\nx\n", "KeyError"),
        ("hall.json", '{"sections": [{"id": 7}]}', "is not a layout"),
        ("lost.labels.csv", COLUMNS, "neither lost.json nor lost.manifest.csv"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(folder: Path, name: str, text: str, message: str) -> None:
    (folder / name).write_text(text)
    with pytest.raises(Unreadable, match=message) as refused:
        read_folders([folder])
    assert name in str(refused.value)


def case(section: str | None = None, row: str | None = None, *seats: str, label: str = "x") -> LabelCase:
    return LabelCase(venue="hall", label=label, section=section, row=row, seats=seats)


def matched(section: str, row: str | None = None, *seats: str, confidence: float = 1.0) -> Resolution:
    places = tuple(place_of(section, row, seat) for seat in seats)
    first = places[0] if places else place_of(section, row)
    several = places if len(places) > 1 else ()
    return Resolution(status="matched", level=first.level, seat=first, seats=several, confidence=confidence)


DECLINED = Resolution(status="unmatched")
SECTION_ONLY = Resolution(status="section_only", level="section", seat=place_of("101"))


@pytest.mark.parametrize(
    ("truth", "resolution", "outcome"),
    [
        (case(), DECLINED, "right"),
        (case(), SECTION_ONLY, "right"),
        (case(), matched("101"), "wrong"),
        (case("101"), matched("101"), "right"),
        (case("101"), DECLINED, "declined"),
        (case("101"), SECTION_ONLY, "declined"),
        (case("101"), matched("102"), "wrong"),
        (case("101"), matched("101", "B"), "wrong"),
        (case("101", "B"), matched("101", "B"), "right"),
        (case("101", "B"), matched("101"), "shallow"),
        (case("101", "B"), matched("101", "C"), "wrong"),
        (case("101", "B"), matched("101", "B", "4"), "wrong"),
        (case("101", "B", "4"), matched("101", "B", "4"), "right"),
        (case("101", "B", "4"), matched("101", "B"), "shallow"),
        (case("101", "B", "4"), matched("101"), "shallow"),
        (case("101", "B", "4"), matched("101", "B", "5"), "wrong"),
        (case("101", "B", "4"), matched("101", "B", "4", "5"), "wrong"),
        (case("101", "B", "4", "5"), matched("101", "B", "4", "5"), "right"),
        (case("101", "B", "4", "5"), matched("101", "B", "5"), "right"),
        (case("101", "B", "4", "5"), matched("101", "B"), "right"),
        (case("101", "B", "4", "5"), matched("101"), "shallow"),
        (case("101", "B", "4", "5"), matched("101", "B", "4", "6"), "wrong"),
        (case("101", "B", "4", "5"), matched("101", "B", "6"), "wrong"),
    ],
)
def test_an_answer_is_compared_with_the_truth(
    truth: LabelCase, resolution: Resolution, outcome: Outcome
) -> None:
    assert outcome_of(truth, resolution) == outcome


def test_a_wrong_answer_costs_five_right_ones() -> None:
    assert Score(right=15, declined=2, shallow=1, wrong=2).per_1000 == 250
    assert Score.of(["right", "wrong", "right"]) == Score(right=2, wrong=1)
    assert Score().per_1000 == 0


def test_scores_are_grouped(folder: Path) -> None:
    hall, _ = read_folders([folder])
    answers = answers_of(hall.sections, hall.cases)
    scores = scores_by(answers, lambda case: case.language)
    assert list(scores) == ["de", "en"]
    assert scores["de"] == Score(right=1)
    assert scores["en"].labels == 2


def test_own_names_must_give_their_section_and_shared_ones_be_declined() -> None:
    sections = [
        SectionNames(id="1", name="Box", level="Upper"),
        SectionNames(id="2", name="BOX", level="Lower"),
        SectionNames(id="3", name="1"),
        SectionNames(id="4", name="Floor"),
    ]
    cases = own_name_cases(LabelledVenue(name="hall", folder="", sections=sections, cases=[]))
    expected = {(case.label, case.section) for case in cases}
    assert {
        ("Box", None),
        ("BOX", None),
        (Parts(section="Box"), None),
        ("Floor", "4"),
        ("4", "4"),
    } <= expected
    # As text, '1' is the id of the first section; in parts, it is the name of the third.
    assert ("1", "1") in expected
    assert (Parts(section="1"), "3") in expected
    assert ("1", "3") not in expected


def answers(venue: str, confidence: float, outcomes: str) -> list[Answer]:
    """Returns answers that are held back, right (`r`) or wrong (`w`)."""
    labels = (LabelCase(venue=venue, label=f"{confidence} {number}") for number in range(1000))
    held_back = [label for label in labels if is_held_back(label)]
    resolution = matched("101", confidence=confidence)
    return [
        Answer(label, resolution, "right" if outcome == "r" else "wrong")
        for label, outcome in zip(held_back, outcomes, strict=False)
    ]


def test_answers_are_counted_by_confidence() -> None:
    given = answers("a", 1.0, "rrrw") + answers("a", 0.6, "rw") + answers("a", 0.65, "r")
    refused = Answer(case("101"), DECLINED, "declined")
    assert bins_of([*given, refused]) == [Bin(0.6, 2, 1), Bin(1.0, 3, 1)]
    assert Bin(1.0, 3, 1).share_right == 0.75


def test_labels_are_divided_into_halves_that_stay_as_they_are() -> None:
    cases = [case(label=f"Section {number}") for number in range(1000)]
    held_back = [it for it in cases if is_held_back(it)]
    assert 400 < len(held_back) < 600
    # The truth may be corrected and other labels added: a label stays in its half.
    assert [
        it for it in cases if is_held_back(LabelCase(venue="hall", label=it.label, section="9"))
    ] == held_back
    assert [is_held_back(case(label=label)) for label in ("107 K 9", "Floor", "Suite 12")] == [
        False,
        True,
        True,
    ]


def test_a_calibration_never_falls() -> None:
    points = [(0.9, 1.0, 1.0), (0.5, 0.0, 1.0), (0.7, 1.0, 1.0), (0.8, 0.0, 1.0), (0.8, 0.0, 2.0)]
    assert isotonic(points) == [Step(0.5, 0.0, 1), Step(0.7, 0.25, 3), Step(0.9, 1.0, 1)]
    assert isotonic([]) == []


def test_a_calibration_counts_every_venue_alike_and_only_labels_held_back() -> None:
    tuned = [
        Answer(label, matched("101", confidence=0.9), "wrong")
        for label in (case(label=f"{number}") for number in range(50))
        if not is_held_back(label)
    ]
    found = calibration([*answers("large", 0.9, "r" * 200), *answers("small", 0.9, "rrww"), *tuned])
    assert [(step.raw, step.answers, round(step.share_right, 6)) for step in found] == [(0.9, 204, 0.75)]


def test_suggestions_are_not_trained_with_several_seats() -> None:
    trained = training_cases([case("101", "B", "4"), case("101", "B", "4", "5"), case()])
    assert [(it.has_answer, it.answer) for it in trained] == [(True, "101/B/4"), (True, None)]


def test_a_cold_label_finds_all_caches_of_the_package_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    cache: BoundedCache[str, str] = BoundedCache(10)
    function = lru_cache(str.upper)
    monkeypatch.setattr(model, "CACHE", cache, raising=False)
    monkeypatch.setattr(model, "function", function, raising=False)
    cache.put("a", "b", 100)
    function("a")
    for empty in cache_emptiers():
        empty()
    assert (cache.get("a"), len(cache), cache.bytes_used, function.cache_info().currsize) == (None, 0, 0, 0)


def test_the_cost_of_every_label_is_exact(folder: Path) -> None:
    hall, _ = read_folders([folder])
    cost = cost_of(hall)
    assert cost.labels == 3
    assert min(cost.warm.median_us, cost.new.median_us, cost.cold.median_us, cost.reference_us) > 0


@pytest.fixture
def other_checkout(tmp_path: Path) -> Path:
    """A checkout with this project's code, and a Python that notes the code that it runs."""
    checkout = tmp_path / "other"
    python = checkout / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "$PYTHONPATH" >> {checkout}/runs\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (checkout / "src").symlink_to(PROJECT / "src")
    return checkout


@pytest.mark.long
def test_the_cost_is_compared_with_that_of_another_checkout(folder: Path, other_checkout: Path) -> None:
    compared = compare(other_checkout, [folder], ["park"], turns=1)
    assert [it.venue for it in compared] == ["park"]
    assert min(compared[0].warm, compared[0].new, compared[0].cold, compared[0].resolver) > 0
    assert (other_checkout / "runs").read_text().split() == [str(other_checkout / "src")]


def test_a_checkout_whose_code_fails_is_named(
    folder: Path, other_checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (other_checkout / "src").unlink()
    broken = other_checkout / "src" / "seatpreview"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise RuntimeError('half written')\n")
    with pytest.raises(Unreadable, match=f"The measurement in {other_checkout} failed"):
        compare(other_checkout, [folder], [], turns=1)
    assert "half written" in capfd.readouterr().err


def test_the_search_for_the_worst_label_stays_within_the_bound_of_a_label(folder: Path) -> None:
    hall, _ = read_folders([folder])
    worst = worst_label(hall, has_expanding=True, rounds=10)
    assert 0 < len(worst.label) <= LABEL_CHARACTERS_MAX
    assert worst.names == 2


def test_the_large_venues_have_as_many_names_as_a_venue_may_have() -> None:
    for venue in large_venues():
        assert sum(1 + len(section.aliases) for section in venue.sections) == 10_000


def test_the_command_prints_scores_and_lists_labels(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = [
        argument
        for part in ("score", "own-names", "confidence", "cost", "rules")
        for argument in ("--only", part)
    ]
    command.main(["--folder", str(folder), *parts, "--list", "all", "--venue", "park"])
    printed = capsys.readouterr().out
    assert "right    park en listing: 'Terrace 12' + 'B' + '' | expected 7/1 | given 7/1" in printed
    assert "hall" not in printed
    for title in ("by category", "by language", "by venue", "by folder", "by confidence", "suggested rules"):
        assert title in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--venue", "moon"], "There is no venue 'moon'; there are: hall, park."),
        (["--language", "xx"], "There is no language 'xx'; there are: de, en."),
        (["--category", "xx"], "There is no category 'xx'"),
        (["--language", "de", "--category", "plain"], "There are no such labels."),
        (["--folder", "no-such-folder"], "There is no folder no-such-folder."),
        (["--only", "cost", "--against", "docs"], "run `script/setup dev` in that checkout"),
    ],
)
def test_the_command_says_what_it_cannot_find(folder: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["--folder", str(folder), *arguments])
    assert message in str(ended.value)


def test_a_set_that_lost_more_than_two_points_or_has_a_wrong_answer_is_told(tmp_path: Path) -> None:
    file = tmp_path / "scores.jsonl"
    old = {name: Score(right=995, declined=5) for name in ("a", "b", "c", "d", "e")}
    for commit, scores in (("1", {}), ("2", {}), ("1", old)):
        record(ScoresOfCommit(commit, date(2026, 11, 19), scores), file)
    assert [each.commit for each in recorded(file)] == ["2", "1"]
    now = {
        "a": Score(right=993, declined=7),
        "b": Score(right=992, declined=8),
        "c": Score(right=999, wrong=1),
        "d": Score(right=10),
        "new": Score(declined=1000),
    }
    assert [*drops(recorded(file)[-1].scores, now)] == [("b", 995, 992), ("c", 995, 994)]


def test_the_recorded_scores_have_no_wrong_answer() -> None:
    assert recorded()
    assert all(score.wrong == 0 for score in recorded()[-1].scores.values())


def test_a_part_of_the_sets_is_not_recorded() -> None:
    with pytest.raises(SystemExit, match="leave --folder"):
        command.main(["--only", "score", "--record", "--venue", "hall"])
