"""What the files of deploy/ give the service is enough for what its settings let it use."""

import re

import pytest

from deployment.deployment_files import (
    PAGE,
    load_compose,
    load_manifests,
    parse_environment,
    parse_unit,
    read_text,
)
from deployment.test_compose import settings_of
from deployment.test_kubernetes import settings_of_pods
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings

PARENT_MB = 106
WORKER_AT_START_MB = 89
OTHER_CACHES_MB = 200
"""Figures of the table in docs/deploy.md."""


def memory_mb(settings: Settings, draws_stills: bool) -> int:
    """Returns what the service uses at most: its parent process, and workers with their processes."""
    kept = (
        settings.memory_records_mb
        + settings.memory_venues_mb
        + settings.memory_previews_mb
        + settings.memory_plans_mb
        + OTHER_CACHES_MB
    )
    worker = WORKER_AT_START_MB + kept + settings.bodies_mb + settings.heavy_total_mb
    return PARENT_MB + settings.workers * (worker + draws_stills * settings.stills_memory_mb)


def test_the_unit_has_room_for_a_worker_and_its_browser() -> None:
    settings = load(parse_environment(read_text("seatpreview.env.example")))
    assert memory_mb(settings, draws_stills=True) <= 1024 * gigabytes(
        dict(parse_unit()["Service"])["MemoryMax"]
    )


def test_the_container_has_room_for_its_workers() -> None:
    """The image has no Chromium."""
    given = load_compose()["services"]["seatpreview"]["mem_limit"]
    assert memory_mb(settings_of("seatpreview"), draws_stills=False) <= 1024 * gigabytes(given)


def test_a_pod_has_room_for_its_workers() -> None:
    [container] = load_manifests()["deployment.yaml"]["spec"]["template"]["spec"]["containers"]
    given = container["resources"]["limits"]["memory"]
    assert memory_mb(settings_of_pods(), draws_stills=False) <= 1024 * gigabytes(given)


@pytest.mark.parametrize("settings", [Settings(), settings_of("seatpreview"), settings_of_pods()])
def test_one_call_fits_into_what_all_may_use(settings: Settings) -> None:
    assert max(settings.heavy_memory_mb, settings.picture_memory_mb) <= settings.heavy_total_mb


@pytest.mark.parametrize("name", ["heavy_memory_mb", "picture_memory_mb", "heavy_total_mb", "bodies_mb"])
def test_the_page_has_the_default(name: str) -> None:
    assert f"`{name.upper()}` {getattr(Settings(), name)}" in PAGE.read_text(encoding="utf-8")


def gigabytes(text: str) -> int:
    match = re.fullmatch(r"(\d+)(?:G|g|Gi)", text)
    assert match is not None, text
    return int(match[1])
