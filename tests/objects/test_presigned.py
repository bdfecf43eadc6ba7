"""Presigned addresses: what the S3 server accepts, and what it refuses."""

import asyncio
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest

from seatpreview.objects.store import Objects, objects_of
from seatpreview.values.clock import MICROSECONDS, Clock, Moment
from servers import seaweed as seaweed_part
from servers.seaweed import RunningSeaweed

pytestmark = pytest.mark.anyio

_TRIES = 200
_PAUSE_SECONDS = 0.1


def presigned(objects: Objects, key: str, seconds: int = 60) -> str:
    at = Clock().now()
    return objects.presign(key, at, -(-at // MICROSECONDS) + seconds)


async def status_of(url: str, method: str = "GET") -> int:
    async with httpx.AsyncClient(timeout=60, verify=False) as http:
        return (await http.request(method, url)).status_code


async def test_anyone_gets_the_object_with_its_type_and_may_keep_it(bucket: Objects) -> None:
    await bucket.put("v/full.webp", b"a picture", "image/webp")
    async with httpx.AsyncClient(timeout=60, verify=False) as http:
        got = await http.get(presigned(bucket, "v/full.webp"))
        part = await http.get(presigned(bucket, "v/full.webp"), headers={"range": "bytes=2-4"})
    assert (got.status_code, got.content) == (200, b"a picture")
    assert got.headers["content-type"] == "image/webp"
    assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (part.status_code, part.content) == (206, b"pic")


async def test_a_presigned_address_expires_after_the_given_seconds(bucket: Objects) -> None:
    assert dict(parse_qsl(urlsplit(presigned(bucket, "a", 321)).query))["X-Amz-Expires"] == "321"


async def test_an_address_that_was_tampered_with_is_refused(bucket: Objects) -> None:
    """Attack: take an address that was given out, and point it elsewhere or make it last."""
    await bucket.put("v/1", b"1", "image/jpeg")
    await bucket.put("v/2", b"2", "image/jpeg")
    address = presigned(bucket, "v/1")
    assert await status_of(address) == 200
    assert await status_of(address.replace("/v/1?", "/v/2?")) == 403
    assert await status_of(address, "DELETE") == 403
    assert await status_of(address, "PUT") == 403
    parts = urlsplit(address)
    for name, value in (
        ("X-Amz-Expires", "600"),
        ("X-Amz-Date", "20301115T000000Z"),
        ("X-Amz-Signature", "0" * 64),
        ("response-content-type", "text/html"),
    ):
        query = urlencode(dict(parse_qsl(parts.query)) | {name: value})
        assert await status_of(parts._replace(query=query).geturl()) == 403, name
    assert await status_of(parts._replace(query="").geturl()) == 403


async def test_an_address_that_has_run_out_is_refused(bucket: Objects) -> None:
    """The server goes by its own clock, so the test waits for the second that was asked for."""
    await bucket.put("v/1", b"1", "image/jpeg")
    address = presigned(bucket, "v/1", 1)
    for _ in range(_TRIES):
        if await status_of(address) == 403:
            break
        await asyncio.sleep(_PAUSE_SECONDS)
    else:
        pytest.fail("the address still works")
    assert await status_of(presigned(bucket, "v/1")) == 200


async def test_an_address_that_another_key_signed_is_refused(
    bucket: Objects, seaweed: RunningSeaweed, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bucket.put("v/1", b"1", "image/jpeg")
    ours = urlsplit(presigned(bucket, "v/1"))
    prefix = ours.path.split("/")[2]
    for key_id, secret in (
        (seaweed_part.ACCESS_KEY_ID, "another-secret"),
        ("another-key", seaweed_part.SECRET_ACCESS_KEY),
    ):
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", key_id)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", secret)
        theirs = presigned(objects_of(Path("nowhere"), seaweed.url(prefix)), "v/1")
        assert urlsplit(theirs).path == ours.path
        assert await status_of(theirs) == 403


def test_a_folder_presigns_nothing(tmp_path: Path) -> None:
    objects = objects_of(tmp_path, "")
    assert not objects.presigns
    with pytest.raises(TypeError):
        presigned(objects, "a")


def test_the_same_key_and_end_give_the_same_address(bucket: Objects) -> None:
    at = Clock().now()
    end = at // MICROSECONDS + 900
    first = bucket.presign("a", at, end)
    later = Moment(at + 300 * MICROSECONDS)
    assert bucket.presign("a", later, end) == first
    assert bucket.presign("b", later, end) != first
    assert bucket.presign("a", later, end + 1) != first


def test_an_address_that_is_signed_late_ends_no_later(bucket: Objects) -> None:
    at = Clock().now()
    address = bucket.presign("a", at, at // MICROSECONDS + 100)
    assert dict(parse_qsl(urlsplit(address).query))["X-Amz-Expires"] in ("99", "100")
