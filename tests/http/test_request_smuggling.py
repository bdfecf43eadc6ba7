"""Attacks by HTTP/1.1 itself: pipelining, hidden requests, trailers, tiny chunks and forged host names."""

import asyncio
import json
from typing import Any

import pytest

from cast import Cast, bearer, new_origin
from imagery.sample_pictures import photo
from imagery.uploads import put
from operations.halls import put_hall
from raw_requests import exchange, request_head, responses, statuses
from serving import BUSY_MACHINE_SECONDS

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine, pytest.mark.long]


async def test_a_pipeline_carries_no_credential_from_one_request_to_the_next(cast: Cast) -> None:
    """Attack: behind a proxy that shares one connection among its clients, a stranger sends requests without
    a key between those of two tenants, all at once and without waiting.

    Must hold: each request is answered once, in order, as the caller that its own headers present.
    """
    keys = [cast.owner, None, cast.stranger, None] * 12
    requests = b""
    for number, actor in enumerate(keys, 1):
        lines = [] if actor is None else [f"authorization: Bearer {actor.plaintext}"]
        lines += ["connection: close"] if number == len(keys) else []
        requests += request_head(cast.service, "GET", "/v1/caller", *lines)
    received = await exchange(cast.service, requests, closes_half=False)
    found = responses(received, ["GET"] * len(keys))
    for actor, (status, body) in zip(keys, found, strict=True):
        if actor is None:
            assert (status, json.loads(body)["code"]) == (401, "credentials_missing")
        else:
            assert (status, json.loads(body)["keyId"]) == (200, actor.key_id)


async def test_an_answer_to_head_has_no_body_that_the_next_client_reads(cast: Cast) -> None:
    """Attack: a stranger sends HEAD for what is refused, does not exist or does not have that method. A body
    behind such an answer would be read as the next client's answer on a shared connection.

    Must hold: no answer to HEAD has a body, whatever its status, and the request behind it gets its own.
    """
    paths = ["/v1/caller", "/v1/nothing", "/v1/sessions", "/viewer/key_000000000000", "/embed.js", "/docs"]
    paths += ["/v1/openapi.json", "/images/a/b/full.jpg?signature=x", "/preview-images/x.jpg", "/healthz"]
    for path in paths:
        requests = request_head(cast.service, "HEAD", path) * 2 + request_head(
            *(cast.service, "GET", "/v1/caller"),
            *(f"authorization: Bearer {cast.owner.plaintext}", "connection: close"),
        )
        received = await exchange(cast.service, requests, closes_half=False)
        found = responses(received, ["HEAD", "HEAD", "GET"])
        assert found[0][0] < 500, path
        assert (found[2][0], json.loads(found[2][1])["keyId"]) == (200, cast.owner.key_id), path


def _disagreeing(hidden: bytes) -> dict[str, tuple[str, list[str], bytes]]:
    """Requests in whose body another one is hidden: for a reader who takes another length."""
    ends = b"0\r\n\r\n" + hidden
    both = [f"content-length: {len(ends)}"]
    chunked = ["transfer-encoding: chunked"]
    own = [f"content-length: {len(hidden)}"]
    return {
        "refused for want of a key": ("POST /v1/sessions", own, hidden),
        "no such path": ("POST /v1/nothing", own, hidden),
        "method not allowed": ("PATCH /v1/sessions", own, hidden),
        "needs no body": ("GET /v1/caller", own, hidden),
        "a page": ("GET /embed.js", own, hidden),
        "two lengths": ("POST /v1/events", ["content-length: 0", *own], hidden),
        "a list of lengths": ("POST /v1/events", [f"content-length: 0, {len(hidden)}"], hidden),
        "a length with a sign": ("POST /v1/events", ["content-length: +0"], hidden),
        "length and chunks": ("POST /v1/events", [*both, *chunked], ends),
        "chunks and length": ("POST /v1/events", [*chunked, *both], ends),
        "chunks that are not last": (
            "POST /v1/events",
            [*both, "transfer-encoding: chunked, identity"],
            ends,
        ),
        "a coding that nobody knows": ("POST /v1/events", [*both, "transfer-encoding: xchunked"], ends),
        "a blank before the colon": ("POST /v1/events", [*both, "transfer-encoding : chunked"], ends),
        "a folded line": ("POST /v1/events", [*both, "transfer-encoding:", " chunked"], ends),
        "a chunk that overflows": ("POST /v1/events", chunked, b"10000000000000000\r\n\r\n" + hidden),
        "a chunk in another notation": ("POST /v1/events", chunked, b"0x0\r\n\r\n" + hidden),
        "a negative chunk": ("POST /v1/events", chunked, b"-0\r\n\r\n" + hidden),
    }


