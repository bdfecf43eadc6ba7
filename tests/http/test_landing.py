"""The landing page: who gets a live view of the demo, and what a link that leads nowhere answers."""

from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import create_demo
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from serving import LiveService, running

pytestmark = pytest.mark.anyio

BROWSER = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")]


@pytest.fixture
async def demo_service(new_settings: Callable[..., Settings]) -> AsyncIterator[LiveService]:
    """A service that was started with --demo. Its database has no demo yet."""
    async with running(new_settings(demo=True, address_rate=Rate(20, 3600, 20))) as service:
        yield service


async def viewer_url_of(service: LiveService) -> str | None:
    answer = await service.ask("GET", f"{service.address}/demo-view")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    url: str | None = answer.json()["viewerUrl"]
    return url


async def test_the_landing_page_runs_our_own_scripts_only_and_no_page_may_frame_it(
    service: LiveService,
) -> None:
    page = await service.ask("GET", f"{service.address}/", BROWSER)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "view before you buy" in page.text
    policy = page.headers["content-security-policy"]
    assert "script-src 'self'; style-src 'self';" in policy
    assert "connect-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert all(path in page.text for path in ('href="/guide/"', 'href="/console"', 'href="/docs"'))


async def test_a_demo_has_a_session_for_its_own_venue_until_its_page_key_is_revoked(
    demo_service: LiveService,
) -> None:
    service = demo_service
    assert await viewer_url_of(service) is None, "there is no demo yet"
    client = LocalClient(service.internals.settings, service.internals.resources.database)
    demo = await create_demo(client)
    viewer_url = await viewer_url_of(service)
    assert viewer_url is not None
    page, _, fragment = viewer_url.partition("#")
    assert page == f"{service.address}/viewer/{demo.page_key.key_id}"
    token, seat = fragment.split("&")
    bearer = [("authorization", f"Bearer {token}")]
    preview = await service.ask("GET", f"/seats/preview?{seat}", bearer)
    assert preview.json()["seat"]["key"] == "107/K/9"
    venues = await service.ask("GET", "/manage/venues", bearer)
    assert venues.status_code == 403, "the session shows the venue, and can do nothing else"
    await client.call("revokeKey", str(demo.page_key.key_id))
    assert await viewer_url_of(service) is None


async def test_asking_for_live_views_is_limited_for_each_address(demo_service: LiveService) -> None:
    """Attack: a stranger has sessions made as fast as it can."""
    statuses = [
        (await demo_service.ask("GET", f"{demo_service.address}/demo-view")).status_code for _ in range(25)
    ]
    assert statuses[-1] == 429


async def test_a_service_that_is_no_demo_never_shows_a_tenants_venue(service: LiveService) -> None:
    """Attack: a tenant makes a key and an alias like the demo's, so that `/` shows its venue."""
    client = LocalClient(service.internals.settings, service.internals.resources.database)
    await create_demo(client)
    assert await viewer_url_of(service) is None


async def test_a_person_who_follows_a_wrong_link_sees_a_page_with_links(service: LiveService) -> None:
    for path in ("/nothing", "/viewer/key_000000000000", "/guides/deploy.html", "/V1/keys"):
        answer = await service.ask("GET", service.address + path, BROWSER)
        assert answer.status_code == 404, path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "There is no page at this address" in answer.text
        assert 'href="/guide/"' in answer.text


async def test_every_other_client_and_the_whole_api_get_the_problem(service: LiveService) -> None:
    answers: list[httpx.Response] = [
        await service.ask("GET", f"{service.address}/nothing"),
        await service.ask("GET", f"{service.address}/nothing", [("accept", "application/json")]),
        await service.ask("POST", f"{service.address}/nothing", BROWSER),
        await service.ask("GET", f"{service.base_url}/nothing", BROWSER),
        await service.ask("GET", f"{service.address}/v1", [("accept", "*/*")]),
    ]
    for answer in answers:
        assert answer.headers["content-type"] == "application/problem+json", answer.url
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
