"""Reads seating plans that are drawn as SVG, with a shape for each seat."""

import re
from collections import Counter
from typing import Literal, NamedTuple

from seatpreview.imports.model import (
    FOUND_SEATS_MAX,
    FoundCategory,
    FoundHall,
    FoundSeat,
    ReportItem,
    UnreadableFile,
)
from seatpreview.imports.questions import Doubts
from seatpreview.imports.report_counts import add_item
from seatpreview.imports.svg.areas import (
    AREAS_MAX,
    TEXTS_MAX,
    area_of,
    groups_around,
    holders_of,
    kind_of,
    text_area,
)
from seatpreview.imports.svg.block_names import name_blocks
from seatpreview.imports.svg.colours import Styles
from seatpreview.imports.svg.doubtful_shapes import doubtful_shapes
from seatpreview.imports.svg.geometry import Placed, Placements, millimetres_per_unit, place_all
from seatpreview.imports.svg.loose_ends import (
    doubt_letter_of_rows,
    doubt_rows,
    doubt_unused_names,
    take_signs,
    take_written_numbers,
)
from seatpreview.imports.svg.name_readings import read_by_places
from seatpreview.imports.svg.names import ShapeNames, name_shapes, number_in, source_words
from seatpreview.imports.svg.parser import SvgBounds, SvgDocument, SvgNode, parse_svg
from seatpreview.imports.svg.seats import (
    SeatChoice,
    SeatShape,
    choose_seats,
    count_candidates,
    with_wide_seats,
    without_legend,
)
from seatpreview.imports.svg.tables import seat_at_tables, take_tables
from seatpreview.imports.svg.texts import TextPlace, name_by_texts, text_places, texts_over_seats
from seatpreview.imports.words.seat_phrases import Fields, clean_id, is_automatic

NAME_CHARACTERS_MAX = 100
LARGE_FACTOR = 2.0
"""A shape without a seat's name that is so many times as large as a seat is an area."""
_AREA_WORDS = {
    "text": "Texts",
    "stage": "Shapes of a stage",
    "field": "Shapes of a field",
    "standing": "Standing areas",
    "decoration": "Large shapes without a known meaning",
}
_SCALE = re.compile(r"\b1\s?:\s?([1-9]\d{0,4})\b")
_COPY = re.compile(r"(.{1,100})[_-]([2-9]|[1-9]\d{1,4})")
COLOURS_MAX = 20
_SURE_OF_SHAPES = 0.8
_AS_SEATS, _AS_NO_SEATS, _AS_SOME_SEATS = "seats", "no-seats", "some"
LEGEND_LOOKS_MAX = 100_000
_CLASS = re.compile(
    r"(?:cat|category|price|kategorie|preiskategorie|pk|categorie|categoria|tarif|tier)[-_]?(\w{1,40})"
)


class _Drawing(NamedTuple):
    """The file after parsing: what is drawn where, and its names."""

    document: SvgDocument
    placements: Placements
    styles: Styles
    names: dict[SvgNode, ShapeNames]
    hidden: list[Placed]
    choice: SeatChoice
    texts: list[TextPlace]
    candidates: int
    """How many shapes look like seats, whatever they are called."""


def read_svg(
    data: bytes,
    bounds: SvgBounds = SvgBounds(),  # noqa: B008 - an immutable tuple
    doubts: Doubts | None = None,
) -> FoundHall:
    """Reads seats, areas and texts of an SVG. Raises UnreadableFile where it has no seats, or is unsafe."""
    return read_drawing(parse_svg(data, bounds), "svg", doubts)


