"""previewSeat: the view from a seat, and the problems if there is nothing to show."""

import io
import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from PIL import Image

from cast import Cast, bearer
from seatpreview.imagery import signed_urls
from seatpreview.imagery.signed_urls import next_rotation_at, signed_query
from seatpreview.results import encode
from seatpreview.seats.model import Preview
from seatpreview.seats.seat_view import SEAT_VIEWS
from seatpreview.signing import Signing, rotate
from seatpreview.values.clock import datetime_of
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues.templates.catalogue import template_record
from seats.halls import (
    HALL,
    PICTURES,
    arena,
    create_session_token,
    get_with_token,
    known_preview,
    put_hall_record,
)

pytestmark = pytest.mark.anyio

NOTHING_COMPUTED: dict[str, Any] = {
    "obstructions": [],
    "visibleShare": None,
    "sideAngleDeg": None,
    "nearestM": None,
    "lookedAt": None,
    "eyesAboveM": None,
    "frame": [],
    "shareRange": None,
    "restriction": None,
    "state": "unknown",
}
"""What is said of a view where the layout does not say what people look at."""


async def preview(cast: Cast, seat: str, **more: Any) -> dict[str, Any]:
    response = await cast.owner.get("/seats/preview", **({"venue": cast.hall, "seat": seat} | more))
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def refusal(cast: Cast, seat: str, **more: Any) -> tuple[int, str, list[dict[str, str]]]:
    response = await cast.owner.get("/seats/preview", **({"venue": cast.hall, "seat": seat} | more))
    problem = response.json()
    return response.status_code, problem["code"], problem["errors"]


async def test_a_messy_label_leads_to_the_whole_view(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, "VIP Terrace 101, Row B, Seat 2")
    assert answer == {
        "venue": {"venueId": cast.hall, "name": "Hall", "timezone": "Europe/Berlin"},
        "configuration": None,
        "mood": None,
        "seat": {
            "key": "101/B/2",
            "section": "101",
            "row": "B",
            "seat": "2",
            "level": "seat",
            "sectionName": "Terrace 101",
            "levelName": "Lower",
            "properties": [],
            "category": None,
            "ref": None,
        },
        "eye": {"x": 1.5, "y": 11.0, "z": 1.7},
        "resolution": {"status": "matched", "level": "seat", "confidence": 0.99},
        "imagery": {
            "setId": "panoramas",
            "kind": "panorama",
            "url": f"{PICTURES}/101-b.jpg",
            "previewUrl": None,
            "tiles": None,
            "levels": [],
            "width": None,
            "height": None,
            "attribution": "A. Photographer",
            "expiresAt": None,
        },
        "provenance": {
            "source": "panorama",
            "match": "row",
            "borrowedFrom": "101/B",
            "distanceM": 1.5,
            "camera": {
                "key": "101/B",
                "sectionName": "Terrace 101",
                "isHere": False,
                "isExact": False,
                "distanceM": 1.5,
            },
            "assumed": [],
        },
        # From (1.5, 11) to (0, 0) is a bearing of -172.2 degrees, and the camera looked to 170.
        "orientation": {"yaw": 17.8, "pitch": -3.6, "fov": 80.0},
        "sightline": {"distanceM": 11.1, "elevationM": 0.7, "cValueMm": 436, **NOTHING_COMPUTED},
        "description": (
            "Terrace 101, Lower, row B, seat 2. Centre: 11.1 metres away, 0.7 metres below your eyes. "
            "The picture is a panorama from this row, about 2 metres away."
        ),
        "drawing": {
            "orientation": {"yaw": -172.2, "pitch": -3.6, "fov": 80.0},
            "description": (
                "Terrace 101, Lower, row B, seat 2. Centre: 11.1 metres away, 0.7 metres below your eyes. "
                "The view is drawn from the seating plan."
            ),
            "still": None,
        },
        "neighbours": {"left": "101/B/1", "right": "101/B/3", "inFront": "101/A/2", "behind": "101/C/2"},
        "ads": [],
        "viewerDefaults": {"theme": "dark", "fieldOfViewDeg": 80.0},
    }


