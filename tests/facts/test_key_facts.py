"""What a key may do is the same in its record, in GET /caller, in the OpenAPI document, and in fact.

The console's table is compared with the document in web/source/console/shell/permissions.test.ts.
"""

import random
import re
from typing import Any

import pytest

from cast import Actor, Cast
from seatpreview.values.caller import KEY_GROUPS

pytestmark = [pytest.mark.anyio, pytest.mark.any_engine]

IDS = {"keyId": "key_000000000000", "venueId": "ven_000000000000", "tenantId": "ten_000000000000"}

Operations = dict[str, tuple[str, str, list[str]]]
"""The method, the path and the groups of each operation, as the OpenAPI document has them."""


async def operations_of(cast: Cast) -> Operations:
    document = (await cast.service.ask("GET", "/openapi.json", ())).json()
    return {
        each["operationId"]: (method.upper(), path, each.get("x-groups", []))
        for path, methods in document["paths"].items()
        for method, each in methods.items()
        if isinstance(each, dict) and "operationId" in each
    }


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
async def test_a_key_may_do_what_its_groups_say_and_nothing_else(shared_cast: Cast, seed: int) -> None:
    """Keys of admin scope, so that nothing but the groups can refuse them. Every body is a list, which no
    operation accepts, and no id exists: nothing is changed."""
    cast, lot = shared_cast, random.Random(seed)
    operations = await operations_of(cast)
    assert len(operations) > 60
    chosen = lot.sample(KEY_GROUPS, lot.randint(1, len(KEY_GROUPS) - 1))
    key = await cast.operator.make_key(scope="admin", groups=chosen)
    actor = Actor(cast.service, key, key["plaintext"])
    own = (await actor.get("/caller")).json()["groups"]
    assert sorted(own) == sorted(key["groups"]) == sorted(chosen)
    for operation, (method, path, groups) in operations.items():
        may = not groups or not set(groups).isdisjoint(own)
        assert await is_refused(actor, method, path) is not may, (operation, own)


async def is_refused(actor: Actor, method: str, path: str) -> bool:
    """Asks for an operation, and returns whether the scope or the groups of the key refuse it."""
    filled = re.sub(r"\{(\w+)\}", lambda name: IDS.get(name[1], "img_000000000000"), path)
    more: dict[str, Any] = {} if method in ("GET", "DELETE") else {"json": []}
    answer = await actor.ask(method, filled, **more)
    return answer.status_code == 403 and answer.json()["code"] == "scope_insufficient"
