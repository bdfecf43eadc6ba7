"""What can be shown of a venue: joined once from its record and its images, and never from older ones."""

import gc
import weakref
from collections.abc import Hashable
from typing import Any

from msgspec.structs import replace

from layouts.written import compiled, section
from seatpreview.clock import Moment
from seatpreview.http import bodies
from seatpreview.ids import ImageId, TenantId, VenueId
from seatpreview.imagery.model import Imagery, StoredImage
from seatpreview.labels.model import Resolution, seat_of
from seatpreview.memo import Memo
from seatpreview.seats.showing import Showing, Showings
from seatpreview.venues.compiled import CompiledVenue
from seatpreview.venues.model import ObjectName, VenueRecord
from seatpreview.venues.rules import resolver_for

PLACE = seat_of("101", "A", "1")
MATCHED = Resolution(status="matched", level="seat", seat=PLACE, confidence=1.0)
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
    found = Showing(venue(ads=ads), uploaded("ad.jpg"), Memo(100)).ads(section_id, Moment(at))
    return [running.ad.id for running in found]


def test_a_showing_is_that_of_its_very_record_and_images() -> None:
    hall, images, showings = venue(), uploaded("a.jpg"), Showings()
    made = Showing(hall, images, Memo(100))
    showings.keep(hall, made)
    assert showings.get(hall, images) is made
    assert showings.get(hall, uploaded("a.jpg")) is None
    assert showings.get(venue(), images) is None


def test_a_venue_that_is_let_go_of_takes_its_showing_along() -> None:
    hall, showings = venue(), Showings()
    made = Showing(hall, NOTHING, Memo(100))
    showings.keep(hall, made)
    gone = weakref.ref(made)
    del hall, made
    gc.collect()
    assert gone() is None


def test_a_view_is_remembered_for_its_own_showing_alone() -> None:
    picture = {"url": "https://images.example/1"}
    sets = [{"id": "set", "kind": "photo", "images": [picture]}]
    views: Memo[Hashable, Any] = Memo(100)
    without, with_one = Showing(venue(), NOTHING, views), Showing(venue(imagerySets=sets), NOTHING, views)
    first = without.view(MATCHED, PLACE, None, "en")
    assert without.view(MATCHED, PLACE, None, "en") is first
    assert first.provenance.source == "drawing"
    assert with_one.view(MATCHED, PLACE, None, "en").provenance.source == "photo"
    assert without.view(MATCHED, PLACE, None, "de").description != first.description


def test_a_view_tells_how_its_own_label_was_read() -> None:
    hall = Showing(venue(), NOTHING, Memo(100))
    sure, less_sure = (hall.view(replace(MATCHED, confidence=c), PLACE, None, "en") for c in (1.0, 0.7))
    assert [view.resolution.confidence for view in (sure, less_sure)] == [1.0, 0.7]


def test_a_preview_is_made_anew_for_other_addresses() -> None:
    view = Showing(venue(), NOTHING, Memo(100)).view(MATCHED, PLACE, None, "en")
    made: list[Any] = [object(), object()]
    given = [view.preview(until, lambda: made.pop(0)) for until in (900, 900, 1080)]
    assert given[0] is given[1] is not given[2]


def test_views_are_remembered_up_to_a_bound() -> None:
    views: Memo[Hashable, Any] = Memo(2)
    hall = Showing(venue(), NOTHING, views)
    for seat in "1234":
        hall.view(MATCHED, seat_of("101", "A", seat), None, "en")
        assert len(views) <= 2


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
