"""The Python client's settings and secrets: addresses, keys, redirects, and what is printed and logged."""

import logging
import pickle
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from clients.scripted_server import Answer, ScriptedServer, problem
from clients.test_retries import CREATED, FOUND
from seatpreview_client import (
    AsyncClient,
    Client,
    NotFound,
    Problem,
    RateLimited,
    Retries,
    UnexpectedAnswer,
    Unreachable,
    __version__,
    embed_html,
    models,
)

SECRET = "sk_live_0123456789secret"


@pytest.fixture
def client(server: ScriptedServer) -> Iterator[Client]:
    with Client(server.address, key=SECRET, retries=Retries(repeats=0)) as client:
        yield client


def test_requests_carry_the_key_and_name_the_client(server: ScriptedServer, client: Client) -> None:
    server.answers = [FOUND]
    client.keys.get("key_000000000000")
    [request] = server.requests
    assert request.path == "/v1/manage/keys/key_000000000000"
    assert request.headers["authorization"] == f"Bearer {SECRET}"
    assert request.headers["user-agent"] == f"seatpreview-client/{__version__}"


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_the_address_may_end_as_people_write_it(ending: str, server: ScriptedServer) -> None:
    server.answers = [FOUND]
    with Client(server.address + ending, key=SECRET) as client:
        client.keys.get("key_000000000000")
    assert server.requests[0].path.startswith("/v1/manage/keys/")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "seats.example",
        "ftp://seats.example",
        "https://user:pass@seats.example",
        "https://seats.example?a=1",
    ],
)
def test_an_address_that_cannot_be_one_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="address of the service"):
        Client(address, key=SECRET)


@pytest.mark.parametrize("key", ["", f"{SECRET}\n", f"{SECRET}\r\nX-Header: 1", "sk live", "sk_ü"])
def test_a_key_that_cannot_be_one_is_refused_without_showing_it(key: str) -> None:
    """A key that was read with its line break must not end up in a log, nor inject a header."""
    with pytest.raises(ValueError, match="The key is empty") as refused:
        Client("https://seats.example", key=key)
    assert SECRET not in str(refused.value)


def test_both_clients_are_made_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEATPREVIEW_URL", "https://seats.example")
    monkeypatch.setenv("SEATPREVIEW_KEY", SECRET)
    assert repr(Client.from_env()) == "Client('https://seats.example')"
    assert repr(AsyncClient.from_env(timeout=5)) == "AsyncClient('https://seats.example')"
    monkeypatch.delenv("SEATPREVIEW_KEY")
    with pytest.raises(ValueError, match="SEATPREVIEW_KEY is not set"):
        Client.from_env()


