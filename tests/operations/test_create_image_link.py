"""createImageLink, and the links that it makes: what they show, to whom, and when they end."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer, create_cast
from imagery.sample_pictures import decode
from imagery.uploads import put
from operations.test_get_preview_image import AHEAD, HALL, colour, is_near, panorama, put_hall
from seatpreview.preview_images import operations
from seatpreview.preview_images.model import SIZES
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from seatpreview.signing import rotate
from seatpreview.values.clock import MICROSECONDS, Moment, moment_of
from serving import LiveService, running

pytestmark = pytest.mark.anyio

DAY = 86_400


async def make(cast: Cast, actor: Actor | None = None, **more: Any) -> dict[str, Any]:
    body = {"venue": cast.hall, "seat": "1/A/1"} | more
    response = await (actor or cast.owner).post("/seats/preview/image-links", body)
    assert response.status_code == 200, response.text
    link: dict[str, Any] = response.json()
    return link


async def fetch(cast: Cast, link: dict[str, Any], method: str = "GET", **headers: str) -> httpx.Response:
    """Fetches a link as a mail program does: without a key."""
    sent = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return await cast.service.ask(method, link["url"], sent)


async def refusal(cast: Cast, link: dict[str, Any]) -> tuple[int, str]:
    response = await fetch(cast, link)
    assert response.headers["cache-control"] == "no-store"
    return response.status_code, response.json()["code"]


INVALID = (403, "signature_invalid")
NOT_FOUND = (404, "not_found")


async def replace_hall(cast: Cast, **more: Any) -> httpx.Response:
    return await cast.owner.put(f"/manage/venues/{cast.hall}", HALL | more)


@pytest.mark.parametrize("size", SIZES)
async def test_a_link_shows_what_the_operation_shows(size: str, cast: Cast) -> None:
    await put_hall(cast)
    link = await make(cast, seat="Section 1, Row A, Seat 1", size=size)
    assert (link["width"], link["height"]) == SIZES[size]  # type: ignore[index]  # a name of them
    assert link["url"].startswith(f"{cast.service.address}/preview-images/")
    assert link["alt"] == "Section 1, row A, seat 1. Hall. Map of the venue."
    response = await fetch(cast, link)
    assert decode(response.content).size == (link["width"], link["height"])
    params = {"venue": cast.hall, "seat": "1/A/1", "size": size}
    own = await cast.owner.get("/seats/preview/image", **params)
    assert response.content == own.content


async def test_any_page_and_any_cache_may_keep_a_linked_image_for_an_hour(cast: Cast) -> None:
    await put_hall(cast)
    link = await make(cast)
    response = await fetch(cast, link)
    headers = response.headers
    assert headers["content-type"] == "image/jpeg"
    assert headers["cache-control"] == "public, max-age=3600"
    assert headers["access-control-allow-origin"] == "*"
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["x-content-type-options"] == "nosniff"
    again = await fetch(cast, link, if_none_match=headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    head = await fetch(cast, link, "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == headers["content-length"]
    refused = await fetch(cast, link, "POST")
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")


async def test_a_link_ends_and_no_cache_has_it_for_longer(cast: Cast) -> None:
    await put_hall(cast)
    link = await make(cast, ttlSeconds=90)
    seconds = int((await fetch(cast, link)).headers["cache-control"].removeprefix("public, max-age="))
    assert 0 < seconds <= 90
    cast.service.clock.advance(91)
    assert await refusal(cast, link) == INVALID


async def test_a_link_lasts_for_ninety_days_unless_asked_otherwise(cast: Cast) -> None:
    await put_hall(cast)
    for link, days in ((await make(cast), 90), (await make(cast, ttlSeconds=400 * DAY), 400)):
        ends = moment_of(datetime.fromisoformat(link["expiresAt"]))
        left_seconds = (ends - cast.service.clock.now()) / MICROSECONDS
        assert days * DAY - 60 < left_seconds <= days * DAY


@pytest.mark.parametrize(
    ("member", "value"),
    [("ttlSeconds", 400 * DAY + 1), ("ttlSeconds", 59), ("size", "huge"), ("seat", ""), ("width", 3)],
)
async def test_a_body_that_does_not_fit_is_refused(member: str, value: Any, shared_cast: Cast) -> None:
    body = {"venue": shared_cast.hall, "seat": "1/A/1", member: value}
    refused = await shared_cast.owner.post("/seats/preview/image-links", body)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, f"/{member}")


async def test_what_cannot_be_previewed_has_no_link(cast: Cast) -> None:
    await put_hall(cast)
    for actor, body, status in (
        (cast.owner, {"seat": "9/Z/1"}, 404),
        (cast.owner, {"seat": "2/A/1", "configuration": "round"}, 404),
        (cast.owner, {"seat": "1/A/1", "configuration": "no"}, 400),
        (cast.stranger, {"seat": "1/A/1"}, 404),
    ):
        refused = await actor.post("/seats/preview/image-links", {"venue": cast.hall} | body)
        assert refused.status_code == status, body


async def test_raising_the_number_ends_all_links_at_once(cast: Cast) -> None:
    await put_hall(cast)
    old = [await make(cast), await make(cast, cast.grantee, seat="2/B/2")]
    assert [(await fetch(cast, link)).status_code for link in old] == [200, 200]
    assert (await replace_hall(cast, imageLinks={"generation": 1})).status_code == 200
    assert [await refusal(cast, link) for link in old] == [INVALID, INVALID]
    etag = '"0"'
    assert (await fetch(cast, old[0], if_none_match=etag)).status_code == 403
    new = await make(cast)
    assert (await fetch(cast, new)).status_code == 200


async def test_ended_links_never_work_again(cast: Cast) -> None:
    """Attack: an old record is published again, or one without the member, to revive what was ended."""
    await put_hall(cast)
    old = await make(cast)
    assert (await replace_hall(cast, imageLinks={"generation": 5})).json()["imageLinks"] == {"generation": 5}
    for lower in ({"generation": 4}, {"generation": 0}, {}):
        refused = await replace_hall(cast, imageLinks=lower)
        assert refused.status_code == 400
        assert refused.json()["errors"] == [
            {
                "pointer": "/imageLinks/generation",
                "detail": "must not be lower than 5; links that were ended would work again",
            }
        ]
    kept = await replace_hall(cast)
    assert (kept.status_code, kept.json()["imageLinks"]) == (200, {"generation": 5})
    read = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    assert read["imageLinks"] == {"generation": 5}
    await cast.owner.put(f"/manage/venues/{cast.hall}/aliases", {"aliases": [{"name": "grand"}]})
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()["imageLinks"] == {"generation": 5}
    assert await refusal(cast, old) == INVALID
    for wrong in ({"generation": -1}, {"generation": "x"}, {"number": 1}):
        assert (await replace_hall(cast, imageLinks=wrong)).status_code == 400


async def test_a_link_outlives_the_key_but_not_the_grant(cast: Cast) -> None:
    await put_hall(cast)
    key = await cast.actor(tenantId=cast.owner.tenant_id)
    link, lent = await make(cast, key), await make(cast, cast.grantee)
    await cast.owner.delete(f"/manage/keys/{key.key_id}")
    assert (await key.get("/caller")).status_code == 401
    assert (await fetch(cast, link)).status_code == 200
    assert (await fetch(cast, lent)).status_code == 200
    await cast.owner.delete(f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}")
    assert await refusal(cast, lent) == INVALID
    assert (await fetch(cast, link)).status_code == 200


async def test_a_new_grant_does_not_bring_links_back(cast: Cast) -> None:
    """Attack: a former grantee keeps its links, which last for months, until the venue is granted again."""
    await put_hall(cast)
    lent = await make(cast, cast.grantee)
    grant = f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}"
    assert (await cast.owner.put(grant)).status_code == 204
    assert (await fetch(cast, lent)).status_code == 200
    await cast.owner.delete(grant)
    await cast.owner.put(grant)
    assert await refusal(cast, lent) == INVALID
    assert (await fetch(cast, await make(cast, cast.grantee))).status_code == 200


async def test_a_link_of_admin_scope_is_the_owner_s(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has to be made for a link counts for the tenant that made it, whoever fetches it."""
    await put_hall(cast)
    shares: list[str] = []
    compute = operations._compute

    async def note(context: Any, *arguments: Any) -> bytes:
        shares.append(context.share.owner)
        return await compute(context, *arguments)

    monkeypatch.setattr(operations, "_compute", note)
    assert (await fetch(cast, await make(cast, cast.operator, seat="1/C/1"))).status_code == 200
    assert (await fetch(cast, await make(cast, cast.grantee, seat="1/C/2"))).status_code == 200
    assert shares == [cast.owner.tenant_id, cast.grantee.tenant_id]


