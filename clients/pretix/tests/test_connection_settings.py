"""The settings of the connection: who may see them, what is refused, and where a key never appears."""

from __future__ import annotations

import json
import logging
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError
from organizer_at_work import EVENT, ORGANIZER, OrganizerAtWork, messages_of, text_of
from pretix.base.exporters.events import EventDataExporter
from pretix.base.exporters.json import JSONExporter
from pretix.base.models import Event, LogEntry, Organizer, Team, User
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
from pretix_seatpreview.control import steps
from pretix_seatpreview.plan_sync import layout_digest
from trial_shop.example_shop import PASSWORD, STARTS_AT

SYNC_KEY = "sk_live_forPlanSync000000000000000000000000000"
BUYERS_KEY = "sk_live_forBuyers0000000000000000000000000000"
KEYS = Keys("https://seats.example", SYNC_KEY, BUYERS_KEY, "key_buyers", "key_sync")


@pytest.fixture(params=["organizer", "event"])
def linked(request: pytest.FixtureRequest, organizer: OrganizerAtWork) -> OrganizerAtWork:
    """The organizer, or its event, has a connection and a venue. No service is asked."""
    scope = Scope(organizer.organizer) if request.param == "organizer" else own_scope(organizer.event)
    save_keys(scope, KEYS)
    save_link(
        scope,
        organizer.plan,
        PlanLink("ven_1", 1, layout_digest(organizer.plan), "2026-11-18T09:00:00+00:00"),
    )
    return organizer


class TestAKeyIsShownNowhere:
    """Attack: somebody who may open pages, exports or the API of pretix looks for the keys."""

    def test_no_page_has_a_key(self, linked: OrganizerAtWork) -> None:
        assert connection_of(linked.event) is not None
        for address in (
            *(ORGANIZER, f"{ORGANIZER}unlink/", EVENT, f"{EVENT}unlink/"),
            *("/control/organizer/mill/", "/control/organizer/mill/edit", "/control/organizer/mill/logs"),
            *(
                "/control/event/mill/concert/",
                "/control/event/mill/concert/settings/",
                "/mill/concert/",
                "/mill/",
            ),
        ):
            page = text_of(linked.web.get(address, follow=True))
            assert SYNC_KEY not in page, address
            assert BUYERS_KEY not in page, address

    def test_a_form_with_a_fault_does_not_repeat_the_key(self, linked: OrganizerAtWork) -> None:
        page = text_of(
            linked.post(ORGANIZER, service_url="no address", sync_key=SYNC_KEY, buyers_key=BUYERS_KEY)
        )
        assert "This is no address of a service" in page
        assert SYNC_KEY not in page
        assert BUYERS_KEY not in page

    def test_a_cloned_event_has_no_key_and_no_connection_of_its_own(self, linked: OrganizerAtWork) -> None:
        for plugins in (linked.event.plugins, ""):
            source = linked.event
            source.plugins = plugins
            source.save()
            clone = Event.objects.create(
                organizer=linked.organizer,
                name="Clone",
                slug=f"clone{bool(plugins)}",
                date_from=STARTS_AT,
                currency="EUR",
            )
            clone.copy_data_from(source)
            values = _own_settings(clone)
            assert not [key for key, value in values if "seatpreview" in key or "sk_live" in value]
            assert keys_of(own_scope(clone)) is None

    def test_the_api_of_pretix_gives_no_key(self, linked: OrganizerAtWork) -> None:
        for address in (
            "/api/v1/organizers/mill/",
            "/api/v1/organizers/mill/settings/?explain=true",
            "/api/v1/organizers/mill/events/concert/",
            "/api/v1/organizers/mill/events/concert/settings/?explain=true",
        ):
            answer = linked.get(address)
            assert answer.status_code == 200, address
            assert "sk_live" not in text_of(answer), address

    def test_no_export_of_pretix_has_a_key(self, linked: OrganizerAtWork) -> None:
        event, organizer = linked.event, linked.organizer
        exports = (
            JSONExporter(event, organizer).render({}),
            EventDataExporter(Event.objects.filter(pk=event.pk), organizer).render({"_format": "default"}),
        )
        for _, _, content in exports:
            data = content.encode() if isinstance(content, str) else content
            assert b"oncert" in data
            assert b"sk_live" not in data

    def test_a_copy_of_the_settings_of_an_event_has_no_key(self, linked: OrganizerAtWork) -> None:
        assert not [value for _, value in _own_settings(linked.event) if "sk_live" in value]