def test_secrets_are_never_printed_logged_or_raised(
    server: ScriptedServer,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Somebody who reads a log or a bug report must not find a key in it."""
    caplog.set_level(logging.DEBUG)
    server.answers = [CREATED, problem(404, "not_found"), Answer(0)]
    made = client.keys.create(label="Shop")
    assert made.plaintext == "sk_live_made"
    texts = [repr(made), str(made), repr(client), str(vars(client)), repr(client.keys)]
    for _ in range(2):
        with pytest.raises((NotFound, Unreachable)) as raised:
            client.keys.get("key_000000000000")
        texts += [str(raised.value), repr(raised.value), repr(raised.value.__cause__)]
    texts += [caplog.text, *capsys.readouterr()]
    assert len(server.requests) == 3
    assert [text for text in texts if SECRET in text or "sk_live_made" in text] == []


def test_a_session_is_printed_without_its_token() -> None:
    assert "st_secret" not in repr(session())


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(status: int, server: ScriptedServer, client: Client) -> None:
    """A redirect to another host would hand it the key."""
    with ScriptedServer() as stranger:
        server.answers = [Answer(status, b"", {"Location": f"{stranger.address}/v1/caller"})]
        with pytest.raises(Problem, match="redirects") as raised:
            client.caller.get()
        assert stranger.requests == []
    assert raised.value.status == status


@pytest.mark.parametrize("answer", [Answer(200, b"<html>Welcome</html>"), Answer(200, [1]), Answer(200, {})])
def test_an_answer_of_another_program_is_told(answer: Answer, server: ScriptedServer, client: Client) -> None:
    server.answers = [answer]
    with pytest.raises(UnexpectedAnswer):
        client.caller.get()


def test_an_error_of_another_program_is_a_problem_without_a_code_of_the_service(
    server: ScriptedServer, client: Client
) -> None:
    server.answers = [Answer(502, b"<html>Bad gateway</html>")]
    with pytest.raises(Problem) as raised:
        client.caller.get()
    assert (raised.value.status, raised.value.code, raised.value.errors) == (502, "http_502", [])


def test_a_problem_comes_whole_out_of_another_process(server: ScriptedServer, client: Client) -> None:
    """Pools of processes pickle what is raised, and hang where that fails."""
    body = problem(429, "rate_limited").body | {"errors": [{"detail": "is wrong", "pointer": "/a"}, "odd"]}
    server.answers = [Answer(429, body, {"Retry-After": "7"})]
    with pytest.raises(RateLimited) as raised:
        client.caller.get()
    raised.value.add_note("while the caller was read")
    copied = pickle.loads(pickle.dumps(raised.value))
    assert (type(copied), str(copied), copied.retry_after) == (RateLimited, str(raised.value), 7.0)
    assert [fault.pointer for fault in copied.errors] == ["/a"]


def test_a_deprecated_operation_warns(server: ScriptedServer, client: Client) -> None:
    headers = {"Deprecation": "@1", "Sunset": "Mon, 16 Nov 2027 09:00:00 GMT"}
    server.answers = [Answer(200, FOUND.body, headers)]
    with pytest.warns(DeprecationWarning, match="getKey is deprecated. It works until Mon, 16 Nov 2027"):
        client.keys.get("key_000000000000")


@pytest.mark.parametrize("part", ["", ".", ".."])
def test_a_part_of_a_path_cannot_lead_elsewhere(part: str, server: ScriptedServer, client: Client) -> None:
    """An empty keyId in `DELETE /manage/keys/{keyId}` would be another address."""
    with pytest.raises(ValueError, match="keyId must not be"):
        client.keys.revoke(part)
    assert server.requests == []


def test_parts_of_paths_are_escaped(server: ScriptedServer, client: Client) -> None:
    server.answers = [FOUND]
    client.keys.get("../tenants?x=1#y")
    assert server.requests[0].path == "/v1/manage/keys/..%2Ftenants%3Fx%3D1%23y"


def test_an_empty_etag_is_refused(client: Client) -> None:
    with pytest.raises(ValueError, match="A record of a list has no ETag"):
        client.keys.update("key_000000000000", if_match="", label="Shop")


def test_a_file_is_sent_in_parts_and_again_from_its_start(server: ScriptedServer, tmp_path: Path) -> None:
    path = tmp_path / "large.bin"
    path.write_bytes(bytes(600_000))
    sent: list[int] = []
    server.answers = [problem(503, "overloaded"), problem(400, "validation_failed")]
    with Client(server.address, key=SECRET, sleep=lambda seconds: None) as client, pytest.raises(Problem):
        client.imagery.upload("ven_1", "a.jpg", path, progress=lambda done, total: sent.append(done))
    assert sent == [262_144, 524_288, 600_000] * 2
    assert [len(request.body) for request in server.requests] == [600_000, 600_000]


def test_a_file_that_is_open_for_text_is_refused(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_text("x")
    with path.open() as file, pytest.raises(TypeError, match="rb"):
        client.imagery.upload("ven_1", "a.jpg", file)  # type: ignore[arg-type]  # what the test is about


def session() -> models.IssuedSession:
    url = "https://seats.example/viewer/key_1#st_secret"
    return models.IssuedSession.from_json(
        {
            "sessionId": "ses_1",
            "venueId": "ven_1",
            "seats": ["101/C/4"],
            "configuration": None,
            "locale": None,
            "origin": None,
            "cta": None,
            "events": "on",
            "purpose": "buyer",
            "createdAt": "2026-11-16T09:00:00Z",
            "expiresAt": "2026-11-16T10:00:00Z",
            "token": "st_secret",
            "viewerUrl": url,
            "embedHtml": f'<iframe src="{url}"></iframe>',
        }
    )


def test_the_element_for_a_page_has_the_script_and_the_session() -> None:
    assert embed_html(session(), theme="dark", accent="#0c5f73") == (
        '<script src="https://seats.example/embed.js" async></script>\n'
        '<seat-preview session="https://seats.example/viewer/key_1#st_secret" seat="101/C/4" theme="dark" '
        'accent="#0c5f73"></seat-preview>'
    )
    assert embed_html(session(), script=False).startswith("<seat-preview session=")


def test_the_element_escapes_whatever_a_label_contains() -> None:
    """A label comes from a ticketing system, or from a query of the page."""
    html = embed_html(session(), seat='"><script>alert(1)</script>', frame_title='Tom & Jerry\'s "view"')
    assert "<script>alert" not in html
    assert 'seat="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in html
    assert "Tom &amp; Jerry&#x27;s &quot;view&quot;" in html
    with pytest.raises(ValueError, match="accent is a colour"):
        embed_html(session(), accent='red" onload="alert(1)')


def test_what_a_client_returns_can_be_kept(client: Client) -> None:
    """Models are plain values: equal, copied and pickled as such."""
    made = session()
    assert pickle.loads(pickle.dumps(made)) == made
    assert httpx.URL(made.viewer_url).host == "seats.example"
