"""getTenant as the contract defines it; listTenants, createTenant and updateTenant, which are extensions."""

from typing import Any

import pytest

from cast import Cast

pytestmark = pytest.mark.anyio


async def test_a_tenant_scope_key_may_read_only_its_own_tenant(cast: Cast) -> None:
    own = await cast.owner.get(f"/manage/tenants/{cast.owner.tenant_id}")
    assert own.status_code == 200
    assert own.json()["tenantId"] == cast.owner.tenant_id
    assert own.headers["etag"] == '"1"'
    foreign = await cast.owner.get(f"/manage/tenants/{cast.stranger.tenant_id}")
    missing = await cast.owner.get("/manage/tenants/ten_doesnotexist")
    for response in (foreign, missing):
        assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


async def test_admin_scope_reads_any_tenant(cast: Cast) -> None:
    assert (await cast.operator.get(f"/manage/tenants/{cast.owner.tenant_id}")).json()["name"] == "owner"
    missing = await cast.operator.get("/manage/tenants/ten_doesnotexist")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    assert (await cast.operator.get("/manage/tenants/x")).status_code == 400


async def test_a_tenant_is_created_with_a_name(cast: Cast) -> None:
    body = {"name": "Harbour Arena", "rateLimit": {"requests": 5, "windowSeconds": 1, "burst": 2}}
    response = await cast.operator.post("/manage/tenants", body)
    assert response.status_code == 201
    tenant = response.json()
    assert (tenant["name"], tenant["rateLimit"]) == ("Harbour Arena", body["rateLimit"])
    assert response.headers["location"] == f"/v1/manage/tenants/{tenant['tenantId']}"
    read = (await cast.operator.get(f"/manage/tenants/{tenant['tenantId']}")).json()
    assert read.pop("usage")["keys"] == {"used": 0, "max": 1000}
    assert read == tenant


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "a\nb"},
        {"name": "x" * 201},
        {"name": None},
        {"name": "x", "rateLimit": {"requests": 1, "windowSeconds": 1, "burst": 2}},
    ],
)
async def test_a_tenant_that_is_not_valid_is_400(shared_cast: Cast, body: dict[str, Any]) -> None:
    response = await shared_cast.operator.post("/manage/tenants", body)
    assert response.status_code == 400
    assert response.json()["errors"]


async def test_a_tenants_name_and_rate_limit_can_be_changed(cast: Cast) -> None:
    path = f"/manage/tenants/{cast.owner.tenant_id}"
    limit = {"requests": 100, "windowSeconds": 1, "burst": 100}
    assert (await cast.operator.patch(path, {"rateLimit": limit})).json()["rateLimit"] == limit
    changed = await cast.operator.patch(path, {"name": "New", "rateLimit": None})
    assert (changed.json()["name"], changed.json()["rateLimit"], changed.json()["version"]) == (
        "New",
        None,
        3,
    )
    assert (await cast.operator.patch(path, {})).status_code == 400
    assert (await cast.operator.patch("/manage/tenants/ten_doesnotexist", {"name": "x"})).status_code == 404


@pytest.mark.both_engines
async def test_an_if_match_that_does_not_hold_on_a_tenant_is_412(cast: Cast) -> None:
    path = f"/manage/tenants/{cast.owner.tenant_id}"
    assert (await cast.operator.patch(path, {"name": "a"}, ("if-match", '"1"'))).status_code == 200
    refused = await cast.operator.patch(path, {"name": "b"}, ("if-match", '"1"'))
    assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    assert (await cast.operator.get(path)).json()["name"] == "a"


@pytest.mark.both_engines
async def test_tenants_are_listed_newest_first_in_pages(cast: Cast) -> None:
    made = [await cast.tenant(f"page {n}") for n in range(3)]
    first = (await cast.operator.get("/manage/tenants", limit=2)).json()
    second = (await cast.operator.get("/manage/tenants", limit=2, cursor=first["nextCursor"])).json()
    listed = [tenant["tenantId"] for tenant in first["data"] + second["data"]]
    assert listed[:3] == [*reversed(made)]
    assert len(set(listed)) == 4
