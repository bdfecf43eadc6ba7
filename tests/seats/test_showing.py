"""What can be shown of a venue: joined once from its record and its images, and never from older ones."""

import gc
import weakref
from typing import Any

import pytest

from layouts.written import compiled, section
from seatpreview.clock import Moment
from seatpreview.http import bodies
from seatpreview.ids import ImageId, TenantId, VenueId
from seatpreview.imagery.model import Imagery, StoredImage
from seatpreview.labels.model import seat_of
from seatpreview.seats import showing
from seatpreview.seats.showing import Showing, Showings
from seatpreview.venues.compiled import CompiledVenue
from seatpreview.venues.model import ObjectName, VenueRecord
from seatpreview.venues.rules import resolver_for

PLACE = seat_of("101", "A", "1")
NOTHING = Imagery({})


def venue(**record: Any) -> CompiledVenue:
    written = bodies.decode({"name": "Hall"} | record, VenueRecord)
    layout = compiled(section())
    return CompiledVenue(
        venue_id=VenueId.new(),
        owner=TenantId.new(),
        version=1,
        record=written,
        layout=layout,
        resolver=resolver_for(written.rules.seat_keys, layout, ()),
    )


def uploaded(*names: str) -> Imagery:
    return Imagery({name: _stored(name) for name in names})


def _stored(name: str) -> StoredImage:
    return StoredImage(
        venue_id=VenueId.new(),
        name=ObjectName(name),
        image_id=ImageId.new(),
        content_type="image/jpeg",
        width=1,
        height=1,
        size_bytes=1,
        tiles=None,
        sha256="",
        created_at=Moment(0),
    )


def ad(name: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "slot": "side",
        "image": "ad.jpg",
        "alt": "Ad",
        "clickUrl": "https://shop.example/",
    } | more


def shown(ads: list[dict[str, Any]], at: int, section_id: str = "101") -> list[str]:
    found = Showing(venue(ads=ads), uploaded("ad.jpg")).ads(section_id, Moment(at))
    return [running.ad.id for running in found]


def test_a_showing_is_that_of_its_very_record_and_images() -> None:
    hall, images, showings = venue(), uploaded("a.jpg"), Showings()
    made = Showing(hall, images)
    showings.keep(hall, made)
    assert showings.get(hall, images) is made
    assert showings.get(hall, uploaded("a.jpg")) is None
    assert showings.get(venue(), images) is None


def test_a_venue_that_is_let_go_of_takes_its_showing_along() -> None:
    hall, showings = venue(), Showings()
    made = Showing(hall, NOTHING)
    showings.keep(hall, made)
    gone = weakref.ref(made)
    del hall, made
    gc.collect()
    assert gone() is None


def test_a_view_is_remembered_for_its_own_showing_alone() -> None:
    picture = {"url": "https://images.example/1"}
    sets = [{"id": "set", "kind": "photo", "images": [picture]}]
    without, with_one = Showing(venue(), NOTHING), Showing(venue(imagerySets=sets), NOTHING)
    first = without.view(PLACE, None, "en")
    assert without.view(PLACE, None, "en") is first
    assert first.provenance.source == "drawing"
    assert with_one.view(PLACE, None, "en").provenance.source == "photo"
    assert without.view(PLACE, None, "de").description != first.description


def test_views_are_remembered_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "VIEWS_MAX", 2)
    monkeypatch.setattr(showing, "_VIEWS", {})
    hall = Showing(venue(), NOTHING)
    for seat in "1234":
        hall.view(seat_of("101", "A", seat), None, "en")
        assert len(showing._VIEWS) <= 2


def test_an_ad_applies_from_its_first_microsecond_until_its_end() -> None:
    times = {"from": "1970-01-01T00:00:10Z", "until": "1970-01-01T00:00:20Z"}
    assert shown([ad("a", **times)], 9_999_999) == []
    assert shown([ad("a", **times)], 10_000_000) == ["a"]
    assert shown([ad("a", **times)], 19_999_999) == ["a"]
    assert shown([ad("a", **times)], 20_000_000) == []


def test_an_ad_is_for_its_sections_and_needs_its_picture() -> None:
    ads = [ad("all"), ad("here", sections=["101"]), ad("there", sections=["102"]), ad("bare", image="b.jpg")]
    assert shown(ads, 0) == ["all", "here"]
    assert shown(ads, 0, "102") == ["all", "there"]
