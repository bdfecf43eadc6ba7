"""Runs `seatpreview doctor` for tests, and reads what it finds."""

import json
from pathlib import Path
from typing import NamedTuple

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
    found = json.loads(result.stdout)
    states = {each["state"] for each in found["checks"]}
    assert result.exit_code == int("fail" in states)
    assert found["healthy"] == ("fail" not in states)
    for each in found["checks"]:
        assert each.keys() == {"check", "state", "detail", "remedy"}
        assert (each["remedy"] is None) == (each["state"] == "ok"), each
    return [
        Found(each["state"], each["detail"], each["remedy"])
        for each in found["checks"]
        if each["check"] == check
    ]


def finding(data_dir: Path, check: str, *flags: str) -> Found:
    """Returns the finding of a check, which must be the only one."""
    [found] = findings(data_dir, check, *flags)
    return found
