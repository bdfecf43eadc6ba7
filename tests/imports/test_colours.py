"""Colours of plans are read in the forms that they occur in."""

import pytest

from seatpreview.imports.found_seats import hex_colour


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("#F44336", "#f44336"),
        ("f44336", "#f44336"),
        ("#F443367f", "#f44336"),
        ("#fa0", "#ffaa00"),
        (" rgb(1, 20,255) ", "#0114ff"),
        ("rgba(1,20,255,0.5)", "#0114ff"),
        ("rgb(1,20,256)", ""),
        ("red", ""),
        ("#12345", ""),
        ("", ""),
        (None, ""),
        (7, ""),
        ("#" * 10_000, ""),
    ],
)
def test_a_colour_becomes_six_hexadecimal_digits(value: object, colour: str) -> None:
    assert hex_colour(value) == colour
