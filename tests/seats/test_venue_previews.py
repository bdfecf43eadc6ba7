"""Previews of a venue: built once from its record and its images, and never from outdated ones."""

import gc
import weakref
from typing import Any

import pytest
from msgspec.structs import replace

from layouts.written import compiled, section
from seatpreview.caching import Bounds, WorkerCaches
from seatpreview.decoding import inputs
from seatpreview.imagery.model import Imagery, StoredImage
from seatpreview.labels.model import place_of
from seatpreview.labels.resolver import Resolver
from seatpreview.problems import ScopeInsufficient
from seatpreview.seats.model import PreviewQuery
from seatpreview.seats.seat_view import SEAT_VIEWS, LocatedView, SeatView
from seatpreview.seats.venue_previews import VENUE_PREVIEWS, VenuePreviews
from seatpreview.values.caller import SessionClaims
from seatpreview.values.clock import Moment
from seatpreview.values.ids import ImageId, TenantId, VenueId
from seatpreview.values.locales import Locale
from seatpreview.venues.cached import CachedGrant, CachedVenue, decode_served
from seatpreview.venues.model import ObjectName, VenueRecord
from seatpreview.venues.record_codec import encode_record
from seatpreview.venues.rules import resolver_for
from seatpreview.venues.venue_access import LABELS, UsableVenue
from seats.session_claims import session

pytestmark = pytest.mark.anyio

PLACE = place_of("101", "A", "1")
NOTHING = Imagery({})


