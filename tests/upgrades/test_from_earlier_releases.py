"""The upgrade drill: data of every kind of an earlier release, the present one in its place, and back.

An earlier release runs from its own wheel, which the test builds from its commit.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cast import bearer
from servers import earlier_releases
from servers.postgres import RunningPostgres
from upgrades.given_out import (
    answers,
    check_etags,
    check_is_valid,
    created,
    fill,
    give_out,
)
from upgrades.machine import Machine, assert_equal

pytestmark = pytest.mark.long

SECRET = "a-signing-secret-that-both-releases-have"


def wheel_of(release: str, factory: pytest.TempPathFactory) -> Path:
    return earlier_releases.unpacked_wheel(release, factory.mktemp("release"))


@pytest.fixture(scope="module")
def last_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(earlier_releases.LAST, tmp_path_factory)


def settings_of(tmp_path: Path, database_url: str = "") -> dict[str, str]:
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    settings = {"SEATPREVIEW_DATA_DIR": str(data_dir), "SEATPREVIEW_SIGNING_SECRET": SECRET}
    return settings | ({"SEATPREVIEW_DATABASE_URL": database_url} if database_url else {})


@pytest.mark.parametrize("release", earlier_releases.COMMITS)
def test_in_place_on_sqlite_and_back(
    release: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settings = settings_of(tmp_path)
    old = Machine(tmp_path, "old", settings, wheel_of(release, tmp_path_factory))
    new = Machine(tmp_path, "new", settings)
    key = old.new_admin_key()
    with old.serving(key) as client:
        ids = fill(client)
        given = give_out(client, ids)
    with new.serving(key) as client:
        assert_equal(given.answers, answers(client, ids))
        check_is_valid(client, given)
        of_new = give_out(client, ids)
        if release != earlier_releases.LAST:
            # Two revisions behind: the way back is the backup.
            check_etags(client, given)
            return
    with old.serving(key) as client:
        assert_equal(given.answers, answers(client, ids))
        check_is_valid(client, of_new)
        check_is_valid(client, given)
        check_etags(client, of_new)


def test_one_machine_after_the_other_on_postgresql_and_back(
    last_wheel: Path, tmp_path: Path, postgres: RunningPostgres
) -> None:
    """The danger: the next page of a list is answered by a machine of the other release; requests fail while
    the tables are upgraded."""
    settings = settings_of(tmp_path, postgres.new_database("upgrade"))
    old, new = Machine(tmp_path, "old", settings, last_wheel), Machine(tmp_path, "new", settings)
    key = old.new_admin_key()
    with old.serving(key) as on_old:
        ids = fill(on_old)
        given = give_out(on_old, ids)
        with asked_all_the_while(on_old, f"/manage/venues/{ids['hall']}") as statuses:
            new.service.run("db", "upgrade")
        assert len(statuses) > 0
        assert set(statuses) == {200}
        with new.serving(key) as on_new:
            assert_equal(given.answers, answers(on_new, ids))
            check_is_valid(on_new, given)
            check_is_valid(on_old, give_out(on_new, ids))
            check_is_valid(on_new, give_out(on_old, ids))
            # What each writes, the other one reads.
            for writer, reader in ((on_old, on_new), (on_new, on_old)):
                name = {"name": "Written meanwhile"}
                tenant = created(writer, "/manage/tenants", name)["tenantId"]
                assert reader.get(f"/manage/tenants/{tenant}").json()["name"] == name["name"]
            revoked = created(on_old, "/manage/keys", {"tenantId": ids["tenant"], "label": "Short"})
            assert on_new.get("/caller", headers=[bearer(revoked["plaintext"])]).status_code == 200
            assert on_old.delete(f"/manage/keys/{revoked['keyId']}").is_success
            assert on_new.get("/caller", headers=[bearer(revoked["plaintext"])]).status_code == 401
            # A machine of the release before publishes, and keeps no version.
            check_etags(on_old, given)
            [newest, *_] = on_new.get(f"/manage/venues/{ids['hall']}/versions").json()["data"]
            assert newest["publishedBy"] == on_old.get("/caller").json()["keyId"]
            of_new, before = give_out(on_new, ids), answers(on_old, ids)
    with old.serving(key) as on_old:
        check_is_valid(on_old, of_new)
        assert_equal(before, answers(on_old, ids))


@contextmanager
def asked_all_the_while(client: httpx.Client, path: str) -> Iterator[list[int]]:
    """Asks for this again and again in another thread, and collects the statuses."""
    statuses: list[int] = []
    ended = threading.Event()

    def ask() -> None:
        while not ended.is_set():
            statuses.append(client.get(path).status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield statuses
    finally:
        ended.set()
        asking.join()
