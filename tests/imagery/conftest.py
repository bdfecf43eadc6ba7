"""Fixtures: a service on each engine and each object store."""

import itertools
from collections.abc import AsyncIterator, Callable

import pytest

from cast import Cast, create_cast
from parts import seaweed as seaweed_part
from seatpreview.settings import Settings
from serving import running

_numbers = itertools.count(1)


@pytest.fixture(params=["folder", "s3"])
def object_store_url(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs the test once on each object store."""
    if request.param == "folder":
        return ""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed_part.SECRET_ACCESS_KEY)
    return seaweed_part.shared().url(f"imagery-{next(_numbers)}")


@pytest.fixture
async def stored_cast(object_store_url: str, new_settings: Callable[..., Settings]) -> AsyncIterator[Cast]:
    """The cast on a service of its own, whose object store is empty."""
    async with running(new_settings(object_store_url=object_store_url)) as service:
        yield await create_cast(service)
