"""Lines of libraries have the form of all other lines of the log."""

import json
import logging

from seatpreview.observability.logging_setup import StandardLogFormatter


def test_a_line_of_a_library_is_text_where_text_was_asked_for() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "it %s", ("failed",), None)
    text = StandardLogFormatter("text").format(record)
    assert "it failed" in text
    assert "asyncio" in text
    assert not text.startswith("{")


def test_a_traceback_of_a_library_is_a_member_of_its_line() -> None:
    try:
        raise ValueError("at fault")
    except ValueError as fault:
        error = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "it failed", (), error)
    line = json.loads(StandardLogFormatter("json").format(record))
    assert line["exception"].endswith("ValueError: at fault")
