"""The files of deploy/ and the page about them, read as those who use them would."""

import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it carries no types

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy"
PAGE = ROOT / "docs" / "deploy.md"

FILLED_IN = {
    "SITE_HOST": "seats.example",
    "PICTURES_HOST": "pictures.seats.example",
    "POSTGRES_PASSWORD": "0123456789abcdef",
    "SIGNING_SECRET": "a-secret-of-the-tests-that-is-long-enough",
    "PICTURES_SECRET": "0123456789abcdef",
}
"""What an operator might put into .env."""

VARIABLE = re.compile(r"(?<!\$)\$\{(\w+)(:\?[^}]+)?\}")


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def everything_shown() -> dict[str, str]:
    """The text of each file, by its name."""
    return {path.name: path.read_text(encoding="utf-8") for path in [*sorted(FOLDER.iterdir()), PAGE]}


def compose() -> dict[str, Any]:
    """The compose file with every variable filled in, as `docker compose` reads it."""
    text = VARIABLE.sub(lambda found: FILLED_IN[found[1]], text_of("compose.yaml"))
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def environment_in(text: str) -> dict[str, str]:
    """The lines NAME=value of an environment file."""
    return dict(re.findall(r"^([A-Z][A-Z0-9_]*)=(.*)$", text, re.MULTILINE))


def seconds_of(text: str) -> int:
    """A number of seconds, as nginx, Caddy, compose and systemd write it."""
    found = re.fullmatch(r"(\d+)s?", text)
    assert found is not None, f"{text} is not a number of seconds"
    return int(found[1])
