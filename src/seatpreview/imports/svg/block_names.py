"""Names of sections that a drawing writes beside, over or under its blocks of seats."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from seatpreview.imports.fitting.near_points import PlanPoint
from seatpreview.imports.fitting.seat_blocks import connected
from seatpreview.imports.model import FoundHall
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.areas import kind_of
from seatpreview.imports.svg.geometry import PointGrid
from seatpreview.imports.svg.texts import TextPlace, row_text
from seatpreview.imports.words.field_words import field_of
from seatpreview.imports.words.level_words import kind_of_place
from seatpreview.imports.words.plan_words import side_of
from seatpreview.labels.text.general_words import general_word
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import readable, tokens_of

NAME_WORDS_MAX = 5
GAPS = (3.5, 2.8, 2.2, 1.8, 1.5)
"""How wide the gap between two blocks may be, in distances of seats. Wide ones are tried first."""
REACH, GROUP_REACH = 6.0, 9.0
"""How far from its block a name stands, in distances of seats. As many groups as names are told from afar."""

_BOXES = frozenset(("box", "loge"))
_PLACES = frozenset(("section", "stand", "level", "hall"))
_NO_NAMES = frozenset(("row", "rows", "seat", "seats", "not_a_seat", "selling"))
_SERIES = re.compile(r"([^\W\d_]{3,20})[ .]([^\W\d_]{1,20})")
_SERIES_MIN, _SERIES_SHARE = 4, 0.8
_PRICE = re.compile(r"\d[.,]\d\d(?!\d)")


def name_blocks(hall: FoundHall, texts: list[TextPlace], size: float) -> set[int]:
    """Names the sections of a hall in which nothing else does: each text with a word for a place is the name
    of the block that it stands at. Where not every text finds a block of its own, none is taken. Returns the
    texts that are names."""
    names = sorted(names_of_places(texts))
    # A level or section that all seats have parts none of them: a page, or the only layer.
    levels, sections = {seat.level for seat in hall.seats}, {seat.section for seat in hall.seats}
    is_parted = len(levels) > 1 or len(sections) > 1 or (sections != {""} and len(names) < 2)
    if not names or is_parted:
        return set()
    points = {index: PlanPoint(seat.x or 0.0, seat.y or 0.0) for index, seat in enumerate(hall.seats)}
    pitch = _pitch(points, size)
    grid = PointGrid([*points.values()], pitch * 2)
    named: dict[int, int] = {}
    blocks: list[list[int]] = []
    together = connected([*points], points, GAPS[0] * pitch)
    # The swatches of a legend stand alone.
    alone = frozenset(block[0] for block in together if len(block) == 1)
    together = [block for block in together if len(block) > 1]
    names = _without_others([texts[index].text for index in names], names)
    around = {index: [*grid.near(texts[index].x, texts[index].y, GROUP_REACH * pitch)] for index in names}
    # A text that is nearest to a swatch is one of the legend.
    around = {index: seats for index, seats in around.items() if seats and min(seats)[1] not in alone}
    for reach, blocks in _divisions(hall, points, pitch, together):
        limit = GROUP_REACH if len(blocks) == len(around) else reach
        near = {
            index: found
            for index, seats in around.items()
            if (found := [each for each in seats if each[0] <= limit * pitch and each[1] not in alone])
        }
        is_told = len(blocks) == len(near) if reach == GROUP_REACH else len(blocks) <= 2 * len(near) + 2
        named = _matched(near, blocks) if is_told else {}
        if near and len(named) == len(near):
            break
    else:
        return set()
    for number, index in _with_wings(named, blocks, texts, points, pitch).items():
        for seat in blocks[number]:
            hall.seats[seat].section = texts[index].text
    if named:
        example = texts[min(named.values())].text
        add_item(
            hall.inferred,
            f"Names of sections come from texts beside them, like `{example}`.",
            sum(1 for seat in hall.seats if seat.section),
            example,
        )
    return {*named.values()}


def _with_wings(
    named: Mapping[int, int],
    blocks: list[list[int]],
    texts: list[TextPlace],
    points: dict[int, PlanPoint],
    pitch: float,
) -> dict[int, int]:
    """Returns the text of each block, also where one name stands over blocks at both sides of an aisle: a
    block without a name is a part of the one that most of its seats are nearest to over an aisle. Nobody
    sits in a box from outside."""
    owners = [
        (seat, number)
        for number, index in named.items()
        if _BOXES.isdisjoint(kind_of_place(texts[index].text))
        for seat in blocks[number]
    ]
    if not owners or len(named) == len(blocks):
        return dict(named)
    grid = PointGrid([points[seat] for seat, _ in owners], pitch * 2)
    wings: dict[int, int] = {}
    for number, block in enumerate(blocks):
        if number in named:
            continue
        beside = (grid.nearest(*points[seat], GAPS[0] * pitch) for seat in block)
        touching = Counter(owners[other][1] for other in beside if other is not None)
        most = touching.most_common(2)
        if most and (len(most) == 1 or most[0][1] >= 2 * most[1][1]):
            wings[number] = named[most[0][0]]
    return {**named, **wings}


def _divisions(
    hall: FoundHall, points: dict[int, PlanPoint], pitch: float, together: list[list[int]]
) -> Iterator[tuple[float, list[list[int]]]]:
    """Yields how the seats may be divided, and how far from them names are looked for: by the groups of the
    drawing, if each seat is in one, then by gaps. `together` has the blocks with the widest gaps."""
    groups: dict[str, list[int]] = {}
    seats = [seat for block in together for seat in block]
    for index in sorted(seats):
        groups.setdefault(hall.seats[index].part, []).append(index)
    if len(groups) > 1 and "" not in groups:
        yield GROUP_REACH, [*groups.values()]
    yield REACH, together
    for gap in GAPS[1:]:
        yield REACH, connected(seats, points, gap * pitch)


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


def names_of_places(texts: Sequence[TextPlace]) -> frozenset[int]:
    """Returns the texts that are the names of parts of a hall, by their words or as members of a series."""
    written = [text.text for text in texts]
    series = _in_series(written)
    # Numbers of seats are written many times.
    names = {text for text in {*written} if text in series or names_a_place(text)}
    return frozenset(index for index, text in enumerate(written) if text in names)


def _in_series(texts: Sequence[str]) -> frozenset[str]:
    """Returns the texts that differ in a letter or a side behind a word, each once: `FELT A` to `FELT C`,
    `NEF GAUCHE` and `NEF DROITE`. Such are the names of blocks, whatever the word means. Rows are counted so
    as well, but their words are known."""
    counts = Counter(texts)
    found: dict[str, set[str]] = {}
    for text in counts:
        match = _SERIES.fullmatch(text)
        if match is None or counts[text] > 1 or row_text(text) or kind_of(text) != "decoration":
            continue
        if (len(match[2]) == 1 or side_of(text)) and not _is_no_name(match[1]):
            found.setdefault(match[1].casefold(), set()).add(text)
    return frozenset(text for members in found.values() if len(members) > 1 for text in members)


def _without_others(texts: Sequence[str], names: list[int]) -> list[int]:
    """Returns the names without the few of another form, where most are a series: beside `BLOCK A` to
    `BLOCK E`, a `PRESS BOX` is a room."""
    series = _in_series(texts)
    is_usual = len(series) >= _SERIES_MIN and len(series) > _SERIES_SHARE * len(texts)
    return [name for name, text in zip(names, texts, strict=True) if not is_usual or text in series]


def _is_no_name(word: str) -> bool:
    return bool(general_word(folded(word)).kinds & _NO_NAMES) or field_of(word) not in (
        None,
        "section",
        "level",
    )


def names_a_place(text: str) -> bool:
    """True for the name of a part of a hall in some language: `STALLS LEFT`, `Ложа А`, `Palco 7`."""
    if kind_of(text) != "decoration" or _PRICE.search(text):
        return False
    tokens = [token.text for token in tokens_of(readable(text[:200])) if not token.is_sign]
    words = [general_word(token) for token in tokens]
    kinds = {kind for word in words for kind in word.kinds}
    return (
        0 < len(words) <= NAME_WORDS_MAX
        and not kinds & _NO_NAMES
        and (
            any(word.seating or word.kinds & _PLACES for word in words)
            # Labels have the halls of cinemas, headers those of every language.
            or any(field_of(token) == "hall" for token in tokens)
        )
    )


def _pitch(points: dict[int, PlanPoint], size: float) -> float:
    """Returns the usual distance of a seat to the nearest one."""
    grid = PointGrid([*points.values()], size * 2)
    shown: Sequence[PlanPoint] = [*points.values()][:: max(1, len(points) // 500)]
    found = [min((d for d, _ in grid.near(*point, size * 4) if d > 0), default=size) for point in shown]
    return median(found)
