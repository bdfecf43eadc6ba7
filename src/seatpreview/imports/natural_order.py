"""The order in which a person lists names of rows and seats."""

import re

_PARTS = re.compile(r"[0-9]+|[^0-9]+")


def natural_sort_key(name: str) -> list[tuple[int, int, str]]:
    """Returns a sort key: letters go from A to Z and then AA, numbers by their value.

    Letters come before numbers: where a section has rows of both kinds, those with letters are in front.
    """
    return [
        (1, int(part), part) if part.isdecimal() else (0, len(part), part.casefold())
        for part in _PARTS.findall(name)
    ]
