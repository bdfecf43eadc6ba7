"""Statements that run in the event loop's thread are kept in their modules, and composed once."""

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import seatpreview

SOURCE = Path(seatpreview.__file__).parent


def test_what_reads_rows_on_the_event_loop_keeps_its_statements() -> None:
    """SQLAlchemy takes a millisecond to compose one: sixty requests that arrive together held the loop for
    seventy, and every other request waited."""
    functions = set(functions_that_read_rows())
    assert len(functions) >= 20
    building = {
        f"{function.__module__}.{function.__qualname__}"
        for function in functions
        if any(word in inspect.getsource(function) for word in ("select(", ".where("))
    }
    assert building == set()


def functions_that_read_rows() -> Iterator[Callable[..., Any]]:
    """Functions that are named where rows are read. Some places are handed theirs as a parameter."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text()
        if "read_row(" not in text:
            continue
        name = ".".join(("seatpreview", *path.relative_to(SOURCE).with_suffix("").parts))
        names = vars(importlib.import_module(name))
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "read_row":
                owner, _, function = ast.unparse(call.args[0]).rpartition(".")
                found = getattr(names.get(owner), function, None) if owner else names.get(function)
                if inspect.isfunction(found := getattr(found, "func", found)):
                    yield found