async def test_a_configuration_changes_focus_imagery_and_what_stands_in_the_way(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, "101/B/2", configuration="end")
    assert answer["configuration"] == {"id": "end", "name": "Concert", "mood": None}
    assert answer["imagery"]["setId"] == "concert"
    assert answer["provenance"]["source"] == "photo"
    assert answer["sightline"]["obstructions"] == [
        {"id": "tower", "name": "Delay tower", "kind": "rigging", "hiddenShare": None}
    ]
    assert "Set-up: Concert. Stage: 31 metres away" in answer["description"]
    assert (await preview(cast, "101/B/2", configuration="round"))["configuration"] == {
        "id": "round",
        "name": None,
        "mood": None,
    }


async def test_a_seat_with_its_own_picture_borrows_none(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, "101/C/2")
    assert answer["imagery"]["url"] == f"{PICTURES}/101-c-2.jpg"
    assert answer["provenance"] == {
        "source": "panorama",
        "match": "seat",
        "borrowedFrom": None,
        "distanceM": 0.0,
        "camera": {
            "key": "101/C/2",
            "sectionName": "Terrace 101",
            "isHere": True,
            "isExact": True,
            "distanceM": 0.0,
        },
        "assumed": [],
    }


async def test_without_any_picture_the_view_is_drawn(cast: Cast) -> None:
    await put_hall_record(cast, imagerySets=[])
    answer = await preview(cast, "101/B/2")
    assert answer["imagery"] is None
    assert answer["provenance"] == {
        "source": "drawing",
        "match": None,
        "borrowedFrom": None,
        "distanceM": None,
        "camera": None,
        "assumed": [],
    }
    assert answer["orientation"]["yaw"] == -172.2


async def test_a_picture_for_three_rows_names_the_one_that_its_camera_stood_in(cast: Cast) -> None:
    """The API goes on naming the nearest place that the image covers, and says besides whose view it is."""
    image = {"url": f"{PICTURES}/abc.jpg", "covers": {"section": "101", "rows": ["A", "B", "C"]}}
    sets = [{"id": "day", "kind": "photo", "images": [image]}]
    await put_hall_record(cast, imagerySets=sets)
    unknown = await preview(cast, "101/C/2")
    assert unknown["provenance"]["camera"]["key"] == "101", "it stood in one of them, nobody knows which"
    assert unknown["description"].endswith("The picture is a photo from this section.")

    image["pose"] = {**(await preview(cast, "101/B/2"))["eye"], "yawDeg": 0}
    await put_hall_record(cast, imagerySets=sets)
    answer = await preview(cast, "101/C/2")
    assert (answer["provenance"]["match"], answer["provenance"]["borrowedFrom"]) == ("row", "101/C")
    assert answer["provenance"]["camera"] == {
        "key": "101/B/2",
        "sectionName": "Terrace 101",
        "isHere": False,
        "isExact": True,
        "distanceM": answer["provenance"]["distanceM"],
    }
    assert "The picture is a photo from row B, 1.1 metres away." in answer["description"]
    here = await preview(cast, "101/B/2")
    assert here["provenance"]["camera"]["isHere"]
    assert here["description"].endswith("The picture is a photo from this seat.")


async def test_without_geometry_what_is_not_known_is_null(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, "W9/1/2")
    assert answer["sightline"] == {
        "distanceM": None,
        "elevationM": None,
        "cValueMm": None,
        **NOTHING_COMPUTED,
    }
    assert answer["seat"]["levelName"] is None
    assert answer["provenance"]["match"] == "venue"


async def test_a_section_can_be_asked_for_as_well(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, "Terrace 102")
    assert (answer["seat"]["key"], answer["seat"]["level"]) == ("102", "section")
    assert answer["viewFrom"] == "102/B/3"
    assert answer["eye"] == (await preview(cast, "102/B/3"))["eye"]
    assert answer["sightline"] == (await preview(cast, "102/B/3"))["sightline"]
    assert answer["neighbours"] == (await preview(cast, "102/B/3"))["neighbours"]
    assert "The view is from seat 3, row B." in answer["description"]


async def test_a_row_is_seen_from_one_of_its_seats_and_an_area_without_seats_from_a_point(cast: Cast) -> None:
    await put_hall_record(cast)
    row = await preview(cast, "102/C")
    assert (row["viewFrom"], row["seat"]["level"]) == ("102/C/3", "row")
    unplaced = await preview(cast, "W9")
    assert "viewFrom" not in unplaced
    assert unplaced["eye"] is None


