"""Reads charts of seats.io: floors, sections with charts of their own, and what stands in them."""

from seatpreview.imports.found_seats import (
    Outline,
    Point,
    add_area,
    add_undeclared_categories,
    has_room_for_area,
    hex_colour,
    move_and_scale,
)
from seatpreview.imports.json_file import bounded_point, finite_number, object_of, objects_of, point_of
from seatpreview.imports.model import FoundArea, FoundCategory, FoundHall, UnreadableFile
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.seatsio.chart import (
    CHART_MEMBERS,
    ROOT_MEMBERS,
    SECTION_MEMBERS,
    ChartReading,
    Surroundings,
)
from seatpreview.imports.seatsio.seats import keep_labels_where_display_labels_repeat, read_row, read_table
from seatpreview.imports.seatsio.shapes import (
    read_booth,
    read_general_admission,
    read_points,
    read_shape,
    read_text,
)


def read_seatsio(content: dict[str, object]) -> FoundHall:
    """Reads the JSON of a draft or published chart; raises `UnreadableFile`. No seat is left out."""
    counts = ImportCounts()
    reading = ChartReading(FoundHall(format="seatsio", name=counts.text(content.get("name"))), counts)
    counts.unknown.count("chart", content, ROOT_MEMBERS)
    _read_categories(reading, content.get("categories"))
    if zones := objects_of(object_of(content.get("zones")).get("list")):
        counts.left_out.add("Zones, which group sections.", counts.text(zones[0].get("label")), len(zones))
    _read_floors(reading, content)
    hall = reading.hall
    keep_labels_where_display_labels_repeat(reading)
    if not hall.seats and not any(area.kind == "standing" for area in hall.areas):
        raise UnreadableFile("The chart has neither seats nor general admission areas.")
    add_undeclared_categories(hall, counts)
    reading.report_view_images()
    counts.left_out.add("Settings of the chart's editor: spacing, sizes of labels, how it made the labels.")
    return counts.fill(hall)


def _read_categories(reading: ChartReading, categories: object) -> None:
    listed = categories.get("list") if isinstance(categories, dict) else categories
    counts = reading.counts
    counts.entries_that_are_not_objects(listed)
    for category in objects_of(listed):
        key, name = counts.text(category.get("key")), counts.text(category.get("label"))
        if not (key or name) or (key or name) in reading.category_keys:
            counts.left_out.add("Categories without a key, or with the key of an earlier one.", name)
            continue
        reading.category_keys.add(key or name)
        reading.keys_by_label.setdefault(name, key or name)
        if category.get("accessible") is True:
            reading.accessible_categories.add(key or name)
        colour = hex_colour(category.get("color"))
        if not colour and category.get("color"):
            counts.left_out.add("Colours of categories that are not in the form #rrggbb.", name)
        reading.hall.categories.append(FoundCategory(key=key or name, name=name or key, colour=colour))
        counts.taken.add("Categories.", name or key)


def _read_floors(reading: ChartReading, content: dict[str, object]) -> None:
    floors = objects_of(content.get("subChartFloors"))
    reading.counts.entries_that_are_not_objects(content.get("subChartFloors"))
    single = content.get("subChart")
    if not floors and not isinstance(single, dict):
        raise UnreadableFile(
            "The file is not a chart of seats.io: it has neither an object named 'subChart' nor a list of "
            "objects named 'subChartFloors'."
        )
    for floor in floors:
        level = _floor_name(reading.counts, floor)
        reading.counts.taken.add("Floors, as levels.", level)
        _read_chart(reading, floor, Surroundings(level=level))
    if isinstance(single, dict):
        _read_chart(reading, single, Surroundings())


def _floor_name(counts: ImportCounts, floor: dict[str, object]) -> str:
    names = [counts.text(floor.get(member)) for member in ("floorDisplayName", "floorName", "name", "label")]
    return next((name for name in names if name), "")


