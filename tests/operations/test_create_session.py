"""createSession: venues, seats, origins and the token."""

from datetime import datetime
from typing import Any

import httpx
import pytest

from cast import Cast, bearer, new_origin
from operations.halls import HALL

pytestmark = pytest.mark.anyio


async def create(cast: Cast, *headers: tuple[str, str], **body: Any) -> httpx.Response:
    return await cast.service.ask("POST", "/sessions", headers, json={"venue": cast.hall} | body)


async def test_a_secret_key_makes_a_session_for_a_venue(cast: Cast) -> None:
    response = await create(cast, bearer(cast.owner.plaintext))
    made = response.json()
    assert response.status_code == 201
    assert response.headers["location"] == f"/v1/sessions/{made['sessionId']}"
    assert response.headers["cache-control"] == "no-store"
    assert made["token"].startswith("st_")
    assert made["venueId"] == cast.hall
    assert (made["seats"], made["configuration"], made["locale"], made["origin"]) == ([], None, None, None)
    lives = datetime.fromisoformat(made["expiresAt"]) - datetime.fromisoformat(made["createdAt"])
    assert lives.total_seconds() == 3600


async def test_the_addresses_of_the_viewer_hold_the_token_behind_the_hash_alone(cast: Cast) -> None:
    """Attack: a token in a path or a query ends up in logs and in the Referer of other sites."""
    made = (await create(cast, bearer(cast.owner.plaintext))).json()
    page, _, fragment = made["viewerUrl"].partition("#")
    assert page == f"{cast.service.address}/viewer/{cast.owner.key_id}"
    assert fragment == made["token"]
    assert f'src="{made["viewerUrl"]}"' in made["embedHtml"]
    assert 'referrerpolicy="no-referrer"' in made["embedHtml"]
    assert 'xr-spatial-tracking" ' in made["embedHtml"], "in a frame, headsets have to be allowed"
    made = (await create(cast, bearer(cast.owner.plaintext), locale="pt-BR")).json()
    assert made["viewerUrl"].partition("#")[2] == f"{made['token']}&locale=pt-BR"


async def test_the_viewer_is_told_the_first_seat_of_a_session_for_some(cast: Cast) -> None:
    """It asks for the preview at once, and not only when it knows the session."""
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    seats = ["Section 1, row A, seat 2", "1/B/3"]
    made = (await create(cast, bearer(cast.owner.plaintext), seats=seats)).json()
    assert made["viewerUrl"].partition("#")[2] == f"{made['token']}&firstSeat=1%2FA%2F2"


async def test_labels_of_seats_become_their_keys(cast: Cast) -> None:
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    labels = ["Section 1, row A, seat 2", "1/B/3", "sec 1 row A seat 2"]
    made = (await create(cast, bearer(cast.owner.plaintext), seats=labels)).json()
    assert made["seats"] == ["1/A/2", "1/B/3"]


async def test_every_label_that_names_no_seat_is_listed(cast: Cast) -> None:
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    labels = ["nowhere", "1/A/2", "1/A", "1/A/99"]
    response = await create(cast, bearer(cast.owner.plaintext), seats=labels)
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == ["/seats/0", "/seats/2", "/seats/3"]


async def test_a_configuration_that_the_venue_does_not_have_is_400(cast: Cast) -> None:
    await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
    key = bearer(cast.owner.plaintext)
    assert (await create(cast, key, configuration="round")).status_code == 201
    response = await create(cast, key, configuration="square")
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "/configuration"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"ttlSeconds": 59}, "/ttlSeconds"),
        ({"ttlSeconds": 86_401}, "/ttlSeconds"),
        ({"locale": "en_US"}, "/locale"),
        ({"origin": "shop.example"}, "/origin"),
        ({"origin": "https://*.shop.example"}, "/origin"),
        ({"seats": ["1/A/1"] * 51}, "/seats"),
        ({"sessionId": "ses_mine00000000"}, "/sessionId"),
        ({"events": "some"}, "/events"),
        ({"purpose": "seller"}, "/purpose"),
        ({"cta": {}}, "/cta/url"),
        ({"cta": {"url": "https://shop.example", "colour": "red"}}, "/cta/colour"),
        ({"cta": {"url": "https://shop.example", "label": ""}}, "/cta/label"),
        ({"cta": {"url": "https://shop.example", "label": "x" * 61}}, "/cta/label"),
        ({"cta": {"url": "https://shop.example", "label": "Buy\u202etesaeR"}}, "/cta/label"),
        ({"cta": {"url": "javascript:alert(1)"}}, "/cta/url"),
        ({"cta": {"url": "data:text/html,x"}}, "/cta/url"),
        ({"cta": {"url": "http://shop.example/"}}, "/cta/url"),
        ({"cta": {"url": "/basket"}}, "/cta/url"),
        ({"cta": {"url": "https://me:secret@shop.example/"}}, "/cta/url"),
        ({"cta": {"url": "https://{seat}.example/"}}, "/cta/url"),
        ({"cta": {"url": "https://shop.example{seat}/"}}, "/cta/url"),
        ({"cta": {"url": "https://shop.example:{row}/"}}, "/cta/url"),
        ({"cta": {"url": "https://{seat}@shop.example/"}}, "/cta/url"),
        ({"cta": {"url": "{seat}://shop.example/"}}, "/cta/url"),
        ({"cta": {"url": "https://shop.example/{seats}"}}, "/cta/url"),
        ({"cta": {"url": "https://shop.example/" + "x" * 2000}}, "/cta/url"),
        ({"cta": {"url": "https://shop.example/" + "\u00fc" * 500}}, "/cta/url"),
    ],
)
async def test_what_is_wrong_with_the_body_is_400(
    shared_cast: Cast, body: dict[str, Any], pointer: str
) -> None:
    response = await create(shared_cast, bearer(shared_cast.owner.plaintext), **body)
    assert response.status_code == 400
    assert [fault["pointer"] for fault in response.json()["errors"]] == [pointer]


