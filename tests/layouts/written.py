"""Layouts as people write them, decoded as the body of a request is."""

from pathlib import Path
from typing import Any

import pytest

from seatpreview.decoding import inputs, json_object
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.faults import LayoutRefused
from seatpreview.layouts.model import Layout

ARENA = Path(__file__).with_name("arena.json")


def arena() -> Layout:
    return inputs.decode(json_object.read_object(ARENA.read_bytes()), Layout)


def layout_of(*sections: dict[str, Any], **more: Any) -> Layout:
    return inputs.decode({"sections": list(sections), **more}, Layout)


def compiled(*sections: dict[str, Any], **more: Any) -> CompiledLayout:
    return compile_layout(layout_of(*sections, **more))


def section(**members: Any) -> dict[str, Any]:
    """Returns a rule for section 101 with rows A to C of four seats. Members replace it; None removes one."""
    rule = {"id": 101, "rows": ["A", "B", "C"], "seats": {"count": 4}} | members
    return {name: value for name, value in rule.items() if value is not None}


def refusals(*sections: dict[str, Any], **more: Any) -> dict[str | None, str]:
    """Returns the faults of a layout by pointer."""
    with pytest.raises(LayoutRefused) as caught:
        compiled(*sections, **more)
    pointers = [fault.pointer for fault in caught.value.faults]
    assert len(set(pointers)) == len(pointers)
    return {fault.pointer: fault.detail for fault in caught.value.faults}
