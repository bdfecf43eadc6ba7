"""docs/deploy.md and the files of deploy/: what they name is there."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
import typer.main

from deployment.shown import PAGE, everything_shown
from seatpreview.cli.main import app
from seatpreview.settings import Settings, variable

COMMAND = re.compile(
    r"\b(?:seatpreview|as_service) (?!seatpreview)([a-z][a-z-]+)(?: ([a-z][a-z-]+))?([^`|\n]*)"
)


@pytest.mark.parametrize(("name", "text"), everything_shown().items())
def test_every_setting_that_is_named_exists(name: str, text: str) -> None:
    known = {variable(item.name) for item in fields(Settings)}
    assert set(re.findall(r"SEATPREVIEW_[A-Z_]+", text)) - known == set()


def test_every_command_that_is_named_exists_with_its_options() -> None:
    named = list(commands_on_the_page())
    assert {"doctor", "keys create", "db upgrade", "db backup", "db restore", "signing rotate"} <= {
        path for path, _ in named
    }
    for path, options in named:
        command = command_at(path)
        known = {option for parameter in command.params for option in parameter.opts}
        assert options - known == set(), f"seatpreview {path} has no such option"


def test_every_link_leads_somewhere() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        place, _, anchor = link.partition("#")
        assert (PAGE.parent / place).exists(), f"{link} leads nowhere"
        assert place or anchor in anchors, f"{link} names no heading of the page"


def commands_on_the_page() -> Iterator[tuple[str, set[str]]]:
    """Each command with the options that stand behind it on its line."""
    groups: dict[str, Any] = command_at("").commands
    for first, second, rest in COMMAND.findall(PAGE.read_text(encoding="utf-8")):
        is_group = hasattr(groups.get(first), "commands")
        yield f"{first} {second}" if is_group else first, set(re.findall(r"(?<!\S)--[a-z-]+", rest))


def command_at(path: str) -> Any:
    command: Any = typer.main.get_command(app)
    for name in path.split():
        command = command.commands.get(name)
        assert command is not None, f"there is no command seatpreview {path}"
    return command
