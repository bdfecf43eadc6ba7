"""docs/deploy.md and the files of deploy/: every setting, command and link in them exists."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
import typer.main

from deployment.deployment_files import PAGE, texts_by_name
from seatpreview.cli.main import app
from seatpreview.settings.settings import Settings, variable

COMMAND = re.compile(
    r"\b(?:seatpreview|as_service) (?!seatpreview)([a-z][a-z-]+)(?: ([a-z][a-z-]+))?([^`|\n]*)"
)


@pytest.mark.parametrize(("name", "text"), texts_by_name().items())
def test_every_setting_exists(name: str, text: str) -> None:
    known = {variable(item.name) for item in fields(Settings)}
    assert set(re.findall(r"SEATPREVIEW_[A-Z0-9_]+", text)) - known == set()


def test_every_command_exists_with_its_options() -> None:
    named = list(commands_on_the_page())
    assert {"doctor", "keys create", "db upgrade", "db backup", "db restore", "signing rotate"} <= {
        path for path, _ in named
    }
    for path, options in named:
        command = find_command(path)
        known = {option for parameter in command.params for option in parameter.opts}
        assert options - known == set(), f"seatpreview {path} has no such option"


def test_every_link_has_a_target() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        assert (PAGE.parent / path).exists(), f"{link}: there is no such file"
        assert path or anchor in anchors, f"{link}: the page has no such heading"


def commands_on_the_page() -> Iterator[tuple[str, set[str]]]:
    """Yields each command of the page with the options on its line."""
    groups: dict[str, Any] = find_command("").commands
    for first, second, rest in COMMAND.findall(PAGE.read_text(encoding="utf-8")):
        is_group = hasattr(groups.get(first), "commands")
        yield f"{first} {second}" if is_group else first, set(re.findall(r"(?<!\S)--[a-z-]+", rest))


def find_command(path: str) -> Any:
    command: Any = typer.main.get_command(app)
    for name in path.split():
        command = command.commands.get(name)
        assert command is not None, f"there is no command seatpreview {path}"
    return command
