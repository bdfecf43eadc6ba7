"""What large shapes and free texts of an SVG are: a stage, a field, a standing area, a text, decoration."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from seatpreview.imports.model import AreaKind, FoundArea
from seatpreview.imports.svg.geometry import Matrix, Placed, outline
from seatpreview.imports.svg.names import ShapeNames, number_in
from seatpreview.imports.svg.parser import SvgNode
from seatpreview.imports.svg.texts import TextPlace
from seatpreview.imports.words.attribute_words import plain_word
from seatpreview.imports.words.focus_words import is_field_text, is_stage_text
from seatpreview.imports.words.seat_phrases import clean_id, is_automatic

AREAS_MAX = 1000
TEXTS_MAX = 2000
NAME_CHARACTERS_MAX = 100
_STANDING = re.compile(
    r"\bstanding\b|\bsteh|\bdebout\b|\bfosse\b|\bde pie\b|\bin piedi\b|\bstaan|\bstaplaats|\bem pe\b|\bga\b"
    r"|general admission|\bmosh|\bpit\b|innenraum"
)


def is_standing_text(text: str) -> bool:
    """True for 'Standing', 'Stehplätze', 'General admission' and the like, and not for an orchestra pit."""
    found = _STANDING.search(
        plain := plain_word(text[:NAME_CHARACTERS_MAX].replace("_", " ").replace("-", " "))
    )
    return found is not None and not (found[0] in {"pit", "fosse"} and "orchest" in plain)


def kind_of(*texts: str) -> AreaKind:
    """Returns what a shape with these names and texts is."""
    for text in texts:
        if is_stage_text(text):
            return "stage"
        if is_standing_text(text):
            return "standing"
        if is_field_text(text):
            return "field"
    return "decoration"


def holders_of(texts: list[TextPlace], shapes: list[Placed], seats: list[Placed]) -> list[list[TextPlace]]:
    """Returns the texts that name each shape: a text names the smallest shape that it is written in. The
    background, which most seats are drawn on, has no name."""
    found: list[list[TextPlace]] = [[] for _ in shapes]
    sample = seats[:: max(1, len(seats) // _SEATS_LOOKED_AT)]
    grounds = {
        index
        for index, shape in enumerate(shapes)
        if sum(_holds(shape, seat) for seat in sample) > len(sample) / 2
    }
    for text in texts:
        holding = [
            index for index, shape in enumerate(shapes) if index not in grounds and _holds(shape, text)
        ]
        if holding:
            found[min(holding, key=lambda index: shapes[index].width * shapes[index].height)].append(text)
    return found


def area_of(
    shape: Placed,
    names: ShapeNames,
    texts: list[TextPlace],
    matrices: dict[SvgNode, Matrix],
    around_seats: Collection[SvgNode],
) -> FoundArea:
    """Describes a large shape, named by itself, by its groups, or by these texts that are written in it. A
    group `Screen 2`, around most seats, is the whole hall."""
    own = _own_texts(shape.node, around_seats)
    inside = [text.text for text in texts]
    kind = kind_of(*own, *inside)
    telling = [text for text in [*own, *inside] if kind_of(text) == kind]
    capacity = number_in(names.fields, "capacity")
    return FoundArea(
        kind=kind,
        name=(telling or own or inside or [""])[0][:NAME_CHARACTERS_MAX],
        points=outline(shape, matrices),
        capacity=int(capacity) if capacity is not None and 0 < capacity <= 1_000_000 else None,
        level=names.fields.get("level", ""),
        section=names.fields.get("section", "")[:NAME_CHARACTERS_MAX],
        ref=names.fields.get("ref", "")[:NAME_CHARACTERS_MAX],
    )


def text_area(text: TextPlace, has_focus: bool) -> FoundArea:
    """Describes a text. It stands for the stage or field that it names where no shape is one."""
    meaning = kind_of(text.text)
    kind: AreaKind = meaning if meaning in {"stage", "field"} and not has_focus else "text"
    return FoundArea(kind=kind, name=text.text[:NAME_CHARACTERS_MAX], points=((text.x, text.y),))


def groups_around(nodes: Sequence[SvgNode]) -> set[SvgNode]:
    """Returns the groups in which more than half of these shapes are."""
    counts: Counter[SvgNode] = Counter()
    for above, count in Counter(node.parent for node in nodes).items():
        while above is not None:
            counts[above] += count
            above = above.parent
    return {group for group, count in counts.items() if 2 * count > len(nodes)}


def _own_texts(node: SvgNode, without: Collection[SvgNode]) -> list[str]:
    """Names of the shape, then of the groups around it up to the page."""
    found: list[str] = []
    above: SvgNode | None = node
    while above is not None and above.parent is not None:
        given = above.attributes
        texts = [above.title, given.get("aria-label", ""), given.get("inkscape:label", "")]
        texts += [
            given.get("data-name", ""),
            clean_id(given.get("id", "")),
            *given.get("class", "")[:200].split(),
        ]
        found.extend(text for text in texts if text and not is_automatic(text) and above not in without)
        above = above.parent
    return found[:20]


def _holds(shape: Placed, other: TextPlace | Placed) -> bool:
    return abs(other.x - shape.x) <= shape.width / 2 and abs(other.y - shape.y) <= shape.height / 2


_SEATS_LOOKED_AT = 500
