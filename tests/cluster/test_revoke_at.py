"""revokeAt, to the microsecond: a key is accepted while now < revokeAt, by the database's clock."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime

import pytest

from seatpreview.keys.model import CreateKeyRequest, RotateKeyRequest
from seatpreview.keys.operations import create_key, rotate_key
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment, moment_of
from seatpreview.values.ids import KeyId
from servers.http_connection import bearer
from serving import LiveService, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(new_settings: Callable[..., Settings]) -> AsyncIterator[LiveService]:
    """A service for this test alone, whose clock the test sets."""
    async with running(new_settings()) as service:
        yield service


async def test_a_rotated_key_is_accepted_until_revoke_at_and_not_at_it(service: LiveService) -> None:
    plaintext, revoke_at = await rotate_new_key(service, grace_seconds=60)
    for moment, status in [
        (revoke_at - 1_000, 200),
        (revoke_at - 1, 200),
        (revoke_at, 401),
        (revoke_at + 1, 401),
    ]:
        service.clock.stop_at(moment)
        response = await service.ask("GET", "/caller", list(bearer(plaintext).items()))
        assert response.status_code == status, f"at revokeAt {moment - revoke_at:+} microseconds"


async def test_a_key_that_is_in_memory_ends_as_punctually_as_one_that_is_loaded(service: LiveService) -> None:
    """The danger: the record was put into memory while the key was valid."""
    plaintext, revoke_at = await rotate_new_key(service, grace_seconds=60)
    service.clock.stop_at(revoke_at)
    loaded = await service.ask("GET", "/caller", list(bearer(plaintext).items()))
    in_memory = await service.ask("GET", "/caller", list(bearer(plaintext).items()))
    assert [loaded.json()["code"], in_memory.json()["code"]] == ["key_revoked"] * 2


async def test_without_a_grace_period_the_key_has_ended_when_the_rotation_responds(
    service: LiveService,
) -> None:
    """The clock is stopped: not a microsecond passes between the rotation and the request."""
    service.clock.stop_at(service.clock.now())
    plaintext, _ = await rotate_new_key(service, grace_seconds=0)
    response = await service.ask("GET", "/caller", list(bearer(plaintext).items()))
    assert response.status_code == 401


async def rotate_new_key(service: LiveService, grace_seconds: int) -> tuple[str, Moment]:
    """Rotates a new key and returns its plaintext and its revokeAt."""
    key = await create_key(service.context(), CreateKeyRequest(scope="admin"))
    body = RotateKeyRequest(grace_period_seconds=grace_seconds)
    rotated = await rotate_key(service.context(), KeyId(key.key_id), body)
    revoke_at: datetime = rotated.previous.revoke_at
    return str(key.plaintext), moment_of(revoke_at)
