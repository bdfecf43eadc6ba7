"""Three halls as drawings of programs: Inkscape, Illustrator, and a CAD program with nested transforms."""

import math
from collections import Counter
from typing import NamedTuple

from imports.unseen_plans_2.hall import Plan, Point, Seat, along, on_arc, with_gap

INKSCAPE_HEAD = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->

<svg width="297mm" height="210mm" viewBox="0 0 297 210" version="1.1" id="svg5"
   inkscape:version="1.2.2 (b0a8486541, 2022-12-01)" sodipodi:docname="teatro.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:document-units="mm" showgrid="false" />
  <defs id="defs2" />
"""
ILLUSTRATOR_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 24.0.1, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<svg version="1.1" id="Livello_1" xmlns="http://www.w3.org/2000/svg" \
xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
\t viewBox="0 0 1190.6 841.9" style="enable-background:new 0 0 1190.6 841.9;" xml:space="preserve">
<style type="text/css">
\t.st0{fill:#4D9F45;stroke:#FFFFFF;stroke-width:2;}
\t.st1{fill:#1D71B8;}
\t.st2{fill:#E6332A;}
\t.st3{font-family:'MyriadPro-Regular';}
\t.st4{font-size:36px;}
\t.st5{display:none;}
\t.st6{display:inline;fill:#B2B2B2;}
</style>
"""


class Matrix(NamedTuple):
    """A transform as SVG writes it."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def at(self, x: float, y: float) -> Point:
        """Returns where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, inner: "Matrix") -> "Matrix":
        """Returns the transform of a group inside of this one."""
        e, f = self.at(inner.e, inner.f)
        a, b = self.a * inner.a + self.c * inner.b, self.b * inner.a + self.d * inner.b
        return Matrix(a, b, self.a * inner.c + self.c * inner.d, self.b * inner.c + self.d * inner.d, e, f)


