"""A value is written as a literal that means the same value, on short lines."""

import ast
import json
from typing import Any

import pytest

from seatpreview.api import examples
from seatpreview.reference.literals import json_literal, python_literal, typescript_literal

VALUES: list[Any] = [
    examples.VENUE_RECORD,
    examples.CREATE_KEY,
    {"text": "a 'quoted' \"word\"\n", "none": None, "yes": True, "empty": {}, "list": []},
    3.5,
]


@pytest.mark.parametrize("value", VALUES)
def test_json_and_python_literals_mean_the_value(value: Any) -> None:
    assert json.loads(json_literal(value, indent="  ")) == value
    assert ast.literal_eval(python_literal(value)) == value


def test_what_fits_stands_on_one_line() -> None:
    assert json_literal({"labels": ["a", "b"]}) == '{"labels": ["a", "b"]}'
    assert json_literal({"a": "x" * 50, "b": "y" * 50}, "  ") == (
        '{\n    "a": "' + "x" * 50 + '",\n    "b": "' + "y" * 50 + '"\n  }'
    )


def test_names_in_typescript_have_quotes_only_where_they_need_them() -> None:
    assert typescript_literal({"label": "Shop", "101": [1]}) == '{ label: "Shop", "101": [1] }'
    assert typescript_literal({"label": "Shop"}, is_open=True) == '{\n  label: "Shop",\n}'
