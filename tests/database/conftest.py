"""Fixtures of the tests of the database: a database for each test."""

from collections.abc import AsyncIterator, Callable

import pytest

from database.opened import opened
from seatpreview.database.engines import Database
from seatpreview.settings.settings import Settings


@pytest.fixture
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        yield database
