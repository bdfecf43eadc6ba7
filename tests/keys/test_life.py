"""Model-based test of keys: after any sequence of operations, the service and the model agree."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cast import Cast, bearer, new_origin

pytestmark = pytest.mark.anyio

ORIGINS = 3
INDEX = st.integers(0, 5)
ORIGIN = st.integers(0, ORIGINS - 1)
SOME_ORIGINS = st.lists(ORIGIN, unique=True)

STEPS = st.one_of(
    st.tuples(st.just("create"), st.sampled_from(["secret", "keyless"]), SOME_ORIGINS, st.booleans()),
    st.tuples(
        st.just("update"),
        INDEX,
        st.fixed_dictionaries(
            {},
            optional={
                "label": st.sampled_from(["a", "b"]),
                "allowedOrigins": SOME_ORIGINS,
                "allowOriginOnly": st.booleans(),
                "status": st.just("active"),
            },
        ),
    ),
    st.tuples(st.just("rotate"), INDEX, st.sampled_from([0, 10, 100])),
    st.tuples(st.just("revoke"), INDEX),
    st.tuples(st.just("pass"), st.sampled_from([1, 9, 10, 91, 100])),
    st.tuples(st.just("by secret"), INDEX, st.none() | ORIGIN),
    st.tuples(st.just("by origin"), ORIGIN),
    st.tuples(st.just("by key id"), INDEX, st.none() | ORIGIN),
)


@dataclass
class ModelKey:
    kind: str
    origins: list[int]
    only: bool
    label: str = ""
    revoke_at: int | None = None
    revoked: bool = False
    rotated_to: int | None = None
    version: int = 1

    def ended(self, now: int) -> bool:
        return self.revoked or (self.revoke_at is not None and self.revoke_at <= now)


@dataclass
class Model:
    """A simple model of what the contract and the design say."""

    now: int = 0
    keys: list[ModelKey] = field(default_factory=list)

    def create(self, kind: str, origins: list[int], only: bool) -> int:
        if not origins and (only or kind == "keyless"):
            return 400
        if kind == "keyless" and self._held(origins):
            return 409
        self.keys.append(ModelKey(kind, origins, only))
        return 201

    def update(self, index: int, body: dict[str, Any]) -> int:
        key = self.keys[index]
        if not body:
            return 400
        if key.ended(self.now):
            return 400 if "status" in body else 409
        origins = body.get("allowedOrigins", key.origins)
        only = body.get("allowOriginOnly", key.only)
        if not origins and (only or key.kind == "keyless"):
            return 400
        if key.kind == "keyless" and self._held(origins, but=key):
            return 409
        key.origins, key.only, key.label = origins, only, body.get("label", key.label)
        key.version += 1
        if "status" in body:
            key.revoke_at = key.rotated_to = None
        return 200

    def rotate(self, index: int, grace: int) -> int:
        key = self.keys[index]
        if key.ended(self.now) or key.kind == "keyless" or key.revoke_at is not None:
            return 409
        key.revoke_at, key.rotated_to = self.now + grace, len(self.keys)
        key.version += 1
        self.keys.append(ModelKey(key.kind, key.origins, key.only, key.label))
        return 201

    def revoke(self, index: int) -> int:
        key = self.keys[index]
        if not key.ended(self.now):
            key.revoked = True
            key.version += 1
        return 204

    def by_secret(self, index: int, origin: int | None) -> int:
        key = self.keys[index]
        if key.kind == "keyless" or key.ended(self.now):
            return 401
        return 200 if origin is None or not key.origins or origin in key.origins else 403

    def by_origin(self, origin: int) -> tuple[int, int | None]:
        for index, key in enumerate(self.keys):
            if key.kind == "keyless" and origin in key.origins and not key.ended(self.now):
                return (200, index) if key.only else (401, None)
        return 401, None

    def by_key_id(self, index: int, origin: int | None) -> int:
        key = self.keys[index]
        if origin is None or key.ended(self.now) or not (key.kind == "keyless" or key.only):
            return 401
        return 200 if origin in key.origins else 403

    def _held(self, origins: list[int], but: ModelKey | None = None) -> bool:
        return any(
            key is not but
            and key.kind == "keyless"
            and not key.ended(self.now)
            and {*origins} & {*key.origins}
            for key in self.keys
        )


class Play:
    """Runs each step on the service and on the model, and compares the results."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.model = Model()
        self.origins = [new_origin() for _ in range(ORIGINS)]
        self.made: list[dict[str, Any]] = []

    async def step(self, step: tuple[Any, ...]) -> None:
        name, *arguments = step
        if name in ("update", "rotate", "revoke", "by secret", "by key id"):
            if not self.made:
                return
            arguments[0] %= len(self.made)
        await getattr(self, "_" + name.replace(" ", "_"))(*arguments)

    async def check_records(self) -> None:
        for key, made in zip(self.model.keys, self.made, strict=True):
            record = await self.cast.operator.read_key(made["keyId"])
            assert record["status"] == ("revoked" if key.ended(self.model.now) else "active")
            assert record["allowedOrigins"] == self._texts(key.origins)
            assert (record["allowOriginOnly"], record["label"]) == (key.only, key.label)
            assert record["version"] == key.version
            assert (record["revokeAt"] is None) == (key.revoke_at is None)
            rotated_to = None if key.rotated_to is None else self.made[key.rotated_to]["keyId"]
            assert record["rotatedTo"] == rotated_to

    async def _create(self, kind: str, origins: list[int], only: bool) -> None:
        body = {
            "kind": kind,
            "tenantId": self.cast.owner.tenant_id,
            "allowedOrigins": self._texts(origins),
            "allowOriginOnly": only,
        }
        response = await self.cast.operator.post("/manage/keys", body)
        assert response.status_code == self.model.create(kind, origins, only), response.text
        if response.status_code == 201:
            self.made.append(response.json())

    async def _update(self, index: int, body: dict[str, Any]) -> None:
        sent = body | (
            {"allowedOrigins": self._texts(body["allowedOrigins"])} if "allowedOrigins" in body else {}
        )
        response = await self.cast.operator.patch(f"/manage/keys/{self.made[index]['keyId']}", sent)
        assert response.status_code == self.model.update(index, body), response.text

    async def _rotate(self, index: int, grace: int) -> None:
        path = f"/manage/keys/{self.made[index]['keyId']}/rotate"
        response = await self.cast.operator.post(path, {"gracePeriodSeconds": grace})
        assert response.status_code == self.model.rotate(index, grace), response.text
        if response.status_code == 201:
            self.made.append(response.json())

    async def _revoke(self, index: int) -> None:
        response = await self.cast.operator.delete(f"/manage/keys/{self.made[index]['keyId']}")
        assert response.status_code == self.model.revoke(index)

    async def _pass(self, seconds: int) -> None:
        self.cast.service.clock.advance(seconds)
        self.model.now += seconds

    async def _by_secret(self, index: int, origin: int | None) -> None:
        plaintext = self.made[index]["plaintext"] or "sk_live_none"
        response = await self.cast.who(bearer(plaintext), *self._header(origin))
        assert response.status_code == self.model.by_secret(index, origin), response.text

    async def _by_origin(self, origin: int) -> None:
        response = await self.cast.who(*self._header(origin))
        status, index = self.model.by_origin(origin)
        assert response.status_code == status, response.text
        if index is not None:
            assert response.json()["keyId"] == self.made[index]["keyId"]

    async def _by_key_id(self, index: int, origin: int | None) -> None:
        response = await self.cast.who(("x-key-id", self.made[index]["keyId"]), *self._header(origin))
        assert response.status_code == self.model.by_key_id(index, origin), response.text

    def _header(self, origin: int | None) -> list[tuple[str, str]]:
        return [] if origin is None else [("origin", self.origins[origin])]

    def _texts(self, origins: list[int]) -> list[str]:
        return [self.origins[origin] for origin in origins]


LIVES = st.lists(STEPS, min_size=5, max_size=40)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
MANY = settings(FEW, max_examples=200)


@given(steps=LIVES)
@FEW
async def test_the_service_and_the_model_never_differ(
    shared_cast: Cast, steps: list[tuple[Any, ...]]
) -> None:
    await check_life(shared_cast, steps)


@pytest.mark.long
@given(steps=LIVES)
@MANY
async def test_the_service_and_the_model_never_differ_in_many_lives(
    shared_cast: Cast, steps: list[tuple[Any, ...]]
) -> None:
    await check_life(shared_cast, steps)


async def check_life(cast: Cast, steps: list[tuple[Any, ...]]) -> None:
    """Plays the steps with keys and origins that no other life has."""
    play, clock = Play(cast), cast.service.clock
    clock.stop_at(clock.now())
    try:
        for step in steps:
            await play.step(step)
        await play.check_records()
    finally:
        clock.go_on()
