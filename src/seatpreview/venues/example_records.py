"""Example venues that come with the program: complete records, for the command line and for the console.

The console bundles the same files when it is built (web/source/console/venues/example-halls.ts).
"""

from functools import cache
from importlib.resources import files

import msgspec


class ExampleVenue(msgspec.Struct, frozen=True):
    """An example: its id, and what is told about it."""

    id: str
    title: str
    description: str


@cache
def example_venues() -> tuple[ExampleVenue, ...]:
    """Returns all examples, in the order in which they are offered."""
    return msgspec.json.decode(_read("index"), type=tuple[ExampleVenue, ...])


def example_text(example_id: str) -> str:
    """Returns the record of an example as JSON. Raises KeyError where there is no such example."""
    if example_id not in {example.id for example in example_venues()}:
        raise KeyError(example_id)
    return _read(example_id)


def _read(name: str) -> str:
    return (files("seatpreview.venues") / "examples" / f"{name}.json").read_text(encoding="utf-8")