@pytest.mark.parametrize("name", _disagreeing(b""))
async def test_a_request_that_is_hidden_in_a_body_is_not_carried_out(name: str, cast: Cast) -> None:
    """Attack: a client hides a request in the body of another one, whose lengths disagree or whose body the
    service does not need, so that what a proxy took for a body is carried out.

    Must hold: a length that is not valid HTTP/1.1 is 400 and closes the connection; where a length and chunks
    are both there, the connection is closed after the answer (RFC 9112, 6.1); a body is never a request. So
    there is one answer at most, and the key that the hidden request revokes is still active.
    """
    key = await cast.actor(tenantId=cast.owner.tenant_id)
    hidden = request_head(
        *(cast.service, "DELETE", f"/v1/manage/keys/{key.key_id}"),
        *(f"authorization: Bearer {key.plaintext}", "content-length: 0"),
    )
    line, headers, body = _disagreeing(hidden)[name]
    method, _, path = line.partition(" ")
    received = await exchange(cast.service, request_head(cast.service, method, path, *headers) + body)
    found = statuses(received)
    assert len(found) <= 1, found
    assert all(status < 500 or status == 501 for status in found), found
    assert (await cast.owner.read_key(key.key_id))["status"] == "active"


async def test_trailers_authenticate_nobody(cast: Cast) -> None:
    """Attack: a client sends the credential or the Origin behind the body, as trailers, where no proxy and
    no log looks for them; and ten thousand other ones.

    Must hold: a request without a credential in its head is 401, whatever comes behind its body. The many are
    refused or left aside, and never a failure of the service.
    """
    await put_hall(cast)
    origin = (await cast.keyless())["allowedOrigins"][0]
    body = json.dumps({"venue": cast.hall}).encode()
    chunks = b"%x\r\n%s\r\n0\r\n" % (len(body), body)
    head = request_head(
        *(cast.service, "POST", "/v1/sessions", "content-type: application/json"),
        *("transfer-encoding: chunked", "trailer: authorization, origin"),
    )
    for trailer in (f"authorization: Bearer {cast.owner.plaintext}\r\n", f"origin: {origin}\r\n"):
        received = await exchange(cast.service, head + chunks + trailer.encode() + b"\r\n")
        assert set(statuses(received)) <= {400, 401}, received[:200]
    many = b"".join(b"x-%d: y\r\n" % number for number in range(10_000))
    received = await exchange(cast.service, head + chunks + many + b"\r\n")
    assert all(400 <= status < 500 for status in statuses(received))
    assert (await cast.owner.get("/caller")).status_code == 200


async def test_a_refused_upload_gets_no_100_continue(cast: Cast) -> None:
    """Attack: strangers, visitors and other tenants announce bodies of 50 MB and wait to be asked for them.

    Must hold: who may upload nothing at all is refused before the body is received: the first answer is the
    refusal, and not `100 Continue`. Who has a key that may upload, and names a venue of somebody else, is
    told 404 after the body, like for every operation; it is received at that tenant's own cost, and nothing
    of it is kept.
    """
    token = (await cast.session())["token"]
    path = f"/v1/manage/venues/{cast.hall}/imagery/a.jpg"
    callers: list[tuple[list[str], int]] = [
        ([], 401),
        ([f"authorization: Bearer {token}"], 403),
        ([f"authorization: Bearer {cast.owner.plaintext}x"], 401),
    ]
    for lines, status in callers:
        headers = (*lines, "content-type: image/jpeg", "content-length: 50000000", "expect: 100-continue")
        received = await exchange(cast.service, request_head(cast.service, "PUT", path, *headers))
        assert statuses(received) == [status]
    foreign = await put(cast, cast.stranger, f"{cast.hall}/imagery/a.jpg", photo(format_="PNG"))
    assert (foreign.status_code, foreign.json()["code"]) == (404, "not_found")
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}/imagery")).json()["data"] == []


