import pytest

from imports.svg_files import svg
from seatpreview.imports.svg.colours import Styles, colour_of
from seatpreview.imports.svg.parser import parse_svg


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#F00", "#ff0000"),
        ("#AbCdEf", "#abcdef"),
        ("#abcdef80", "#abcdef"),
        ("rgb(1, 2, 300)", "#0102ff"),
        ("Gold", "#ffd700"),
        ("none", ""),
        ("url(#gradient)", ""),
        ("#12", ""),
        ("", ""),
    ],
)
def test_colours_have_one_form(text: str, colour: str) -> None:
    assert colour_of(text) == colour


def test_a_style_wins_over_a_rule_a_rule_over_an_attribute_and_all_over_the_group() -> None:
    document = parse_svg(
        svg(
            "<style>.a, rect.b { fill: #00f !important; } g .c { fill: red }</style><g fill='green'>"
            "<rect class='a' fill='red' style='stroke:red; fill: #fff'/><rect class='x b' fill='red'/>"
            "<rect class='c' fill='red'/><rect class='c'/></g>"
        )
    )
    styles = Styles(document.style)
    fills = [styles.fill(node) for node in document.nodes[2:]]
    assert fills == ["#ffffff", "#0000ff", "#ff0000", "#008000"]


def test_what_is_in_a_hidden_group_is_hidden() -> None:
    nodes = parse_svg(svg("<g style='display : none'><rect/></g><rect visibility='hidden'/><rect/>")).nodes
    assert [Styles("").is_hidden(node) for node in nodes] == [False, True, True, True, False]