def num(value: float, digits: int = 3) -> str:
    """Returns a number as drawings have it."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value else "0"


def svg_inkscape() -> Plan:
    """A Portuguese theatre: layers are floors, labels of Inkscape name rows and seats."""
    scale, left, top = 9.0, 148.5, 40.0
    shift = (-12.37, 4.71)
    seats: list[Seat] = []
    text = INKSCAPE_HEAD
    serial = 1040

    def circle(place: Point, label: str, inside: str = "", moved: Point = (0.0, 0.0)) -> str:
        nonlocal serial
        serial += 7
        x, y = left + scale * place[0] - moved[0], top - scale * place[1] - moved[1]
        named = f' inkscape:label="{label}"' if label else ""
        start = f'<circle style="fill:#aa4488;stroke-width:0.2" id="path{serial}"{named}'
        end = f">{inside}</circle>" if inside else " />"
        return f'      {start} cx="{num(x)}" cy="{num(y)}" r="1.9"{end}\n'

    for number, (floor, lines) in enumerate(_inkscape_floors().items()):
        moved = shift if number == 0 else (0.0, 0.0)
        attributes = f'inkscape:groupmode="layer" id="layer{number + 1}" inkscape:label="{floor}"'
        text += f'  <g {attributes} transform="translate({moved[0]},{moved[1]})">\n'
        for line in lines:
            serial += 1
            text += f'    <g id="g{serial}" inkscape:label="Fila {line[0].row}">\n'
            for seat in line:
                note = f'<desc id="desc{serial}">Cadeira de rodas</desc>' if seat.properties else ""
                text += circle(seat.place, seat.seat, note, moved)
            text += "    </g>\n"
            seats += line
        text += "  </g>\n"
    text += '  <g inkscape:groupmode="layer" id="layer3" inkscape:label="Decoração">\n'
    for x in (-6.6, 6.6):
        for y in (-3.0, -6.0, -9.0, -12.0):
            text += circle((x, y), "vaso")
    text += '  </g>\n  <g inkscape:groupmode="layer" id="layer4" inkscape:label="Legenda">\n'
    for y, word in ((-15.0, "livre"), (-16.0, "ocupado")):
        text += circle((11.0, y), "")
        place = f'x="{num(left + 103)}" y="{num(top - scale * y + 1)}"'
        text += f'    <text {place} style="font-size:3px">{word}</text>\n'
    text += '  </g>\n  <g inkscape:groupmode="layer" id="layer5" inkscape:label="Cena">\n'
    text += (
        f'    <rect id="rect88" x="{left - 40}" y="{top - 13}" width="80" height="26" style="fill:#ccc" />\n'
    )
    place = f'x="{left}" y="{top + 2}"'
    text += f'    <text xml:space="preserve" id="text90" {place} style="font-size:6px;text-anchor:middle">'
    text += f'<tspan sodipodi:role="line" id="tspan92" {place}>PALCO</tspan></text>\n  </g>\n</svg>\n'
    return Plan(
        "svg-inkscape-plateia.svg",
        "svg",
        seats,
        text.encode(),
        "Layers are floors; the labels of Inkscape, not the ids, name rows ('Fila A') and seats, and "
        "repeat on both floors. Odd numbers left, even right. Two wheelchair places, told by desc. Eight "
        "circles of the layer Decoração and two of Legenda have the size of seats.",
        meant=8 * 12 + 3 * 16,
        focus=(0.0, 0.0),
        not_seats=["vaso", "livre", "ocupado"],
    )


def _inkscape_floors() -> dict[str, list[list[Seat]]]:
    stalls, balcony = [], []
    for row, name in enumerate("ABCDEFGH"):
        places = [(s, -3.6 - 0.95 * row) for s in with_gap(along(12, 0.56), 1.2)]
        numbers = [*range(11, 0, -2), *range(2, 13, 2)]
        line = [Seat("Plateia", name, str(n), *p) for n, p in zip(numbers, places, strict=True)]
        if name == "D":
            line[0].properties = line[11].properties = ("wheelchair",)
        stalls.append(line)
    for row, name in enumerate("ABC"):
        places = [on_arc((0.0, 2.0), 16.0 + 0.95 * row, s) for s in along(16, 0.56)]
        balcony.append([Seat("Balcão", name, str(k + 1), *p) for k, p in enumerate(places)])
    return {"Plateia": stalls, "Balcão": balcony}


def svg_illustrator() -> Plan:
    """A small stadium: Illustrator escapes names in ids and tells repeated ones apart by a suffix."""
    scale, left, top = 22.0, 540.0, 420.0
    seats: list[Seat] = []
    used: Counter[str] = Counter()
    text = ILLUSTRATOR_HEAD

    def named(name: str) -> str:
        escaped = f"_x3{name[0]}_{name[1:]}" if name[0].isdigit() else name.replace(" ", "_")
        used[escaped] += 1
        return escaped if used[escaped] == 1 else f"{escaped}_{used[escaped] - 1}_"

    text += '<g id="Campo">\n\t<rect x="331" y="266" class="st0" width="418" height="308"/>\n'
    text += '\t<text transform="matrix(1 0 0 1 475 432)" class="st3 st4">CAMPO</text>\n</g>\n'
    for section, lines in _illustrator_stands().items():
        text += f'<g id="{named(section)}">\n'
        for line in lines:
            text += f'\t<g id="{named("Fila " + line[0].row)}">\n'
            for seat in line:
                x, y = left + scale * seat.x, top - scale * seat.y
                kind = "st1" if section == "Curva" else "st2"
                start = f'\t\t<rect id="{named(seat.seat)}"'
                if section == "Curva":
                    angle = math.atan2(y - top, x - left)
                    c, s = math.cos(angle), math.sin(angle)
                    e, f = x - c * x + s * y, y - s * x - c * y
                    matrix = " ".join(num(v, 4) for v in (c, s, -s, c, e, f))
                    start += f' transform="matrix({matrix})"'
                place = f'x="{num(x - 4.5, 2)}" y="{num(y - 4.5, 2)}"'
                text += f'{start} {place} class="{kind}" width="9" height="9"/>\n'
            text += "\t</g>\n"
            seats += line
        text += "</g>\n"
    text += '<g id="Vecchia_versione" class="st5">\n'
    for k in range(12):
        text += f'\t<rect x="{60 + 12 * k}" y="700" class="st6" width="9" height="9"/>\n'
    text += "</g>\n</svg>\n"
    return Plan(
        "svg-illustrator-stadio.svg",
        "svg",
        seats,
        text.encode(),
        "Illustrator's ids: a digit in front is _x31_, a repeated name has a suffix (_x31_2_4_ is the "
        "fifth '12', Fila_1_1_ the second 'Fila 1'). The north stand's numbers run from right to left, as "
        "its people see them. The end is curved, its rects are turned by a matrix. A layer with twelve "
        "rects is hidden. One looks at the middle of the field.",
        meant=2 * 5 * 14 + 4 * 10,
        focus=(0.0, 0.0),
        not_seats=["twelve rects of Vecchia_versione, which is not shown"],
    )


def _illustrator_stands() -> dict[str, list[list[Seat]]]:
    stands: dict[str, list[list[Seat]]] = {"Tribuna Nord": [], "Tribuna Sud": [], "Curva": []}
    for row in range(5):
        depth = 9.0 + 0.85 * row
        columns = list(enumerate(with_gap(along(14, 0.5), 1.0)))
        stands["Tribuna Nord"].append(
            [Seat("Tribuna Nord", str(row + 1), str(14 - k), s, depth) for k, s in columns]
        )
        stands["Tribuna Sud"].append(
            [Seat("Tribuna Sud", str(row + 1), str(k + 1), s, -depth) for k, s in columns]
        )
    for row in range(4):
        places = [on_arc((0.0, 0.0), 14.0 + 0.85 * row, s, 0.0) for s in along(10, 0.55)]
        stands["Curva"].append([Seat("Curva", str(row + 1), str(k + 1), *p) for k, p in enumerate(places)])
    return stands


def svg_cad() -> Plan:
    """A drawing of a CAD program: millimetres, y up, in a flipped group; skewed and mirrored blocks."""
    page = Matrix(0.04, 0.0, 0.0, -0.04, 500.0, 120.0)
    slant = math.tan(math.radians(14.0))
    skew = Matrix(1.0, 0.0, slant, 1.0, 0.0, 0.0)
    moved = Matrix(1.0, 0.0, 0.0, 1.0, -7200.0, -4200.0)
    mirrored = Matrix(-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    middle = Matrix(1.0, 0.0, 0.0, 1.0, 0.0, -4200.0)
    seats: list[Seat] = []
    written: list[str] = []

    def block(name: str, matrix: Matrix, columns: list[float], first: int, rows: str, sign: int = 1) -> None:
        for row, letter in enumerate(rows):
            written.append(
                f'<g id="ROW_{letter}{"" if name == "LEFT" else "_" + name}" class="row" data-row="{letter}">'
            )
            for k, x in enumerate(columns):
                number = first + (k if sign > 0 else len(columns) - 1 - k)
                px, py = matrix.at(x, -930.0 * row)
                seats.append(Seat(name, letter, str(number), px / 40.0, -py / 40.0))
                written.append(
                    f'<g transform="translate({num(x)} {-930 * row})">'
                    '<rect x="-220" y="-220" width="440" height="440"/>'
                    f'<text transform="scale({sign} -1)" y="80">{number}</text></g>'
                )
            written.append("</g>")

    written.append('<g id="LEFT" transform="translate(-7200 -4200)"><g transform="skewX(14)">')
    side = [540.0 * k for k in range(7)]
    block("LEFT", page.then(moved).then(skew), side, 1, "ABCDEF")
    written.append('</g></g><g id="MIDDLE" transform="translate(0,-4200)">')
    block("MIDDLE", page.then(middle), along(8, 540.0), 8, "ABCDEF")
    written.append(
        '</g><g transform="scale(-1,1)">'
        '<g id="RIGHT" transform="translate(-7200 -4200)"><g transform="skewX(14)">'
    )
    block("RIGHT", page.then(mirrored).then(moved).then(skew), side, 16, "ABCDEF", sign=-1)
    written.append("</g></g></g>")
    hall = "\n".join(written)
    written.clear()
    # The balcony is a drawing in the drawing: 12000 mm wide, shown 480 wide, its own origin at 260, 520.
    inner = Matrix(0.04, 0.0, 0.0, 0.04, 260.0, 520.0).then(Matrix(1.0, 0.0, 0.0, -1.0, 6000.0, 600.0))
    block("BALCONY", inner, along(12, 540.0), 1, "ABC")
    balcony = "\n".join(written)
    text = f"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="680" viewBox="0 0 1000 680">
<g transform="translate(500 120)"><g transform="scale(1 -1)">
<g transform="scale(.04)" fill="none" stroke="#000" font-size="240" text-anchor="middle">
<rect id="STAGE_AREA" x="-4500" y="-1500" width="9000" height="3000"/>
<text transform="scale(1 -1)" y="200" font-size="600">PODIUM</text>
{hall}
</g></g></g>
<svg id="BALCONY" x="260" y="520" width="480" height="120" viewBox="0 0 12000 3000">
<g transform="translate(6000 600) scale(1 -1)" fill="none" stroke="#000" font-size="240" text-anchor="middle">
{balcony}
</g>
</svg>
</svg>
"""
    return Plan(
        "svg-cad-skewed.svg",
        "svg",
        seats,
        text.encode(),
        "Transforms in transforms: scaled, flipped, moved, skewed by 14 degrees at the left, and the same "
        "block mirrored at the right, where numbers run the other way; an svg in the svg with a viewBox "
        "of its own. Seats are rects with their number as text beside them in a group, rows are groups "
        "with data-row. Numbers run through the three blocks of a row, 1 to 22. Places are those of the "
        "page.",
        meant=6 * (7 + 8 + 7) + 3 * 12,
        focus=(500.0 / 40.0, -120.0 / 40.0),
    )


PLANS = (svg_inkscape, svg_illustrator, svg_cad)
