"""Static files: which pages may frame them, what they may load, and how long they are cached."""

import re

import pytest

from cast import Cast, bearer

pytestmark = pytest.mark.anyio


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def policy_of(cast: Cast, key_id: str) -> dict[str, str]:
    response = await cast.service.ask("GET", f"{cast.service.address}/viewer/{key_id}")
    assert response.status_code == 200, response.text
    directives = response.headers["content-security-policy"].split(";")
    return {name: value for name, _, value in (each.strip().partition(" ") for each in directives)}


async def test_the_policy_of_the_viewer_names_the_frame_ancestors_of_the_key(cast: Cast) -> None:
    ancestors = ["'self'", "https://*.shop.example"]
    key = await cast.owner.make_key(embedFrameAncestors=ancestors)
    assert (await policy_of(cast, key["keyId"]))["frame-ancestors"] == "'self' https://*.shop.example"


async def test_without_frame_ancestors_no_page_may_show_it(cast: Cast) -> None:
    assert (await policy_of(cast, cast.owner.key_id))["frame-ancestors"] == "'none'"


async def test_the_policy_of_the_viewer_allows_no_script_but_our_own_files(cast: Cast) -> None:
    policy = await policy_of(cast, cast.owner.key_id)
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == (
        "'none'",
        "'self'",
        "'self'",
    )


async def test_a_change_of_the_key_counts_at_once(cast: Cast) -> None:
    key = await cast.owner.make_key(embedFrameAncestors=["https://shop.example"])
    await policy_of(cast, key["keyId"])
    await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"embedFrameAncestors": ["'self'"]})
    assert (await policy_of(cast, key["keyId"]))["frame-ancestors"] == "'self'"


async def test_the_viewer_of_a_revoked_key_and_of_none_look_alike(cast: Cast) -> None:
    key = await cast.owner.make_key()
    await cast.owner.delete(f"/manage/keys/{key['keyId']}")
    answers = [
        await cast.service.ask("GET", f"{cast.service.address}/viewer/{key_id}")
        for key_id in (key["keyId"], "key_000000000000", "nonsense", "")
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.json()["detail"] for answer in answers}) == 1


async def test_a_sessions_viewer_url_leads_to_it_and_its_files_can_be_kept_for_good(cast: Cast) -> None:
    session = await cast.session()
    page = await cast.service.ask("GET", session["viewerUrl"])
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert (page.headers["referrer-policy"], page.headers["cache-control"]) == ("no-referrer", "no-store")
    assert page.headers["permissions-policy"] == (
        "camera=(), microphone=(), geolocation=(), xr-spatial-tracking=(self)"
    )
    paths = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
    assert any(path.endswith(".js") for path in paths)
    for path in paths:
        file = await cast.service.ask("GET", cast.service.address + path)
        assert file.status_code == 200
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
        # The viewer in the console's frame has an opaque origin, from which browsers ask for modules.
        assert file.headers["access-control-allow-origin"] == "*"
        known = [("if-none-match", file.headers["etag"])]
        kept = await cast.service.ask("GET", cast.service.address + path, known)
        assert (kept.status_code, kept.content) == (304, b"")


async def test_files_travel_compressed_to_who_takes_that(cast: Cast) -> None:
    path = f"{cast.service.address}/embed.js"
    plain = await cast.service.ask("GET", path, [("accept-encoding", "identity")])
    small = await cast.service.ask("GET", path, [("accept-encoding", "br, gzip")])
    assert (plain.headers.get("content-encoding"), small.headers["content-encoding"]) == (None, "gzip")
    assert plain.content == small.content
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"])
    assert small.headers["vary"] == "Accept-Encoding"


async def test_the_script_for_shops_is_for_any_page_and_asked_for_again(cast: Cast) -> None:
    script = await cast.service.ask("GET", f"{cast.service.address}/embed.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["access-control-allow-origin"] == "*"
    assert script.headers["cross-origin-resource-policy"] == "cross-origin"
    assert script.headers["cache-control"] == "public, max-age=300"
    types = await cast.service.ask("GET", f"{cast.service.address}/embed.d.ts")
    assert types.headers["content-type"] == "text/plain; charset=utf-8"
    assert "interface HTMLElementTagNameMap" in types.text


async def test_the_console_speaks_to_us_alone_and_no_page_may_frame_it(cast: Cast) -> None:
    """Attack: a page that frames the console, or a script in it, steals the key."""
    page = await cast.service.ask("GET", f"{cast.service.address}/console")
    policy = page.headers["content-security-policy"]
    assert "connect-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self';" in policy


async def test_a_page_that_opens_the_console_gets_no_handle_on_it(cast: Cast) -> None:
    """Attack: a page opens the console in a window, keeps its handle, and later sends it elsewhere. These are
    also the headers that Mozilla's Observatory expects of a page."""
    page = await cast.service.ask("GET", f"{cast.service.address}/console")
    assert {name: page.headers[name] for name in _EXPECTED_OF_A_PAGE} == _EXPECTED_OF_A_PAGE
    docs = await cast.service.ask("GET", f"{cast.service.address}/docs")
    for name in ("cross-origin-opener-policy", "referrer-policy", "x-content-type-options"):
        assert docs.headers[name] == _EXPECTED_OF_A_PAGE[name]
    viewer = await cast.service.ask("GET", f"{cast.service.address}/viewer/{cast.owner.key_id}")
    assert "cross-origin-opener-policy" not in viewer.headers, "shops may open the viewer in a window"


_EXPECTED_OF_A_PAGE = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


@pytest.mark.parametrize("path", ["/assets/nothing.js", "/assets/../viewer.html", "/assets/", "/console/x"])
async def test_what_is_not_there_is_404(path: str, cast: Cast) -> None:
    assert (await cast.service.ask("GET", cast.service.address + path)).status_code == 404


async def test_the_viewer_page_needs_no_key_and_ignores_one(cast: Cast) -> None:
    page = await cast.service.ask(
        "GET", f"{cast.service.address}/viewer/{cast.owner.key_id}", [bearer("sk_live_wrong")]
    )
    assert page.status_code == 200


async def test_browsers_find_the_icon_where_a_page_links_none(cast: Cast) -> None:
    icon = await cast.service.ask("GET", f"{cast.service.address}/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")
    page = await cast.service.ask("GET", f"{cast.service.address}/docs")
    [linked] = re.findall(r'rel="icon" href="([^"]+)"', page.text)
    assert icon.content == (await cast.service.ask("GET", cast.service.address + linked)).content
