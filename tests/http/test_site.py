"""The viewer's page: for the key's frame ancestors alone, and without a secret in any address."""

import pytest

from cast import Cast, bearer

pytestmark = pytest.mark.anyio


async def policy_of(cast: Cast, key_id: str) -> dict[str, str]:
    response = await cast.service.ask("GET", f"{cast.service.address}/viewer/{key_id}")
    assert response.status_code == 200, response.text
    directives = response.headers["content-security-policy"].split(";")
    return {name: value for name, _, value in (each.strip().partition(" ") for each in directives)}


async def test_its_policy_names_the_frame_ancestors_of_the_key(cast: Cast) -> None:
    ancestors = ["'self'", "https://*.shop.example"]
    key = await cast.owner.make_key(embedFrameAncestors=ancestors)
    assert (await policy_of(cast, key["keyId"]))["frame-ancestors"] == "'self' https://*.shop.example"


async def test_without_frame_ancestors_no_page_may_show_it(cast: Cast) -> None:
    assert (await policy_of(cast, cast.owner.key_id))["frame-ancestors"] == "'none'"


async def test_its_policy_allows_no_script_but_our_own_files(cast: Cast) -> None:
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


async def test_a_sessions_viewer_url_leads_to_it_and_its_files_are_there(cast: Cast) -> None:
    session = await cast.session()
    page = await cast.service.ask("GET", session["viewerUrl"])
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["referrer-policy"] == "no-referrer"
    for path, content_type in (("viewer.js", "text/javascript"), ("viewer.css", "text/css")):
        assert f"/assets/{path}" in page.text
        file = await cast.service.ask("GET", f"{cast.service.address}/assets/{path}")
        assert (file.status_code, file.headers["content-type"]) == (200, content_type)
        kept = await cast.service.ask(
            "GET", f"{cast.service.address}/assets/{path}", [("if-none-match", file.headers["etag"])]
        )
        assert (kept.status_code, kept.content) == (304, b"")


async def test_it_needs_no_key_and_takes_none(cast: Cast) -> None:
    page = await cast.service.ask(
        "GET", f"{cast.service.address}/viewer/{cast.owner.key_id}", [bearer("sk_live_wrong")]
    )
    assert page.status_code == 200
