"""Runs `seatpreview doctor` for tests, and reads what it finds."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from cli.program import invoke


class Found(NamedTuple):
    """What a check has found."""

    state: str
    detail: str
    remedy: str | None


def findings(data_dir: Path, check: str, *flags: str) -> list[Found]:
    """Returns all findings of a check."""
    result = invoke("doctor", "--json", "--data-dir", str(data_dir), *flags)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return [
        Found(each["state"], each["detail"], each["remedy"])
        for each in read_report(result.exit_code, result.stdout)
        if each["check"] == check
    ]


def read_report(exit_code: int, output: str) -> list[dict[str, Any]]:
    """Returns all checks of `doctor --json`, whose exit code and remedies have to fit their states."""
    report = json.loads(output)
    checks: list[dict[str, Any]] = report["checks"]
    states = {each["state"] for each in checks}
    assert states <= {"ok", "warn", "fail"}
    assert exit_code == int("fail" in states)
    assert report["healthy"] == ("fail" not in states)
    for each in checks:
        assert each.keys() == {"check", "state", "detail", "remedy"}
        assert (each["remedy"] is None) == (each["state"] == "ok"), each
    return checks


def unwell_checks(*flags: str) -> list[dict[str, Any]]:
    """Returns the checks that found a fault or a warning."""
    result = invoke("doctor", "--json", *flags)
    return [each for each in read_report(result.exit_code, result.stdout) if each["state"] != "ok"]


def finding(data_dir: Path, check: str, *flags: str) -> Found:
    """Returns the finding of a check, which must be the only one."""
    [found] = findings(data_dir, check, *flags)
    return found