async def test_a_seat_that_is_not_there_is_answered_for_its_section(cast: Cast) -> None:
    await put_hall_record(cast)
    answer = await preview(cast, "Terrace 101 row Z seat 9")
    assert answer["seat"]["key"] == "101"
    assert answer["resolution"]["status"] == "section_only"


async def test_a_key_is_taken_as_it_is_before_any_rule(cast: Cast) -> None:
    rules = HALL["rules"] | {"seatKeys": {"rules": [{"type": "reject", "pattern": "101"}]}}
    await put_hall_record(cast, rules=rules)
    assert (await preview(cast, "101/B/2"))["resolution"]["confidence"] == 1.0
    assert await refusal(cast, "Terrace 101 row B seat 2") == (
        404,
        "not_found",
        [{"parameter": "seat", "detail": "rule 1 declines it"}],
    )


async def test_an_ambiguous_label_is_told_what_it_could_be(cast: Cast) -> None:
    await put_hall_record(cast)
    status, code, errors = await refusal(cast, "Section 9")
    assert (status, code) == (404, "not_found")
    assert [fault["detail"] for fault in errors] == ["could be E9", "could be W9"]


async def test_an_unmatched_label_is_told_why(cast: Cast) -> None:
    await put_hall_record(cast)
    status, code, errors = await refusal(cast, "nowhere at all")
    assert (status, code) == (404, "not_found")
    assert errors
    assert {fault["parameter"] for fault in errors} == {"seat"}


async def test_a_label_below_the_least_confidence_is_told_what_it_could_be(cast: Cast) -> None:
    await put_hall_record(cast)
    label = "Terr 101, row B, seat 2"
    confidence = (await preview(cast, label))["resolution"]["confidence"]
    assert (await preview(cast, label, minConfidence=confidence))["seat"]["key"] == "101/B/2"
    for _ in range(2):  # Neither is taken for the other once both are remembered.
        status, code, errors = await refusal(cast, label, minConfidence=1)
        assert (status, code, errors[0]) == (
            404,
            "not_found",
            {"parameter": "seat", "detail": "could be 101/B/2"},
        )
        assert errors[-1]["detail"] == f"its confidence is {confidence}, and at least 1.0 is needed"
        assert (await preview(cast, label, minConfidence=0))["seat"]["key"] == "101/B/2"
    assert (await preview(cast, "101/B/2", minConfidence=1))["seat"]["key"] == "101/B/2"


async def test_a_closed_section_is_not_found(cast: Cast) -> None:
    await put_hall_record(cast)
    response = await cast.owner.get("/seats/preview", venue=cast.hall, seat="E9/1/1", configuration="end")
    assert response.status_code == 404
    assert "closed in the configuration 'end'" in response.json()["detail"]


async def test_an_unknown_configuration_is_told_the_known_ones(cast: Cast) -> None:
    await put_hall_record(cast)
    assert await refusal(cast, "101/B/2", configuration="hockey") == (
        400,
        "validation_failed",
        [
            {
                "parameter": "configuration",
                "detail": "is not a configuration of the venue; it has 'end', 'round'",
            }
        ],
    )


@pytest.mark.parametrize(
    ("params", "parameter"),
    [
        ({}, "seat"),
        ({"seat": ""}, "seat"),
        ({"seat": "x" * 513}, "seat"),
        ({"seat": "101", "locale": "en_US"}, "locale"),
        ({"seat": "101", "colour": "red"}, "colour"),
        ({"seat": "101", "minConfidence": "1.01"}, "minConfidence"),
        ({"seat": "101", "minConfidence": "-0.1"}, "minConfidence"),
        ({"seat": "101", "minConfidence": "nan"}, "minConfidence"),
        ({"seat": "101", "minConfidence": "high"}, "minConfidence"),
    ],
)
async def test_a_query_with_a_fault_is_told_where(
    params: dict[str, str], parameter: str, shared_cast: Cast
) -> None:
    response = await shared_cast.owner.get("/seats/preview", venue=shared_cast.hall, **params)
    assert response.status_code == 400
    assert [fault["parameter"] for fault in response.json()["errors"]] == [parameter]