def _read_chart(reading: ChartReading, chart: dict[str, object], around: Surroundings) -> None:
    counts = reading.counts
    counts.unknown.count("floor or section chart", chart, CHART_MEMBERS)
    for member, read in _READERS.items():
        counts.entries_that_are_not_objects(chart.get(member))
        for found in objects_of(chart.get(member)):
            if member not in _AREA_LISTS or has_room_for_area(reading.hall, counts):
                read(reading, found, around)
    for member, sentence in _DRAWINGS_LEFT_OUT.items():
        if listed := chart.get(member):
            count = len(listed) if isinstance(listed, list) else 1
            counts.left_out.add(sentence, count=count)
    _read_focal_point(reading, chart, around)
    counts.entries_that_are_not_objects(chart.get("sections"))
    for section in objects_of(chart.get("sections")):
        _read_section(reading, section, around)


def _read_focal_point(reading: ChartReading, chart: dict[str, object], around: Surroundings) -> None:
    point = point_of(chart.get("focalPoint"))
    if point is None:
        return
    placed = bounded_point(around.place(point))
    if placed is None:
        return
    if point == (0.0, 0.0):
        reading.counts.left_out.add("A focal point at 0, 0: the corner of the page, which nobody has moved.")
        return
    if reading.hall.focal_point is None:
        reading.hall.focal_point = placed
        reading.counts.taken.add("Focal point.", f"{placed[0]:g}, {placed[1]:g}")
    elif placed != reading.hall.focal_point:
        reading.counts.left_out.add("Focal points after the first.", f"{placed[0]:g}, {placed[1]:g}")


def _read_section(reading: ChartReading, section: dict[str, object], around: Surroundings) -> None:
    if around.depth >= _SECTION_DEPTH_MAX:
        raise UnreadableFile(f"Sections of the chart are nested more than {_SECTION_DEPTH_MAX} times.")
    counts = reading.counts
    counts.unknown.count("section", section, SECTION_MEMBERS)
    label = reading.label(section, "sections")
    counts.taken.add("Sections.", label)
    reading.sections += 1
    outline = read_points(reading, section.get("points"))
    inside = _inside(reading, section, label, outline, around)
    _add_outline(reading, section, move_and_scale(outline, around.origin, around.scale), inside)
    reading.count_view_image(section)
    for member in ("entrance", "zone"):
        if text := counts.text(section.get(member)):
            counts.left_out.add(f"The {member} that sections name.", text)
    before = len(reading.hall.seats)
    _read_chart(reading, object_of(section.get("subChart")), inside)
    _count_seats_outside(reading, before, move_and_scale(outline, around.origin, around.scale))


def _inside(
    reading: ChartReading, section: dict[str, object], label: str, outline: Outline, around: Surroundings
) -> Surroundings:
    """Returns where the chart of a section lies: its zero is the section's top left corner."""
    top_left = point_of(section.get("topLeft"))
    if top_left is None and section.get("subChart"):
        if _is_in_whole_drawing(object_of(section.get("subChart")), outline):
            reading.counts.inferred.add("Seats of sections have their places in the whole drawing.", label)
        else:
            reading.counts.inferred.add(
                "Sections do not state their top left corner; the one of their outline is used.", label
            )
            top_left = _corner(outline)
    scale = _scale(object_of(section.get("subChart")), outline)
    if scale != 1:
        reading.counts.inferred.add(
            "Section charts are drawn in another scale than their outline, and are scaled to fit into it.",
            f"{label}: {scale:.3g}",
        )
    return Surroundings(
        level=around.level,
        section=label,
        shown_section=reading.shown_label(section) or label,
        zone=reading.sections,
        category=reading.category(section) or around.category,
        origin=around.place(top_left or (0.0, 0.0)),
        scale=around.scale * scale,
        depth=around.depth + 1,
    )