def read_drawing(
    document: SvgDocument, file_format: Literal["svg", "pdf"], doubts: Doubts | None = None
) -> FoundHall:
    """Reads seats, areas and texts of a drawing. Raises UnreadableFile where it has no seats."""
    drawing = _drawing(document)
    choice = drawing.choice
    if not choice.seats:
        raise UnreadableFile(
            "The file has no shapes that look like seats: at least three circles, rectangles or paths of"
            f" similar size, or two with names. It has {len(drawing.placements.shapes)} shapes in all."
        )
    if len(choice.seats) > FOUND_SEATS_MAX:
        raise UnreadableFile(f"The file has {len(choice.seats)} seats. At most {FOUND_SEATS_MAX} are read.")
    hall = FoundHall(
        format=file_format, name=drawing.document.nodes[0].title[:NAME_CHARACTERS_MAX], is_y_down=True
    )
    hall.candidates = max(drawing.candidates, len(choice.seats))
    hall.candidate_kind = "shapes that look like seats"
    parts = _parts(choice.seats)
    hall.seats = [_seat(shape, part) for shape, part in zip(choice.seats, parts, strict=True)]
    if _are_sections(hall):
        named = _example([shape.placed for shape in choice.seats]) or hall.seats[0].section
        raise UnreadableFile(
            f"The file has outlines of {len(hall.seats)} sections, such as {named!r}, and no seats in them. "
            "Import a drawing with a shape for each seat, or a list of the rows of each section."
        )
    doubts = doubts or Doubts()
    read_by_places(hall, choice.seats, choice.size, doubts)
    choice, used = seat_at_tables(hall, choice, drawing.names, drawing.texts)
    drawing = drawing._replace(choice=choice)
    free = [index for index in range(len(drawing.texts)) if index not in used]
    texts = [drawing.texts[index] for index in free]
    naming = name_blocks(hall, texts, choice.size)
    over = texts_over_seats(texts, [(seat.x or 0.0, seat.y or 0.0) for seat in hall.seats], choice.size)
    take_written_numbers(hall, choice.seats, texts, over, doubts)
    naming |= name_by_texts(hall, texts, over, choice.size)
    doubt_letter_of_rows(hall, naming, texts, doubts)
    doubt_rows(hall, naming, texts, doubts)
    naming |= doubt_unused_names(hall, texts, naming, choice.size, doubts)
    take_signs(hall, texts)
    used |= {free[index] for index in naming}
    drawing = _with_legend_apart(hall, drawing)
    drawing = _with_doubtful_apart(hall, drawing, doubts)
    choice = take_tables(hall, drawing.choice, drawing.names)
    drawing = drawing._replace(choice=choice)
    categorise(hall, choice, drawing.styles, drawing.texts)
    _add_areas(hall, drawing, used)
    _add_scale(hall, drawing)
    _report(hall, drawing)
    return hall


def _drawing(document: SvgDocument) -> _Drawing:
    placements = place_all(document.nodes)
    styles = Styles(document.style)
    name_copies(document.nodes)
    names = name_shapes([shape.node for shape in placements.shapes])
    visible = [shape for shape in placements.shapes if not styles.is_hidden(shape.node)]
    choice = choose_seats(visible, names)
    if not choice.seats:
        # Web pages hide the seats until somebody zooms in.
        visible, choice = placements.shapes, choose_seats(placements.shapes, names)
    shown = {shape.node for shape in visible}
    hidden = [shape for shape in placements.shapes if shape.node not in shown]
    texts = text_places(placements.texts, styles, placements.matrices)
    candidates, few = count_candidates(visible), len(choice.seats)
    choice = with_wide_seats(choice, names, texts)
    candidates += len(choice.seats) - few
    return _Drawing(document, placements, styles, names, hidden, choice, texts, candidates)


def _seat(shape: SeatShape, part: str) -> FoundSeat:
    fields = shape.names.fields
    note = fields.get("note", "")
    has_restriction = "restrictedView" in shape.names.properties
    return FoundSeat(
        name=_short(fields.get("seat", "")),
        row=_short(fields.get("row", "")),
        section=_short(fields.get("section", "")),
        level=_short(fields.get("level", "")),
        part=part,
        x=shape.placed.x,
        y=shape.placed.y,
        z=number_in(fields, "z"),
        properties=shape.names.properties,
        view_note=note if has_restriction else "",
        ref=_ref(shape),
        printed_label=_short(fields.get("label", "")),
    )


def _are_sections(hall: FoundHall) -> bool:
    """Returns whether each shape has the name of a section of its own, and none that of a row or a seat."""
    sections = {seat.section for seat in hall.seats if not seat.row and not seat.name}
    return len(sections - {""}) == len(hall.seats) > 1


def _short(text: str) -> str:
    return text[:NAME_CHARACTERS_MAX].strip() if text else ""


def _parts(seats: list[SeatShape]) -> list[str]:
    """Returns the id, or a number, of the nearest group around each seat that holds another seat."""
    counts: Counter[SvgNode] = Counter()
    for shape in seats:
        counts.update(_groups_around(shape))
    numbers: dict[SvgNode, int] = {}
    parts = []
    for shape in seats:
        group = next((group for group in _groups_around(shape) if counts[group] > 1), None)
        if group is None:
            parts.append("")
            continue
        number = numbers.setdefault(group, len(numbers) + 1)
        parts.append(_short(group.attributes.get("id", "")) or f"group {number}")
    return parts


def _groups_around(shape: SeatShape) -> list[SvgNode]:
    """Up to three groups around a seat, without the page."""
    groups: list[SvgNode] = []
    group = shape.names.seat_node.parent
    while group is not None and group.parent is not None and len(groups) < 3:
        groups.append(group)
        group = group.parent
    return groups


