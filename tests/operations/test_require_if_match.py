"""REQUIRE_IF_MATCH: changes of records that must name a version."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from cast import Cast, create_cast
from seatpreview.api.table import OPERATIONS
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings
from serving import running

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def strict_cast(new_settings: Callable[..., Settings]) -> AsyncIterator[Cast]:
    async with running(new_settings(require_if_match=True)) as service:
        yield await create_cast(service)


def changes(cast: Cast) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        ("PATCH", f"/manage/keys/{cast.stranger.key_id}", {"label": "x"}),
        ("PATCH", f"/manage/tenants/{cast.stranger.tenant_id}", {"name": "x"}),
        ("PUT", f"/manage/venues/{cast.yard}", {"name": "x"}),
    ]


def test_if_match_is_not_required_by_default() -> None:
    assert load({}).require_if_match is False
    assert load({"SEATPREVIEW_REQUIRE_IF_MATCH": "true"}).require_if_match is True


def test_these_operations_take_if_match() -> None:
    assert {each.operation_id for each in OPERATIONS if each.takes_if_match} == {
        "updateKey",
        "updateTenant",
        "replaceVenue",
        "updateWebhook",
        "putDraft",
        "deleteDraft",
        "publishDraft",
        "placeFloorPlan",
    }


async def test_a_change_without_if_match_is_428_and_changes_nothing(strict_cast: Cast) -> None:
    for method, path, body in changes(strict_cast):
        before = await strict_cast.operator.get(path)
        for headers in ((), (("if-match", ""),)):
            refused = await strict_cast.operator.ask(method, path, *headers, json=body)
            assert (refused.status_code, refused.json()["code"]) == (428, "precondition_required")
            assert "ETag" in refused.json()["detail"]
        assert (await strict_cast.operator.get(path)).content == before.content


async def test_a_version_in_the_body_does_not_replace_the_header(strict_cast: Cast) -> None:
    path = f"/manage/venues/{strict_cast.yard}"
    read = await strict_cast.owner.get(path)
    assert (await strict_cast.owner.put(path, read.json())).status_code == 428
    sent_back = await strict_cast.owner.put(path, read.json(), ("if-match", read.headers["etag"]))
    assert sent_back.status_code == 200, sent_back.text


async def test_a_change_with_the_etag_or_with_consent_is_made(strict_cast: Cast) -> None:
    for method, path, body in changes(strict_cast):
        etag = (await strict_cast.operator.get(path)).headers["etag"]
        made = await strict_cast.operator.ask(method, path, ("if-match", etag), json=body)
        assert made.status_code == 200, made.text
        stale = await strict_cast.operator.ask(method, path, ("if-match", etag), json=body)
        assert stale.status_code == (409 if "/keys/" in path else 412)
        consent = await strict_cast.operator.ask(method, path, ("if-match", "*"), json=body)
        assert consent.status_code == 200


async def test_what_is_wrong_with_the_request_otherwise_comes_first(strict_cast: Cast) -> None:
    path = f"/manage/keys/{strict_cast.owner.key_id}"
    assert (await strict_cast.owner.patch(path, {"lable": "x"})).status_code == 400
    assert (await strict_cast.owner.patch(path, {"rateLimit": None})).status_code == 403
    assert (await strict_cast.service.ask("PATCH", path, (), json={"label": "x"})).status_code == 401


async def test_changes_of_what_has_no_version_need_none(strict_cast: Cast) -> None:
    """Grants, aliases and pictures have no ETag that a request could name."""
    grant = f"/manage/venues/{strict_cast.yard}/grants/{strict_cast.stranger.tenant_id}"
    assert (await strict_cast.owner.put(grant)).status_code == 204
    aliases = f"/manage/venues/{strict_cast.hall}/aliases"
    assert (await strict_cast.grantee.put(aliases, {"aliases": []})).status_code == 200


async def test_without_the_setting_a_change_needs_no_version(cast: Cast) -> None:
    for method, path, body in changes(cast):
        assert (await cast.operator.ask(method, path, json=body)).status_code == 200
