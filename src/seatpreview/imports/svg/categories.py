"""Price categories of an SVG: by data attribute or class, else by the colours of seats."""

import re
from collections import Counter

from seatpreview.imports.model import FoundCategory, FoundHall, ReportItem
from seatpreview.imports.svg.colours import Styles
from seatpreview.imports.svg.geometry import Placed
from seatpreview.imports.svg.seats import SeatChoice, SeatShape
from seatpreview.imports.svg.texts import TextPlace

COLOURS_MAX = 20
LEGEND_LOOKS_MAX = 100_000
_CLASS = re.compile(
    r"(?:cat|category|price|kategorie|preiskategorie|pk|categorie|categoria|tarif|tier)[-_]?(\w{1,40})"
)


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
