"""The Python client against a real service: every group, with and without await."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from clients.conftest import DemoService
from seatpreview_client import (
    AsyncClient,
    BadRequest,
    Client,
    Conflict,
    Forbidden,
    NotFound,
    PreconditionFailed,
    Unauthorized,
    models,
)

SEAT = "107/K/9"


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (64, 32), "teal").save(file, "PNG")
    return file.getvalue()


def test_a_seat_is_previewed_by_any_label(client: Client) -> None:
    preview = client.seats.preview(venue="harbour", seat="Lower Bowl Sec 107 Row K Seat 9")
    assert isinstance(preview, models.Preview)
    assert preview.seat.key == SEAT
    assert preview.resolution.status == "matched"
    assert preview.sightline.distance_m is not None
    assert preview.viewer_defaults.locale is None or isinstance(preview.viewer_defaults.locale, str)


def test_seats_are_resolved_listed_drawn_and_pictured(client: Client) -> None:
    resolved = client.seats.resolve(venue="harbour", labels=["107 K 9", {"section": "107", "row": "K"}])
    assert [result.status for result in resolved.results] == ["matched", "matched"]
    seats = list(client.seats.list(venue="harbour", section="107", row="K"))
    assert SEAT in [seat.key for seat in seats]
    assert client.seats.plan(venue="harbour", configuration="end-stage").sections
    image = client.seats.preview_image(venue="harbour", seat=SEAT, size="square")
    assert image.startswith(b"\xff\xd8")
    link = client.seats.create_image_link(venue="harbour", seat=SEAT)
    assert link.url.startswith("http")


def test_sessions_are_made_read_renewed_and_ended(demo: DemoService, client: Client) -> None:
    made = client.sessions.create(
        venue="harbour", seats=[SEAT], cta={"url": "https://shop.example/basket", "label": "Buy"}
    )
    assert made.seats == [SEAT]
    assert made.cta == models.CallToAction(url="https://shop.example/basket", label="Buy")
    assert made.expires_at > datetime.now(UTC)
    with Client(demo.address, key=made.token) as buyer:
        assert buyer.caller.get().kind == "session"
        assert buyer.seats.preview(seat=SEAT).seat.key == SEAT
        assert buyer.sessions.get(made.session_id).session_id == made.session_id
        assert buyer.sessions.renew(made.session_id, ttl_seconds=7200).expires_at > made.expires_at
    client.sessions.end(made.session_id)
    with Client(demo.address, key=made.token) as buyer, pytest.raises(Unauthorized) as refused:
        buyer.caller.get()
    assert refused.value.code == "session_expired"


def test_events_are_reported_listed_and_counted(demo: DemoService, client: Client) -> None:
    session = client.sessions.create(venue="harbour", seats=[SEAT])
    at = datetime.now(UTC)
    with Client(demo.address, key=session.token) as buyer:
        event = models.ReportedEvent(event_id="client-1", kind="seat_viewed", at=at, seat=SEAT)
        assert buyer.events.ingest(events=[event]).accepted == ["client-1"]
    [event_read] = list(client.events.list(session_id=session.session_id))
    assert (event_read.event_id, event_read.section) == ("client-1", "107")
    rows = list(client.events.report(group_by="section", kind="seat_viewed"))
    assert {row.key: row.counts.seat_viewed for row in rows}["107"] >= 1


def test_tenants_are_managed_by_admins(admin: Client, client: Client) -> None:
    tenant = admin.tenants.create(name="Second Stage", rate_limit={"requests": 10, "windowSeconds": 60})
    assert tenant.rate_limit is not None
    assert tenant.rate_limit.requests == 10
    updated = admin.tenants.update(tenant.tenant_id, if_match=tenant.etag, rate_limit=None)
    assert (updated.rate_limit, updated.name) == (None, "Second Stage")
    assert tenant.tenant_id in [each.tenant_id for each in admin.tenants.list(limit=1)]
    read = admin.tenants.get(tenant.tenant_id)
    assert read.usage is not None
    assert read.usage.venues.used == 0
    assert replace(read, usage=None) == updated
    with pytest.raises(PreconditionFailed):
        admin.tenants.update(tenant.tenant_id, if_match=tenant.etag, name="Third Stage")
    with pytest.raises(Forbidden) as refused:
        client.tenants.create(name="Mine")
    assert refused.value.code == "scope_insufficient"


def test_keys_are_made_changed_rotated_and_revoked(client: Client) -> None:
    made = client.keys.create(label="Shop", groups=["sessions"])
    assert (made.label, made.groups) == ("Shop", ["sessions"])
    changed = client.keys.update(made.key_id, if_match=made.etag, label="Shop 2")
    assert (changed.label, changed.version) == ("Shop 2", made.version + 1)
    opened = client.keys.update(made.key_id, if_match=changed.etag, groups=None)
    assert opened.groups is None, (
        "None is null where the API knows null, and a member that is not given stays"
    )
    with pytest.raises(Conflict):
        client.keys.update(made.key_id, if_match=made.etag, label="Shop 3")
    rotated = client.keys.rotate(made.key_id, grace_period_seconds=60)
    assert rotated.previous.key_id == made.key_id
    client.keys.revoke(rotated.key_id)
    assert client.keys.get(rotated.key_id).status == "revoked"
    assert rotated.key_id in [key.key_id for key in client.keys.list(status="revoked")]


def test_venues_are_made_replaced_and_tried(admin: Client, client: Client, demo: DemoService) -> None:
    venue = client.venues.create(
        name="Small hall",
        rules={"layout": {"sections": [{"id": "A", "rows": ["1", "2"], "seats": {"count": 10}}]}},
    )
    assert venue.seat_count == 20
    replaced = client.venues.replace(
        venue.venue_id, if_match=venue.etag, name="Small hall", timezone="Europe/Berlin", rules=venue.rules
    )
    assert (replaced.timezone, replaced.seat_count) == ("Europe/Berlin", 20)
    tried = client.venues.test_seat_keys(venue.venue_id, labels=["A 1 5", "Nowhere"])
    assert [result.status for result in tried.results] == ["matched", "unmatched"]
    case = models.SuggestCase(label="Block A/1/5", expect="A/1/5")
    assert client.venues.suggest_seat_keys(venue.venue_id, labels=[case]).data is not None
    assert venue.venue_id in [each.venue_id for each in client.venues.list()]
    grantee = demo.demo.grantee.tenant_id
    client.grants.put(venue.venue_id, grantee)
    assert [grant.tenant_id for grant in client.grants.list(venue.venue_id)] == [grantee]
    own = admin.venues.replace_aliases(
        venue.venue_id, tenant_id=grantee, aliases=[{"name": "City small hall"}]
    )
    assert [alias.name for alias in own.aliases] == ["City small hall"]
    client.grants.end(venue.venue_id, grantee)
    assert list(client.grants.list(venue.venue_id)) == []


def test_images_are_put_uploaded_listed_and_deleted(
    client: Client, demo: DemoService, tmp_path: Path
) -> None:
    venue = demo.demo.venue_id
    put = client.imagery.put(venue, "tests/small.png", picture())
    assert (put.name, put.width) == ("tests/small.png", 64)
    path = tmp_path / "small.png"
    path.write_bytes(picture())
    progress: list[tuple[int, int | None]] = []
    client.imagery.upload(venue, "tests/more.png", path, progress=lambda *state: progress.append(state))
    assert progress[-1] == (path.stat().st_size, path.stat().st_size)
    with path.open("rb") as file:
        assert client.imagery.upload(venue, "tests/again.png", file).height == 32
        assert not file.closed
    listed = client.imagery.list(venue)
    names = [image.name for image in listed]
    assert {"tests/small.png", "tests/more.png", "tests/again.png"} <= set(names)
    assert next(listed.pages()).additional_members["missing"], "a page tells more than its items"
    client.imagery.delete(venue, "tests/small.png")
    assert "tests/small.png" not in [image.name for image in client.imagery.list(venue)]


def test_the_audit_list_and_the_caller_are_read(admin: Client, client: Client, demo: DemoService) -> None:
    assert next(iter(admin.audit.list(kind="venue"))).kind == "venue"
    assert client.caller.get().tenant_id == demo.demo.tenant.tenant_id


def test_a_list_reads_its_pages_when_they_are_needed(client: Client) -> None:
    seats = client.seats.list(venue="harbour", section="107", limit=7)
    pages = seats.pages()
    first = next(pages)
    assert (len(first.data), first.next_cursor is None) == (7, False)
    assert [seat.key for seat in seats][:14] == [seat.key for seat in first.data + next(pages).data]


def test_a_problem_tells_every_fault_with_its_place(client: Client) -> None:
    with pytest.raises(BadRequest) as refused:
        client.keys.create(allowed_origins=["https://shop.example/path"])
    problem = refused.value
    assert (problem.status, problem.code) == (400, "validation_failed")
    assert problem.errors[0].pointer == "/allowedOrigins/0"
    assert problem.request_id
    assert problem.request_id in str(problem)
    assert "/allowedOrigins/0" in str(problem)


def test_a_problem_says_why_a_seat_has_no_view(client: Client) -> None:
    with pytest.raises(NotFound) as refused:
        client.seats.preview(venue="harbour", seat="Nowhere at all")
    assert refused.value.seat is not None
    assert refused.value.seat.reason == "unknown"


@pytest.mark.anyio
async def test_the_asynchronous_client_does_the_same(demo: DemoService, tmp_path: Path) -> None:
    async with AsyncClient(demo.address, key=demo.key) as client:
        preview = await client.seats.preview(venue="harbour", seat=SEAT)
        assert preview.seat.key == SEAT
        first = [
            seat.key async for seat in client.seats.list(venue="harbour", section="107", row="K", limit=5)
        ]
        assert SEAT in first
        made = await client.keys.create(label="Async")
        edited = await client.keys.edit(made.key_id, lambda key: {"label": f"{key.label} 2"})
        assert edited.label == "Async 2"
        path = tmp_path / "small.png"
        path.write_bytes(picture())
        sent: list[int] = []
        await client.imagery.upload(
            demo.demo.venue_id, "tests/async.png", path, progress=lambda bytes_, _: sent.append(bytes_)
        )
        assert sent == [path.stat().st_size]
        with pytest.raises(NotFound):
            await client.keys.get("key_000000000000")


def test_models_are_written_as_they_were_read(client: Client, demo: DemoService) -> None:
    """Also what a newer service adds: nothing is lost when a part of a record is changed and sent back."""
    venue = client.venues.get(demo.demo.venue_id)
    written: dict[str, Any] = venue.to_json() | {"newMember": {"a": 1}}
    again = models.Venue.from_json(written)
    assert again.additional_members == {"newMember": {"a": 1}}
    assert again.to_json() == written
    assert models.Venue.from_json(again.to_json()).rules == venue.rules