def _ref(shape: SeatShape) -> str:
    """The seat's id in the other system: a data attribute, or the id of the shape if somebody gave it."""
    stated = shape.names.fields.get("ref", "")
    if stated or shape.names.source in {"data-name", ""}:
        return _short(stated)
    own = shape.names.seat_node.attributes.get("id", "")
    is_drawn_by_program = is_automatic(clean_id(own)) and len(own) < 16
    return "" if is_drawn_by_program else _short(own)


def _with_doubtful_apart(hall: FoundHall, drawing: _Drawing, doubts: Doubts) -> _Drawing:
    """Asks about shapes that look like seats and may be none, and takes those apart that are none."""
    choice = drawing.choice
    is_named = [bool(seat.name) for seat in hall.seats]
    fills = [drawing.styles.fill(shape.placed.node) for shape in choice.seats]
    legend_fills = {drawing.styles.fill(shape.node) for shape in choice.legend}
    found = doubtful_shapes(choice.seats, is_named, fills, drawing.texts, choice.size, legend_fills)
    if not found:
        return drawing
    text = f"Are these shapes seats? {'; '.join(group.text for group in found)}."
    taken = {_AS_SEATS: found, _AS_NO_SEATS: []}
    choices = [(_AS_SEATS, "Yes, all of them."), (_AS_NO_SEATS, "No, none of them.")]
    likely = [group for group in found if group.are_seats]
    assumed = _AS_SEATS if len(likely) == len(found) else _AS_NO_SEATS
    if 0 < len(likely) < len(found):
        assumed, taken[_AS_SOME_SEATS] = _AS_SOME_SEATS, likely
        choices.append((_AS_SOME_SEATS, f"Some: {'; '.join(group.text for group in likely)}."))
    chosen = taken[doubts.ask("shapes", text, choices, assumed, _SURE_OF_SHAPES)]
    none = [shape for group in found if group not in chosen for shape in group.shapes]
    apart = {shape.placed.node for shape in none}
    pairs = list(zip(choice.seats, hall.seats, strict=True))
    hall.seats = [seat for shape, seat in pairs if shape.placed.node not in apart]
    seats = [shape for shape, _ in pairs if shape.placed.node not in apart]
    legend = [*choice.legend, *(shape.placed for shape in none)]
    return drawing._replace(choice=choice._replace(seats=seats, legend=legend))


def _with_legend_apart(hall: FoundHall, drawing: _Drawing) -> _Drawing:
    choice = without_legend(drawing.choice, [bool(seat.name) for seat in hall.seats])
    kept = {shape.placed.node for shape in choice.seats}
    pairs = zip(drawing.choice.seats, hall.seats, strict=True)
    hall.seats = [seat for shape, seat in pairs if shape.placed.node in kept]
    return drawing._replace(choice=choice)


def _add_areas(hall: FoundHall, drawing: _Drawing, used: set[int]) -> None:
    free = [text for index, text in enumerate(drawing.texts) if index not in used]
    large = [shape for shape in drawing.choice.others if _is_large(shape, drawing)]
    large.sort(key=lambda shape: -shape.width * shape.height)
    telling = [text for text in free if kind_of(text.text) != "decoration"][:AREAS_MAX]
    inside = (
        telling + [text for text in free if kind_of(text.text) == "decoration"][: AREAS_MAX - len(telling)]
    )
    large_first = large[:AREAS_MAX]
    holders = holders_of(inside, large_first, [shape.placed for shape in drawing.choice.seats])
    around = groups_around([shape.placed.node for shape in drawing.choice.seats])
    shapes = [
        area_of(shape, drawing.names[shape.node], holders[index], drawing.placements.matrices, around)
        for index, shape in enumerate(large_first)
    ]
    has_focus = any(area.kind in {"stage", "field"} for area in shapes)
    hall.areas = [text_area(text, has_focus) for text in free[:TEXTS_MAX]] + shapes
    left = len(drawing.choice.others) - min(len(large), AREAS_MAX)
    add_item(
        hall.left_out, "Lines and small shapes that are not seats.", left, _example(drawing.choice.others)
    )
    add_item(hall.left_out, "Texts beyond the first of them.", len(free) - TEXTS_MAX, None)
    for kind, words in _AREA_WORDS.items():
        areas = [area for area in hall.areas if area.kind == kind]
        add_item(hall.taken, f"{words}.", len(areas), areas[0].name or None if areas else None)


