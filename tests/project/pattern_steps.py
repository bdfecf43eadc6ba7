"""Counts the steps that a regular expression takes, so that its growth is measured without a clock.

Python's `re` tries one way after the other, and goes back where one fails. This does the same by an explicit
list of ways, without the shortcuts of `re`, and counts every step. Inputs are made from the pattern itself.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from re import _constants as sre  # The parser of `re` has no public name.
from re import _parser as sre_parser
from typing import Any, NamedTuple

Fits = Callable[[str], bool]
Tree = list[tuple[Any, Any]]

REPEATED_MIN = 16
"""A repeat that may go on for as long as this is one that an input can be made long by."""
STEPS_MAX = 100_000
"""No pattern takes more steps than this on a short text, unless they grow without bound."""
CHARACTERS_MAX = 8
"""Kinds of characters of which pairs are repeated; more would take too long."""
_POOL = [
    *map(chr, range(256)),
    *("\u2019", "\u0436", "\u200b", "\u200d", "\u2028", "\ud800"),
    *("\u0663", "\u05d0", "\u05f3", "\u5217", "\u4e00", "\u5e74", "\u6708", "\u65e5", "\u6642"),
]
_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


class TooManySteps(Exception):
    """The pattern takes more steps than any that is linear."""


class Repeat(NamedTuple):
    """A part of a pattern that may be repeated very often: a text that leads there, and one repetition."""

    before: str
    once: str


class CountedPattern:
    """A pattern of `re` that is matched step by step. Bytes are read as Latin-1."""

    def __init__(self, pattern: "re.Pattern[Any]") -> None:
        self._is_caseless = bool(pattern.flags & re.IGNORECASE)
        self._is_ascii = isinstance(pattern.pattern, bytes)
        self._fits: list[Fits] = []
        self.repeats: list[Repeat] = []
        self.steps = 0
        tree = sre_parser.parse(pattern.pattern, pattern.flags)
        self._program = [*self._compile(list(tree), ""), ("match",)]
        self._whole = [*self._program[:-1], ("at", sre.AT_END_STRING), ("match",)]
        self.characters = self._representatives()

    def hostile_texts(self, size: int) -> Iterator[str]:
        """Yields texts with repetitions of all that the pattern tells apart, of which most match nearly."""
        chosen = self.characters[:CHARACTERS_MAX]
        pairs = ["".join(pair) for pair in product(chosen, repeat=2)]
        begins = {repeat.before for repeat in self.repeats} | {""}
        for before in sorted(begins):
            once = {repeat.once for repeat in self.repeats if repeat.before == before and repeat.once}
            for pump in sorted({*self.characters, *pairs, *once, *filter(None, begins)}):
                for lead in ("", *chosen[:3]):
                    yield before + lead + pump * -(-size // len(pump)) + self.characters[-1]

    def count(self, method: str, text: str) -> int:
        """Returns the steps of a method of `re` on this text."""
        self.steps = 0
        if method in ("match", "fullmatch"):
            self._run(self._whole if method == "fullmatch" else self._program, text, 0)
            return self.steps
        start = 0
        while start <= len(text):
            end = self._run(self._program, text, start)
            if end is not None and method == "search":
                break
            start = start + 1 if end is None else max(end, start + 1)
        return self.steps

    def end_of_match(self, text: str) -> int | None:
        """Returns where a match at the beginning of the text ends; None where there is none."""
        self.steps = 0
        return self._run(self._program, text, 0)

    def _run(  # noqa: C901 - an interpreter has a branch for each instruction.
        self, program: list[Any], text: str, start: int
    ) -> int | None:
        ways = [(0, start)]
        while ways:
            at, position = ways.pop()
            while True:
                self.steps += 1
                if self.steps > STEPS_MAX:
                    raise TooManySteps(text)
                instruction = program[at]
                kind = instruction[0]
                if kind == "one":
                    if position == len(text) or not instruction[1](text[position]):
                        break
                    position += 1
                elif kind == "split":
                    ways.append((at + instruction[2], position))
                    at += instruction[1] - 1
                elif kind == "jump":
                    at += instruction[1] - 1
                elif kind == "match":
                    return position
                elif kind == "at":
                    if not _is_at(instruction[1], text, position):
                        break
                elif kind == "atomic":
                    end = self._run(instruction[1], text, position)
                    if end is None:
                        break
                    position = end
                elif not self._looks(instruction[1:], text, position):
                    break
                at += 1
        return None

    def _looks(self, arguments: Sequence[Any], text: str, position: int) -> bool:
        program, width, is_wanted = arguments
        found = position >= width and self._run(program, text, position - width) is not None
        return bool(found == is_wanted)

    def _compile(self, tree: Tree, before: str) -> list[Any]:
        program: list[Any] = []
        for operator, argument in tree:
            program += self._compile_one(operator, argument, before)
            before += self._sample([(operator, argument)])
        return program

    def _compile_one(self, operator: Any, argument: Any, before: str) -> list[Any]:
        if operator in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            fits = self._fits_of(operator, argument)
            self._fits.append(fits)
            return [("one", fits)]
        if operator is sre.AT:
            return [("at", argument)]
        if operator is sre.SUBPATTERN:
            return self._compile(list(argument[-1]), before)
        if operator is sre.BRANCH:
            return self._branch([self._compile(list(part), before) for part in argument[1]])
        if operator in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            return self._repeat(argument, before, is_greedy=operator is sre.MAX_REPEAT)
        if operator is sre.POSSESSIVE_REPEAT:
            return [("atomic", [*self._repeat(argument, before, is_greedy=True), ("match",)])]
        if operator is sre.ATOMIC_GROUP:
            return [("atomic", [*self._compile(list(argument), before), ("match",)])]
        if operator in (sre.ASSERT, sre.ASSERT_NOT):
            direction, inner = argument
            width = inner.getwidth()[0] if direction < 0 else 0
            program = [*self._compile(list(inner), before), ("match",)]
            return [("look", program, width, operator is sre.ASSERT)]
        raise NotImplementedError(f"{operator} is not counted yet")

    def _branch(self, parts: list[list[Any]]) -> list[Any]:
        *first, program = parts
        for part in reversed(first):
            program = [("split", 1, len(part) + 2), *part, ("jump", len(program) + 1), *program]
        return program

    def _repeat(self, argument: Any, before: str, *, is_greedy: bool) -> list[Any]:
        least, most, inner = argument
        body = self._compile(list(inner), before)
        if most >= REPEATED_MIN:
            self.repeats.append(Repeat(before, self._sample(list(inner))))
        past = len(body) + 2
        if most is sre.MAXREPEAT:
            assert inner.getwidth()[0] > 0, "a repeated part may be empty"
            choice = ("split", 1, past) if is_greedy else ("split", past, 1)
            return [*body * least, choice, *body, ("jump", -len(body) - 1)]
        program: list[Any] = []
        for _ in range(most - least):
            past = len(body) + len(program) + 1
            program = [("split", 1, past) if is_greedy else ("split", past, 1), *body, *program]
        return [*body * least, *program]

    def _sample(self, tree: Tree) -> str:
        """Returns a short text that the tree matches."""
        text = ""
        for operator, argument in tree:
            if operator in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
                fits = self._fits_of(operator, argument)
                text += next(filter(fits, ("a", "A", "0", "\ud800", *_POOL)), "")
            elif operator in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
                text += self._sample(list(argument[-1] if operator is sre.SUBPATTERN else argument))
            elif operator is sre.BRANCH:
                text += self._sample(list(argument[1][0]))
            elif operator in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
                text += self._sample(list(argument[2])) * argument[0]
        return text

    def _fits_of(self, operator: Any, argument: Any) -> Fits:
        if operator is sre.ANY:
            return lambda character: character != "\n"
        items = [(operator, argument)] if operator is not sre.IN else argument
        tests = [self._item(*item) for item in items if item[0] is not sre.NEGATE]
        is_negated = items[0][0] in (sre.NEGATE, sre.NOT_LITERAL)
        fits_any = _any_of(tests, self._is_caseless)
        return lambda character: fits_any(character) != is_negated

    def _item(self, operator: Any, argument: Any) -> Fits:
        if operator in (sre.LITERAL, sre.NOT_LITERAL):
            return lambda character: ord(character) == argument
        if operator is sre.RANGE:
            return lambda character: argument[0] <= ord(character) <= argument[1]
        category = re.compile(_CATEGORIES[argument], re.ASCII if self._is_ascii else 0)
        return lambda character: category.match(character) is not None

    def _representatives(self) -> list[str]:
        """Returns one character of each kind that the pattern tells apart; last, one that fits nothing."""
        kinds: dict[tuple[bool, ...], str] = {}
        for character in ("!", "a", "0", " ", "\n", *_POOL):
            kinds.setdefault(tuple(fits(character) for fits in self._fits), character)
        return [kinds[kind] for kind in sorted(kinds, key=any, reverse=True)]


def _any_of(tests: list[Fits], is_caseless: bool) -> Fits:
    def fits_any(character: str) -> bool:
        spellings = (character, character.swapcase()[:1]) if is_caseless else (character,)
        return any(fits(each) for fits in tests for each in spellings)

    return fits_any


def _is_at(where: Any, text: str, position: int) -> bool:
    if where in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
        return position == 0
    if where is sre.AT_END_STRING:
        return position == len(text)
    if where is sre.AT_END:
        return text[position:] in ("", "\n")
    sides = [text[position - 1 : position] if position else "", text[position : position + 1]]
    is_boundary = len({bool(side) and (side.isalnum() or side == "_") for side in sides}) == 2
    return is_boundary == (where is sre.AT_BOUNDARY)