def venue(**record: Any) -> CachedVenue:
    written = inputs.decode({"name": "Hall"} | record, VenueRecord)
    layout = compiled(section())
    return CachedVenue(
        venue_id=VenueId.new(),
        owner=TenantId.new(),
        version=1,
        record=decode_served(encode_record(written)),
        layout=layout,
        resolver=resolver_for(written.rules.seat_keys.rules, layout, ()),
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
        stored_bytes=4096,
        tiles=None,
        has_levels=False,
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
    found = VenuePreviews(venue(ads=ads), uploaded("ad.jpg"), WorkerCaches()).ads(section_id, Moment(at))
    return [running.ad.id for running in found]


def next_ads_at(ads: list[dict[str, Any]], at: int) -> int | None:
    return VenuePreviews(venue(ads=ads), uploaded("ad.jpg"), WorkerCaches()).next_ads_at(Moment(at))


def view(
    hall: CachedVenue,
    seat: str = PLACE.key,
    caches: WorkerCaches | None = None,
    session: SessionClaims | None = None,
    **query: Any,
) -> SeatView:
    previews = VenuePreviews(hall, NOTHING, caches or WorkerCaches())
    return kept(previews.view(usable(hall), PreviewQuery(seat=seat, **query), session))


def kept(view: SeatView | LocatedView) -> SeatView:
    """Returns a view that needs nothing computed: the layout does not say what people look at."""
    assert isinstance(view, SeatView)
    return view


def usable(hall: CachedVenue, resolver: Resolver | None = None) -> UsableVenue:
    return UsableVenue(hall, resolver or hall.resolver, WorkerCaches().of(LABELS))


def test_a_venue_that_is_let_go_of_takes_its_previews_along() -> None:
    """They are freed at once: there is no reference cycle, which only the garbage collector would find."""
    hall, caches = venue(), WorkerCaches()
    gone = weakref.ref(caches.of(VENUE_PREVIEWS).put(hall, VenuePreviews(hall, NOTHING, caches)))
    del hall
    assert gone() is None
    assert len(caches.of(VENUE_PREVIEWS)) == 0


def test_a_view_is_remembered_for_who_asks_in_the_same_words() -> None:
    hall = venue()
    previews, of_owner = VenuePreviews(hall, NOTHING, WorkerCaches()), usable(hall)
    first, again, german, worded = (
        kept(previews.view(of_owner, query, None))
        for query in (
            PreviewQuery(seat=PLACE.key),
            PreviewQuery(seat=PLACE.key),
            PreviewQuery(seat=PLACE.key, locale=Locale("de")),
            PreviewQuery(seat="Section 101 Row A Seat 1"),
        )
    )
    assert again is first
    assert german.preview.description != first.preview.description
    assert worded.preview.seat == first.preview.seat
    assert worded.preview.resolution.confidence < first.preview.resolution.confidence


def test_a_view_is_remembered_for_its_own_showing_alone() -> None:
    picture = {"url": "https://images.example/1"}
    sets = [{"id": "set", "kind": "photo", "images": [picture]}]
    caches = WorkerCaches()
    assert view(venue(), caches=caches).preview.provenance.source == "drawing"
    assert view(venue(imagerySets=sets), caches=caches).preview.provenance.source == "photo"


def test_a_view_keeps_no_other_images_of_its_record() -> None:
    """Attack: a venue with many images, published again and again, stays in memory with one view of each."""
    images = [{"url": f"https://images.example/{n}"} for n in range(3)]
    chosen = view(venue(imagerySets=[{"id": "set", "kind": "photo", "images": images}])).choice
    assert chosen is not None
    assert chosen.image.url == "https://images.example/0"
    assert (chosen.imagery_set.id, chosen.imagery_set.images) == ("set", ())


async def test_a_grant_does_not_keep_the_venue_for_which_it_has_a_resolver() -> None:
    """Attack: a venue that is published again and again stays in memory with each of its grantees."""
    hall, grant = venue(), CachedGrant((), Moment(0))
    resolver = await grant.build_resolver(hall)
    assert grant.cached_resolver(hall) is resolver
    assert grant.cached_resolver(venue()) is None
    gone = weakref.ref(hall.layout)
    del hall
    gc.collect()
    assert gone() is None


def test_a_view_is_remembered_for_the_names_of_one_resolver_alone() -> None:
    hall = venue()
    other = resolver_for(hall.record.rules.seat_keys.rules, hall.layout, ())
    previews, query = VenuePreviews(hall, NOTHING, WorkerCaches()), PreviewQuery(seat=PLACE.key)
    of_owner, of_grantee = (previews.view(usable(hall, each), query, None) for each in (hall.resolver, other))
    assert of_owner is not of_grantee


def test_a_session_gets_the_view_of_its_own_locale() -> None:
    hall = venue()
    previews, of_owner = VenuePreviews(hall, NOTHING, WorkerCaches()), usable(hall)
    query = PreviewQuery(seat=PLACE.key)
    of_key, of_session = (
        kept(previews.view(of_owner, query, each)).preview.description
        for each in (None, session(locale=Locale("de")))
    )
    assert of_key != of_session
    assert of_session == view(hall, locale=Locale("de")).preview.description


def test_a_session_for_other_seats_is_told_so_before_anything_is_remembered() -> None:
    caches = WorkerCaches()
    with pytest.raises(ScopeInsufficient):
        view(venue(), caches=caches, session=session(seats=("101/A/2",)))
    assert len(caches.of(SEAT_VIEWS)) == 0


def test_views_are_remembered_up_to_a_bound() -> None:
    hall, caches = venue(), WorkerCaches(bounds={SEAT_VIEWS: Bounds(2)})
    for seat in "1234":
        view(hall, f"101/A/{seat}", caches)
        assert len(caches.of(SEAT_VIEWS)) <= 2


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


def test_the_next_ad_begins_or_ends_at_the_first_such_time_after_now() -> None:
    early = {"from": "1970-01-01T00:00:10Z", "until": "1970-01-01T00:00:20Z"}
    late = {"from": "1970-01-01T00:00:15Z"}
    ads = [ad("a", **early), ad("b", **late), ad("c")]
    assert [next_ads_at(ads, at * 1_000_000) for at in (0, 10, 15, 20)] == [
        10_000_000,
        15_000_000,
        20_000_000,
        None,
    ]


def test_a_preview_holds_for_its_time_and_the_secret_that_signed_it() -> None:
    unsent = view(venue())
    assert not unsent.is_current(Moment(0), b""), "it has no text yet"
    sent = replace(unsent, body=b"{}", secret_id=b"one", begins=Moment(10), ends=Moment(20))
    assert [sent.is_current(Moment(at), b"one") for at in (9, 10, 19, 20)] == [False, True, True, False]
    assert not sent.is_current(Moment(10), b"two")