async def test_a_key_must_say_which_venue(cast: Cast) -> None:
    response = await cast.owner.get("/seats/preview", seat="101")
    assert response.status_code == 400
    assert response.json()["errors"] == [{"parameter": "venue", "detail": "is missing"}]


async def test_the_venue_goes_by_its_alias_too_and_a_strangers_is_not_found(cast: Cast) -> None:
    await put_hall_record(cast)
    assert (await preview(cast, "Kop row A seat 1", venue="grand hall"))["seat"]["key"] == "102/A/1"
    for venue in (cast.hall, "Grand Hall"):
        response = await cast.stranger.get("/seats/preview", venue=venue, seat="101")
        assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_the_description_is_in_the_language_asked_for(cast: Cast) -> None:
    await put_hall_record(cast, viewerDefaults={"locale": "de"})
    assert (await preview(cast, "101/B/2"))["description"].startswith("Terrace 101, Lower, Reihe B, Platz 2.")
    in_english = await preview(cast, "101/B/2", locale="en")
    assert in_english["description"].startswith("Terrace 101, Lower, row B, seat 2.")


async def test_a_session_knows_its_venue_configuration_and_language(cast: Cast) -> None:
    await put_hall_record(cast)
    token = await create_session_token(cast, configuration="end", locale="de")
    answer = (await get_with_token(cast, token, "/seats/preview", seat="101/B/2")).json()
    assert answer["configuration"]["id"] == "end"
    assert "Aufbau: Concert." in answer["description"]
    other = (
        await get_with_token(cast, token, "/seats/preview", seat="101/B/2", configuration="round")
    ).json()
    assert other["configuration"]["id"] == "round"


async def test_a_session_for_some_seats_sees_those_alone(cast: Cast) -> None:
    """Attack: a page with a session for the buyer's own seats requests the view from better ones."""
    await put_hall_record(cast)
    token = await create_session_token(cast, seats=["101/B/2", "101/B/3"])
    own = await get_with_token(cast, token, "/seats/preview", seat="Terrace 101 row B seat 2")
    assert own.json()["neighbours"] == {"left": None, "right": "101/B/3", "inFront": None, "behind": None}
    for other in ("101/B/4", "101/B", "101"):
        response = await get_with_token(cast, token, "/seats/preview", seat=other)
        assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


async def test_a_session_sees_no_neighbours_that_others_were_shown(cast: Cast) -> None:
    """Attack: getting a cached response that was built for a caller that may see all seats."""
    await put_hall_record(cast)
    token = await create_session_token(cast, seats=["101/B/2", "101/B/3"])
    for _ in range(2):
        everything = (await preview(cast, "101/B/2"))["neighbours"]
        assert everything["left"] == "101/B/1"
        for_the_session = (await get_with_token(cast, token, "/seats/preview", seat="101/B/2")).json()
        assert for_the_session["neighbours"] == {
            "left": None,
            "right": "101/B/3",
            "inFront": None,
            "behind": None,
        }


async def test_a_browser_may_keep_it_and_asks_whether_it_is_still_so(cast: Cast) -> None:
    await put_hall_record(cast)
    params = {"venue": cast.hall, "seat": "101/B/2"}
    first = await cast.owner.get("/seats/preview", **params)
    assert first.headers["cache-control"] == "private, no-cache"
    headers = (bearer(cast.owner.plaintext), ("if-none-match", first.headers["etag"]))
    again = await cast.service.ask("GET", "/seats/preview", headers, params=params)
    assert (again.status_code, again.content) == (304, b"")
    await put_hall_record(cast, imagerySets=[])
    changed = await cast.service.ask("GET", "/seats/preview", headers, params=params)
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


async def test_a_change_of_the_venue_shows_at_once(cast: Cast) -> None:
    await put_hall_record(cast)
    assert (await preview(cast, "101/B/2"))["imagery"] is not None
    await put_hall_record(cast, imagerySets=[], name="Renamed")
    answer = await preview(cast, "101/B/2")
    assert (answer["imagery"], answer["venue"]["name"]) == (None, "Renamed")


