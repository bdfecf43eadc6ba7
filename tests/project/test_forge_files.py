"""The files for a public forge: the workflow does what everybody can do, and the templates are valid."""

from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types

from project.test_package_metadata import PROJECT
from project.test_project import ROOT

FORGE = ROOT / ".github"
TEMPLATES = sorted((FORGE / "ISSUE_TEMPLATE").glob("*.yml"))
KINDS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}


def parsed(path: Path) -> dict[Any, Any]:
    """Returns the content of a YAML file."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def test_the_workflow_calls_nothing_but_the_suite() -> None:
    [path] = (FORGE / "workflows").iterdir()
    jobs = parsed(path)["jobs"]
    for job in jobs.values():
        checkout, _ = job["steps"]
        assert checkout["uses"].startswith("actions/checkout@v")
        assert checkout["with"] == {"persist-credentials": False}
    commands = {name: job["steps"][1] for name, job in jobs.items()}
    assert commands == {
        "test": {"run": "script/test", "env": {"PYTHON": "python${{ matrix.python }}"}},
        "pretix": {
            "run": "script/setup dev && script/browser && script/pretix test",
            "env": {"PRETIX_VERSION": "${{ matrix.pretix }}"},
        },
    }


def test_the_plugin_for_pretix_is_tried_every_week_and_nothing_else_is() -> None:
    workflow = parsed(FORGE / "workflows" / "test.yml")
    assert workflow["jobs"]["pretix"]["if"] == "github.event_name == 'schedule'"
    assert workflow["jobs"]["test"]["if"] == "github.event_name != 'schedule'"
    [timing] = workflow[True]["schedule"]
    minute, hour, day, month, weekday = timing["cron"].split()
    assert (day, month) == ("*", "*")
    assert all(part.isdecimal() for part in (minute, hour, weekday))


def test_the_workflow_may_only_read() -> None:
    workflow = parsed(FORGE / "workflows" / "test.yml")
    assert workflow["permissions"] == {"contents": "read"}
    # YAML reads the key `on` as a truth value. A run for pull_request has no secrets.
    assert set(workflow[True]) == {"push", "pull_request", "schedule"}


def test_the_workflow_runs_on_every_python_that_the_metadata_name() -> None:
    job = parsed(FORGE / "workflows" / "test.yml")["jobs"]["test"]
    named = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line]
    assert job["strategy"]["matrix"]["python"] == named


@pytest.mark.parametrize(
    "path", [path for path in TEMPLATES if path.name != "config.yml"], ids=lambda path: path.stem
)
def test_a_template_is_a_form_that_the_forge_accepts(path: Path) -> None:
    form = parsed(path)
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in form["body"]} <= KINDS
    ids = [field["id"] for field in fields]
    assert len(ids) == len(set(ids))
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_there_is_a_form_for_each_kind_of_report() -> None:
    assert {path.stem for path in TEMPLATES} == {"bug", "label", "idea", "config"}


def test_a_fault_in_private_is_pointed_to_the_security_page() -> None:
    """A link needs an address, and the project has none yet: the form for faults says it in words."""
    assert parsed(FORGE / "ISSUE_TEMPLATE" / "config.yml") == {"blank_issues_enabled": False}
    assert "SECURITY.md" in parsed(FORGE / "ISSUE_TEMPLATE" / "bug.yml")["body"][0]["attributes"]["value"]
