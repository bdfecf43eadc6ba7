"""A pretix as its own guide sets it up: PostgreSQL, celery with Valkey, several processes, and two organizers
whose events use different services. Everything after the sale is done in pretix's own pages."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx
from running_shop import run_chapter, run_program, running_shop_on_postgres
from seat_preview_service import SeatPreviewService, running_service

from journey.arena_shop import ORGANIZERS_PRETIX
from journey.http_buyer import HttpBuyer
from journey.what_buyers_get import VIEW, VIEW_IN_EMAIL, emails, html_of, images_in, views_in

WORKERS_SECONDS_MAX = 300
"""How long a background worker may take on a machine that does much else."""


def test_from_the_sale_to_the_refund_with_background_workers(
    seat_preview: SeatPreviewService, tmp_path: Path
) -> None:
    (tmp_path / "service").mkdir()
    with (
        running_service(tmp_path / "service") as second,
        running_shop_on_postgres(tmp_path, 2, with_celery=True) as (origin, environment),
    ):
        data = tmp_path / "data"

        def command(name: str, *arguments: str) -> str:
            program = {**environment, **ORGANIZERS_PRETIX}
            return run_program("journey.shop_commands", name, *arguments, environment=program)

        def chapter(name: str, *arguments: str) -> None:
            run_chapter(name, origin, *arguments)

        keys = (seat_preview.url, seat_preview.tenant_key, second.url, second.tenant_key)
        command("link_two_organizers", *keys)
        assert _services(f"{origin}/mill/concert/", seat_preview, second) == [seat_preview.url]
        assert _services(f"{origin}/loft/show/", seat_preview, second) == [second.url]

        buyer = HttpBuyer(f"{origin}/mill/concert/", 1)
        buyer.open()
        buyer.add("S1-1", "S1-2")
        code = buyer.check_out()
        _until(lambda: len(emails(data, buyer.email)) == 1, "an e-mail about the order")
        [placed] = emails(data, buyer.email)
        assert "View from Stalls, Row 1, Seat 2" in html_of(placed)
        _until(lambda: command("count_stored_images").strip() == "2", "the views of both seats")

        chapter("pay", code)
        _until(lambda: len(emails(data, buyer.email)) == 2, "an e-mail about the payment")
        paid = emails(data, buyer.email)[-1]
        assert views_in(paid) == [VIEW_IN_EMAIL] * 2
        (data / "paid.eml").write_bytes(paid.as_bytes())
        chapter("read_email", str(data / "paid.eml"), "Stalls, Row 1, Seat 1", "Stalls, Row 1, Seat 2")
        chapter("download", buyer.order_address, str(data / "tickets.pdf"))
        assert images_in(data / "tickets.pdf").count(VIEW) == 2

        chapter("change_seat", code, "S1-2", "S1-4")
        _until(lambda: _states(buyer, "S1-1", "S1-2", "S1-4") == "sfs", "the seats as they are now")
        _until(lambda: command("count_stored_images").strip() == "3", "the view of the new seat")
        seats = ("Stalls, Row 1, Seat 1", "Stalls, Row 1, Seat 4")
        chapter("look_at_order", buyer.order_address, "pretix-order-after-change", *seats)
        chapter("download", buyer.order_address, str(data / "changed.pdf"))
        assert images_in(data / "changed.pdf").count(VIEW) == 2
        chapter("check_in", "Stalls, Row 1, Seat 4")

        chapter("cancel_and_refund", code)
        _until(lambda: _states(buyer, "S1-1", "S1-4") == "ff", "the seats that are free again")


def _services(shop: str, *services: SeatPreviewService) -> list[str]:
    """Returns the services that the page of an event allows and shows."""
    answer = httpx.get(shop, timeout=WORKERS_SECONDS_MAX, follow_redirects=True)
    policy = answer.headers["Content-Security-Policy"]
    return [service.url for service in services if service.url in policy or service.url in answer.text]


def _states(buyer: HttpBuyer, *guids: str) -> str:
    states = buyer.states()
    return "".join(states[guid] for guid in guids)


def _until(is_there: Callable[[], bool], what: str) -> None:
    """Waits for what happens in other processes."""
    ends_at = time.monotonic() + WORKERS_SECONDS_MAX
    while not is_there():
        assert time.monotonic() < ends_at, f"There is no sign of {what}."
        time.sleep(0.5)
