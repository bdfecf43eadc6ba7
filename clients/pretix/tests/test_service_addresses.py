"""Which addresses of services are taken, which the operator permits, and that no other one is used."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from organizer_at_work import EVENT, ORGANIZER, OrganizerAtWork, messages_of, text_of
from picker.shop_visitor import ShopVisitor
from pretix.base.models import Team, User
from seat_preview_service import SeatPreviewService

from pretix_seatpreview.connection import connection_of
from pretix_seatpreview.connection_settings import (
    Keys,
    PlanLink,
    Scope,
    keys_of,
    own_scope,
    save_keys,
    save_link,
)
from pretix_seatpreview.service_addresses import (
    origin_of,
    permitted_services,
    refusal,
    service_address,
)
from trial_shop.example_shop import PASSWORD

SERVICES = "PRETIX_SEATPREVIEW_SERVICES"
"""The variable that stands for `services` in the section `seatpreview` of pretix.cfg."""
NOT_PERMITTED = "does not permit this service"
KEY = "sk_live_secret000000000000000000000000000000000"


@pytest.mark.parametrize(
    ("entered", "address"),
    [
        ("https://seats.example", "https://seats.example"),
        (" HTTPS://Seats.Example:443/ ", "https://seats.example"),
        ("https://seats.example:8443/console", "https://seats.example:8443"),
        ("https://seats.example/console#/venues/ven_1", "https://seats.example"),
        ("https://seats.example/v1/", "https://seats.example"),
        ("https://bühne.example", "https://xn--bhne-0ra.example"),
        ("http://seat_preview:8080", "http://seat_preview:8080"),
        ("https://192.0.2.1", "https://192.0.2.1"),
    ],
)
def test_an_address_is_stored_as_browsers_write_its_origin(entered: str, address: str) -> None:
    assert service_address(entered) == address
    assert refusal(entered) is None


@pytest.mark.parametrize(
    "entered",
    [
        "",
        "seats.example",
        "//seats.example",
        "javascript:alert(1)//https://seats.example",
        "data:text/html,<script>alert(1)</script>",
        "ftp://seats.example",
        "https://",
        "https://*",
        "https://*.evil.example",
        "https://seats.example;script-src-elem *",
        "https://;script-src-elem *.evil.example",
        "https://evil.example,seats.example",
        "https://'unsafe-inline'.evil.example",
        "https://seats.example\nSet-Cookie: a=b",
        "https://seats.example%0d%0a.evil.example",
        "https://seats.example\\@evil.example",
        "https://seats.example@evil.example",
        "https://:@evil.example",
        "https://seats.example/hall",
        "https://seats.example/?https://evil.example",
        "https://[::1]",
        "https://.evil.example",
        "https://evil..example",
        "https://evil.example.",
        "https://evil.example:0",
        "https://evil.example:65536",
        "https://evil.example:443x",
        f"https://{'a' * 64}.example",
        f"https://{'a.' * 127}example",
    ],
)
def test_what_could_mean_something_else_in_a_policy_or_a_link_is_no_address(entered: str) -> None:
    """Attack: whoever may edit an event enters an address that ends a directive of the policy, stands for
    every host, leads elsewhere than it seems to, or is a script."""
    assert service_address(entered) is None
    assert "This is no address of a service" in str(refusal(entered))


def test_origins_of_pages_are_read_by_the_same_rule() -> None:
    assert origin_of("https://www.mill.example/tickets?from=here") == "https://www.mill.example"
    assert origin_of('https://evil.example"onload=/') is None


class TestTheListOfTheOperator:
    """`services` in pretix.cfg."""

    def test_it_is_read_as_addresses_are_entered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert permitted_services() is None
        monkeypatch.setenv(
            SERVICES, "https://b.example, https://A.example/\n https://b.example:443 http://10.0.0.1"
        )
        assert permitted_services() == ("https://b.example", "https://a.example", "http://10.0.0.1")
        assert refusal("https://B.example/console") is None
        for other in ("https://c.example", "https://b.example:8443", "http://b.example"):
            assert NOT_PERMITTED in str(refusal(other))

    @pytest.mark.parametrize("listed", ["", " ", "seats.example", "https://a.example https://*.example"])
    def test_pretix_does_not_start_with_a_list_that_cannot_be_read(
        self, listed: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from django.apps import apps

        monkeypatch.setenv(SERVICES, listed)
        with pytest.raises(ImproperlyConfigured, match=r"\[seatpreview\] services in pretix\.cfg"):
            apps.get_app_config("pretix_seatpreview").ready()

    def test_it_names_no_service_to_which_keys_would_go_in_the_open(
        self, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        settings.ALLOW_HTTP_TO_PRIVATE_NETWORKS = False
        monkeypatch.setenv(SERVICES, "http://seats.example")
        with pytest.raises(ImproperlyConfigured, match=r"http://seats\.example cannot be used"):
            permitted_services()

    def test_the_settings_choose_among_its_services(
        self, organizer: OrganizerAtWork, seat_preview: SeatPreviewService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(SERVICES, f"https://seats.example {seat_preview.url}")
        for page in (ORGANIZER, EVENT):
            form = text_of(organizer.get(page))
            assert '<select name="service_url"' in form
            assert f'<option value="{seat_preview.url}">' in form
        assert "The service accepts the keys" in messages_of(organizer.connect(seat_preview, at=EVENT))
        assert f'<option value="{seat_preview.url}" selected>' in text_of(organizer.get(EVENT))

    def test_no_other_service_is_stored_or_asked(
        self, organizer: OrganizerAtWork, seat_preview: SeatPreviewService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Attack: whoever may edit an event sends the form with an address that its list does not have."""
        monkeypatch.setenv(SERVICES, "https://seats.example")
        for page in (ORGANIZER, EVENT):
            assert NOT_PERMITTED in messages_of(organizer.connect(seat_preview, at=page))
        assert keys_of(Scope(organizer.organizer)) is None
        assert keys_of(own_scope(organizer.event)) is None


