"""SVG files that the tests of the readers write."""

from seatpreview.imports.model import FoundHall, FoundSeat
from seatpreview.imports.svg.reader import read_svg

SPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def svg(content: str, attributes: str = "") -> bytes:
    return f"<svg {SPACES} {attributes}>{content}</svg>".encode()


def read(content: str, attributes: str = "") -> FoundHall:
    return read_svg(svg(content, attributes))


def circles(
    names: str, rows: str = "ABC", seats: int = 5, first_x: int = 10, first_y: int = 10, inside: str = ""
) -> str:
    """Rows of circles, ten units apart. `{row}` and `{seat}` in the attributes are filled in."""
    return "".join(
        f'<circle cx="{first_x + 10 * seat}" cy="{first_y + 12 * line}" r="4" '
        f"{names.replace('{row}', row).replace('{seat}', str(seat))}>"
        f"{inside.replace('{row}', row).replace('{seat}', str(seat))}</circle>"
        for line, row in enumerate(rows)
        for seat in range(1, seats + 1)
    )


def named(seat: FoundSeat) -> tuple[str, str, str, str]:
    return (seat.level, seat.section, seat.row, seat.name)


def all_named(hall: FoundHall) -> set[tuple[str, str, str, str]]:
    return {named(seat) for seat in hall.seats}


def grid(
    level: str = "", section: str = "", rows: str = "ABC", seats: int = 5
) -> set[tuple[str, str, str, str]]:
    return {(level, section, row, str(seat)) for row in rows for seat in range(1, seats + 1)}
