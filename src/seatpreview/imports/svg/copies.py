"""Undoes the numbers that drawing programs add to repeated ids: `12_2` and `12_3` are copies of `12`."""

import re

from seatpreview.imports.svg.parser import SvgNode

_COPY = re.compile(r"(.{1,100})[_-]([2-9]|[1-9]\d{1,4})")


def name_copies(nodes: list[SvgNode]) -> int:
    """Sets the name of each copy to that of its original, and returns how many there are.

    A copy has the id of another element of its kind, with a number from two on. Where the number one occurs,
    there are no copies: seats `A_1` and `A_2` beside a shape `A` keep their names. The original is not a
    group around the copy.
    """
    by_id = {node.attributes["id"]: node for node in nodes if "id" in node.attributes}
    named = {node for node in by_id.values() if "data-name" in node.attributes}
    count = 0
    for name, node in by_id.items():
        match = _COPY.fullmatch(name)
        if match is None or node in named:
            continue
        original = by_id.get(match[1])
        if original is None or original.tag != node.tag or _is_around(original, node):
            continue
        if f"{match[1]}_1" not in by_id and f"{match[1]}-1" not in by_id:
            node.attributes["data-name"] = match[1]
            original.attributes.setdefault("data-name", match[1])
            count += 1
    return count


def _is_around(group: SvgNode, node: SvgNode) -> bool:
    above = node.parent
    for _ in range(4):
        if above is None:
            return False
        if above is group:
            return True
        above = above.parent
    return False
