"""Fixtures: a service on each engine and each object store, and with --all on every pair of them; panoramas
that are cut quickly."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from cast import Cast, create_cast
from seatpreview.imagery import image_processing
from seatpreview.imagery.discarded_images import delete_discarded_images
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment
from servers import seaweed as seaweed_part
from serving import LiveService, running

_YEAR = 365 * 86_400 * MICROSECONDS


_PAIRS = (("sqlite", "folder"), ("postgresql", "s3"))
"""What each run tries. Neither can tell the other: two pairs have each engine and each store."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves the other pairs of an engine and a store to --all."""
    for item in items:
        parameters: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
        if "store_kind" in parameters and (parameters.get("engine"), parameters["store_kind"]) not in _PAIRS:
            item.add_marker(pytest.mark.long)


@pytest.fixture
def small_panoramas(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panorama needs an eighth of the width to be cut into tiles, which then takes a fiftieth of the time.
    It counts where a test processes the picture itself, rather than a service."""
    widths = {"TILED_WIDTH_MIN": 512, "LEVEL_WIDTHS": (256, 512, 1024), "_WEBP_LEVEL_WIDTH_MAX": 512}
    for name, width in widths.items():
        monkeypatch.setattr(image_processing, name, width)


@pytest.fixture(scope="session", params=["folder", "s3"])
def store_kind(request: pytest.FixtureRequest) -> str:
    """A test that uses it runs once on each store of images."""
    store_kind: str = request.param
    return store_kind


@pytest.fixture(scope="session")
def object_store_url(engine: str, store_kind: str) -> Iterator[str]:
    """Whoever asks for it runs once on each engine and each store."""
    with seaweed_part.empty_store_url(store_kind) as url:
        yield url


@pytest.fixture(scope="session")
async def storing_service(
    object_store_url: str, new_settings: Callable[..., Settings]
) -> AsyncIterator[LiveService]:
    """A service with an object store of its own, which the tests of this folder share."""
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
