"""Keys that are limited to groups of operations: what they may do and give, and what their sessions may.

tests/access/test_matrix.py has every operation with every group.
"""

from typing import Any

import httpx
import pytest

from cast import Actor, Cast, bearer
from operations.halls import HALL
from seatpreview.api.operation import MANAGEMENT
from seatpreview.api.table import OPERATIONS

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

EVERYTHING = ["sessions", "seats", "events", "management"]


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """Tests of this module change only keys and venues that they make themselves."""
    return shared_cast


async def test_a_key_for_sessions_makes_sessions_and_is_refused_by_every_operation_of_management(
    cast: Cast,
) -> None:
    """Attack: the key of a shop's server leaks, and somebody tries to replace the venue and to make keys."""
    shop = await _limited(cast, "sessions")
    assert (await cast.session(shop.key))["token"]
    management = [operation for operation in OPERATIONS if operation.group == MANAGEMENT]
    assert len(management) > 20
    for operation in management:
        path = operation.path.format(
            tenantId=cast.owner.tenant_id,
            keyId=shop.key_id,
            venueId=cast.hall,
            templateId="club",
            version="1",
            name="a.png",
            webhookId="whk_000000000000",
            deliveryId="msg_000000000000",
        )
        response = await cast.service.ask(operation.method, path, (bearer(shop.plaintext),))
        assert _code(response) == (403, "scope_insufficient"), operation.operation_id
        assert "group" in response.json()["detail"] or operation.needs.value.endswith("admin scope")


async def test_a_read_only_key_reads_and_tries_but_writes_nothing(cast: Cast) -> None:
    reader = await _limited(cast, "management_read_only")
    before = (await cast.owner.get(f"/manage/venues/{cast.hall}")).json()
    assert (await reader.get(f"/manage/venues/{cast.hall}")).json() == before
    dry_run = await reader.post(f"/manage/venues/{cast.hall}/seat-keys/test", {"labels": ["1/A/1"]})
    assert dry_run.status_code == 200, dry_run.text
    for answer in (
        await reader.put(f"/manage/venues/{cast.hall}", {"name": "Mine"}),
        await reader.post("/manage/keys", {"groups": ["management_read_only"]}),
        await reader.patch(f"/manage/keys/{reader.key_id}", {"groups": None}),
    ):
        assert _code(answer) == (403, "scope_insufficient")
    assert (await cast.owner.get(f"/manage/venues/{cast.hall}")).json() == before


async def test_get_caller_is_open_to_every_key_and_lists_its_groups(cast: Cast) -> None:
    limited = await _limited(cast, "events", "sessions")
    assert (await limited.get("/caller")).json()["groups"] == ["sessions", "events"]
    assert (await cast.owner.get("/caller")).json()["groups"] is None


@pytest.mark.parametrize("presented", ["origin", "x-key-id"])
async def test_groups_narrow_a_keyless_key_too(presented: str, cast: Cast) -> None:
    key = await cast.keyless(groups=["events"])
    headers = [("origin", key["allowedOrigins"][0])]
    if presented == "x-key-id":
        headers.append(("x-key-id", key["keyId"]))
    refused = await cast.service.ask("GET", "/seats/plan", headers, params={"venue": cast.hall})
    assert _code(refused) == (403, "scope_insufficient")
    # The page may read why: the refusal names its origin, as every answer to an allowed one.
    assert refused.headers["access-control-allow-origin"] == key["allowedOrigins"][0]


async def test_groups_narrow_a_secret_key_that_a_page_names_by_its_id(cast: Cast) -> None:
    origin = "https://shop.example"
    key = await cast.owner.make_key(allowedOrigins=[origin], allowOriginOnly=True, groups=["sessions"])
    page = (("origin", origin), ("x-key-id", key["keyId"]))
    made = await cast.service.ask("POST", "/sessions", page, json={"venue": cast.hall})
    assert made.status_code == 201, made.text
    refused = await cast.service.ask("GET", "/seats/plan", page, params={"venue": cast.hall})
    assert _code(refused) == (403, "scope_insufficient")