async def test_a_venue_is_named_by_an_alias_of_ones_own(cast: Cast) -> None:
    await cast.owner.put(f"/manage/venues/{cast.hall}/aliases", {"aliases": [{"name": "The Hall"}]})
    await cast.grantee.put(f"/manage/venues/{cast.hall}/aliases", {"aliases": [{"name": "Big Room"}]})
    owners = await create(cast, bearer(cast.owner.plaintext), venue="the hall")
    grantees = await create(cast, bearer(cast.grantee.plaintext), venue="BIG ROOM")
    foreign = await create(cast, bearer(cast.grantee.plaintext), venue="the hall")
    assert (owners.status_code, owners.json()["venueId"]) == (201, cast.hall)
    assert (grantees.status_code, grantees.json()["venueId"]) == (201, cast.hall)
    assert (foreign.status_code, foreign.json()["code"]) == (404, "not_found")


async def test_a_foreign_venue_and_a_missing_one_look_alike(cast: Cast) -> None:
    foreign = await create(cast, bearer(cast.stranger.plaintext))
    missing = await create(cast, bearer(cast.stranger.plaintext), venue="ven_000000000000")
    assert foreign.status_code == missing.status_code == 404
    assert foreign.json()["detail"] == missing.json()["detail"]


async def test_admin_scope_makes_a_session_of_the_venues_owner(cast: Cast) -> None:
    made = (await create(cast, bearer(cast.operator.plaintext))).json()
    who = (await cast.who(bearer(made["token"]))).json()
    assert (who["kind"], who["tenantId"], who["scope"]) == ("session", cast.owner.tenant_id, "tenant")


async def test_a_keyless_page_makes_a_session_that_is_bound_to_its_origin(cast: Cast) -> None:
    origin = (await cast.keyless())["allowedOrigins"][0]
    made = (await create(cast, ("origin", origin))).json()
    assert made["origin"] == origin
    token = bearer(made["token"])
    assert (await cast.who(token, ("origin", origin))).status_code == 200
    assert (await cast.who(token)).status_code == 200
    refused = await cast.who(token, ("origin", new_origin()))
    assert (refused.status_code, refused.json()["code"]) == (403, "origin_not_allowed")


async def test_a_page_with_a_key_id_makes_one_too(cast: Cast) -> None:
    origin = new_origin()
    key = await cast.owner.make_key(allowedOrigins=[origin], allowOriginOnly=True)
    response = await create(cast, ("origin", origin), ("x-key-id", key["keyId"]))
    assert (response.status_code, response.json()["origin"]) == (201, origin)


async def test_a_page_makes_none_for_another_origin(cast: Cast) -> None:
    origin = (await cast.keyless())["allowedOrigins"][0]
    response = await create(cast, ("origin", origin), origin=new_origin())
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "/origin"


async def test_a_server_makes_a_session_for_an_origin_that_its_key_allows_and_for_no_other(
    cast: Cast,
) -> None:
    key = await cast.owner.make_key(allowedOrigins=["https://*.shop.example"])
    made = await create(cast, bearer(key["plaintext"]), origin="https://www.shop.example")
    refused = await create(cast, bearer(key["plaintext"]), origin="https://evil.example")
    assert (made.status_code, made.json()["origin"]) == (201, "https://www.shop.example")
    assert (refused.status_code, refused.json()["code"]) == (403, "origin_not_allowed")


async def test_a_session_makes_no_sessions(cast: Cast) -> None:
    """Attack: a page that was given an hour gives itself more, for ever."""
    session = await cast.session()
    response = await create(cast, bearer(session["token"]))
    assert (response.status_code, response.json()["code"]) == (403, "key_kind_not_allowed")


async def test_the_button_and_whether_events_are_stored_are_in_the_token(cast: Cast) -> None:
    cta = {"label": "Sitz kaufen \u2192", "url": "https://tickets.elsewhere.example/basket?seat=1-A-1"}
    made = (await create(cast, bearer(cast.owner.plaintext), cta=cta, events="off")).json()
    token = bearer(made["token"])
    path = f"/sessions/{made['sessionId']}"
    read = (await cast.service.ask("GET", path, (token,))).json()
    renewed = (await cast.service.ask("POST", f"{path}/renew", (token,))).json()
    who = (await cast.who(bearer(renewed["token"]))).json()["session"]
    for answer in (made, read, renewed, who):
        assert (answer["cta"], answer["events"]) == (cta, "off")
    without = (await create(cast, bearer(cast.owner.plaintext))).json()
    assert (without["cta"], without["events"]) == (None, "on")


