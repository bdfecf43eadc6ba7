"""The calls of a buyer's browser in a rehearsal."""

from datetime import UTC, datetime

import msgspec

from seatpreview.decoding.inputs import decode
from seatpreview.events.model import IngestEventsRequest
from seatpreview.rehearsal.viewer_calls import KINDS, Browser, Call, Kind, SessionMaker

AT = datetime(2026, 11, 17, 10, tzinfo=UTC)
MAKER = SessionMaker({"authorization": "Bearer sk_live_x"}, {"venue": "hall", "purpose": "staff"})
SESSION = b'{"token":"st_1","viewerUrl":"https://seats.example/viewer/key_1#st_1","venueId":"ven_1"}'
PREVIEW = b'{"neighbours":{"left":"1/A/1","right":"1/A/3","inFront":null,"behind":"1/B/2"},"seat":{}}'


def with_session() -> Browser:
    browser = Browser(7, MAKER)
    browser.read("session", SESSION)
    return browser


def only(browser: Browser, kind: Kind, seat: str = "1/A/2") -> Call:
    [call] = browser.calls(kind, seat, AT)
    return call


def test_the_secret_is_sent_to_make_a_session_and_never_again() -> None:
    made = only(Browser(7, MAKER), "session")
    assert made.headers == MAKER.headers
    browser = with_session()
    browser.read("preview", PREVIEW)
    later = [call for kind in KINDS[1:] for call in browser.calls(kind, "1/A/2", AT)]
    assert {kind for kind, *_ in later} == {*KINDS[1:]}
    assert not any("sk_live" in str(call) for call in later)


def test_the_viewer_is_opened_under_the_key_of_its_session() -> None:
    browser = with_session()
    assert only(browser, "page").path == "/viewer/key_1"
    assert only(browser, "preview").headers == {"authorization": "Bearer st_1", "x-viewer-key": "key_1"}


def test_each_neighbour_is_asked_for_once_in_a_visit() -> None:
    browser = with_session()
    browser.read("preview", PREVIEW)
    paths = [call.path for call in browser.calls("neighbours", "1/A/2", AT)]
    assert paths == [f"/v1/seats/preview?seat=1%2F{place}" for place in ("A%2F1", "A%2F3", "B%2F2")]
    assert browser.calls("neighbours", "1/A/2", AT) == []
    assert browser.calls("preview", "1/A/3", AT) == [], "the viewer has it in memory"


def test_a_beacon_is_one_that_the_service_takes() -> None:
    browser = with_session()
    first, second = (only(browser, "beacon") for _ in range(2))
    bodies = []
    for call in (first, second):
        assert isinstance(call.body, bytes)
        assert call.body.startswith(b'{"token":"st_1","viewerKey":"key_1",')
        bodies.append(decode(msgspec.json.decode(call.body), IngestEventsRequest))
    assert [event.kind for event in bodies[0].events] == ["session_started", "seat_viewed", "view_rotated"]
    assert [event.kind for event in bodies[1].events] == ["seat_viewed"]
    ids = [event.event_id for body in bodies for event in body.events]
    assert len(set(ids)) == len(ids)
