"""The questions of an import on the command line: as a table, and asked one after the other on a terminal."""

import sys
from collections.abc import Callable, Iterable

import typer

from seatpreview.cli import display
from seatpreview.imports.file_import import ImportedVenue
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.questions import Answers, Question, QuestionChoice, SmallMap, parse_answers
from seatpreview.values.command_error import EXIT_USAGE, CommandError

QUESTION_COLUMNS = ("QUESTION", "CHOICE", "SEATS", "WHAT")


def parsed_answers(texts: Iterable[str]) -> dict[str, str]:
    """Parses the values of --answer."""
    try:
        return parse_answers(texts)
    except UnreadableFile as fault:
        raise CommandError(f"--answer {fault.sentences[0]}", exit_code=EXIT_USAGE) from fault


def can_ask() -> bool:
    """Returns whether a person can be asked: a script has no terminal on one of the two sides."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def question_rows(questions: Iterable[Question]) -> list[tuple[object, ...]]:
    """Returns rows of QUESTION_COLUMNS: one for each question, and below it one for each of its choices."""
    rows: list[tuple[object, ...]] = []
    for question in questions:
        rows.append((question.id, "", "", question.text))
        for choice in question.choices:
            rows.append(("", choice.id, _seats(choice), _described(choice, question)))
    return rows


def remark(question: Question) -> str:
    """Returns a question with its choices in one line."""
    choices = ", ".join(choice.id for choice in question.choices)
    return f"Question {question.id}: {question.text} Taken: {question.chosen}, of {choices}."


def ask_open_questions(
    imported: ImportedVenue, answers: Answers, read_again: Callable[[Answers], ImportedVenue]
) -> ImportedVenue:
    """Asks about everything that nobody has answered yet, the most telling question first, and reads the file
    again after each answer that changes something."""
    given = dict(answers)
    while (question := next((each for each in imported.questions if each.id not in given), None)) is not None:
        chosen = _ask(question)
        if chosen == question.chosen:
            given[question.id] = chosen
            continue
        try:
            imported = read_again(given | {question.id: chosen})
        except UnreadableFile as fault:
            display.note(f"With this answer, the file cannot be read: {fault.sentences[0]}")
            continue
        given[question.id] = chosen
    if given.keys() > answers.keys():
        flags = " ".join(f"--answer {question}={answer}" for question, answer in given.items())
        display.note(f"The same without questions: {flags}")
    return imported


def _ask(question: Question) -> str:
    """Asks until the answer is the number of a choice. Enter alone takes what was assumed."""
    typer.echo(f"\n{question.text}", err=True)
    for number, choice in enumerate(question.choices, start=1):
        typer.echo(f"  {number}  {_described(choice, question)} {_seats(choice)} seats".rstrip(), err=True)
    ids = [choice.id for choice in question.choices]
    default = str(ids.index(question.chosen) + 1)
    while True:
        answer: str = typer.prompt("Which one?", default=default, err=True).strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]


def _described(choice: QuestionChoice, question: Question) -> str:
    text = choice.text
    if choice.map is not None:
        text += f" {choice.map.width_m:g} m wide, {choice.map.depth_m:g} m deep.{_sides(choice.map)}"
    if choice.id == question.chosen:
        return f"{text} (assumed)" if choice.id == question.assumed else f"{text} (your answer)"
    return text


def _sides(hall: SmallMap) -> str:
    """Names what is at the edges of a small map, which a terminal does not show: a hall and its mirror image
    have the same outline."""
    if not hall.names or hall.focus is None:
        return ""
    across, down = (sum(point[axis] for point in hall.points) / len(hall.points) for axis in (0, 1))
    east, south = hall.focus[0] - across, hall.focus[1] - down
    front = (
        ("right" if east > 0 else "left") if abs(east) > abs(south) else ("bottom" if south > 0 else "top")
    )
    left = min(hall.names, key=lambda name: name.x)
    right = max(hall.names, key=lambda name: name.x)
    named = [(left, "left"), (right, "right")]
    if left == right:
        named = [(left, "left" if left.x < across else "right")]
    return "".join(
        (f" The front is at the {front}", *(f", {name.text!r} at the {side}" for name, side in named), ".")
    )


def _seats(choice: QuestionChoice) -> str:
    return "" if choice.seats is None else f"{choice.seats:,}"
