"""A shop as pretix's guide sets it up (several processes, PostgreSQL, celery with Valkey), with an event of
2,000 seats."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from running_shop import run_program, running_shop_on_postgres
from seat_preview_service import SeatPreviewService

WORKERS = 4
ORGANIZERS_PRETIX = {
    "DJANGO_SETTINGS_MODULE": "trial_shop.settings",
    "PRETIX_PRETIX_ALLOW_HTTP_TO_PRIVATE_NETWORKS": "true",
    "PRETIX_PRETIX_URL": "https://shop.example",
}
"""What the organizer of these tests needs, who opens pages without a server."""


@dataclass(frozen=True)
class ArenaShop:
    """The shop that runs."""

    address: str
    environment: Mapping[str, str]
    """In which a program finds its database."""

    def sold_seats(self) -> list[tuple[str, str]]:
        """Returns each seat of an order, with the e-mail address of the order."""
        told = run_program("journey.shop_commands", "ordered_seats", environment=self.environment)
        return [(guid, email) for _, email, guid in json.loads(told)]


@contextmanager
def arena_shop(folder: Path, service: SeatPreviewService) -> Iterator[ArenaShop]:
    """Runs the shop until the block ends."""
    with running_shop_on_postgres(folder, WORKERS, with_celery=True) as (origin, database):
        environment = {**database, **ORGANIZERS_PRETIX}
        run_program("journey.make_arena", service.url, service.tenant_key, environment=environment)
        yield ArenaShop(f"{origin}/mill/arena/", environment)
