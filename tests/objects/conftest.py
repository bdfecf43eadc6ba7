"""Fixtures of object stores: a folder, and a bucket on a real S3 server."""

import itertools
from pathlib import Path

import pytest

from seatpreview.objects.store import Objects, objects_of
from servers import seaweed as seaweed_part
from servers.seaweed import RunningSeaweed

_numbers = itertools.count(1)


@pytest.fixture
def seaweed(monkeypatch: pytest.MonkeyPatch) -> RunningSeaweed:
    """A server with its credentials in the environment, started by the first test that uses it."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", seaweed_part.ACCESS_KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", seaweed_part.SECRET_ACCESS_KEY)
    return seaweed_part.shared()


@pytest.fixture
def bucket(seaweed: RunningSeaweed) -> Objects:
    """A bucket, for tests of what a folder does not support."""
    return objects_of(Path("nowhere"), seaweed.url(f"objects-{next(_numbers)}"))


@pytest.fixture(params=["folder", "s3"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> Objects:
    """An empty store. A test that uses it runs once on each kind."""
    if request.param == "folder":
        return objects_of(tmp_path, "")
    found: Objects = request.getfixturevalue("bucket")
    return found
