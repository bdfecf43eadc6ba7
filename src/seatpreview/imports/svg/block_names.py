"""Names of sections that a drawing writes beside, over or under its blocks of seats."""

import math
import re
from collections.abc import Mapping, Sequence
from statistics import median

from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.seat_blocks import connected
from seatpreview.imports.model import FoundHall
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.areas import kind_of
from seatpreview.imports.svg.geometry import PointGrid
from seatpreview.imports.svg.texts import TextPlace
from seatpreview.labels.text.general_words import GeneralWord, general_word
from seatpreview.labels.text.tokens import readable, tokens_of

NAME_WORDS_MAX = 5
GAPS = (3.5, 2.8, 2.2, 1.8, 1.5)
"""How wide the gap between two blocks may be, in distances of seats. Wide ones are tried first."""
REACH = 6.0
"""How far from its block a name stands, in distances of seats."""

_PLACES = frozenset(("section", "stand", "level", "hall"))
_NO_NAMES = frozenset(("row", "rows", "seat", "seats", "not_a_seat", "selling"))
_PRICE = re.compile(r"\d[.,]\d\d(?!\d)")


def name_blocks(hall: FoundHall, texts: list[TextPlace], size: float) -> set[int]:
    """Names the sections of a hall in which nothing else does: each text with a word for a place is the name
    of the block that it stands at. Where not every text finds a block of its own, none is taken. Returns the
    texts that are names."""
    names = [index for index, text in enumerate(texts) if names_a_place(text.text)]
    if not names or any(seat.section or seat.level for seat in hall.seats):
        return set()
    points = {index: PlanPoint(seat.x or 0.0, seat.y or 0.0) for index, seat in enumerate(hall.seats)}
    pitch = _pitch(points, size)
    grid = PointGrid([*points.values()], pitch * 2)
    near = {index: [*grid.near(texts[index].x, texts[index].y, REACH * pitch)] for index in names}
    near = {index: seats for index, seats in near.items() if seats}
    named: dict[int, int] = {}
    blocks: list[list[int]] = []
    for gap in GAPS:
        blocks = connected([*points], points, gap * pitch)
        named = _matched(near, blocks) if len(blocks) <= 2 * len(near) + 2 else {}
        if len(named) == len(near):
            break
    else:
        return set()
    for number, index in named.items():
        for seat in blocks[number]:
            hall.seats[seat].section = texts[index].text
    if named:
        example = texts[min(named.values())].text
        add_item(
            hall.inferred,
            f"Names of sections come from texts beside them, like `{example}`.",
            sum(len(blocks[number]) for number in named),
            example,
        )
    return {*named.values()}


def _matched(near: Mapping[int, Sequence[tuple[float, int]]], blocks: list[list[int]]) -> dict[int, int]:
    """Returns the text of each block. A text that reaches one block alone goes before others; of those that
    reach several, the nearest."""
    block_of = {seat: number for number, block in enumerate(blocks) for seat in block}
    reached: dict[int, dict[int, float]] = {}
    for text, seats in near.items():
        for distance, seat in seats:
            blocks_of_text = reached.setdefault(text, {})
            number = block_of[seat]
            blocks_of_text[number] = min(distance, blocks_of_text.get(number, math.inf))
    named: dict[int, int] = {}
    while reached:
        text = min(reached, key=lambda each: (len(reached[each]) > 1, min(reached[each].values()), each))
        number = min(reached[text], key=reached[text].__getitem__)
        named[number] = text
        del reached[text]
        for others in reached.values():
            others.pop(number, None)
        if not all(reached.values()):
            return {}
    return named


def names_a_place(text: str) -> bool:
    """True for the name of a part of a hall in some language: `STALLS LEFT`, `Ложа А`, `Palco 7`."""
    if kind_of(text) != "decoration" or _PRICE.search(text):
        return False
    words = _words(text)
    kinds = {kind for word in words for kind in word.kinds}
    return (
        0 < len(words) <= NAME_WORDS_MAX
        and not kinds & _NO_NAMES
        and any(word.seating or word.kinds & _PLACES for word in words)
    )


def _words(text: str) -> list[GeneralWord]:
    tokens = tokens_of(readable(text[:200]))
    return [general_word(token.text) for token in tokens if not token.is_sign]


def _pitch(points: dict[int, PlanPoint], size: float) -> float:
    """Returns the usual distance of a seat to the nearest one."""
    grid = PointGrid([*points.values()], size * 2)
    shown: Sequence[PlanPoint] = [*points.values()][:: max(1, len(points) // 500)]
    found = [min((d for d, _ in grid.near(*point, size * 4) if d > 0), default=size) for point in shown]
    return median(found)
