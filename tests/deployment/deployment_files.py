"""Reads the files of deploy/, and docs/deploy.md, as Docker, systemd and the proxies would."""

import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it carries no types

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy"
PAGE = ROOT / "docs" / "deploy.md"

ENVIRONMENT = {
    "SITE_HOST": "seats.example",
    "PICTURES_HOST": "pictures.seats.example",
    "POSTGRES_PASSWORD": "0123456789abcdef",
    "SIGNING_SECRET": "a-secret-of-the-tests-that-is-long-enough",
    "PICTURES_SECRET": "0123456789abcdef",
}
"""Values that an operator might put into .env."""

VARIABLE = re.compile(r"(?<!\$)\$\{(\w+)(:\?[^}]+)?\}")


def read_text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def texts_by_name() -> dict[str, str]:
    """Returns the text of each file of deploy/ and of the page, by file name."""
    return {path.name: path.read_text(encoding="utf-8") for path in [*sorted(FOLDER.iterdir()), PAGE]}


def load_compose() -> dict[str, Any]:
    """Returns the compose file with every variable replaced, as `docker compose` reads it."""
    text = VARIABLE.sub(lambda match: ENVIRONMENT[match[1]], read_text("compose.yaml"))
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def parse_environment(text: str) -> dict[str, str]:
    """Returns the variables of an environment file."""
    return dict(re.findall(r"^([A-Z][A-Z0-9_]*)=(.*)$", text, re.MULTILINE))


def parse_seconds(text: str) -> int:
    """Parses a number of seconds as nginx, Caddy, compose and systemd write it."""
    match = re.fullmatch(r"(\d+)s?", text)
    assert match is not None, f"{text} is not a number of seconds"
    return int(match[1])
