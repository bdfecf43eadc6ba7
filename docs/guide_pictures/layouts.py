"""The drawings of docs/layouts.md, each from the record that stands above it on the page."""

from collections.abc import Callable
from functools import cache, partial

from docs.guide_pictures.measures import geometry_drawing, profile_drawing
from docs.guide_pictures.page_records import LAYOUTS_PAGE, record_of_picture
from docs.guide_pictures.plans import Colour, Plan
from docs.guide_pictures.svg import Drawing
from seatpreview.labels.model import Place
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.seats.image_choice import ImageIndex
from seatpreview.venues.model import Image, VenueRecord


def smallest() -> Drawing:
    """Every seat with its name."""
    plan = Plan(_layout("layout-smallest.svg"), "The school hall from above", height_max=420)
    plan.add_hall(seat_names=True)
    return plan.drawing


def seats() -> Drawing:
    """How two seat rules and their exceptions number a section."""
    plan = Plan(_layout("layout-seats.svg"), "The stalls of the Playhouse, every seat with its number")
    plan.add_hall(seat_names=True)
    return plan.drawing


def sections() -> Drawing:
    """Sections of all kinds, coloured by level."""
    layout = _layout("layout-sections.svg")
    levels = list(dict.fromkeys(section.level for section in layout.sections if section.seat_count))
    plan = Plan(
        layout,
        "The Corn Exchange from above",
        legend=[(number, level) for number, level in enumerate(levels, start=1)],
    )
    plan.add_hall()
    return plan.drawing


def free() -> Drawing:
    """Sections with an origin, aisles, positions, tables and corners."""
    layout = _layout("layout-free.svg")
    plan = Plan(layout, "The Old Playhouse from above")
    plan.add_hall()
    return plan.drawing


def play() -> Drawing:
    """A configuration with a pillar, and two lines of sight."""
    plan = Plan(_layout("layout-play.svg"), "The Corn Exchange, configuration play", configuration="play")
    plan.add_hall()
    plan.add_sight("L", "E", "6")
    plan.add_sight("C", "E", "6")
    return plan.drawing


def in_the_round() -> Drawing:
    """A configuration that moves the focus and closes a section, and two lines of sight."""
    plan = Plan(
        _layout("layout-round.svg"),
        "The Corn Exchange, configuration in-the-round",
        configuration="in-the-round",
    )
    plan.add_hall()
    plan.add_sight("B2", "1", "8")
    plan.add_sight("R", "G", "9")
    return plan.drawing


def imagery() -> Drawing:
    """Which picture each seat is shown, by the service's own choice, and the poses of the cameras."""
    record, layout = record_of_picture(_page(), "layout-imagery.svg").checked()
    images = [image for item in record.imagery_sets for image in item.images]
    plan = Plan(
        layout,
        "Which picture each seat of the Corn Exchange is shown",
        configuration="play",
        legend=[(number, str(image.object)) for number, image in enumerate(images, start=1)],
    )
    plan.add_hall(colour=_chosen_image(record, layout, images))
    for image in images:
        pose = image.pose
        if pose and isinstance(pose.x, float) and isinstance(pose.y, float):
            plan.add_camera(pose.x, pose.y, pose.yaw_deg, f"yawDeg {pose.yaw_deg:g}")
    return plan.drawing


def arena() -> Drawing:
    """A large layout by the outlines of its sections."""
    plan = Plan(
        _layout("layout-arena.svg"),
        "The round arena, configuration end-stage",
        configuration="end-stage",
        height_max=740,
    )
    plan.add_hall()
    return plan.drawing


def _chosen_image(record: VenueRecord, layout: CompiledLayout, images: list[Image]) -> Colour:
    uploaded = {str(image.object) for image in images}
    index = ImageIndex(layout, record.imagery_sets, uploaded)

    def colour(place: Place) -> int:
        choice = index.choose(place, "play")
        if choice is None:
            raise LookupError(f"{place.key} is shown no picture.")
        return images.index(choice.image) + 1

    return colour


def _layout(picture: str) -> CompiledLayout:
    return record_of_picture(_page(), picture).checked()[1]


@cache
def _page() -> str:
    return LAYOUTS_PAGE.read_text(encoding="utf-8")


def _measured(draw: Callable[[CompiledLayout], Drawing], name: str) -> Drawing:
    return draw(_layout(name))


DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "layout-smallest.svg": smallest,
    "layout-sections.svg": sections,
    "layout-seats.svg": seats,
    "layout-geometry.svg": partial(_measured, geometry_drawing, "layout-geometry.svg"),
    "layout-profile.svg": partial(_measured, profile_drawing, "layout-profile.svg"),
    "layout-free.svg": free,
    "layout-play.svg": play,
    "layout-round.svg": in_the_round,
    "layout-imagery.svg": imagery,
    "layout-arena.svg": arena,
}