class TestSessions:
    async def test_a_session_has_the_rights_of_a_session_whatever_the_groups_of_its_key(
        self, cast: Cast
    ) -> None:
        await cast.owner.put(f"/manage/venues/{cast.hall}", HALL)
        shop = await _limited(cast, "sessions")
        session = await cast.session(shop.key)
        token = (bearer(session["token"]),)
        event = {"eventId": "limited-1", "kind": "cta_clicked"}
        for method, path, sent in (
            ("GET", "/seats/preview", {"params": {"seat": "1/A/1"}}),
            ("POST", "/seats/resolve", {"json": {"labels": ["1/A/1"]}}),
            ("POST", "/events", {"json": {"events": [event]}}),
            ("GET", f"/sessions/{session['sessionId']}", {}),
            ("POST", f"/sessions/{session['sessionId']}/renew", {}),
        ):
            response = await cast.service.ask(method, path, token, **sent)
            assert response.status_code < 300, (path, response.text)
        assert (await cast.who(*token)).json()["groups"] is None
        refused = await cast.service.ask("GET", "/manage/keys", token)
        assert _code(refused) == (403, "key_kind_not_allowed")

    async def test_a_session_ends_when_its_key_may_no_longer_make_sessions(self, cast: Cast) -> None:
        """Attack: a key is narrowed after a leak, and the thief renews the session that was made with it."""
        shop = await _limited(cast, "sessions", "seats")
        token = bearer((await cast.session(shop.key))["token"])
        path = f"/manage/keys/{shop.key_id}"
        for groups, status in ((["sessions"], 200), (["seats"], 401), (None, 200)):
            assert (await cast.owner.patch(path, {"groups": groups})).status_code == 200
            assert (await cast.who(token)).status_code == status


class TestGiving:
    """Nobody gives a group that they lack, and nobody reaches a key that has one."""

    async def test_a_new_key_has_at_most_the_groups_of_its_maker(self, cast: Cast) -> None:
        """Attack: a key that is limited to some groups makes one that is not."""
        maker = await _limited(cast, "management", "sessions")
        for groups in (["sessions"], ["management_read_only"], ["sessions", "management"]):
            assert (await maker.post("/manage/keys", {"groups": groups})).status_code == 201
        for body in ({}, {"groups": None}, {"groups": ["seats"]}, {"groups": EVERYTHING}):
            refused = await maker.post("/manage/keys", body)
            assert _code(refused) == (403, "scope_insufficient"), body
            assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/groups"]

    async def test_all_groups_by_name_are_not_null(self, cast: Cast) -> None:
        """Null also stands for groups that a later release may add."""
        maker = await _limited(cast, *EVERYTHING)
        assert _code(await maker.post("/manage/keys", {})) == (403, "scope_insufficient")
        assert (await maker.post("/manage/keys", {"groups": EVERYTHING})).status_code == 201

    async def test_an_admin_key_that_is_limited_gives_no_more_either(self, cast: Cast) -> None:
        admin = await cast.actor(scope="admin", groups=["management"])
        tenant = {"tenantId": cast.owner.tenant_id}
        for body in ({"scope": "admin"}, tenant, tenant | {"groups": ["sessions"]}):
            assert _code(await admin.post("/manage/keys", body)) == (403, "scope_insufficient")
        limited = await admin.post("/manage/keys", tenant | {"groups": ["management_read_only"]})
        assert limited.status_code == 201, limited.text

    async def test_a_limited_key_does_not_widen_itself(self, cast: Cast) -> None:
        limited = await _limited(cast, "management")
        path = f"/manage/keys/{limited.key_id}"
        for groups in (None, ["management", "seats"]):
            refused = await limited.patch(path, {"groups": groups})
            assert _code(refused) == (403, "scope_insufficient")
        assert (await limited.patch(path, {"groups": ["management_read_only"]})).status_code == 200
        assert _code(await limited.patch(path, {"groups": ["management"]})) == (403, "scope_insufficient")

    @pytest.mark.parametrize("groups", [None, ["sessions"]])
    async def test_a_key_with_other_groups_is_out_of_reach(
        self, groups: list[str] | None, cast: Cast
    ) -> None:
        """Attack: rotate a wider key for its plaintext, open it to a page of one's own, or revoke it."""
        limited = await _limited(cast, "management")
        target = await cast.owner.make_key(label="wider", groups=groups)
        path = f"/manage/keys/{target['keyId']}"
        opened = {"allowedOrigins": ["https://evil.example"], "allowOriginOnly": True}
        for answer in (
            await limited.post(f"{path}/rotate"),
            await limited.patch(path, opened),
            await limited.patch(path, {"groups": ["management"]}),
            await limited.delete(path),
        ):
            assert _code(answer) == (403, "scope_insufficient")
        assert (await limited.get(path)).json() == {
            name: value for name, value in target.items() if name != "plaintext"
        }

    async def test_a_rotation_keeps_the_groups(self, cast: Cast) -> None:
        limited = await _limited(cast, "management", "sessions")
        shop = await cast.owner.make_key(groups=["sessions"])
        rotated = await limited.post(f"/manage/keys/{shop['keyId']}/rotate")
        assert rotated.status_code == 201, rotated.text
        assert rotated.json()["groups"] == ["sessions"]
        replacement = bearer(rotated.json()["plaintext"])
        refused = await cast.service.ask("GET", "/manage/keys", (replacement,))
        assert _code(refused) == (403, "scope_insufficient")