STORED = {
    "is not in the list": "https://other.example",
    "stands for many hosts": "https://*.evil.example",
    "ends a directive": "https://;script-src-elem *.evil.example",
    "is a script": "javascript:alert(1)//",
}


@pytest.mark.parametrize("address", STORED.values(), ids=STORED)
def test_nothing_is_loaded_from_an_address_that_was_stored_earlier_and_is_refused_now(
    address: str, organizer: OrganizerAtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack: whoever may edit an event has stored an address before the operator wrote the list, or before
    the plugin refused such addresses."""
    monkeypatch.setenv(SERVICES, "https://seats.example")
    scope = own_scope(organizer.event)
    save_keys(scope, Keys(address, KEY, KEY, "key_1", "key_2"))
    save_link(scope, organizer.plan, PlanLink("ven_1", 1, "", "2026-11-18T09:00:00+00:00"))
    assert connection_of(organizer.event) is None

    visitor = ShopVisitor()
    for path in ("", "seatingframe/", "w/abcdefghijklmnop/seatingframe/"):
        page = visitor.web.get(visitor.shop + path, secure=True)
        assert visitor.config(path)["viewer"] is None
        assert "embed.js" not in text_of(page)
        assert "evil" not in page["Content-Security-Policy"]
        assert "other.example" not in page["Content-Security-Policy"]
    assert set(visitor.letters().values()) == {"f"}

    settings = organizer.get(EVENT)
    told = NOT_PERMITTED if address == "https://other.example" else "This is no address of a service"
    assert told in messages_of(settings)
    assert f'href="{address}' not in text_of(settings)
    for answer in (organizer.preview(at=EVENT), organizer.sync(at=EVENT), organizer.post(f"{EVENT}check/")):
        assert told in messages_of(answer)
    assert "It is unlinked" in messages_of(organizer.post(f"{EVENT}unlink/", venues="keep"))


def test_whoever_edits_an_event_reaches_no_connection_but_that_of_the_event(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    """Attack: somebody who may edit one event names a service for others, or reads their keys."""
    kept = Keys("https://seats.example", KEY, KEY, "key_1", "key_2")
    save_keys(Scope(organizer.organizer), kept)
    user = User.objects.create_user("editor@localhost", PASSWORD)
    team = Team.objects.create(organizer=organizer.organizer, name="Editors")
    team.limit_events.add(organizer.event)
    team.limit_event_permissions = {"event.settings.general:write": True}
    team.save()
    team.members.add(user)
    editor = OrganizerAtWork("editor@localhost")
    assert editor.get(ORGANIZER).status_code in (403, 404)
    assert editor.connect(seat_preview, at=ORGANIZER).status_code in (403, 404)
    assert "The service accepts the keys" in messages_of(editor.connect(seat_preview, at=EVENT))
    assert keys_of(Scope(organizer.organizer)) == kept
    own = keys_of(own_scope(organizer.event))
    assert own is not None
    assert own.service_url == seat_preview.url
