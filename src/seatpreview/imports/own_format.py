"""Seat Preview's own files: a record is taken as it is, and a layout as the layout of a new record."""

from typing import Literal


def own_record(content: dict[str, object], file_format: Literal["record", "layout"]) -> dict[str, object]:
    """Returns the record of a file. It is not checked here: that is done when a venue is created."""
    return content if file_format == "record" else {"rules": {"layout": content}}
