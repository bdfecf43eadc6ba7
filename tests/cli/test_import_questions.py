"""The questions of `seatpreview venues import`: shown to everybody, asked where there is a terminal."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.program import invoke
from servers.polling import PATIENCE_SECONDS
from servers.processes import clean_environment
from servers.service_process import PROGRAM

SEATS = [
    f'<circle cx="{x + 20 * seat}" cy="{100 + 30 * row}" r="8" data-section="Stalls {side}" data-row="{row}"'
    f' data-seat="{seat}"/>'
    for side, x in (("Right", 0), ("Left", 300))
    for row in range(1, 5)
    for seat in range(1, 9)
]
PLAN = (
    '<svg xmlns="http://www.w3.org/2000/svg"><rect id="stage" x="150" y="0" width="200" height="60"/>'
    f"{''.join(SEATS)}</svg>"
)
"""The stage is at the top, and the section to the right is on the left of the page."""


@pytest.fixture
def plan(tmp_path: Path) -> str:
    path = tmp_path / "plan.svg"
    path.write_text(PLAN)
    return str(path)


def test_questions_are_listed_with_their_choices_and_nobody_is_asked_without_a_terminal(plan: str) -> None:
    looked = invoke("venues", "import", plan, answer="2\n")
    assert (looked.exit_code, "Which one?" in looked.output) == (0, False)
    _, _, questions, _ = looked.stdout.split("\n\n")
    head, asked, *choices = questions.splitlines()
    assert head.split() == ["QUESTION", "CHOICE", "SEATS", "WHAT"]
    assert asked.startswith("side ")
    assert [line.split()[:2] for line in choices] == [["as-drawn", "64"], ["mirrored", "64"]]
    assert [line.rstrip().endswith("(assumed)") for line in choices].count(True) == 1


def test_answers_on_the_command_line_change_the_record(plan: str) -> None:
    as_it_is = read(plan)
    other = choice_that_was_not_assumed(plan)
    changed = read(plan, "--answer", f"side={other}")
    assert [question["chosen"] for question in changed["questions"]] == [other]
    assert changed["record"] != as_it_is["record"]
    again = read(plan, "--answer", f"side={other};flip=yes")
    assert again["record"] == as_it_is["record"]


@pytest.mark.parametrize(
    ("answer", "exit_code", "sentence"),
    [("left", 2, "Answers have the form"), ("side=left", 1, "Answers are: as-drawn, mirrored.")],
)
def test_what_is_no_answer_is_refused_with_the_answers_that_there_are(
    plan: str, answer: str, exit_code: int, sentence: str
) -> None:
    refused = invoke("venues", "import", plan, "--answer", answer)
    assert refused.exit_code == exit_code
    assert sentence in refused.stderr


def test_on_a_terminal_each_question_is_asked_until_a_choice_is_typed(plan: str, tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    other = choice_that_was_not_assumed(plan)
    number = 1 + ["as-drawn", "mirrored"].index(other)
    said = on_terminal("venues", "import", plan, "--out", str(out), typed=f"9\n{number}\n")
    assert said.count("Which one?") == 2
    assert f"The same without questions: --answer side={other}" in said
    assert json.loads(out.read_text()) == read(plan, "--answer", f"side={other}")["record"]


def read(plan: str, *answers: str) -> Any:
    printed = invoke("venues", "import", plan, "--json", *answers)
    assert printed.exit_code == 0, printed.output
    return json.loads(printed.stdout)


def choice_that_was_not_assumed(plan: str) -> str:
    [question] = read(plan)["questions"]
    [other] = [each["id"] for each in question["choices"] if each["id"] != question["assumed"]]
    return str(other)


def on_terminal(*arguments: str, typed: str) -> str:
    """Runs a command with a terminal as its input and output, in which a person has typed something."""
    ours, its = pty.openpty()
    os.write(ours, typed.encode())
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdin=its, stdout=its, stderr=its, env=clean_environment()
    ) as program:
        os.close(its)
        said = b"".join(iter(lambda: _read(ours), b""))
        assert program.wait(PATIENCE_SECONDS) == 0, said.decode()
    os.close(ours)
    return said.decode()


def _read(terminal: int) -> bytes:
    """Reads what was printed. A terminal that its last program has left is an error on Linux."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
