"""The drawings of the pages about imports, each from the file that the page shows."""

import re
from collections.abc import Callable
from functools import partial

from docs.guide_pictures.plans import Plan
from docs.guide_pictures.svg import ROOT, Drawing
from seatpreview.decoding.inputs import decode
from seatpreview.imports.file_import import import_file
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.rules import check_and_compile


def file_on_page(page: str, name: str) -> bytes:
    """The file that a page tells its reader to save under this name."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    shown = re.search(
        rf"<!-- file: {re.escape(name)} -->\n```[a-z]*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE
    )
    if shown is None:
        raise LookupError(f"docs/{page} shows no file {name}.")
    return shown[1].encode()


def imported(page: str, name: str, title: str) -> Drawing:
    """The hall of a file from above, every seat with its number, as the import places it."""
    record = import_file(file_on_page(page, name), None, name).record
    layout = check_and_compile(decode(record, VenueRecord))
    seated = [section for section in layout.sections if section.seat_count]
    numbers = {section.id: number for number, section in enumerate(seated, start=1)}
    legend = [(numbers[section.id], section.name) for section in seated] if len(seated) > 1 else []
    plan = Plan(layout, title, height_max=460, legend=legend)
    plan.add_hall(colour=lambda place: numbers[place.section], seat_names=True)
    return plan.drawing


DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "import-pretix.svg": partial(
        imported, "import-pretix.md", "mill.json", "The Mill Theatre, imported from pretix"
    ),
    "import-seatsio.svg": partial(
        imported, "import-seatsio.md", "dock.json", "The Dock Club, imported from seats.io"
    ),
    "import-svg.svg": partial(
        imported, "import-svg.md", "garden.svg", "The Garden Stage, imported from a drawing"
    ),
    "import-list.svg": partial(
        imported, "import-tables.md", "town-hall.csv", "The town hall, imported from a list"
    ),
    "import-sheet.svg": partial(
        imported, "import-tables.md", "parish-hall.csv", "The parish hall, imported from a drawn sheet"
    ),
    "import-geojson.svg": partial(
        imported, "import-geojson-and-areas.md", "park.geojson", "The Park Stage, imported from GeoJSON"
    ),
    "import-plan.svg": partial(
        imported, "import-a-plan.md", "school.csv", "The school hall, imported from a list with places"
    ),
}
