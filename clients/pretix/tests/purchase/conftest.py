"""The example shop, whose plan has a venue in a real service, and a record of what that service is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
from seat_preview_service import SeatPreviewService

if TYPE_CHECKING:
    from organizer_at_work import Shop
    from purchase.buyer import Venue


@pytest.fixture(scope="session")
def venue(seat_preview: SeatPreviewService) -> Venue:
    """The venue of the example shop, made once for all tests, with a key for buyers."""
    from purchase.buyer import make_venue

    return make_venue(seat_preview)


@pytest.fixture
def shop(venue: Venue, db: None) -> Iterator[Shop]:
    """The plan of the example shop has the venue."""
    from django_scopes import scopes_disabled
    from organizer_at_work import Shop

    from pretix_seatpreview.connection_settings import save_keys, save_link

    with scopes_disabled():
        shop = Shop()
        save_keys(shop.scope, venue.keys)
        save_link(shop.scope, shop.plan, venue.link)
        yield shop


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[httpx.Request]:
    """All requests that the plugin sends to the service from here on."""
    from pretix_seatpreview.bounded_client import BoundedTransport

    requests: list[httpx.Request] = []
    send = BoundedTransport.handle_request

    def record(self: BoundedTransport, request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return send(self, request)

    monkeypatch.setattr(BoundedTransport, "handle_request", record)
    return requests