async def test_a_link_follows_the_record(cast: Cast) -> None:
    await put_hall(cast)
    link = await make(cast, seat="1/A")
    before = (await fetch(cast, link)).headers["etag"]
    await put_hall(cast, {"object": "p.jpg", "pose": {"yawDeg": 0}})
    await put(cast, cast.owner, f"{cast.hall}/imagery/p.jpg", panorama())
    after = await fetch(cast, link, if_none_match=before)
    assert after.status_code == 200
    assert is_near(colour(decode(after.content).convert("RGB"), 0.5, 0.2), AHEAD)


async def test_a_seat_or_configuration_that_is_gone_is_not_found(cast: Cast) -> None:
    await put_hall(cast)
    plain, configured = await make(cast, seat="1/C/3"), await make(cast, configuration="round")
    layout = HALL["rules"]["layout"]
    sections = [layout["sections"][0] | {"rows": ["A", "B"]}]
    shorter = {"layout": {**layout, "sections": sections, "configurations": []}}
    assert (await replace_hall(cast, rules=shorter)).status_code == 200
    assert await refusal(cast, plain) == NOT_FOUND
    assert await refusal(cast, configured) == NOT_FOUND
    await put_hall(cast)
    assert (await fetch(cast, plain)).status_code == 200
    closing = {**layout, "configurations": [{"id": "round", "closed": [1]}]}
    await replace_hall(cast, rules={"layout": closing})
    assert await refusal(cast, configured) == NOT_FOUND


