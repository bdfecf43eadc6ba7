"""A shop whose event names a service that means harm, in a real pretix and a real browser."""

from __future__ import annotations

import shutil
from pathlib import Path

from hostile_service import HostileService, hostile_service
from running_shop import TEMPLATE, run_chapter, run_program, serving


def test_no_script_of_a_service_runs_in_the_shop_or_in_the_control_pages(tmp_path: Path) -> None:
    """Attack: somebody who may edit one event, and nothing else in pretix, names a service of their own for
    it. Its script, its frame, its messages and its texts try to run in the page, whose origin is that of
    /control, too."""
    shutil.copytree(TEMPLATE, tmp_path / "data")
    with hostile_service() as service, serving(tmp_path) as origin:
        environment = {"PRETIX_PRETIX_DATADIR": str(tmp_path / "data"), "PRETIX_PRETIX_URL": origin}
        run_program("journey.shop_commands", "name_service_for_event", service.url, environment=environment)
        run_chapter("use_shop_with_hostile_service", origin, service.url)
        run_chapter("ask_hostile_service", origin)
        _saw_the_buyer(service)


def _saw_the_buyer(service: HostileService) -> None:
    """The page has really used the service, for a session and for a frame, and was sent no script."""
    assert {*service.asked} == {
        *("GET /v1/seats", "OPTIONS /v1/sessions", "POST /v1/sessions", "GET /viewer/key_hostile"),
        "GET /v1/caller",
    }