def _is_large(shape: Placed, drawing: _Drawing) -> bool:
    if shape.node.tag in {"line", "polyline"}:
        return False
    return (
        min(shape.width, shape.height) > 0
        and max(shape.width, shape.height) >= drawing.choice.size * LARGE_FACTOR
    )


def _example(shapes: list[Placed]) -> str | None:
    return next((shape.node.attributes["id"][:80] for shape in shapes if "id" in shape.node.attributes), None)


def _add_scale(hall: FoundHall, drawing: _Drawing) -> None:
    """A unit of paper is a length in the hall only where the file states a scale such as 1:100."""
    root = drawing.document.nodes[0]
    stated = number_in({"x": root.attributes.get("data-metres-per-unit", "")}, "x")
    if stated is not None and 1e-6 < stated < 1e3:
        hall.metres_per_unit = stated
        return add_item(hall.taken, f"The file states that a unit is {stated:g} m.", 1, None)
    texts = [root.title, root.desc, *(text.text for text in drawing.texts[:TEXTS_MAX])]
    scale = next((found for text in texts if (found := _SCALE.search(text))), None)
    paper_mm = millimetres_per_unit(root)
    if scale is not None and paper_mm is not None and 1e-6 < paper_mm * int(scale[1]) / 1000 < 1e3:
        hall.metres_per_unit = paper_mm * int(scale[1]) / 1000
        add_item(
            hall.inferred, f"The scale {scale[0]} and the size of the page give the lengths.", 1, scale[0]
        )
    elif scale is not None:
        add_item(hall.left_out, f"The scale {scale[0]}: the page has no width in millimetres.", 1, scale[0])
    return None


def _report(hall: FoundHall, drawing: _Drawing) -> None:
    choice = drawing.choice
    kinds = Counter(shape.placed.node.tag for shape in choice.seats)
    for kind, count in kinds.most_common():
        add_item(hall.taken, f"Seats drawn as `{kind}`.", count, _seat_example(hall, choice, kind))
    _report_names(hall, choice)
    _report_left_out(hall, drawing)


def _seat_example(hall: FoundHall, choice: SeatChoice, kind: str) -> str | None:
    pairs = zip(choice.seats, hall.seats, strict=True)
    seat = next(seat for shape, seat in pairs if shape.placed.node.tag == kind)
    return " / ".join(filter(None, (seat.level, seat.section, seat.row, seat.name))) or None


def _report_names(hall: FoundHall, choice: SeatChoice) -> None:
    """Says where names come from. Attributes state them; other sources are shown for confirmation."""
    first: dict[str, SeatShape] = {}
    counts: Counter[str] = Counter()
    for shape in choice.seats:
        counts[shape.names.source] += 1
        first.setdefault(shape.names.source, shape)
    for source, count in counts.most_common():
        shape = first[source]
        if source == "attributes":
            add_item(hall.taken, "Names come from data attributes.", count, shape.names.example)
        elif source:
            text = f"Names come from {source_words(source)} like `{shape.names.example}`: {_spelled(shape)}."
            add_item(hall.inferred, text, count, shape.names.example)
    doubly = [shape for shape in choice.seats if shape.names.internal]
    add_item(
        hall.inferred,
        "Texts for people and data for programs give other names. The texts count, the data is kept as ref.",
        len(doubly),
        _spelled_fields(doubly[0].names.internal) if doubly else None,
    )
    nameless = [seat for seat in hall.seats if not seat.name]
    example = f"x {nameless[0].x:g}, y {nameless[0].y:g}" if nameless else None
    add_item(hall.inferred, "Seats without a name: the file has none for them.", len(nameless), example)


def _spelled(shape: SeatShape) -> str:
    return _spelled_fields(shape.names.fields)


def _spelled_fields(fields: Fields) -> str:
    words = [f"{name} {fields[name]}" for name in ("level", "section", "row", "seat") if name in fields]
    return ", ".join(words)


def _report_left_out(hall: FoundHall, drawing: _Drawing) -> None:
    choice = drawing.choice
    add_item(
        hall.taken,
        "Shapes drawn over seats or as further parts of them.",
        len(choice.parts),
        _example(choice.parts),
    )
    add_item(
        hall.left_out,
        "Shapes apart from the seats and without names, as in a legend.",
        len(choice.legend),
        _example(choice.legend),
    )
    for text, shapes in choice.drawn.items():
        add_item(hall.left_out, text, len(shapes), _example(shapes))
    add_item(hall.left_out, "Hidden shapes.", len(drawing.hidden), _example(drawing.hidden))
    unplaced = drawing.placements.unplaced
    add_item(
        hall.left_out,
        "Shapes and texts without a usable position.",
        len(unplaced),
        next((node.attributes.get("id", node.tag)[:80] for node in unplaced), None),
    )
    silent = len(drawing.placements.texts) - len(drawing.texts)
    add_item(hall.left_out, "Texts without letters.", silent, None)
    for kind, count in drawing.document.skipped.items():
        add_item(hall.left_out, f"Ignored for safety or without meaning for seats: `{kind}`.", count, kind)
    if "@import" in drawing.document.style:
        add_item(hall.left_out, "Style sheets in other files, which are never fetched.", 1, "@import")