def _corner(outline: Outline) -> Point | None:
    return (min(x for x, _ in outline), min(y for _, y in outline)) if outline else None


def _is_in_whole_drawing(chart: dict[str, object], outline: Outline) -> bool:
    """Returns whether the seats of a section lie in its outline as they are, not counted from its corner."""
    if len(outline) < _CORNERS_MIN:
        return False
    places = [
        point
        for row in objects_of(chart.get("rows"))
        for seat in objects_of(row.get("seats"))
        if (point := point_of(seat)) is not None
    ]
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    moved = [(x + left, y + top) for x, y in places]
    return sum(_is_within(place, outline) for place in places) > sum(
        _is_within(place, outline) for place in moved
    )


def _is_within(place: Point, outline: Outline) -> bool:
    """Returns whether a place is in the rectangle around an outline."""
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    x, y = place
    return left - _BORDER <= x <= right + _BORDER and top - _BORDER <= y <= bottom + _BORDER


def _scale(chart: dict[str, object], outline: Outline) -> float:
    """Returns what a section's chart is multiplied by to be as large as the section's outline.

    In real charts both have one size, apart from a border; anything else than a clear ratio counts as that.
    """
    width, height = finite_number(chart.get("width")), finite_number(chart.get("height"))
    if not width or not height or width < 0 or height < 0 or not outline:
        return 1.0
    outer_width = max(x for x, _ in outline) - min(x for x, _ in outline)
    outer_height = max(y for _, y in outline) - min(y for _, y in outline)
    ratios = (outer_width / width, outer_height / height)
    if not _SCALE_MIN < min(ratios) <= max(ratios) < 1 / _SCALE_MIN:
        return 1.0
    is_one_size = abs(outer_width - width) <= _BORDER or abs(outer_height - height) <= _BORDER
    is_clear = max(ratios) / min(ratios) < _RATIO_TOLERANCE
    is_near_one = 1 / _RATIO_TOLERANCE < ratios[0] < _RATIO_TOLERANCE
    return (ratios[0] + ratios[1]) / 2 if is_clear and not is_one_size and not is_near_one else 1.0


def _add_outline(
    reading: ChartReading, section: dict[str, object], outline: Outline, inside: Surroundings
) -> None:
    if not has_room_for_area(reading.hall, reading.counts):
        return
    if len(outline) < _CORNERS_MIN:
        reading.counts.left_out.add("Outlines of sections with fewer than three corners.", inside.section)
        return
    area = FoundArea(
        kind="decoration",
        name=inside.section,
        points=outline,
        level=inside.level,
        section=inside.section,
        category=inside.category,
        ref=reading.counts.text(section.get("uuid")),
    )
    add_area(reading.hall, area, reading.counts)


def _count_seats_outside(reading: ChartReading, first: int, outline: Outline) -> None:
    if len(outline) < _CORNERS_MIN:
        return
    for seat in reading.hall.seats[first:]:
        if seat.x is None or seat.y is None:
            continue
        if not _is_within((seat.x, seat.y), outline):
            reading.counts.inferred.add(
                "Seats lie outside the outline of their section; check their places.",
                f"{seat.section} {seat.row} {seat.name}",
            )


_READERS = {
    "rows": read_row,
    "tables": read_table,
    "booths": read_booth,
    "generalAdmissionAreas": read_general_admission,
    "shapes": read_shape,
    "texts": read_text,
}
_AREA_LISTS = frozenset({"booths", "generalAdmissionAreas", "shapes", "texts"})
_DRAWINGS_LEFT_OUT = {
    "icons": "Icons.",
    "imageObjects": "Images in the drawing.",
    "backgroundImage": "Background images.",
    "referenceChart": "Reference charts, which lie under the drawing.",
}
_SECTION_DEPTH_MAX = 8
_CORNERS_MIN = 3
_BORDER = 10.0
_RATIO_TOLERANCE = 1.1
_SCALE_MIN = 0.01