def test_storing_keys_leaves_only_their_ids_in_the_log_of_pretix_and_of_the_server(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sync_key, buyers_key = seat_preview.make_key(), seat_preview.make_key("sessions", "seats")
    organizer.connect(seat_preview, sync_key, buyers_key=buyers_key)
    assert keys_of(Scope(organizer.organizer)) is not None
    entries = [entry.data for entry in LogEntry.objects.filter(action_type__startswith="pretix_seatpreview")]
    assert json.loads(entries[0])["service_url"] == seat_preview.url
    for text in (*entries, caplog.text):
        assert sync_key not in text
        assert buyers_key not in text
    assert "The connection to Seat Preview has been changed" in text_of(
        organizer.get("/control/organizer/mill/logs")
    )


WRONG_KEYS: list[tuple[dict[str, Any], str]] = [
    ({"sync_key": "sk_live_unknown0000000000000000000000000000000"}, "refuses the key"),
    ({"sync_key": "two words"}, "not as a Seat Preview service does"),
    ({"sync_key": ""}, "This field is required"),
    ({"sync_groups": ("sessions",)}, "lacks the group “management”"),
    ({"sync_groups": ("management",)}, "lacks “sessions”, “seats”"),
    ({"sync_groups": ("management", "sessions")}, "lacks “seats”"),
    ({"buyers_groups": ("sessions",)}, "lacks the group “seats”"),
    ({"buyers_groups": ("management", "sessions", "seats")}, "may do too much"),
    ({"service_url": "ftp://seats.example"}, "This is no address of a service"),
    ({"service_url": "http://127.0.0.1:9"}, "cannot be reached"),
    ({"widget_pages": "my page"}, "is no address of a page"),
]


@pytest.mark.parametrize(("changes", "told"), WRONG_KEYS)
def test_what_is_wrong_with_the_settings_is_told_and_nothing_is_stored(
    changes: dict[str, Any], told: str, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    data = {"service_url": seat_preview.url, "sync_key": seat_preview.make_key()} | changes
    for name in ("sync", "buyers"):
        if groups := data.pop(f"{name}_groups", ""):
            data[f"{name}_key"] = seat_preview.make_key(*groups)
    assert told in messages_of(organizer.post(ORGANIZER, **data))
    assert keys_of(Scope(organizer.organizer)) is None


def test_a_stored_key_is_not_sent_to_another_service(
    linked: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    """Attack: somebody who may change the settings enters the address of a server of their own, and waits
    there for the key."""
    for address in (ORGANIZER, EVENT):
        page = text_of(linked.post(address, service_url=seat_preview.url))
        assert "Enter the key for plan sync of this service." in page or "This field is required" in page


def test_an_event_uses_the_connection_of_its_organizer_until_it_has_its_own(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    digest = layout_digest(organizer.plan)
    save_keys(Scope(organizer.organizer), KEYS)
    save_link(
        Scope(organizer.organizer), organizer.plan, PlanLink("ven_1", 1, digest, "2026-11-18T09:00:00+00:00")
    )
    assert "uses the organizer" in text_of(organizer.get(EVENT))
    connection = connection_of(organizer.event)
    assert connection is not None
    assert connection.venue_id == "ven_1"
    organizer.connect(seat_preview, at=EVENT)
    assert connection_of(organizer.event) is None
    assert "is made" in messages_of(organizer.sync(at=EVENT))
    connection = connection_of(organizer.event)
    assert connection is not None
    assert connection.service_url == seat_preview.url
    organizer.post(f"{EVENT}unlink/", venues="keep")
    assert connection_of(organizer.event) is not None


def test_a_plan_takes_its_links_with_it_when_it_is_deleted(linked: OrganizerAtWork) -> None:
    plan = linked.organizer.seating_plans.create(name="Other", layout="{}")
    scopes = (Scope(linked.organizer), own_scope(linked.event))
    for scope in scopes:
        save_link(scope, plan, PlanLink("ven_2", 1, "", "2026-11-18T09:00:00+00:00"))
    name = f"plan{plan.pk}"
    plan.delete()
    assert [scope.read(name) for scope in scopes] == ["", ""]
    assert connection_of(linked.event) is not None


def test_an_event_takes_its_connection_with_it_when_it_is_deleted(organizer: OrganizerAtWork) -> None:
    event = organizer.event
    save_keys(own_scope(event), KEYS)
    names = own_scope(event).names()
    assert names
    scope = own_scope(event)
    event.delete_sub_objects()
    event.delete()
    assert scope.names() == []


@pytest.mark.parametrize("address", [ORGANIZER, EVENT])
def test_pages_are_for_those_who_may_change_settings_and_only_where_the_plugin_is_on(
    address: str, organizer: OrganizerAtWork
) -> None:
    user = User.objects.create_user("door@localhost", PASSWORD)
    team = Team.objects.create(organizer=organizer.organizer, name="Door", all_events=True)
    team.limit_event_permissions = {"event.orders:read": True}
    team.save()
    team.members.add(user)
    assert OrganizerAtWork("door@localhost").get(address).status_code in (403, 404)
    assert organizer.get(address).status_code == 200
    home = "/control/event/mill/concert/settings/" if "event" in address else "/control/organizer/mill/"
    assert address in text_of(organizer.web.get(home, follow=True))
    Organizer.objects.filter(slug="mill").update(plugins="")
    assert organizer.get(address).status_code == 404


def test_the_pages_speak_german(organizer: OrganizerAtWork) -> None:
    User.objects.update(locale="de")
    page = text_of(organizer.get(ORGANIZER))
    assert "Schlüssel für den Sitzplan-Abgleich" in page
    assert "Adresse des Dienstes" in page


def test_settings_of_earlier_versions_get_names_that_begin_with_the_package(
    organizer: OrganizerAtWork,
) -> None:
    step = import_module("pretix_seatpreview.migrations.0001_settings_names")
    settings = organizer.organizer.settings
    settings.set("seatpreview_organizer_service_url", "https://seats.example")
    settings.set("other_plugin_seatpreview_organizer", "its own")
    step.rename(step.OLD, step.NEW)(apps, None)
    after = Organizer.objects.get(pk=organizer.organizer.pk).settings
    after.flush()
    keys = keys_of(Scope(Organizer.objects.get(pk=organizer.organizer.pk)))
    assert keys is not None
    assert keys.service_url == "https://seats.example"
    assert after.get("seatpreview_organizer_service_url") is None
    assert after.get("other_plugin_seatpreview_organizer") == "its own"


def test_a_key_that_could_not_be_stored_is_revoked(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a key would stay at the service that nobody knows."""

    def fail(scope: Scope, keys: Keys) -> None:
        raise DatabaseError("The disk is full.")

    organizer.connect(seat_preview)
    before = _keys(seat_preview)
    monkeypatch.setattr(steps, "save_keys", fail)
    with pytest.raises(DatabaseError):
        organizer.sync()
    after = _keys(seat_preview)
    [made] = after.keys() - before.keys()
    assert after[made] == "revoked"


def _keys(service: SeatPreviewService) -> dict[str, str]:
    with service.client() as client:
        return {key.key_id: key.status for key in client.keys.list(limit=100)}


def _own_settings(event: Event) -> list[tuple[str, str]]:
    """Returns what is stored for an event itself, without what it has from its organizer."""
    stored = apps.get_model("pretixbase", "Event_SettingsStore").objects.filter(object=event)
    return list(stored.values_list("key", "value"))
