"""What a check of `seatpreview doctor` finds."""

from typing import Literal

import msgspec

State = Literal["ok", "warn", "fail"]


class Finding(msgspec.Struct, frozen=True):
    """The result of one check, as `--json` prints it. Scripts rely on the names of checks and members."""

    check: str
    state: State
    detail: str
    """What was found, in whole sentences."""
    remedy: str | None = None
    """What to do about it; None where there is nothing to do."""

    @property
    def text(self) -> str:
        """What was found, and what to do about it."""
        return self.detail if self.remedy is None else f"{self.detail} {self.remedy}"


def ok(check: str, detail: str) -> Finding:
    """Returns a finding that is in order."""
    return Finding(check, "ok", detail)


def warn(check: str, detail: str, remedy: str) -> Finding:
    """Returns a finding that an operator should know: the service works."""
    return Finding(check, "warn", detail, remedy)


def fail(check: str, detail: str, remedy: str) -> Finding:
    """Returns a finding that keeps the service, or a part of it, from working."""
    return Finding(check, "fail", detail, remedy)


def counted(number: int, noun: str) -> str:
    """Writes a number with its noun: `1 image`, `2,000 images`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def size_text(size_bytes: float) -> str:
    """Writes a size for people, in the unit that fits."""
    for unit in ("bytes", "kB", "MB"):
        if size_bytes < 1000:
            return f"{size_bytes:.{0 if unit == 'bytes' or size_bytes >= 10 else 1}f} {unit}"
        size_bytes /= 1000
    return f"{size_bytes:,.1f} GB"
