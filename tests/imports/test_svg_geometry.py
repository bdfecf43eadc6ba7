import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.svg_files import svg
from seatpreview.imports.svg.geometry import (
    Matrix,
    Placed,
    length_of,
    millimetres_per_unit,
    outline,
    place_all,
    transform_of,
)
from seatpreview.imports.svg.parser import parse_svg


def placed(content: str, attributes: str = "") -> Placed:
    placements = place_all(parse_svg(svg(content, attributes)).nodes)
    assert len(placements.shapes) == 1, placements
    return placements.shapes[0]


@pytest.mark.parametrize(
    ("shape", "x", "y", "width", "height"),
    [
        ('<circle cx="5" cy="6" r="2"/>', 5, 6, 4, 4),
        ('<ellipse cx="5" cy="6" rx="2" ry="1"/>', 5, 6, 4, 2),
        ('<rect x="1" y="2" width="3" height="4"/>', 2.5, 4, 3, 4),
        ('<rect x="1mm" y="0" width="1in" height="96px"/>', 48 + 96 / 25.4, 48, 96, 96),
        ('<path d="M1 1h4v2H1z"/>', 3, 2, 4, 2),
        ('<path d="m1,1 4,0 0,2 -4,0z"/>', 3, 2, 4, 2),
        ('<path d="M3 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0"/>', 5, 5, 4, 4),
        ('<path d="M3 5c0 1 1 2 2 2s2-1 2-2-1-2-2-2-2 1-2 2z"/>', 5, 5, 4, 4),
        ('<polygon points="0,0 4,0 4,2"/>', 2, 1, 4, 2),
        ('<line x1="0" y1="0" x2="4" y2="2"/>', 2, 1, 4, 2),
        ('<g transform="translate(10 20)"><circle cx="5" cy="6" r="2"/></g>', 15, 26, 4, 4),
        ('<g transform="scale(2)"><g transform="translate(1,1)"><circle r="2"/></g></g>', 2, 2, 8, 8),
        ('<circle cx="10" r="2" transform="rotate(90)"/>', 0, 10, 4, 4),
        ('<circle cx="10" r="2" transform="rotate(180 5 5)"/>', 0, 10, 4, 4),
        ('<circle cx="1" cy="1" r="2" transform="matrix(0 1 -1 0 7 8)"/>', 6, 9, 4, 4),
        ('<circle cx="0" cy="10" r="2" transform="skewX(45)"/>', 10, 10, 4, 2 * 2 * math.sqrt(2)),
        ('<svg x="100" y="50" width="20" height="20" viewBox="0 0 10 10"><circle cx="5" cy="5" r="1"/></svg>',
         110, 60, 4, 4),
        ('<defs><circle id="s" cx="1" cy="1" r="2"/></defs><use href="#s" x="10" y="5"/>', 11, 6, 4, 4),
        ('<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
         '<use xlink:href="#s" x="10" width="20" height="20"/>', 20, 10, 20, 20),
        ('<defs><g id="s"><g transform="translate(5)"><circle r="1"/></g></g><use id="t" href="#s"/></defs>'
         '<use href="#t" y="3"/>', 5, 3, 2, 2),
    ],
)  # fmt: skip
def test_a_shape_is_placed_by_its_middle(shape: str, x: float, y: float, width: float, height: float) -> None:
    assert placed(shape)[1:] == pytest.approx((x, y, width, height), abs=1e-9)


def test_a_page_with_unequal_scales_is_stretched() -> None:
    stretched = placed(
        '<circle cx="5" cy="5" r="1"/>',
        'viewBox="0 0 10 10" width="100" height="200" preserveAspectRatio="none"',
    )
    assert stretched[1:3] == (5, 10)


@pytest.mark.parametrize(
    "shape",
    [
        '<circle cx="NaN" cy="1" r="1"/>',
        '<circle cx="1e308" cy="1" r="1e308"/>',
        '<circle cx="1" cy="1" r="1" transform="scale(1e308) scale(1e308)"/>',
        '<path d="M1e308 1L-1e308 5"/>',
        '<path d="M 0 0 L 1e999 5"/>',
        '<path d=""/>',
        '<use href="#missing"/>',
        '<use href="other.svg#seat"/>',
        '<use id="a" href="#a"/>',
        '<defs><use id="b" href="#c"/><use id="c" href="#b"/></defs><use href="#b"/>',
        '<defs><g id="d"><use href="#d"/></g></defs><use href="#d"/>',
    ],
)
def test_a_shape_without_a_usable_place_is_set_apart(shape: str) -> None:
    """The attacks: numbers beyond all bounds, symbols that draw themselves."""
    placements = place_all(parse_svg(svg(shape)).nodes)
    assert (placements.shapes, len(placements.unplaced)) == ([], 1)


def test_symbols_that_double_each_other_cost_no_more_than_their_number() -> None:
    """The attack: forty symbols, each of which draws the one before it twice."""
    symbols = "".join(
        f'<g id="s{n}"><use href="#s{n - 1}"/><use href="#s{n - 1}" x="1"/></g>' for n in range(1, 41)
    )
    placements = place_all(
        parse_svg(svg(f'<defs><rect id="s0" width="1" height="1"/>{symbols}</defs><use href="#s40"/>')).nodes
    )
    assert len(placements.shapes) + len(placements.unplaced) == 1


def test_an_outline_has_the_corners_of_a_shape_on_the_page() -> None:
    placements = place_all(parse_svg(svg('<g transform="translate(1 1)"><path d="M0 0h4v2z"/></g>')).nodes)
    assert outline(placements.shapes[0], placements.matrices) == ((1, 1), (5, 1), (5, 3))


def test_an_outline_of_many_points_is_thinned() -> None:
    path = "M0 0" + "".join(f"L{n} {n % 7}" for n in range(5000))
    placements = place_all(parse_svg(svg(f'<path d="{path}"/>')).nodes)
    assert 100 < len(outline(placements.shapes[0], placements.matrices)) <= 256


def test_paper_has_a_size_where_the_width_has_a_unit() -> None:
    root = parse_svg(svg("", 'width="420mm" viewBox="0 0 840 600"')).nodes[0]
    assert millimetres_per_unit(root) == 0.5
    assert millimetres_per_unit(parse_svg(svg("", 'width="420" viewBox="0 0 840 600"')).nodes[0]) is None
    assert length_of("50%", 80) == 40


numbers = st.floats(-1e3, 1e3)


@given(numbers, numbers, numbers, numbers, numbers)
def test_transforms_apply_from_right_to_left(
    x: float, y: float, dx: float, dy: float, degrees: float
) -> None:
    both = transform_of(f"translate({dx:f},{dy:f}) rotate({degrees:f})").apply((x, y))
    turned = transform_of(f"rotate({degrees:f})").apply((x, y))
    assert both == pytest.approx((turned[0] + dx, turned[1] + dy), abs=1e-3)
    assert Matrix().times(transform_of(f"scale({dx:f})")).a == pytest.approx(dx, abs=1e-6)
