"""Fixtures: a service on each engine and each object store."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from cast import Cast, create_cast
from parts import seaweed as seaweed_part
from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.imagery.operations import delete_discarded_images
from seatpreview.settings import Settings
from serving import LiveService, running

_YEAR = 365 * 86_400 * MICROSECONDS

_numbers = itertools.count(1)


@pytest.fixture(scope="module", params=["folder", "s3"])
def object_store_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """Whoever asks for it runs once on each store."""
    if request.param == "folder":
        yield ""
        return
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
        environment.setenv("AWS_SECRET_ACCESS_KEY", seaweed_part.SECRET_ACCESS_KEY)
        yield seaweed_part.shared().url(f"imagery-{next(_numbers)}")


@pytest.fixture(scope="module")
async def storing_service(
    object_store_url: str, new_settings: Callable[..., Settings]
) -> AsyncIterator[LiveService]:
    """A service with an object store of its own, which the tests of a module share."""
    async with running(new_settings(object_store_url=object_store_url)) as service:
        yield service


@pytest.fixture
async def stored_cast(storing_service: LiveService) -> Cast:
    """A cast whose venues have no images, on a service that has no discarded images left."""
    resources, in_a_year = storing_service.internals.resources, Moment(storing_service.clock.now() + _YEAR)
    await delete_discarded_images(
        storing_service.internals.resources.database, resources.objects, in_a_year, ttl_seconds=0
    )
    return await create_cast(storing_service)