class TestForm:
    @pytest.mark.parametrize(
        ("groups", "pointer", "detail"),
        [
            ([], "/groups", "must have at least 1"),
            ("sessions", "/groups", "must be a list"),
            (["shop"], "/groups/0", "must be one of"),
            (["Sessions"], "/groups/0", "must be one of"),
            (["sessions", None], "/groups/1", "must not be null"),
        ],
    )
    async def test_groups_that_are_none_are_refused_with_their_place(
        self, groups: Any, pointer: str, detail: str, cast: Cast
    ) -> None:
        for response in (
            await cast.owner.post("/manage/keys", {"groups": groups}),
            await cast.owner.patch(f"/manage/keys/{cast.owner.key_id}", {"groups": groups}),
        ):
            assert _code(response) == (400, "validation_failed")
            [fault] = response.json()["errors"]
            assert fault["pointer"] == pointer
            assert detail in fault["detail"]

    async def test_a_group_that_is_named_twice_is_kept_once(self, cast: Cast) -> None:
        key = await cast.owner.make_key(groups=["seats", "sessions", "seats"])
        assert key["groups"] == ["seats", "sessions"]

    async def test_a_keyless_key_is_refused_groups_that_it_can_never_use(self, cast: Cast) -> None:
        key = await cast.keyless(groups=["sessions", "seats", "events"])
        response = await cast.owner.patch(
            f"/manage/keys/{key['keyId']}", {"groups": ["seats", "management_read_only"]}
        )
        assert _code(response) == (400, "validation_failed")
        assert [fault["pointer"] for fault in response.json()["errors"]] == ["/groups/1"]

    async def test_the_audit_list_says_that_the_groups_were_changed(self, cast: Cast) -> None:
        key = await cast.owner.make_key()
        await cast.owner.patch(f"/manage/keys/{key['keyId']}", {"groups": ["sessions"]})
        [change, created] = (await cast.owner.get("/manage/audit", id=key["keyId"])).json()["data"]
        assert (change["action"], change["members"]) == ("updated", ["groups"])
        assert created["action"] == "created"

    async def test_lists_show_the_groups(self, cast: Cast) -> None:
        key = await cast.owner.make_key(label="only sessions", groups=["sessions"])
        [listed] = (await cast.owner.get("/manage/keys", label="only sessions")).json()["data"]
        assert (listed["keyId"], listed["groups"]) == (key["keyId"], ["sessions"])


async def _limited(cast: Cast, *groups: str) -> Actor:
    return await cast.actor(tenantId=cast.owner.tenant_id, groups=list(groups))


def _code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]
