"""Two halls as drawings made by hand and by a script: rotated groups, and uses of a chair."""

import math

from imports.unseen_plans_2.hall import Plan, Seat, along, on_arc, turn, with_gap
from imports.unseen_plans_2.svg_plans_of_programs import num


def svg_hand() -> Plan:
    """A thrust stage with the audience at three sides, each side the same group turned."""
    scale, left, top = 30, 450, 220
    seats: list[Seat] = []
    lines = [
        '<svg viewBox="0 0 900 640" xmlns="http://www.w3.org/2000/svg">',
        "  <!-- drawn by Ruth, do not touch the stage -->",
        "  <style>.seat{fill:teal} .seat.wheelchair{fill:navy} .house text{font:bold 14px Arial}</style>",
        '  <polygon aria-label="Thrust stage" points="375,145 525,145 525,295 375,295" fill="burlywood"/>',
        '  <text x="450" y="225" text-anchor="middle">stage</text>',
    ]
    for name, turned, count, rows in (
        ("House Left", 90, 8, "ABCDE"),
        ("Centre", 0, 12, "ABCDEF"),
        ("House Right", -90, 8, "ABCDE"),
    ):
        # The hall is seen from above: turned clockwise in the drawing, counterclockwise with y up is minus.
        lines.append(f'  <g class="house" data-section="{name}" transform="rotate({turned} {left} {top})">')
        for depth, row in enumerate(rows):
            lines.append(f'    <g data-row="{row}">')
            for k, s in enumerate(along(count, 0.6)):
                y = -4.0 - 1.0 * depth
                seat = Seat(name, row, str(k + 1), *turn((s, y), -turned))
                note, kind = "", "seat"
                if name == "Centre" and row == "F" and k in (5, 6):
                    seat.properties, kind = ("wheelchair",), "seat wheelchair"
                if name != "Centre" and row == "E" and k == 0:
                    seat.properties, note = ("restrictedView",), "<title>Restricted view: pillar</title>"
                place = f'cx="{num(left + scale * s)}" cy="{num(top - scale * y)}" r="7"'
                end = f">{note}</circle>" if note else "/>"
                lines.append(f'      <circle class="{kind}" data-seat="{k + 1}" {place}{end}')
                seats.append(seat)
            lines.append("    </g>")
        lines.append("  </g>")
    for k in range(4):
        place = f'cx="{375 + 150 * (k % 2)}" cy="{145 + 150 * (k // 2)}"'
        lines.append(f'  <circle class="lamp" {place} r="7" fill="gold"/>')
    lines.append("</svg>")
    return Plan(
        "svg-hand-thrust.svg",
        "svg",
        seats,
        ("\n".join(lines) + "\n").encode(),
        "Three sides of a stage: the same group turned by 90, 0 and -90 degrees. data-section and "
        "data-row are on groups, data-seat on circles. Wheelchair places by class, restricted view by "
        "title. Four lamps of the size of seats at the corners of the stage.",
        meant=2 * 5 * 8 + 6 * 12,
        focus=(0.0, 0.0),
        not_seats=["four circles of the class lamp"],
    )


def svg_use() -> Plan:
    """A Dutch theatre: chairs are uses, drawn away from their origin, turned towards the stage."""
    scale, left, top = 38.0, 480.0, 90.0
    seats: list[Seat] = []
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'width="1100" height="760">',
        "<defs>",
        '<g id="stoel"><rect width="18" height="18" rx="3" fill="#a33"/>'
        '<path d="M2 15h14v3h-14z" fill="#611"/></g>',
        '<symbol id="rolstoel" viewBox="0 0 36 36"><circle cx="18" cy="18" r="18" fill="#05a"/>'
        '<path d="M14 6v14h10" stroke="#fff" fill="none"/></symbol>',
        "</defs>",
        '<rect x="300" y="50" width="360" height="80" fill="#ddd"/>',
        '<text x="480" y="96" text-anchor="middle">TONEEL</text>',
    ]
    for section, rows, count, start in (("Zaal", 8, 14, 13.0), ("Balkon", 2, 16, 23.0)):
        lines.append(f'<g id="{section.lower()}" aria-label="{section}">')
        for row in range(rows):
            radius = start + 1.0 * row
            for k, s in enumerate(with_gap(along(count, 0.58), 1.2)):
                seat = Seat(section, str(row + 1), str(count - k), *on_arc((0.0, 9.0), radius, s))
                if section == "Zaal" and row == 7 and k in (6, 7):
                    seat.properties = ("wheelchair",)
                seats.append(seat)
                lines.append(_use(seat, left + scale * seat.x, top - scale * seat.y, -s / radius))
        lines.append("</g>")
    lines.append('<g id="legenda"><text x="890" y="590">Legenda</text>')
    lines.append('<use href="#stoel" x="890" y="610"/><text x="920" y="624">Stoel</text>')
    lines.append(
        '<use href="#rolstoel" x="890" y="640" width="18" height="18"/>'
        '<text x="920" y="654">Rolstoelplaats</text></g>'
    )
    lines.append("</svg>")
    return Plan(
        "svg-use-schouwburg.svg",
        "svg",
        seats,
        ("\n".join(lines) + "\n").encode(),
        "Every chair is a use: of a group that starts at its corner, moved and turned, so that the place "
        "is the middle of the chair and not the origin of the use; wheelchair places use a symbol with a "
        "viewBox. Titles name row and seat; numbers run from right to left. A legend of two uses stands "
        "outside.",
        meant=8 * 14 + 2 * 16,
        focus=(0.0, 0.0),
        not_seats=["Stoel", "Rolstoelplaats"],
    )


def _use(seat: Seat, x: float, y: float, turned: float) -> str:
    title = f"<title>{seat.section}, rij {seat.row}, stoel {seat.seat}</title>"
    if seat.properties:
        place = f'x="{num(x - 9)}" y="{num(y - 9)}" width="18" height="18"'
        return f'<use href="#rolstoel" {place}>{title}</use>'
    # The middle of the chair is 9, 9 from its corner, which is turned around the corner.
    c, s = math.cos(turned), math.sin(turned)
    corner = (x - (9 * c - 9 * s), y - (9 * s + 9 * c))
    place = f"translate({num(corner[0])} {num(corner[1])}) rotate({num(math.degrees(turned))})"
    link = "xlink:href" if seat.section == "Balkon" else "href"
    return f'<use {link}="#stoel" transform="{place}">{title}</use>'


PLANS = (svg_hand, svg_use)