async def test_the_purpose_of_a_session_stays_in_its_token(shared_cast: Cast) -> None:
    cast = shared_cast
    made = (await create(cast, bearer(cast.owner.plaintext), purpose="staff")).json()
    path, token = f"/sessions/{made['sessionId']}", bearer(made["token"])
    read = (await cast.service.ask("GET", path, (token,))).json()
    renewed = (await cast.service.ask("POST", f"{path}/renew", (token,))).json()
    who = (await cast.who(bearer(renewed["token"]))).json()["session"]
    assert [answer["purpose"] for answer in (made, read, renewed, who)] == ["staff"] * 4
    assert (await create(cast, bearer(cast.owner.plaintext))).json()["purpose"] == "buyer"


async def test_a_page_without_a_secret_makes_no_session_of_staff(shared_cast: Cast) -> None:
    """Attack: a visitor makes a session of staff, and no report shows what the visitor does; or fills the
    list of what staff did."""
    cast, origin = shared_cast, new_origin()
    key = await cast.owner.make_key(allowedOrigins=[origin], allowOriginOnly=True)
    keyless = ("origin", (await cast.keyless())["allowedOrigins"][0])
    for page in ((("origin", origin), ("x-key-id", key["keyId"])), (keyless,)):
        refused = await create(cast, *page, purpose="staff")
        assert (refused.status_code, refused.json()["code"]) == (403, "key_kind_not_allowed")
        assert (await create(cast, *page, purpose="buyer")).status_code == 201


async def test_the_buttons_address_may_have_placeholders_behind_its_host(shared_cast: Cast) -> None:
    secret = bearer(shared_cast.owner.plaintext)
    for url in (
        "https://shop.example/{section}/{row}?seat={seat}&filter={%22a%22:1}#{seat}",
        "http://localhost:3000/{seat}",
    ):
        made = await create(shared_cast, secret, cta={"url": url})
        assert (made.status_code, made.json()["cta"]["url"]) == (201, url)
    wrong = await create(shared_cast, secret, cta={"url": "https://shop.example/?seat={seats}"})
    [fault] = wrong.json()["errors"]
    assert fault["detail"] == (
        "has the placeholder {seats}, which is not known; there are {seat}, {section} and {row}"
    )


async def test_a_page_without_a_secret_leads_to_the_origins_of_its_key_alone(cast: Cast) -> None:
    """Attack: a page that a key allows, or a script on it, puts a button to a foreign shop into the frame."""
    shop, wildcard = new_origin(), new_origin().replace("https://", "https://*.")
    key = await cast.owner.make_key(
        allowedOrigins=[shop, wildcard, "http://localhost:3000"], allowOriginOnly=True
    )
    page = (("origin", shop), ("x-key-id", key["keyId"]))
    below = wildcard.replace("*.", "www.")
    for url in (f"{shop}/basket?a=1#b", f"{shop}:443/", f"{below}/", "http://localhost:3000/basket"):
        made = await create(cast, *page, cta={"url": url})
        assert (made.status_code, made.json()["cta"]["label"]) == (201, None), url
    for url in (
        f"{shop}:8443/",
        f"{shop}.evil.example/",
        wildcard.replace("*.", ""),
        "https://evil.example/" + shop,
        "http://localhost/",
    ):
        refused = await create(cast, *page, cta={"url": url})
        problem = refused.json()
        assert (refused.status_code, problem["code"]) == (403, "origin_not_allowed"), url
        assert [fault["pointer"] for fault in problem["errors"]] == ["/cta/url"]
        assert "allowedOrigins" in problem["detail"]
        assert (await create(cast, bearer(key["plaintext"]), cta={"url": url})).status_code == 201


async def test_a_keyless_page_leads_to_its_origins_alone(cast: Cast) -> None:
    origin = (await cast.keyless())["allowedOrigins"][0]
    assert (await create(cast, ("origin", origin), cta={"url": f"{origin}/buy"})).status_code == 201
    assert (await create(cast, ("origin", origin), cta={"url": f"{new_origin()}/buy"})).status_code == 403


async def test_the_longest_button_fits_into_a_beacon(cast: Cast) -> None:
    secret = bearer(cast.owner.plaintext)
    longest = {"label": "\U0001f3ab" * 60, "url": "https://shop.example/" + "x" * 1979}
    made = await create(cast, secret, cta=longest)
    assert made.status_code == 201
    assert len(made.json()["token"]) <= 4096


async def test_a_browser_that_asks_not_to_be_tracked_gets_a_session_without_events(cast: Cast) -> None:
    origin = (await cast.keyless())["allowedOrigins"][0]
    made = await create(cast, ("origin", origin), ("sec-gpc", "1"))
    assert made.json()["events"] == "off"
    assert (await create(cast, ("origin", origin), ("sec-gpc", "0"))).json()["events"] == "on"
