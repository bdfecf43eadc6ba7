"""What a proxy with a cache keeps: nginx in front of the service, which caches what the headers allow."""

import re
import ssl
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from cast import Cast, bearer, create_cast
from imagery.sample_pictures import photo
from operations.halls import put_hall
from servers import certificates
from servers.free_ports import free_port
from servers.nginx import running_nginx
from servers.polling import PATIENCE_SECONDS
from serving import running, settings_for

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def test_a_cache_keeps_files_and_images_and_nothing_that_depends_on_a_key(tmp_path: Path) -> None:
    """The danger: a preview from a cache, for somebody whose key was revoked a moment ago."""
    settings = settings_for(tmp_path / "data", trusted_proxies=(ip_network("127.0.0.1"),))
    async with running(settings) as service:
        cast = await create_cast(service)
        image = await image_of_a_seat(cast)
        with running_nginx(
            tmp_path,
            ports=(free_port(), free_port()),
            service_port=settings.port,
            certificate=certificates.write(tmp_path, days=2),
            has_cache=True,
        ) as nginx:
            address = f"https://127.0.0.1:{nginx.port}"
            async with httpx.AsyncClient(
                base_url=address, verify=any_certificate(), timeout=PATIENCE_SECONDS
            ) as proxy:
                await check_what_is_kept(proxy, cast, image)


async def check_what_is_kept(proxy: httpx.AsyncClient, cast: Cast, image: str) -> None:
    viewer = f"/viewer/{cast.owner.key_id}"
    [asset, *_] = re.findall(r"/assets/[\w.-]+\.js", (await proxy.get(viewer)).text)
    preview = f"/v1/seats/preview?venue={cast.hall}&seat=1/A/1"
    never_kept = (
        *(preview, f"/v1/seats?venue={cast.hall}", f"/v1/seats/plan?venue={cast.hall}"),
        *("/v1/caller", viewer),
    )
    for kept, paths in ((True, ("/embed.js", asset, image)), (False, never_kept)):
        for path in paths:
            answers = [await proxy.get(path, headers=[bearer(cast.owner.plaintext)]) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 200], path
            assert (answers[1].headers["x-cache"] == "HIT") is kept, path
    revoked = await cast.operator.delete(f"/manage/keys/{cast.owner.key_id}")
    assert revoked.status_code == 204
    refused = await proxy.get(preview, headers=[bearer(cast.owner.plaintext)])
    assert refused.status_code == 401
    assert (await proxy.get(image)).headers["x-cache"] == "HIT", "a signed address outlives its key"


async def image_of_a_seat(cast: Cast) -> str:
    """Uploads an image for a section of the hall, and returns the path of its address."""
    content_type = ("content-type", "image/jpeg")
    path = f"/manage/venues/{cast.hall}/imagery/a.jpg"
    stored = await cast.owner.ask("PUT", path, content_type, content=photo())
    assert stored.status_code == 200, stored.text
    images = [{"object": "a.jpg", "covers": {"section": "1"}}]
    await put_hall(cast, imagerySets=[{"id": "a", "kind": "photo", "attribution": "Hall", "images": images}])
    preview = await cast.owner.get("/seats/preview", venue=cast.hall, seat="1/A/1")
    assert preview.status_code == 200, preview.text
    return re.sub(r"^https?://[^/]+", "", preview.json()["imagery"]["url"])


def any_certificate() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
