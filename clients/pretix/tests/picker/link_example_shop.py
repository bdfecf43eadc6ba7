"""Links the example shop of the database that the environment names to a new venue of a service.

It runs in a process of its own: python -m picker.link_example_shop SERVICE TENANT_KEY ORIGIN"""

import sys

import django


def main(service_url: str, tenant_key: str, origin: str) -> None:
    """Sets everything up as an organizer would, and lets pages of the origin show the venue as well."""
    from django_scopes import scopes_disabled
    from organizer_at_work import OrganizerAtWork
    from seat_preview_service import SeatPreviewService

    from pretix_seatpreview.connection import connection_of

    service = SeatPreviewService(service_url, tenant_key)
    with scopes_disabled(), service.client() as client:
        organizer = OrganizerAtWork()
        organizer.connect(service)
        organizer.sync()
        connection = connection_of(organizer.event)
        assert connection is not None, "The example shop was not linked."
        key = client.keys.get(connection.buyers_key_id)
        client.keys.update(
            key.key_id, if_match=key.etag, allowed_origins=[origin], embed_frame_ancestors=[origin]
        )


if __name__ == "__main__":
    django.setup()
    main(*sys.argv[1:])
