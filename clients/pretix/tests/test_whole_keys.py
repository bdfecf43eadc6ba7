"""Keys that may do everything, which people sign in with."""

from __future__ import annotations

from organizer_at_work import OrganizerAtWork
from seat_preview_service import SeatPreviewService


def test_a_key_that_may_do_everything_is_never_limited_to_a_venue(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    organizer.connect(seat_preview, sync_key=seat_preview.tenant_key)
    organizer.sync(limit="1")
    with seat_preview.client() as client:
        assert client.caller.get().venues is None
