"""Lines of the server and of libraries, in the form of all other lines: JSON, or text for people."""

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

from seatpreview.http.telemetry import uses_text_format

_encoder = msgspec.json.Encoder(enc_hook=str)


class ServerLogFormatter(logging.Formatter):
    """Formats what is logged by Python's own logging: by Granian, asyncio and the drivers of databases."""

    def __init__(self, log_format: str) -> None:
        super().__init__()
        self._console = (
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
            if uses_text_format(log_format)
            else None
        )

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line. A traceback is a member of it."""
        line: dict[str, Any] = {
            "event": record.getMessage().strip(),
            "level": record.levelname.lower(),
            "logger": record.name.lstrip("_"),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if self._console is None:
            return _encoder.encode(line).decode()
        return str(self._console(None, record.levelname.lower(), line))


def log_configuration(log_format: str) -> dict[str, Any]:
    """Returns the options of Granian's own configuration of logging that it overrides. The root logger is
    among them, so that libraries write no line in another form."""
    handler = {"class": "logging.StreamHandler", "formatter": "generic", "stream": "ext://sys.stderr"}
    return {
        "formatters": {
            "generic": {"()": f"{__name__}.{ServerLogFormatter.__name__}", "log_format": log_format}
        },
        "handlers": {"console": handler, "access": handler},
        "root": {"handlers": ["console"], "level": "WARNING"},
    }