async def test_an_image_is_shown_once_it_is_uploaded(cast: Cast) -> None:
    await put_hall_record(cast, imagerySets=[_set(object="b.jpg", covers={"section": "101", "rows": ["B"]})])
    assert (await preview(cast, "101/B/2"))["imagery"] is None
    await _upload(cast, "b.jpg", 64, 32)
    imagery = (await preview(cast, "101/B/2"))["imagery"]
    assert (imagery["width"], imagery["height"], imagery["tiles"]) == (64, 32, None)
    assert imagery["expiresAt"] is not None
    for url in (imagery["url"], imagery["previewUrl"]):
        response = await cast.service.ask("GET", url)
        assert (response.status_code, response.headers["content-type"]) == (200, "image/jpeg")


async def test_addresses_are_signed_anew_once_the_old_secrets_are_forgotten(cast: Cast) -> None:
    """After a leak, old signing secrets are removed: no cached response may have addresses signed with
    them."""
    await put_hall_record(cast, imagerySets=[_set(object="b.jpg")])
    await _upload(cast, "b.jpg", 64, 32)
    leaked = (await preview(cast, "101/B/2"))["imagery"]["url"]
    settings = cast.service.internals.settings
    rotate(settings.data_dir, cast.service.clock.now(), forget=True)
    cast.service.internals.resources.signing.refresh()
    fresh = (await preview(cast, "101/B/2"))["imagery"]["url"]
    assert [(await cast.service.ask("GET", url)).status_code for url in (leaked, fresh)] == [403, 200]


@pytest.mark.long
async def test_a_large_panorama_comes_in_tiles_and_in_levels_of_zoom(cast: Cast) -> None:
    await put_hall_record(cast, imagerySets=[_set(object="wide.jpg")])
    await _upload(cast, "wide.jpg", 4098, 2049)
    imagery = (await preview(cast, "101/B/2"))["imagery"]
    tiles, levels = imagery["tiles"], imagery["levels"]
    assert (tiles["columns"], tiles["rows"]) == (8, 4)
    assert [(each["width"], each["columns"], each["rows"]) for each in levels] == [
        (2048, 4, 2),
        (4096, 8, 4),
        (4098, 8, 4),
    ]
    assert levels[-1]["url"] == tiles["url"]
    for level, content_type in zip(levels, ("image/webp", "image/webp", "image/jpeg"), strict=True):
        column, row = level["columns"] - 1, level["rows"] - 1
        response = await cast.service.ask("GET", level["url"].format(column=column, row=row))
        assert (response.status_code, response.headers["content-type"]) == (200, content_type)


async def test_ads_are_shown_while_they_apply(cast: Cast) -> None:
    now = datetime_of(cast.service.clock.now())
    day = timedelta(days=1)
    ads = [
        _ad("always"),
        _ad("now", **{"from": (now - day).isoformat(), "until": (now + day).isoformat()}),
        _ad("over", until=(now - day).isoformat()),
        _ad("later", **{"from": (now + day).isoformat()}),
        _ad("here", sections=["101"]),
        _ad("elsewhere", sections=["102"]),
        _ad("missing", image="missing.jpg"),
    ]
    await put_hall_record(cast, ads=ads)
    await _upload(cast, "ad.jpg", 60, 20)
    shown = (await preview(cast, "101/B/2"))["ads"]
    assert [ad["id"] for ad in shown] == ["always", "now", "here"]
    assert shown[0] | {"imageUrl": ""} == {
        "id": "always",
        "slot": "side",
        "imageUrl": "",
        "alt": "Ad",
        "clickUrl": "https://shop.example/",
        "until": None,
    }
    assert shown[1]["until"] is not None
    assert (await cast.service.ask("GET", shown[0]["imageUrl"])).status_code == 200


async def test_a_preview_has_the_first_twenty_of_the_ads_that_run_in_its_section(cast: Cast) -> None:
    """Attack: a thousand ads with long addresses make a thousand times as much of every preview."""
    over = (datetime_of(cast.service.clock.now()) - timedelta(days=1)).isoformat()
    ads = [_ad("over", until=over), _ad("elsewhere", sections=["102"])]
    ads += [_ad(f"number {n}", sections=["101"] if n % 2 else []) for n in range(25)]
    await put_hall_record(cast, ads=ads)
    await _upload(cast, "ad.jpg", 60, 20)
    shown = (await preview(cast, "101/B/2"))["ads"]
    assert [ad["id"] for ad in shown] == [f"number {n}" for n in range(20)]
    elsewhere = (await preview(cast, "102/B/2"))["ads"]
    assert [ad["id"] for ad in elsewhere] == ["elsewhere", *(f"number {n}" for n in range(0, 25, 2))]


