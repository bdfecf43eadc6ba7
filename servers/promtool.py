"""promtool: checks configuration files of Prometheus, and evaluates the alerts of deploy/ over scrapes."""

import json
import os
import re
import shutil
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

import httpx

ROOT = Path(__file__).parents[1]
ALERTS = ROOT / "deploy" / "prometheus-alerts.yaml"

STEP_SECONDS = 15
PHASE_STEPS = 48
"""The number of steps for which a scrape counts. Only alerts about hours look further back."""

_ANSWER_SECONDS = 60
"""The longest that a busy machine may take to respond. A service that has ended refuses at once."""

_SAMPLE = re.compile(r"^(\w+)(\{.*\})? (\S+)$", re.MULTILINE)
_SCRAPED_LABELS = 'job="seatpreview",instance="127.0.0.1:9464"'


class Scrape(NamedTuple):
    """The series of a service at one moment; only `up` if it did not respond."""

    at: float
    values: dict[str, float]


def scrape(metrics_url: str) -> Scrape:
    """Reads the metrics of a service as Prometheus does."""
    try:
        text = httpx.get(metrics_url, timeout=_ANSWER_SECONDS).raise_for_status().text
    except httpx.HTTPError:
        return Scrape(time.time(), {"up": 0})
    return Scrape(time.time(), {"up": 1, **series(text)})


def series(text: str) -> dict[str, float]:
    """Returns the value of each series, by its name and labels."""
    return {name + labels: float(value) for name, labels, value in _SAMPLE.findall(text)}


def check_rules(path: Path) -> str:
    return _run("check", "rules", str(path))


def check_configuration(path: Path) -> str:
    return _run("check", "config", str(path))


def assert_alerts(folder: Path, phases: list[tuple[Scrape, set[str]]]) -> None:
    """Checks that exactly these alerts fire at the end of each phase, in which a scrape lasts for a while."""
    names = sorted(
        {name for phase, _ in phases for name, value in phase.values.items() if _tells(name, value)}
    )
    firing = 'count by (alertname) (ALERTS{alertstate="firing"})'
    expected = [
        {
            "expr": firing,
            "eval_time": f"{((number + 1) * PHASE_STEPS - 1) * STEP_SECONDS}s",
            "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(alerts)],
        }
        for number, (_, alerts) in enumerate(phases)
    ]
    test = {
        "interval": f"{STEP_SECONDS}s",
        "input_series": [
            {"series": _with_scraped_labels(name), "values": " ".join(_values(name, phases))}
            for name in names
        ],
        "promql_expr_test": expected,
    }
    document = {"rule_files": [str(ALERTS)], "evaluation_interval": "15s", "tests": [test]}
    path = folder / "alerts.test.yaml"
    path.write_text(json.dumps(document), encoding="utf-8")  # YAML includes JSON.
    _run("test", "rules", str(path))


def assert_alerts_of_growth(folder: Path, growing: dict[str, tuple[float, set[str]]]) -> None:
    """Checks for each series that exactly these alerts fire after it has grown for ten minutes, by so much in
    a second."""
    tests = [
        {
            "interval": f"{STEP_SECONDS}s",
            "input_series": [
                {"series": _with_scraped_labels(name), "values": f"0+{each * STEP_SECONDS}x{4 * 11}"}
            ],
            "promql_expr_test": [
                {
                    "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                    "eval_time": "11m",
                    "exp_samples": [
                        {"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(alerts)
                    ],
                }
            ],
        }
        for name, (each, alerts) in growing.items()
    ]
    document = {"rule_files": [str(ALERTS)], "evaluation_interval": "15s", "tests": tests}
    path = folder / "growth.test.yaml"
    path.write_text(json.dumps(document), encoding="utf-8")
    _run("test", "rules", str(path))


def _tells(name: str, value: float) -> bool:
    """Returns whether an alert may look at this value.

    Leaving out the others saves most of the time: series that no alert names, and empty buckets.
    """
    metric = name.partition("{")[0]
    return metric in _alert_series() and (value != 0 or not metric.endswith("_bucket"))


@cache
def _alert_series() -> set[str]:
    return {*re.findall(r"\b(?:seatpreview_\w+|up)\b", ALERTS.read_text(encoding="utf-8"))}


def _values(name: str, phases: list[tuple[Scrape, set[str]]]) -> list[str]:
    """Returns the values of a series in the notation of promtool: `1+0x47` is 1, and 47 times the same."""
    values = []
    for number, (phase, _) in enumerate(phases):
        value, growth = phase.values.get(name), 0
        if value is not None and "_timestamp_seconds" in name:
            # The time of the test begins at 0, so timestamps are shifted by the time of the scrape.
            value, growth = value + number * PHASE_STEPS * STEP_SECONDS - phase.at, STEP_SECONDS
        values.append(f"_x{PHASE_STEPS}" if value is None else f"{value:.6f}+{growth}x{PHASE_STEPS - 1}")
    return values


def _with_scraped_labels(name: str) -> str:
    metric, _, labels = name.partition("{")
    return f"{metric}{{{_SCRAPED_LABELS}{',' if labels else ''}{labels or '}'}"


def _run(*arguments: str) -> str:
    done = subprocess.run([_executable(), *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _executable() -> str:
    own = ROOT / "build" / "promtool"
    found = os.environ.get("PROMTOOL", "") or shutil.which("promtool") or (str(own) if own.exists() else "")
    if not found:
        raise FileNotFoundError("promtool is missing: run script/promtool, or set PROMTOOL to its path.")
    return found
