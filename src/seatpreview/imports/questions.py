"""What an import asks: doubts of its readers, the answers to them, and the questions of its result.

Nothing is kept between two imports. Whoever answers sends the file again, with the answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from seatpreview.imports.model import UnreadableFile

Answers = Mapping[str, str]
"""The answers by the ids of their questions: ids of choices, or values (`scale`, `columns`)."""

QuestionId = Literal[
    "columns", "side", "up", "names", "shapes", "stage", "scale", "kind", "page", "sheet", "flip", "turn"
]
QUESTION_IDS: tuple[QuestionId, ...] = get_args(QuestionId)
ALWAYS_ACCEPTED = frozenset({"flip", "turn", "scale", "columns", "kind"})
"""What may be answered although nobody asked."""
QUESTIONS_MAX = 5
CHOICES_MAX = 5
ANSWERS_CHARACTERS_MAX = 2000
MAP_POINTS_MAX = 200
MAP_SIZE = 100
NAME_CHARACTERS_MAX = 40
CERTAIN = 0.99
"""What is as sure as this is not asked."""


MapPoint = Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)]


class SmallMapName(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a section on a small map, in its middle, or of a seat."""

    text: str
    x: int
    y: int


class SmallMap(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A hall as a person recognises it: some of its seats in a square of 100 by 100, y down."""

    points: Annotated[tuple[MapPoint, ...], Meta(description="At most 200 seats, as x and y.")]
    focus: Annotated[MapPoint | None, Meta(description="What people look at.")]
    width_m: Annotated[float, Meta(description="From the leftmost to the rightmost seat, in metres.")]
    depth_m: Annotated[float, Meta(description="The other way, in metres.")]
    names: Annotated[
        tuple[SmallMapName, ...],
        Meta(
            description=(
                "The outermost sections, at most four, and the seat with the least number of the longest "
                "row: they tell maps of one outline apart."
            )
        ),
    ] = ()


class QuestionChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the answers to a question."""

    id: str
    text: Annotated[str, Meta(description="The answer as a sentence or a few words.")]
    seats: Annotated[int | None, Meta(description="The seats with this answer. Null: not computed.")] = None
    map: Annotated[
        SmallMap | None, Meta(description="The hall with this answer. Null: too large to be computed.")
    ] = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A doubt of an import that a person can settle."""

    id: QuestionId
    text: Annotated[str, Meta(description="A question for a person.")]
    choices: tuple[QuestionChoice, ...]
    assumed: Annotated[str, Meta(description="The id of the choice that is taken without an answer.")]
    chosen: Annotated[str, Meta(description="The id of the choice that the record is made with.")]
    sure: Annotated[float, Meta(ge=0, le=1, description="How sure the assumption is.")]


class Choice(NamedTuple):
    """An answer to a doubt, before anybody has computed what it leads to."""

    id: str
    text: str


class Doubt(NamedTuple):
    """What a reader was not certain of, and how it went on."""

    id: QuestionId
    text: str
    choices: tuple[Choice, ...]
    assumed: str
    chosen: str
    sure: float


class Doubts:
    """The doubts of one import, and the answers to them. Readers and the fitting of the hall share it."""

    def __init__(self, answers: Answers | None = None) -> None:
        self.answers = dict(answers or {})
        self._found: dict[str, Doubt] = {}

    def ask(
        self,
        question: QuestionId,
        text: str,
        choices: Sequence[tuple[str, str]],
        assumed: str,
        sure: float,
    ) -> str:
        """Records a doubt, and returns the id of the choice to go on with: the answer, or the assumed one.

        Raises `UnreadableFile` if the answer is none of the choices. Of a question that is asked twice, the
        first one counts.
        """
        known = self._found.get(question)
        if known is not None:
            return known.chosen
        offered = tuple(Choice(*choice) for choice in choices)[:CHOICES_MAX]
        chosen = self.answers.get(question, assumed)
        if chosen not in {choice.id for choice in offered}:
            raise UnreadableFile(
                f"{chosen[:60]!r} is no answer to the question {question!r}. "
                f"Answers are: {', '.join(choice.id for choice in offered)}."
            )
        if sure < CERTAIN or question in self.answers:
            self._found[question] = Doubt(question, text, offered, assumed, chosen, round(sure, 2))
        return chosen

    def given(self, question: QuestionId) -> str | None:
        """Returns the answer to what may be answered although nobody asked."""
        return self.answers.get(question)

    def most_telling(self) -> list[Doubt]:
        """Returns the doubts to ask about, the least sure first."""
        return sorted(self._found.values(), key=lambda doubt: doubt.sure)[:QUESTIONS_MAX]

    def unused(self) -> list[str]:
        """Returns the ids of answers to questions that this file does not raise."""
        return [each for each in self.answers if each not in ALWAYS_ACCEPTED and each not in self._found]


def parse_answers(texts: Iterable[str]) -> dict[str, str]:
    """Reads answers in the form `side=mirrored;turn=90`; raises `UnreadableFile` for anything else."""
    answers: dict[str, str] = {}
    for part in (part.strip() for text in texts for part in text.split(";")):
        question, _, answer = (piece.strip() for piece in part.partition("="))
        if not part:
            continue
        if question not in QUESTION_IDS or not answer:
            raise UnreadableFile(
                f"{part[:60]!r} is no answer. Answers have the form side=mirrored;turn=90, and questions "
                f"are: {', '.join(QUESTION_IDS)}."
            )
        if answers.setdefault(question, answer) != answer:
            raise UnreadableFile(f"The question {question!r} has two answers: send one.")
    return answers


def small_map(
    points: Sequence[tuple[float, float]],
    focus: tuple[float, float] | None,
    sections: Mapping[str, tuple[float, float]] | None = None,
    seat: tuple[str, tuple[float, float]] | None = None,
) -> SmallMap | None:
    """Returns a map of points in metres, y to the north; None without points. `sections` has the middle of
    each section by its name; `seat` is named as well."""
    if not points:
        return None
    shown = [*points, *([focus] if focus is not None else [])]
    west, north = min(x for x, _ in shown), max(y for _, y in shown)
    east, south = max(x for x, _ in shown), min(y for _, y in shown)
    scale = MAP_SIZE / max(east - west, north - south, 1e-6)
    step = -(-len(points) // MAP_POINTS_MAX)

    def on_map(point: tuple[float, float]) -> tuple[int, int]:
        return round((point[0] - west) * scale), round((north - point[1]) * scale)

    named = [*_outermost(sections or {}), *([] if seat is None else [seat])]
    names = [
        SmallMapName(text=name[:NAME_CHARACTERS_MAX], x=x, y=y)
        for name, (x, y) in ((name, on_map(middle)) for name, middle in named)
    ]
    return SmallMap(
        points=tuple(dict.fromkeys(map(on_map, points[::step]))),
        names=tuple(names),
        focus=None if focus is None else on_map(focus),
        width_m=round(max(x for x, _ in points) - min(x for x, _ in points), 1),
        depth_m=round(max(y for _, y in points) - min(y for _, y in points), 1),
    )


def _outermost(sections: Mapping[str, tuple[float, float]]) -> list[tuple[str, tuple[float, float]]]:
    """Returns the sections that are furthest to the left, the right, the top and the bottom, each once."""
    if len(sections) < 2:
        return []
    across, along = itemgetter(0), itemgetter(1)
    named = sorted(sections.items())
    ends = [end(named, key=lambda each: axis(each[1])) for axis in (across, along) for end in (min, max)]
    return list(dict(ends).items())
