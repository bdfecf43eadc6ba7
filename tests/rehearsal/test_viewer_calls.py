"""The calls of a buyer's browser in a rehearsal."""

from datetime import UTC, datetime

import msgspec

from seatpreview.decoding.inputs import decode
from seatpreview.events.model import IngestEventsRequest
from seatpreview.rehearsal.viewer_calls import KINDS, Browser, Call, Kind, SessionMaker

AT = datetime(2026, 11, 17, 10, tzinfo=UTC)
MAKER = SessionMaker({"authorization": "Bearer sk_live_x"}, {"venue": "hall", "purpose": "staff"})
SESSION = b'{"token":"st_1","viewerUrl":"https://seats.example/viewer/key_1#st_1","venueId":"ven_1"}'


def with_session() -> Browser:
    browser = Browser(7, MAKER)
    browser.read("session", SESSION)
    return browser


def call(browser: Browser, kind: Kind, seat: str = "1/A/2") -> Call:
    return browser.call(kind, seat, AT)


def test_the_secret_is_sent_to_make_a_session_and_never_again() -> None:
    made = call(Browser(7, MAKER), "session")
    assert made.headers == MAKER.headers
    browser = with_session()
    later = [call(browser, kind) for kind in KINDS[1:]]
    assert not any("sk_live" in str(each) for each in later)


def test_the_viewer_is_opened_under_the_key_of_its_session() -> None:
    browser = with_session()
    assert call(browser, "page").path == "/viewer/key_1"
    headers = call(browser, "preview").headers
    assert (headers["authorization"], headers["x-viewer-key"]) == ("Bearer st_1", "key_1")


def test_a_preview_brings_those_of_the_seats_around_and_the_first_one_the_session() -> None:
    browser = with_session()
    assert call(browser, "preview").path.endswith("?seat=1%2FA%2F2&withNeighbours=true&withSession=true")
    call(browser, "beacon")
    assert call(browser, "preview").path.endswith("?seat=1%2FA%2F2&withNeighbours=true")


def test_a_beacon_is_one_that_the_service_takes() -> None:
    browser = with_session()
    first, second = (call(browser, "beacon") for _ in range(2))
    bodies = []
    for each in (first, second):
        assert isinstance(each.body, bytes)
        assert each.body.startswith(b'{"token":"st_1","viewerKey":"key_1",')
        bodies.append(decode(msgspec.json.decode(each.body), IngestEventsRequest))
    assert [event.kind for event in bodies[0].events] == ["session_started", "seat_viewed", "view_rotated"]
    assert [event.kind for event in bodies[1].events] == ["seat_viewed"]
    ids = [event.event_id for body in bodies for event in body.events]
    assert len(set(ids)) == len(ids)
