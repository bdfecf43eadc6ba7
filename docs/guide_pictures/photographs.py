"""The drawings of docs/photographs.md: where to take pictures first, and what the yaw of a panorama is."""

from docs.guide_pictures.plans import Plan
from docs.guide_pictures.svg import Drawing
from seatpreview.demo.arena import compiled_layout
from seatpreview.layouts.compiled import Section

FOCUS_COLUMN, WIDTH_PIXELS, BEARING_DEG = 5120, 8192, -50
"""The example of the page: the focus is at this column of a panorama, and in this direction from the seat."""


def first_positions() -> Drawing:
    """The demo arena with one picture for each section that is open, from the middle of its middle row."""
    plan = Plan(
        compiled_layout(),
        "One picture for each section",
        configuration="end-stage",
        height_max=800,
        legend=[(2, "first day: the middle of each section"), (3, "second day: front and back rows")],
    )
    plan.add_sections(plan.by_level(), lift=11)
    plan.add_bodies()
    for section in seated_open(plan):
        for number, row in ((2, len(section.rows) // 2), (3, 1), (3, len(section.rows) - 1)):
            floor = plan.layout.floor_point(section.id, section.rows[row].id)
            if floor is not None:
                plan.drawing.dots(
                    [plan.spot(floor.x, floor.y)], 5 if number == 2 else 3, css=f"seats-{number}"
                )
    plan.add_focus()
    return plan.drawing


def seated_open(plan: Plan) -> list[Section]:
    """The sections with seats that are sold."""
    return [section for section in plan.layout.sections if section.seat_count and not plan.is_closed(section)]


def yaw() -> Drawing:
    """A panorama, the column at which the focus is, and the yaw that follows from it."""
    drawing = Drawing(760, 300, "How the yaw of a panorama follows from the column of the focus")
    left, top, width, height = 40.0, 50.0, 680.0, 170.0
    drawing.rectangle(left, top, width, height, css="area")
    middle, column = left + width / 2, left + width * FOCUS_COLUMN / WIDTH_PIXELS
    drawing.rectangle(column - 60, top + 70, 120, 40, css="warn-card")
    drawing.text(column, top + 95, "Stage", css="warn-ink strong", anchor="middle")
    drawing.line([(middle, top), (middle, top + height)], css="dashed")
    drawing.line([(column, top - 8), (column, top + height + 8)], css="bold-line")
    drawing.text(middle - 8, top - 12, "middle of the picture: yawDeg", css="ink small strong", anchor="end")
    drawing.text(column + 8, top - 12, f"focus: column {FOCUS_COLUMN}", css="accent-ink small strong")
    turn = (FOCUS_COLUMN / WIDTH_PIXELS - 0.5) * 360
    drawing.line([(middle, top + height - 20), (column, top + height - 20)], css="line", arrow=True)
    drawing.text((middle + column) / 2, top + height - 26, f"{turn:g}°", css="ink small", anchor="middle")
    drawing.text(left, top + height + 24, "column 0", css="soft")
    drawing.text(left + width, top + height + 24, f"column {WIDTH_PIXELS}", css="soft", anchor="end")
    text = f"yawDeg = bearing of the focus - turn = {BEARING_DEG} - {turn:g} = {BEARING_DEG - turn:g}"
    drawing.text(380, 272, text, css="ink strong", anchor="middle")
    return drawing


DRAWINGS = {"photographs-positions.svg": first_positions, "photographs-yaw.svg": yaw}
