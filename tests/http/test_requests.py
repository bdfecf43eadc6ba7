"""HTTP requests: malformed bodies, media types, methods, request ids, and the form of every problem."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import pytest

from cast import Cast, bearer

pytestmark = pytest.mark.anyio

JSON = ("content-type", "application/json")


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


@pytest.mark.parametrize(("content", "says"), [
    (b"", "empty"),
    (b"   ", "empty"),
    (b"{", "not JSON"),
    (b"{'label': 'x'}", "not JSON"),
    (b'{"label": "x",}', "not JSON"),
    (b"[]", "object"),
    (b'"label"', "object"),
    (b"null", "object"),
    (b"7", "object"),
    (b'{"label": "\xff"}', "UTF-8"),
    ('{"label": "x"}'.encode("utf-16"), "UTF-8"),
    (b'\xef\xbb\xbf{"label": "x"}', "byte order mark"),
    (b'{"label": "x", "label": "y"}', "fault"),
    (b'{"rateLimit": {"requests": 1, "requests": 2}}', "fault"),
    (b'{"label": NaN}', "fault"),
    (b'{"label": "\\u0000"}', "fault"),
    (b'{"label": "\\ud800"}', "fault"),
    (b'{"label": 1e999}', "fault"),
    (b'{"label": ' + b"9" * 5000 + b"}", "fault"),
    (b'{"label": ' + b"[" * 4000, "deep"),
    (b'{"label": ' + b"[" * 100_000, "more than 5000 members and items"),
    (b'{"label": ' + b"[" * 70 + b"]" * 70 + b"}", "fault"),
    (b'{"lable": "x"}', "fault"),
    (b"{}", "fault"),
])  # fmt: skip
async def test_a_malformed_body_is_400_and_says_what_is_wrong(cast: Cast, content: bytes, says: str) -> None:
    headers = (bearer(cast.operator.plaintext), JSON)
    response = await cast.service.ask("PATCH", f"/manage/keys/{cast.owner.key_id}", headers, content=content)
    assert (response.status_code, response.json()["code"]) == (400, "validation_failed"), response.text
    assert says in response.json()["detail"]
    assert (await cast.owner.read_key(cast.owner.key_id))["version"] == 1


async def test_all_faults_come_at_once_each_with_its_json_pointer(cast: Cast) -> None:
    body = {
        "kind": "secretive",
        "label": 5,
        "allowedOrigins": ["https://ok.example", "nonsense", 7],
        "embedFrameAncestors": ["'none'", "javascript:x"],
        "venues": ["hall"],
        "rateLimit": {"requests": 0, "windowSeconds": "x", "extra": 1},
        "surplus": True,
    }
    response = await cast.operator.post("/manage/keys", body)
    assert response.status_code == 400
    assert {fault["pointer"] for fault in response.json()["errors"]} == {
        "/kind",
        "/label",
        "/allowedOrigins/1",
        "/allowedOrigins/2",
        "/embedFrameAncestors/1",
        "/venues/0",
        "/rateLimit/requests",
        "/rateLimit/windowSeconds",
        "/rateLimit/extra",
        "/surplus",
    }


async def test_a_body_of_exactly_one_mebibyte_is_read_and_one_byte_more_is_413(cast: Cast) -> None:
    headers = (bearer(cast.owner.plaintext), JSON)
    for surplus, status in ((0, 400), (1, 413)):
        content = b'{"label": "' + b"x" * ((1 << 20) - 13 + surplus) + b'"}'
        response = await cast.service.ask("POST", "/manage/keys", headers, content=content)
        assert response.status_code == status


@pytest.mark.usefixtures("short_drain")
async def test_a_body_that_is_too_large_is_read_no_further_than_the_limit(cast: Cast) -> None:
    """Attack: a request that fills the memory."""
    address = urlsplit(cast.service.address)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(
        b"POST /v1/manage/keys HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Authorization: Bearer " + cast.owner.plaintext.encode() + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    for _ in range(17):
        writer.write(chunk)
    # The last chunk is never sent: only a service that has stopped reading can respond.
    status_line = await reader.readline()
    assert b" 413 " in status_line
    writer.close()


@pytest.mark.parametrize(
    "value", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json", "*/*"]
)
async def test_another_content_type_is_415(cast: Cast, value: str) -> None:
    headers = (bearer(cast.owner.plaintext), ("content-type", value))
    response = await cast.service.ask("POST", "/manage/keys", headers, content=b"{}")
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "value", ["application/json", "Application/JSON; charset=utf-8", "application/json;"]
)
async def test_json_is_taken_under_every_spelling_of_its_type(cast: Cast, value: str) -> None:
    headers = (bearer(cast.owner.plaintext), ("content-type", value))
    assert (await cast.service.ask("POST", "/manage/keys", headers, content=b"{}")).status_code == 201


async def test_a_body_without_a_content_type_is_415(cast: Cast) -> None:
    response = await cast.service.ask("POST", "/manage/keys", (bearer(cast.owner.plaintext),), content=b"{}")
    assert response.status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/manage",
        "/manage/keys/",
        "/manage//keys",
        "/manage/keys/key_aaaaaaaaaaaa/x",
        "/caller/",
        "/../v1/caller%00",
        "/Manage/keys",
    ],
)
async def test_a_route_that_does_not_exist_answers_404_in_the_same_form(cast: Cast, path: str) -> None:
    response = await cast.service.ask("GET", path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


async def test_a_method_that_the_path_does_not_have_is_405_with_allow(cast: Cast) -> None:
    response = await cast.owner.post(f"/manage/keys/{cast.owner.key_id}", {})
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert set(response.headers["allow"].split(", ")) == {"GET", "PATCH", "DELETE"}


async def test_head_answers_as_get_does_without_a_body(cast: Cast) -> None:
    path = f"/manage/keys/{cast.owner.key_id}"
    headers = (bearer(cast.owner.plaintext),)
    head = await cast.service.ask("HEAD", path, headers)
    get = await cast.service.ask("GET", path, headers)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == get.headers["etag"]


async def test_a_query_where_none_is_taken_is_400(cast: Cast) -> None:
    response = await cast.owner.get(f"/manage/keys/{cast.owner.key_id}?verbose=true")
    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == "verbose"


@pytest.mark.parametrize("sent", ["abc", "A-Z.0_9", "x" * 64])
async def test_a_plain_request_id_is_kept(cast: Cast, sent: str) -> None:
    response = await cast.service.ask("GET", "/caller", (("x-request-id", sent),))
    assert response.headers["x-request-id"] == response.json()["requestId"] == sent


@pytest.mark.parametrize("sent", ["", "x" * 65, "a b", 'a"b', "a,b", "sk_live_secret", "st_token"])
async def test_any_other_request_id_is_replaced(cast: Cast, sent: str) -> None:
    response = await cast.service.ask("GET", "/caller", (("x-request-id", sent),))
    assert response.headers["x-request-id"] != sent
    assert len(response.headers["x-request-id"]) == 32


async def test_every_problem_has_the_same_form(cast: Cast) -> None:
    answers = [
        await cast.who(),
        await cast.who(bearer("x")),
        await cast.owner.get("/manage/tenants"),
        await cast.owner.get("/manage/keys/key_aaaaaaaaaaaa"),
        await cast.owner.get("/manage/keys/x"),
        await cast.owner.post("/caller", {}),
        await cast.service.ask("GET", "/nothing"),
    ]
    for answer in answers:
        body: dict[str, Any] = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert set(body) == {"type", "title", "status", "detail", "instance", "code", "requestId", "errors"}
        assert body["status"] == answer.status_code
        assert body["type"] == f"/docs#problem-{body['code']}"
        assert body["requestId"] == answer.headers["x-request-id"]
        assert body["detail"].endswith(".")


async def test_health_and_readiness(cast: Cast) -> None:
    for path in ("/healthz", "/readyz"):
        response = await cast.service.ask("GET", cast.service.address + path)
        assert (response.status_code, response.headers["cache-control"]) == (200, "no-store")
        assert (await cast.service.ask("POST", cast.service.address + path)).status_code == 405


async def test_an_unexpected_fault_is_500_in_the_same_form_and_tells_nothing_of_itself(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seatpreview.keys import store

    def broken(*_: object) -> None:
        raise RuntimeError("the inside of the service")

    monkeypatch.setattr(store, "get", broken)
    response = await cast.owner.get(f"/manage/keys/{cast.owner.key_id}")
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert "inside" not in response.text