async def test_a_body_in_20000_tiny_chunks_stops_nobody(cast: Cast) -> None:
    """Attack: a client sends a small body in 20,000 chunks of one byte, each with two hundred bytes of
    extension, which count for no bound of a body; eight of them at once.

    Must hold: each is taken, refused, or closed, never a failure of the service (500), and others' requests
    are answered meanwhile.
    """
    await put_hall(cast)
    head = request_head(
        *(cast.service, "POST", "/v1/events", "content-type: application/json"),
        *("transfer-encoding: chunked", f"authorization: Bearer {cast.owner.plaintext}"),
    )
    chunk = b"1;" + b"e" * 200 + b"\r\n \r\n"
    attack = head + chunk * 20_000 + b"0\r\n\r\n"
    attacks = [asyncio.create_task(exchange(cast.service, attack)) for _ in range(8)]
    async with asyncio.timeout(BUSY_MACHINE_SECONDS):
        for _ in range(20):
            assert (await cast.stranger.get("/caller")).status_code == 200
    for received in await asyncio.gather(*attacks):
        assert all(200 <= status < 500 for status in statuses(received)), received[:200]


async def test_no_header_of_a_client_changes_the_addresses_in_responses_or_the_method(cast: Cast) -> None:
    """Attack: a client, or a page through a cache, sends a Host or forwarded names of its own, so that
    viewers, frames, pictures, pages of lists, or the exception for the service's own origin follow them.

    Must hold: addresses are made from PUBLIC_URL, or HOST and PORT; forwarded headers count from trusted
    proxies alone; an Origin outside of a key's list is 403, also where it is that of the Host; and the
    method is that of the request.
    """
    await put_hall(cast)
    evil = "evil.example"
    key = await cast.actor(tenantId=cast.owner.tenant_id, allowedOrigins=[new_origin()])
    lies: list[tuple[str, str]] = [
        ("host", evil),
        ("x-forwarded-host", evil),
        ("forwarded", f"host={evil};proto=https"),
        ("x-original-host", evil),
        ("x-host", evil),
    ]
    more = [("x-forwarded-proto", "https"), ("x-forwarded-port", "443"), ("x-forwarded-prefix", f"//{evil}")]
    more += [
        ("x-http-method-override", "DELETE"),
        ("x-original-url", "/v1/manage/keys"),
        ("x-rewrite-url", "/"),
    ]
    picture = await put(cast, cast.owner, f"{cast.hall}/imagery/a.png", photo(format_="PNG"))
    assert picture.status_code == 200, picture.text
    asked: list[tuple[str, str, Any]] = [
        ("POST", "/sessions", {"venue": cast.hall}),
        ("GET", f"/manage/venues/{cast.hall}/imagery", None),
        ("GET", "/manage/venues?limit=1", None),
        ("GET", f"/manage/keys/{key.key_id}", None),
        ("POST", "/seats/preview/image-links", {"venue": cast.hall, "seat": "1/A/1"}),
        ("GET", "/nothing", None),
    ]
    for lie in lies:
        headers = (bearer(cast.owner.plaintext), lie, *more)
        for method, path, body in asked:
            sent = {} if body is None else {"json": body}
            answer = await cast.service.ask(method, path, headers, **sent)
            assert answer.status_code < 500
            assert evil not in answer.text, (lie, path)
            assert evil not in str(answer.headers), (lie, path)
        for origin in (f"http://{evil}", f"https://{evil}"):
            refused = await cast.who(bearer(key.plaintext), ("origin", origin), lie, *more)
            assert (refused.status_code, refused.json()["code"]) == (403, "origin_not_allowed"), lie
    assert (await cast.owner.read_key(key.key_id))["status"] == "active"