async def test_views_keep_no_ads_and_count_their_own_text(cast: Cast) -> None:
    """Attack: every preview of a venue keeps a copy of the same long ads."""
    await put_hall_record(cast, ads=[_ad("long", clickUrl="https://shop.example/" + "x" * 1900)])
    await _upload(cast, "ad.jpg", 60, 20)
    views = cast.service.internals.resources.caches.of(SEAT_VIEWS)
    before = views.bytes_used
    lengths = [len(json.dumps(await preview(cast, seat))) for seat in ("101/B/2", "101/B/3", "102/B/2")]
    kept = [*views._entries.values()][-3:]
    assert all(b'"ads":[{' in view.body and view.preview.ads == () for view in kept)
    assert views.bytes_used - before > 0.9 * sum(lengths)


async def test_every_level_of_the_arena_can_be_previewed(cast: Cast) -> None:
    await put_hall_record(cast, arena())
    for seat in ("101/A/1", "C24/FF/22", "332/12/16", "Suite 07", "F6/R15/14", "GA"):
        answer = await preview(cast, seat)
        assert answer["seat"]["key"] == seat
        assert answer["description"]


async def test_every_preview_is_what_encoding_it_at_once_would_give(cast: Cast) -> None:
    """A preview is put together from parts that are encoded once for many."""
    await put_hall_record(cast, imagerySets=[_set(object="b.jpg")], ads=[_ad("always"), _ad("other")])
    await _upload(cast, "b.jpg", 64, 32)
    await _upload(cast, "ad.jpg", 60, 20)
    seats = (await cast.owner.get("/seats", venue=cast.hall, limit=1000)).json()["data"]
    labels = [seat["key"] for seat in seats] + ["101", "101/B", "Section 101, Row B, Seats 1-2"]
    for locale in ("en", "de"):
        for label in labels:
            body = (
                await cast.owner.get("/seats/preview", venue=cast.hall, seat=label, locale=locale)
            ).content
            assert encode(msgspec.json.decode(body, type=Preview, dec_hook=trusted_text)) == body