def name_copies(nodes: list[SvgNode]) -> int:
    """Sets the name of each copy to that of its original, and returns how many there are.

    A copy has the id of another element of its kind, with a number from two on. Where the number one occurs,
    there are no copies: seats `A_1` and `A_2` beside a shape `A` keep their names. The original is not a
    group around the copy.
    """
    by_id = {node.attributes["id"]: node for node in nodes if "id" in node.attributes}
    named = {node for node in by_id.values() if "data-name" in node.attributes}
    count = 0
    for name, node in by_id.items():
        match = _COPY.fullmatch(name)
        if match is None or node in named:
            continue
        original = by_id.get(match[1])
        if original is None or original.tag != node.tag or _is_around(original, node):
            continue
        if f"{match[1]}_1" not in by_id and f"{match[1]}-1" not in by_id:
            node.attributes["data-name"] = match[1]
            original.attributes.setdefault("data-name", match[1])
            count += 1
    return count


def _is_around(group: SvgNode, node: SvgNode) -> bool:
    above = node.parent
    for _ in range(4):
        if above is None:
            return False
        if above is group:
            return True
        above = above.parent
    return False


def categorise(hall: FoundHall, choice: SeatChoice, styles: Styles, texts: list[TextPlace]) -> None:
    """Gives each seat its category. Colours count where seats have 2 to 20 of them."""
    fills = [styles.fill(shape.placed.node) for shape in choice.seats]
    stated = [_stated(shape) for shape in choice.seats]
    if any(stated):
        _by_statement(hall, stated, fills)
        return
    distinct = Counter(filter(None, fills))
    if not 2 <= len(distinct) <= COLOURS_MAX:
        return
    names = _legend_names(choice.legend, styles, texts, choice.size)
    for seat, fill in zip(hall.seats, fills, strict=True):
        seat.category = fill
    hall.categories = [
        FoundCategory(key=fill, name=names.get(fill, fill), colour=fill) for fill, _ in distinct.most_common()
    ]
    commonest = distinct.most_common(1)[0][0]
    hall.inferred.append(
        ReportItem(
            text=f"The {len(distinct)} colours of seats became categories. Remove them if colours mean"
            " something else, such as what is sold.",
            count=sum(distinct.values()),
            example=f"{names.get(commonest, '')} {commonest}".strip(),
        )
    )


def _stated(shape: SeatShape) -> str:
    fields = shape.names.fields
    stated = fields.get("category", "") or fields.get("price", "")
    if stated:
        return stated[:100]
    classes = shape.placed.node.attributes.get("class", "")[:400].split()
    found = next((match for name in classes if (match := _CLASS.fullmatch(name.lower()))), None)
    return found[1] if found is not None else ""


def _by_statement(hall: FoundHall, stated: list[str], fills: list[str]) -> None:
    colours: dict[str, Counter[str]] = {}
    for seat, category, fill in zip(hall.seats, stated, fills, strict=True):
        seat.category = category
        if category:
            colours.setdefault(category, Counter())[fill] += 1
    hall.categories = [
        FoundCategory(key=category, name=category, colour=counts.most_common(1)[0][0])
        for category, counts in colours.items()
    ]
    text, count = "Categories that attributes or classes of seats state.", sum(map(bool, stated))
    hall.taken.append(ReportItem(text=text, count=count, example=next(filter(None, stated))))


def _legend_names(
    legend: list[Placed], styles: Styles, texts: list[TextPlace], size: float
) -> dict[str, str]:
    """Returns the text to the right of each colour of the legend."""
    names: dict[str, str] = {}
    looks = 0
    for shape in legend:
        near: tuple[float, str] | None = None
        for text in texts:
            looks += 1
            if looks > LEGEND_LOOKS_MAX:
                return names
            dx, dy = text.placed.x - shape.x, abs(text.y - shape.y)
            if 0 < dx <= size * 5 and dy <= size and (near is None or dx < near[0]):
                near = (dx, text.text[:100])
        fill = styles.fill(shape.node)
        if near is not None and fill:
            names.setdefault(fill, near[1])
    return names
