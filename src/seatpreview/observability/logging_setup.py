"""Sets up logging to standard error: one form for all lines, JSON for machines or text for people."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

_encoder = msgspec.json.Encoder(enc_hook=str)


def uses_text_format(log_format: str) -> bool:
    """Returns whether logs are text for people. `auto` means text if standard error is a terminal."""
    return log_format == "text" or (log_format == "auto" and sys.stderr.isatty())


def hides_successful_requests(demo: bool, log_format: str) -> bool:
    """Returns whether successful requests are left out of the log: a demo at a terminal shows its keys once,
    and request lines would scroll them away. Choosing a log format brings the lines back."""
    return demo and log_format == "auto" and sys.stderr.isatty()


def set_up_logs(log_format: str) -> None:
    """Configures structlog, which the service itself logs with."""
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if uses_text_format(log_format):
        processors.append(_text_renderer())
        factory: Any = structlog.WriteLoggerFactory(file=sys.stderr)
    else:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)]
        factory = structlog.BytesLoggerFactory(file=sys.stderr.buffer)
    structlog.configure(
        processors=processors,
        logger_factory=factory,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )


def write_json_lines(lines: list[Any]) -> None:
    """Writes many lines at once, without structlog."""
    sys.stderr.buffer.write(_encoder.encode_lines(lines))
    sys.stderr.buffer.flush()


class StandardLogFormatter(logging.Formatter):
    """Formats what Granian, asyncio and database drivers log through Python's own logging."""

    def __init__(self, log_format: str) -> None:
        super().__init__()
        self._text = _text_renderer() if uses_text_format(log_format) else None

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
        if self._text is None:
            return _json(line).decode()
        return str(self._text(None, record.levelname.lower(), line))


def _text_renderer() -> structlog.dev.ConsoleRenderer:
    return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)


def _json(event: dict[str, Any], **_: Any) -> bytes:
    return _encoder.encode(event)
