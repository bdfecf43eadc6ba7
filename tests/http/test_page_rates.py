"""Pages, their files and images have an allowance by address."""

from collections.abc import AsyncIterator, Callable
from ipaddress import ip_network

import httpx
import pytest

from cast import bearer
from seatpreview.settings.setting_values import Rate
from seatpreview.settings.settings import Settings
from serving import LiveService, running

pytestmark = pytest.mark.anyio

DAY = 86_400
PATHS = (
    "/",
    "/console",
    "/docs",
    "/guide/",
    "/embed.js",
    "/favicon.ico",
    "/assets/none.js",
    "/viewer/key_000000000000",
    "/images/none",
    "/v1/openapi.json",
    "/nowhere",
)


@pytest.fixture
async def service(new_settings: Callable[..., Settings]) -> AsyncIterator[LiveService]:
    """An address may ask for three pages a day."""
    settings = new_settings(pages_rate=Rate(3, DAY, 3), trusted_proxies=(ip_network("127.0.0.1"),))
    async with running(settings) as started:
        yield started


async def ask(
    service: LiveService, path: str, address: str, *headers: tuple[str, str], method: str = "GET"
) -> httpx.Response:
    return await service.ask(method, service.address + path, (("x-forwarded-for", address), *headers))


async def test_above_its_rate_an_address_gets_no_page_file_or_image(service: LiveService) -> None:
    """Attack: pages, which ask for no key, as fast as one can: they were charged to nobody."""
    for number, path in enumerate(PATHS):
        address = f"192.0.2.{number}"
        answers = [(await ask(service, path, address)).status_code for _ in range(5)]
        assert 429 not in answers[:3], path
        assert answers[3:] == [429, 429], path
    assert service.internals.guard.refused == {"pages": 2 * len(PATHS)}


async def test_a_person_sees_a_page_and_a_program_gets_the_problem(service: LiveService) -> None:
    for _ in range(3):
        await ask(service, "/", "192.0.2.1")
    page = await ask(service, "/console", "192.0.2.1", ("accept", "text/html,*/*"))
    assert (page.status_code, page.headers["content-type"]) == (429, "text/html; charset=utf-8")
    assert "Too many requests" in page.text
    assert int(page.headers["retry-after"]) > 0
    script = await ask(service, "/embed.js", "192.0.2.1")
    assert (script.json()["code"], script.status_code) == ("rate_limited", 429)
    assert int(script.headers["retry-after"]) > 0


async def test_other_addresses_the_api_and_health_checks_go_on(service: LiveService) -> None:
    for number in range(8):
        await ask(service, "/", f"2001:db8:0:{number}::1")
    assert (await ask(service, "/", "2001:db8:0:99::1")).status_code == 429, "one network of 56 bits"
    assert (await ask(service, "/", "2001:db8:0:100::1")).status_code == 200
    secret = bearer(service.admin_key)
    assert (await ask(service, "/v1/caller", "2001:db8:0:99::1", secret)).status_code == 200
    for path in ("/healthz", "/readyz"):
        assert [(await ask(service, path, "2001:db8:0:99::1")).status_code for _ in range(5)] == [200] * 5
