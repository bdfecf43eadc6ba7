"""Plan sync between a real pretix and a real service, through the control pages."""

from __future__ import annotations

import csv
import html
import io
import json
import re

import pytest
from django.http import HttpResponse
from organizer_at_work import ORGANIZER, OrganizerAtWork, messages_of, text_of
from pretix.base.models import SeatingPlan, User
from seat_preview_service import SeatPreviewService

from pretix_seatpreview.connection import connection_of
from pretix_seatpreview.connection_settings import (
    Scope,
    StandingArea,
    facts_of,
    keys_of,
    link_of,
    links_of,
)
from pretix_seatpreview.plan_sync import layout_digest
from seatpreview_client import models
from trial_shop.example_shop import add_plan


@pytest.fixture
def linked(organizer: OrganizerAtWork, seat_preview: SeatPreviewService) -> OrganizerAtWork:
    """The plan of the example shop has a venue."""
    organizer.connect(seat_preview)
    assert "is made" in messages_of(organizer.sync())
    return organizer


def test_a_preview_shows_what_would_be_made_and_makes_nothing(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    organizer.connect(seat_preview)
    before = _venues(seat_preview)
    page = text_of(organizer.preview())
    assert "A venue with 17 seats in 2 sections would be made" in page
    assert "Premium: 6, Standard: 6" in page
    assert "The file has no heights" in page
    assert _venues(seat_preview) == before
    assert connection_of(organizer.event) is None


def test_a_venue_is_made_with_the_ids_of_pretix_and_keys_that_reach_nothing_else(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    organizer.connect(seat_preview, widget_pages="https://www.mill.example/tickets")
    assert "The venue of “Mill Theatre” is made." in messages_of(organizer.sync(limit="1"))
    link, keys = organizer.link, keys_of(Scope(organizer.organizer))
    assert keys is not None
    with seat_preview.client() as client:
        assert client.venues.get(link.venue_id).name == "Mill Theatre"
        seat = client.seats.preview(venue=link.venue_id, seat="ref:B1-3").seat
        assert seat.key.endswith("/3")
        sync, buyers = client.keys.get(keys.sync_key_id), client.keys.get(keys.buyers_key_id)
    assert sync.venues == [link.venue_id]
    assert (buyers.venues, sorted(buyers.groups or ())) == ([link.venue_id], ["seats", "sessions"])
    assert buyers.allowed_origins == ["https://shop.example"]
    assert buyers.embed_frame_ancestors == ["https://shop.example", "https://www.mill.example"]
    assert f"Mill Theatre ({link.venue_id})" in text_of(organizer.get(ORGANIZER))


def test_pages_of_buyers_get_the_connection_and_a_client_that_may_read_the_venue(
    linked: OrganizerAtWork,
) -> None:
    connection = connection_of(linked.event)
    assert connection is not None
    assert connection.venue_id == linked.link.venue_id
    assert connection.buyers_key not in repr(connection)
    with connection.client(seconds_max=100) as client:
        assert client.seats.preview(venue=connection.venue_id, seat="ref:S1-1").seat.key


def test_a_date_of_a_series_has_the_venue_of_its_own_plan(linked: OrganizerAtWork) -> None:
    event = linked.event
    event.has_subevents, event.seating_plan = True, None
    event.save()
    with_plan = event.subevents.create(name="Monday", date_from=event.date_from, seating_plan=linked.plan)
    without = event.subevents.create(name="Tuesday", date_from=event.date_from)
    connection = connection_of(with_plan)
    assert connection is not None
    assert connection.venue_id == linked.link.venue_id
    assert connection_of(without) is None
    assert connection_of(event) is None


class TestTheKeyForBuyers:
    """What the plugin does about a key that somebody has made by hand, and says where it may not."""

    def test_pages_of_the_widget_are_added_when_they_are_saved(
        self, linked: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        told = messages_of(
            linked.post(ORGANIZER, service_url=seat_preview.url, widget_pages="https://mill.example/a")
        )
        assert "all pages of the shop may show the map" in told
        keys = keys_of(Scope(linked.organizer))
        assert keys is not None
        with seat_preview.client() as client:
            key = client.keys.get(keys.buyers_key_id)
        assert key.embed_frame_ancestors == ["https://shop.example", "https://mill.example"]
        assert key.allowed_origins == ["https://shop.example"]

    @pytest.mark.parametrize("limit", ["", "1"])
    def test_what_a_key_made_by_hand_lacks_is_listed_where_it_may_not_be_changed(
        self, limit: str, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        buyers_key = seat_preview.make_key("sessions", "seats")
        organizer.connect(seat_preview, seat_preview.make_key("management"), buyers_key=buyers_key)
        organizer.sync(limit=limit)
        told = messages_of(organizer.post(f"{ORGANIZER}check/"))
        assert "Allowed origins (allowedOrigins): add https://shop.example" in told
        assert ("may not read the key for buyers" in told) == bool(limit)

    def test_a_key_that_could_not_be_made_with_the_venue_is_made_by_the_check(
        self, linked: OrganizerAtWork
    ) -> None:
        scope = Scope(linked.organizer)
        scope.write("buyers_key", "")
        assert connection_of(linked.event) is None
        linked.post(f"{ORGANIZER}check/")
        assert connection_of(linked.event) is not None


class TestAPlanThatChanges:
    """What a second sync does."""

    def test_nothing_is_done_where_the_venue_has_the_plan_already(self, linked: OrganizerAtWork) -> None:
        assert "has the seats of this plan already" in messages_of(linked.preview())

    def test_the_venue_is_updated_at_once_where_nobody_has_edited_it(
        self, linked: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        _without_last_seat(linked.plan)
        assert "the plan has changed" in text_of(linked.get(ORGANIZER))
        page = text_of(linked.preview())
        assert "would be updated at once" in page
        assert "B1-5" in page
        assert "up to date" in messages_of(linked.sync())
        with seat_preview.client() as client:
            assert client.venues.get(linked.link.venue_id).seat_count == 16

    def test_an_edited_venue_gets_a_draft_with_its_difference_which_can_be_published(
        self, linked: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        _rename(seat_preview, linked.link.venue_id)
        _without_last_seat(linked.plan)
        assert "would be stored as a draft" in text_of(linked.preview())
        page = text_of(linked.sync())
        assert "is stored as a draft" in page
        assert "Seats that are gone</th><td>1</td>" in page
        with seat_preview.client() as client:
            assert client.venues.get(linked.link.venue_id).seat_count == 17
        assert "a draft waits" in text_of(linked.get(ORGANIZER))
        assert "The draft is published" in messages_of(linked.sync(publish="1"))
        with seat_preview.client() as client:
            venue = client.venues.get(linked.link.venue_id)
        assert (venue.seat_count, venue.name) == (16, "Mill Hall")
        assert linked.link.version == venue.version

    def test_a_draft_that_was_published_in_the_console_counts_as_synced(
        self, linked: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        _rename(seat_preview, linked.link.venue_id)
        _without_last_seat(linked.plan)
        linked.sync()
        with seat_preview.client() as client:
            draft = client.venues.get_draft(linked.link.venue_id)
            client.venues.publish_draft(linked.link.venue_id, if_match=draft.etag)
        assert "has the seats of this plan already" in messages_of(linked.preview())
        assert "up to date" in text_of(linked.get(ORGANIZER))

    def test_the_draft_of_somebody_else_is_never_overwritten(
        self, linked: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        _rename(seat_preview, linked.link.venue_id)
        with seat_preview.client() as client:
            client.venues.put_draft(linked.link.venue_id, name="Mine")
        _without_last_seat(linked.plan)
        assert "has a draft that somebody else has saved" in messages_of(linked.sync())
        with seat_preview.client() as client:
            assert client.venues.get_draft(linked.link.venue_id).record["name"] == "Mine"

    def test_a_plan_that_changed_since_it_was_looked_at_is_not_synced(self, linked: OrganizerAtWork) -> None:
        before = linked.link
        _without_last_seat(linked.plan)
        assert "has changed since you looked at it" in messages_of(linked.sync(digest=before.layout_digest))
        assert linked.link == before

    def test_a_new_plan_takes_over_the_venue_of_the_plan_that_it_replaces(
        self, linked: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        """pretix refuses to change a plan that an event uses: people upload a new one instead."""
        old = linked.plan
        layout = _shorter(old.layout)
        new = SeatingPlan.objects.create(organizer=linked.organizer, name="Mill 2", layout=layout)
        assert "Or update an existing venue" in text_of(linked.preview(new))
        assert "would be updated at once" in text_of(linked.preview(new, venue_of=str(old.pk)))
        linked.sync(new, venue_of=str(old.pk))
        scope = Scope(linked.organizer)
        assert {link.venue_id for link in links_of(scope).values()} == {linked.link.venue_id}
        assert link_of(scope, new) is not None
        assert "its venue has another plan now" in text_of(linked.get(ORGANIZER))

    def test_a_key_that_is_limited_to_its_venue_is_told_before_it_fails_at_another_plan(
        self, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        organizer.connect(seat_preview)
        organizer.sync(limit="1")
        layout = _shorter(organizer.plan.layout)
        other = SeatingPlan.objects.create(organizer=organizer.organizer, name="Other hall", layout=layout)
        assert "may make no other one" in text_of(organizer.preview(other))
        assert "limited to other venues" in messages_of(organizer.sync(other))
        organizer.connect(seat_preview)
        assert "is made" in messages_of(organizer.sync(other, limit="1"))
        keys, links = keys_of(Scope(organizer.organizer)), links_of(Scope(organizer.organizer))
        assert keys is not None
        with seat_preview.client() as client:
            for key_id in (keys.sync_key_id, keys.buyers_key_id):
                assert set(client.keys.get(key_id).venues or ()) == {link.venue_id for link in links.values()}


class TestAPlanThatLeavesSomethingOpen:
    """What the service asks and what it finds hardly true is on the page, and can be answered there."""

    def test_what_is_asked_and_hardly_true_is_told_in_the_language_of_the_page(
        self, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        organizer.connect(seat_preview)
        User.objects.update(locale="de")
        page = html.unescape(text_of(organizer.preview(_doubtful(organizer))))
        assert "Für 100% der Plätze sind die ersten Reihen am weitesten von der Bühne entfernt" in page
        assert "Ist diese Seite links? Der Bereich 'Right' ist nicht auf der Seite, die er nennt." in page
        assert "Links und rechts vertauscht." in page
        assert '<span lang="en">' not in page

    def test_an_answer_is_read_with_the_plan_and_the_venue_is_made_with_it(
        self, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        organizer.connect(seat_preview)
        plan = _doubtful(organizer)
        assert _chosen(organizer.preview(plan)) == [""]
        answered = organizer.preview(plan, answer_side="mirrored", make="1")
        assert _chosen(answered) == ["mirrored"]
        assert "Left and right are exchanged, as you chose." in text_of(answered)
        assert 'name="answers" value="side=mirrored"' in text_of(answered)
        organizer.sync(plan, answers="side=mirrored")
        link = link_of(Scope(organizer.organizer), plan)
        assert link is not None
        with seat_preview.client() as client:
            table = csv.DictReader(
                io.StringIO(client.venues.export(link.venue_id, format="csv").decode("utf-8-sig"))
            )
            places = {(row["section"], float(row["x_m"])) for row in table}
        on_the_left, on_the_right = (
            [x for name, x in places if name == section] for section in ("Left", "Right")
        )
        # Whoever looks at the stage has the section "Left" on the left.
        assert max(on_the_left) < min(on_the_right)

    def test_an_answer_that_is_none_is_refused_in_words(
        self, organizer: OrganizerAtWork, seat_preview: SeatPreviewService
    ) -> None:
        organizer.connect(seat_preview)
        told = messages_of(organizer.preview(_doubtful(organizer), answer_side="upwards"))
        assert "cannot use what it was sent" in told


def test_a_plan_that_the_service_has_written_is_compared_by_the_keys_of_its_seats(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    """Its ids are the keys of seats, which the import does not keep a second time."""
    table = "section,row,seat\n" + "".join(f"Hall,{row},{seat}\n" for row in "AB" for seat in range(1, 7))
    with seat_preview.client() as client:
        record = client.venues.import_file(table.encode(), name="Hall.csv").record
        venue = client.venues.create(name=record.name, rules=record.rules)
        layout = client.venues.export(venue.venue_id, format="pretix").decode()
    plan = SeatingPlan.objects.create(organizer=organizer.organizer, name="Hall", layout=layout)
    organizer.connect(seat_preview)
    assert "is made" in messages_of(organizer.sync(plan))
    data = json.loads(layout)
    gone = data["zones"][0]["rows"][-1]["seats"].pop()["seat_guid"]
    plan.layout = json.dumps(data)
    plan.save()
    page = text_of(organizer.preview(plan))
    assert "New seats</th><td>0</td>" in page
    assert f'Seats that are gone</th><td>1</td><td class="text-muted">{gone}</td>' in page


def test_a_plan_uses_the_drawn_hall_that_it_was_written_from(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    """Wheelchair places, names and heights of a hall that was drawn in the console stay; nothing is made."""
    rules = {
        "layout": {
            "sections": [
                {
                    "id": "stalls",
                    "name": "Stalls Centre",
                    "rows": ["A", "B"],
                    "seats": {"count": 6},
                    "category": "premium",
                    "properties": [
                        {"at": {"A": [1]}, "has": ["wheelchair"]},
                        {"at": {"A": [2]}, "has": ["companion"]},
                    ],
                    "geometry": {"shape": "straight", "bearingDeg": 180, "distanceM": 8, "riserM": 0.4},
                },
                {"id": "pit", "name": "Pit", "kind": "standing", "capacity": 80},
            ],
            "categories": [{"id": "premium", "name": "Premium"}],
        }
    }
    with seat_preview.client() as client:
        venue = client.venues.create(name="Drawn", rules=models.VenueRules.from_json(rules))
        layout = client.venues.export(venue.venue_id, format="pretix").decode()
    plan = SeatingPlan.objects.create(organizer=organizer.organizer, name="Drawn", layout=layout)
    organizer.connect(seat_preview)
    before = _venues(seat_preview)
    page = text_of(organizer.preview(plan))
    assert "All 12 seats of the plan are in the venue, and no other ones." in page
    assert "The plan was written from this venue." in page
    assert "uses the venue “Drawn”" in messages_of(organizer.sync(plan, venue=venue.venue_id))
    assert _venues(seat_preview) == before
    scope = Scope(organizer.organizer)
    facts = facts_of(scope, plan)
    assert facts.places == {"wheelchair": ("stalls/A/1",), "companion": ("stalls/A/2",)}
    assert (facts.section_names, facts.standing) == (
        {"stalls": "Stalls Centre", "pit": "Pit"},
        (StandingArea("pit", "Pit"),),
    )
    assert [category.name for category in plan.get_categories()] == [
        *("Premium", "Premium, wheelchair place", "Premium, companion place"),
    ]
    # The hall loses a seat in pretix. What was drawn stays.
    data = json.loads(layout)
    gone = data["zones"][0]["rows"][1]["seats"].pop()["seat_guid"]
    plan.layout = json.dumps(data)
    plan.save()
    page = text_of(organizer.preview(plan))
    assert f'Seats that are gone</th><td>1</td><td class="text-muted">{gone}</td>' in page
    assert "is up to date" in messages_of(organizer.sync(plan))
    with seat_preview.client() as client:
        after = client.venues.get(venue.venue_id)
        kept = client.venues.export(venue.venue_id, format="csv").decode()
    assert (after.name, after.seat_count) == ("Drawn", 11)
    lines = [line for line in kept.splitlines() if ",A," in line]
    assert sum(",yes," in line for line in lines) == 2
    assert "Pit" in {section.name for section in after.rules.layout.sections}


def test_a_plan_of_pretix_uses_a_venue_with_the_same_names_and_says_what_differs(
    linked: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    data = json.loads(linked.plan.layout.replace("S1-", "first-").replace("S2-", "second-"))
    data["zones"][1]["rows"][0]["seats"][0]["seat_number"] = "99"
    data["zones"][1]["rows"][0]["seats"][0]["seat_guid"] = "new"
    other = SeatingPlan.objects.create(
        organizer=linked.organizer, name="Again", layout=json.dumps(data | {"name": "Again"})
    )
    page = text_of(linked.preview(other, venue=linked.link.venue_id))
    assert "16 seats of the plan are in the venue." in page
    assert '</th><td>1</td><td class="text-muted">new</td>' in page
    assert '</th><td>1</td><td class="text-muted">B1-1</td>' in page
    assert "Found by section, row and number</th><td>12</td>" in page
    assert "Found by the id that both have</th><td>4</td>" in page
    linked.sync(other, venue=linked.link.venue_id)
    assert linked.link.layout_digest == layout_digest(linked.plan), "the first plan is still in step"
    assert "no such venue" in messages_of(linked.preview(_copy(other), venue="ven_000000000000"))


def _copy(plan: SeatingPlan) -> SeatingPlan:
    return SeatingPlan.objects.create(organizer=plan.organizer, name="Copy", layout=plan.layout)


@pytest.mark.parametrize("becomes", ["keep", "archive"])
def test_unlinking_takes_everything_out_of_pretix_and_archives_the_venue_only_if_that_is_wanted(
    becomes: str, linked: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    venue_id = linked.link.venue_id
    assert linked.get(f"{ORGANIZER}unlink/").status_code == 200
    assert "unlinked" in messages_of(linked.post(f"{ORGANIZER}unlink/", venues=becomes))
    assert not [key for key in linked.organizer.settings.freeze() if "seatpreview" in key]
    assert connection_of(linked.event) is None
    with seat_preview.client() as client:
        assert (client.venues.get(venue_id).archived_at is not None) == (becomes == "archive")


def test_a_single_plan_is_unlinked_and_the_connection_stays(linked: OrganizerAtWork) -> None:
    linked.post(f"{ORGANIZER}plan/{linked.plan.pk}/unlink/", venues="keep")
    scope = Scope(linked.organizer)
    assert links_of(scope) == {}
    assert keys_of(scope) is not None


def test_one_attempt_makes_one_venue_however_often_it_is_sent(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    organizer.connect(seat_preview)
    before = len(_venues(seat_preview))
    for _ in range(2):
        organizer.sync(attempt="a-double-click")
        organizer.organizer.settings.delete(f"pretix_seatpreview_organizer_plan{organizer.plan.pk}")
    assert len(_venues(seat_preview)) == before + 1


def test_a_plan_that_cannot_be_imported_is_told_with_the_reason(
    organizer: OrganizerAtWork, seat_preview: SeatPreviewService
) -> None:
    organizer.connect(seat_preview)
    layout = json.dumps({"name": "Empty", "zones": [], "categories": []})
    plan = SeatingPlan.objects.create(organizer=organizer.organizer, name="Empty", layout=layout)
    assert "cannot use what it was sent" in messages_of(organizer.preview(plan))


def _doubtful(organizer: OrganizerAtWork) -> SeatingPlan:
    """A plan whose sections are not on the sides that they name, with its first rows behind the others."""
    stage = {
        "shape": "rectangle",
        "color": "#dddddd",
        "position": {"x": 100, "y": 0},
        "rectangle": {"width": 300, "height": 60},
        "text": {"text": "STAGE", "color": "#000000", "position": {"x": 0, "y": 0}},
    }
    zones = [
        {
            "name": name,
            "position": {"x": x, "y": 200},
            "rows": [
                {
                    "row_number": str(6 - row),
                    "position": {"x": 0, "y": 40 * row},
                    "seats": [
                        {
                            "seat_guid": f"{name}-{row}-{seat}",
                            "seat_number": str(seat),
                            "category": "Standard",
                            "position": {"x": 20 * seat, "y": 0},
                        }
                        for seat in range(1, 9)
                    ],
                }
                for row in range(6)
            ],
            "areas": [stage] if x == 0 else [],
        }
        for name, x in (("Right", 0), ("Left", 250))
    ]
    layout = {
        "name": "Doubtful",
        "size": {"width": 500, "height": 500},
        "categories": [{"name": "Standard", "color": "#1d70b8"}],
        "zones": zones,
    }
    return add_plan(organizer.organizer, layout)


def _chosen(page: HttpResponse) -> list[str]:
    """Returns the answers that are chosen on a page."""
    return re.findall(r'<input type="radio" name="answer_side" value="(\w*)" checked>', text_of(page))


def _venues(service: SeatPreviewService) -> list[str]:
    with service.client() as client:
        return [venue.venue_id for venue in client.venues.list(limit=100)]


def _rename(service: SeatPreviewService, venue_id: str) -> None:
    """Edits the venue, as somebody does in the console."""
    with service.client() as client:
        client.venues.edit(venue_id, lambda venue: {"name": "Mill Hall"})


def _without_last_seat(plan: SeatingPlan) -> None:
    plan.layout = _shorter(plan.layout)
    plan.save()


def _shorter(layout: str) -> str:
    data = json.loads(layout)
    data["zones"][1]["rows"][0]["seats"].pop()
    return json.dumps(data)
