"""Fixtures: a service on each object store, with a venue that has a small and a large picture."""

from collections.abc import AsyncIterator, Iterator

import pytest

from servers import seaweed as seaweed_part
from serving import LiveService, running, settings_for
from unseen.uploads import Pictures, upload_pictures


@pytest.fixture(scope="module", params=["folder", "s3"])
def object_store(request: pytest.FixtureRequest) -> str:
    """A test that uses it runs once on each kind of object store."""
    store: str = request.param
    return store


@pytest.fixture(scope="module")
def object_store_url(object_store: str) -> Iterator[str]:
    """The setting for an empty store."""
    with seaweed_part.empty_store_url(object_store) as url:
        yield url


@pytest.fixture(scope="module")
async def picture_service(
    object_store_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[LiveService]:
    """A service with an object store of its own."""
    folder = tmp_path_factory.mktemp("pictures")
    async with running(settings_for(folder, object_store_url=object_store_url)) as service:
        yield service


@pytest.fixture(scope="module")
async def pictures(picture_service: LiveService) -> Pictures:
    """Two pictures for tests that delete neither."""
    return await upload_pictures(picture_service)
