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
    "WEBHOOK_KEY": "another-secret-of-the-tests-that-is-long-enough",
    "PICTURES_SECRET": "0123456789abcdef",
}
"""Values that an operator might put into .env."""

VARIABLE = re.compile(r"(?<!\$)\$\{(\w+)(:\?[^}]+)?\}")


def read_text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def parse_unit(name: str = "seatpreview.service") -> dict[str, list[tuple[str, str]]]:
    """Returns the options of each section of a systemd unit, in their order."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in read_text(name).splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            sections[heading[1]] = []
        elif line and not line.startswith("#"):
            option, _, value = line.partition("=")
            sections[list(sections)[-1]].append((option, value))
    return sections


def texts_by_name() -> dict[str, str]:
    """Returns the text of each file of deploy/ and of the page, by its path from the root."""
    files = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in [*files, PAGE]}


def load_compose() -> dict[str, Any]:
    """Returns the compose file with every variable replaced, as `docker compose` reads it."""
    text = VARIABLE.sub(lambda match: ENVIRONMENT[match[1]], read_text("compose.yaml"))
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def load_manifests() -> dict[str, dict[str, Any]]:
    """Returns the manifests for Kubernetes by file name, one in each file."""
    folder = FOLDER / "kubernetes"
    files = [*folder.glob("*.yaml"), *folder.glob("*.yaml.example")]
    return {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(files)}


def image_settings() -> dict[str, str]:
    """Returns the settings that the image has."""
    return dict(re.findall(r"(SEATPREVIEW_[A-Z_]+)=(\S+)", read_text("Containerfile")))


def parse_environment(text: str) -> dict[str, str]:
    """Returns the variables of an environment file."""
    return dict(re.findall(r"^([A-Z][A-Z0-9_]*)=(.*)$", text, re.MULTILINE))


def parse_seconds(text: str) -> int:
    """Parses a number of seconds as nginx, Caddy, compose and systemd write it."""
    match = re.fullmatch(r"(\d+)s?", text)
    assert match is not None, f"{text} is not a number of seconds"
    return int(match[1])
