"""What a tenant uses of its quotas is the same for itself, for doctor, in the metrics, and in refusals."""

import random
from typing import Any

import pytest

from cast import Cast
from seatpreview.doctor.records import check_quotas
from seatpreview.settings.settings import Settings
from seatpreview.tenants.usage import near_quotas_of_all

pytestmark = [pytest.mark.anyio, pytest.mark.both_engines]

PATHS = {"keys": "/manage/keys", "venues": "/manage/venues"}


async def test_usage_refusals_doctor_and_metrics_agree(cast: Cast) -> None:
    lot = random.Random(108)
    resources = cast.service.internals.resources
    tenant = cast.owner.tenant_id
    for round_ in range(4):
        for _ in range(lot.randint(0, 3)):
            await cast.owner.post("/manage/keys", {})  # Refused, where the last round has left no room.
        used = await usage_of(cast)
        quotas = {name: lot.randint(1, 2 * used[name]["used"]) for name in PATHS}
        changed = await cast.operator.patch(f"/manage/tenants/{tenant}", {"quotas": quotas})
        assert changed.status_code == 200, changed.text
        used = await usage_of(cast)
        counted = await counts_of(cast)
        for name, path in PATHS.items():
            assert used[name] == {"used": counted[name], "max": quotas[name]}
            refused = await cast.owner.post(path, {"name": f"Venue {round_}"} if name == "venues" else {})
            is_full = used[name]["used"] >= quotas[name]
            assert (refused.status_code == 409) is is_full, (name, refused.text)
            if is_full:
                assert refused.json()["code"] == "quota_exceeded"
        near = {
            (name, each["used"] >= each["max"])
            for name, each in (await usage_of(cast)).items()
            if each["max"] is not None and each["used"] >= 0.8 * each["max"]
        }
        at = await resources.records.check_and_get_time()
        measured = await resources.database.report(near_quotas_of_all, resources.quotas, at)
        assert {(each.quota, each.is_used_up) for owner, each in measured if str(owner) == tenant} == near
        findings = [
            finding
            for finding in await check_quotas(resources.database, Settings())
            if str(tenant) in str(finding)
        ]
        assert len(findings) == len(near)
        assert sum("Nothing can be added" in str(each) for each in findings) == sum(full for _, full in near)


async def usage_of(cast: Cast) -> dict[str, Any]:
    response = await cast.owner.get(f"/manage/tenants/{cast.owner.tenant_id}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()["usage"]
    return found


async def counts_of(cast: Cast) -> dict[str, int]:
    """Counts what the lists have."""
    keys = await cast.owner.list_all("/manage/keys", status="active", limit=100)
    venues = await cast.owner.list_all("/manage/venues", limit=100)
    return {"keys": len(keys), "venues": len(venues)}