async def test_a_link_is_for_the_seat_and_not_for_its_label(cast: Cast) -> None:
    """Another rule or alias may give the label another meaning. Who has a ticket sits where they sat."""
    await put_hall(cast, aliases=[{"name": "Kop", "section": "1"}])
    one = await make(cast, seat="Kop row A seat 2")
    several = await make(cast, seat="Kop row A seats 2-4")
    assert "seats 2, 3 and 4" in several["alt"]
    etags = [(await fetch(cast, link)).headers["etag"] for link in (one, several)]
    assert len(set(etags)) == 2
    await put_hall(cast, aliases=[{"name": "Kop", "section": "2"}])
    response = await fetch(cast, one)
    assert response.status_code == 200
    assert (
        response.content
        == (await cast.owner.get("/seats/preview/image", venue=cast.hall, seat="1/A/2")).content
    )
    assert await refusal(cast, several) == NOT_FOUND


async def test_what_is_not_known_of_the_place_is_said(cast: Cast) -> None:
    known = HALL["rules"]["layout"]["sections"][0]
    unknown = {"id": "Parkett", "rows": ["1"], "seats": {"count": 3}}
    for sections, text in (
        ([known, unknown], "Map of the venue, without this section"),
        ([unknown], "Sketch"),
    ):
        await replace_hall(cast, rules={"layout": {"sections": sections}})
        link = await make(cast, seat="Parkett/1/2")
        assert f"Hall. {text}" in link["alt"]
        assert (await fetch(cast, link)).status_code == 200


async def test_a_changed_link_is_refused_before_anything_is_looked_up(shared_cast: Cast) -> None:
    """Attack: guessed and altered addresses."""
    await put_hall(shared_cast)
    url = (await make(shared_cast))["url"]
    base = f"{shared_cast.service.address}/preview-images/"
    for changed in (
        f"{url}?a=b",
        url.replace(".jpg", ".png"),
        url.replace(".jpg", ""),
        base,
        f"{base}AAAA.jpg",
    ):
        assert await refusal(shared_cast, {"url": changed}) == INVALID, changed


@pytest.fixture
async def own_cast(new_settings: Callable[..., Settings]) -> AsyncIterator[Cast]:
    """A cast on a service of its own, whose addresses have few requests."""
    async with running(new_settings(address_rate=Rate(60, DAY, 8))) as service:
        yield await create_cast(service)


async def test_requests_of_links_are_limited_by_address(own_cast: Cast) -> None:
    """Attack: one machine tries links, or fetches one without end."""
    await put_hall(own_cast)
    link = await make(own_cast)
    statuses = [(await fetch(own_cast, link)).status_code for _ in range(6)]
    wrong = {"url": f"{own_cast.service.address}/preview-images/AAAA.jpg"}
    statuses += [(await fetch(own_cast, wrong)).status_code for _ in range(3)]
    assert statuses == [200] * 6 + [403] * 2 + [429]
    refused = await fetch(own_cast, link)
    assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (429, True)
    assert (await own_cast.owner.get("/caller")).status_code == 200, "a secret is not limited by address"


async def test_an_old_secret_verifies_links_and_no_session(own_cast: Cast) -> None:
    """Attack: a secret that is kept for links alone leaks, and is used for sessions."""
    service: LiveService = own_cast.service
    await put_hall(own_cast)
    link, session = await make(own_cast, ttlSeconds=400 * DAY), await own_cast.session()
    page = (await own_cast.owner.get("/seats", venue=own_cast.hall, limit=1)).json()["nextCursor"]
    nine_days_ago = Moment(service.clock.now() - 9 * DAY * MICROSECONDS)
    rotate(service.internals.settings.data_dir, nine_days_ago)
    service.internals.resources.signing.refresh()
    assert (await fetch(own_cast, link)).status_code == 200
    refused = await own_cast.who(bearer(session["token"]))
    assert (refused.status_code, refused.json()["code"]) == (401, "key_invalid")
    assert (await own_cast.owner.get("/seats", venue=own_cast.hall, limit=1, cursor=page)).status_code == 400
    rotate(service.internals.settings.data_dir, service.clock.now(), forget=True)
    service.internals.resources.signing.refresh()
    assert await refusal(own_cast, link) == INVALID