async def test_the_addresses_of_an_image_are_signed_once_for_a_period(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put_hall_record(cast, imagerySets=[_set(object="b.jpg")])
    await _upload(cast, "b.jpg", 64, 32)
    signed = []

    def counted(signing: Signing, prefix: str, expires_seconds: int) -> str:
        signed.append(prefix)
        return signed_query(signing, prefix, expires_seconds)

    monkeypatch.setattr(signed_urls, "signed_query", counted)
    ttl_seconds = cast.service.internals.settings.url_ttl_seconds
    cast.service.clock.stop_at(next_rotation_at(cast.service.clock.now(), ttl_seconds))
    shown = [(await preview(cast, f"101/{row}/{seat}"))["imagery"]["url"] for row in "AB" for seat in (1, 2)]
    listed = (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"]
    assert {*shown, listed[0]["url"]} == {shown[0]}
    assert len(signed) == 1
    cast.service.clock.advance(ttl_seconds)
    later = (await preview(cast, "101/A/1"))["imagery"]["url"]
    assert later != shown[0]
    assert len(signed) == 2


def _set(**image: Any) -> dict[str, Any]:
    return {"id": "uploads", "kind": "panorama", "images": [image]}


def _ad(name: str, **more: Any) -> dict[str, Any]:
    ad = {"id": name, "slot": "side", "image": "ad.jpg", "alt": "Ad", "clickUrl": "https://shop.example/"}
    return ad | more


async def _upload(cast: Cast, name: str, width: int, height: int) -> None:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "JPEG")
    response = await cast.service.ask(
        "PUT",
        f"/manage/venues/{cast.hall}/imagery/{name}",
        (bearer(cast.owner.plaintext), ("content-type", "image/jpeg")),
        content=file.getvalue(),
    )
    assert response.status_code in (200, 201), response.text


async def test_a_refusal_says_why_in_members_that_a_page_can_use(cast: Cast) -> None:
    german = {"configurations": {"end": "Konzert"}, "sections": {"E9": "Ost 9"}}
    await put_hall_record(cast, HALL | {"translations": {"de": german}})

    async def refused(seat: str, **more: Any) -> dict[str, Any]:
        response = await cast.owner.get("/seats/preview", venue=cast.hall, seat=seat, **more)
        problem = response.json()
        assert (response.status_code, problem["code"]) == (404, "not_found")
        answer: dict[str, Any] = problem["seat"]
        return answer

    assert await refused("East 9 row 1 seat 2", configuration="end", locale="de") == {
        "reason": "closed",
        "asked": "East 9 row 1 seat 2",
        "place": {
            "key": "E9/1/2",
            "section": "E9",
            "row": "1",
            "seat": "2",
            "name": "Ost 9, Reihe 1, Platz 2",
        },
        "configuration": {"id": "end", "name": "Konzert"},
        "alternatives": [],
    }
    ambiguous = await refused("9 row 1 seat 2")
    assert (ambiguous["reason"], ambiguous["asked"]) == ("ambiguous", "9 row 1 seat 2")
    assert [(place["key"], place["name"]) for place in ambiguous["alternatives"]] == [
        ("E9/1", "East 9, row 1"),
        ("W9/1", "West 9, row 1"),
    ]
    unknown = await refused("Moon 4711")
    assert (unknown["reason"], unknown["asked"], unknown["alternatives"]) == ("unknown", "Moon 4711", [])
    missing = await cast.owner.get("/seats/preview", venue="ven_000000000000", seat="A")
    assert "seat" not in missing.json()


async def test_the_preview_says_what_the_seat_has_and_what_was_assumed(cast: Cast) -> None:
    rule = {"at": {"A": [2]}, "has": ["restrictedView", "aisle"], "viewNote": "A pillar.", "category": "gold"}
    section = {
        "id": "101",
        "rows": ["A"],
        "seats": {"count": 3},
        "geometry": {"distanceM": 10},
        "properties": [rule],
        "refs": {"A": ["u-1", "u-2", ""]},
    }
    layout = {
        "assumed": ["heights", "focus"],
        "categories": [{"id": "gold", "name": "Gold", "colour": "#ffcc00"}],
        "sections": [section, {"id": "Box", "seats": {"count": 2}}],
        "configurations": [{"id": "house"}, {"id": "end", "focus": {"y": -20}}],
    }
    await put_hall_record(cast, {"name": "Hall", "rules": {"layout": layout}})
    answer = await preview(cast, "ref:u-2")
    seat = {name: answer["seat"].get(name) for name in ("key", "properties", "category", "ref", "viewNote")}
    assert seat == {
        "key": "101/A/2",
        "properties": ["restrictedView", "aisle"],
        "category": {"id": "gold", "name": "Gold", "colour": "#ffcc00"},
        "ref": "u-2",
        "viewNote": "A pillar.",
    }
    assert answer["resolution"]["confidence"] == 1
    assert "seat 2. Aisle seat, category Gold, restricted view: A pillar." in answer["description"]
    assert answer["provenance"]["assumed"] == ["heights", "focus"]
    assert "Heights are assumed. The point that people look at is assumed." in answer["description"]
    plain = await preview(cast, "101/A/3", configuration="end")
    assert "viewNote" not in plain["seat"]
    assert plain["provenance"]["assumed"] == ["heights"], "a person wrote the focus of the configuration"
    assert (await preview(cast, "Box//1"))["provenance"]["assumed"] == [], "nothing is known of its place"
    assert (await refusal(cast, "ref:u-9"))[:2] == (404, "not_found")


async def test_a_lowered_curtain_is_why_no_share_is_told(cast: Cast) -> None:
    theatre = json.loads(encode(template_record("theatre", 450).record))
    await put_hall_record(cast, {"name": "Theatre", "rules": theatre["rules"]})
    seat = "SC/E/12"
    shown = await known_preview(cast, seat=seat, configuration="play")
    hidden = await known_preview(cast, seat=seat, configuration="curtain")
    assert (shown["sightline"]["state"], hidden["sightline"]["state"]) == ("computed", "unknown")
    assert "The curtain is down." in hidden["description"]
    assert "curtain" not in shown["description"].lower()
