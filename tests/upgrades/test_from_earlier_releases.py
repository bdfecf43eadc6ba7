"""Upgrades: what a release gave out stays valid, there and back.

An earlier release runs from its own source, as its commit holds it.
"""

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from cast import bearer
from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.postgres import RunningPostgres
from servers.processes import clean_environment
from servers.service_process import RunningService

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
RELEASES = {
    "0.2.0": "0f3714d568e6cae82020c2694a8dd10d6d1e0517",
    "0.3.0": "24ca49c527465d82171cf41b68b2f0266ba2cd7d",
}
"""The commits of releases. There are no tags."""

LISTS = ("/manage/keys", "/manage/venues", "/manage/audit", "/manage/tenants", "/seats?venue={venue}")
SECRET = "a-signing-secret-that-both-releases-have"
VENUE = {
    "name": "Hall",
    "rules": {"layout": {"sections": [{"id": "S", "rows": ["A", "B", "C"], "seats": {"count": 9}}]}},
}


# A setting of the present release that earlier ones refuse as unknown.
_OLD_PROGRAM = ["env", "--unset=SEATPREVIEW_STILLS", sys.executable, "-m", "seatpreview.cli.main"]


class GivenOut(NamedTuple):
    """What a service gave out: to whom it gave it, and what it answered to that."""

    second_pages: dict[str, tuple[str, list[Any]]]
    """By the path of a list, the cursor of its second page, and the entries of that page."""
    session_token: str
    image_link: str
    etags: dict[str, str]
    """By the path of a record."""
    preview: dict[str, Any]


class Release:
    """One release on the data that all releases of a test share."""

    def __init__(self, folder: Path, name: str, settings: dict[str, str], source: Path | None = None) -> None:
        """Without a source, it is the present one."""
        program = LONG_TIMEOUTS_PROGRAM if source is None else _OLD_PROGRAM
        self._settings = settings if source is None else {**settings, "PYTHONPATH": str(source)}
        self._program, self._folder = program, folder
        self.service = RunningService(folder, name=name, program=program, settings=self._settings)

    def run(self, *command: str) -> str:
        """Runs a command."""
        ended = subprocess.run(
            [*self._program, *command],
            env=clean_environment(self._settings),
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    @contextmanager
    def serving(self, key: str) -> Iterator[httpx.Client]:
        """Serves, and yields a client with a key."""
        self.service.start()
        try:
            wait_until(lambda: "Base address" in self.service.stdout or not self.service.is_running())
            assert self.service.is_running(), self.service.stderr
            address = self.service.base_address
            with httpx.Client(base_url=address, headers=[bearer(key)], timeout=PATIENCE_SECONDS) as client:
                wait_until(lambda: client.get("/caller").status_code == 200)
                yield client
        finally:
            self.service.stop()


@pytest.fixture(scope="module", params=RELEASES)
def old_source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of an earlier release."""
    folder = tmp_path_factory.mktemp("release")
    packed = subprocess.run(
        ["git", "archive", RELEASES[request.param], "src"], cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def settings_of(tmp_path: Path, database_url: str = "") -> dict[str, str]:
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    settings = {"SEATPREVIEW_DATA_DIR": str(data_dir), "SEATPREVIEW_SIGNING_SECRET": SECRET}
    return settings | ({"SEATPREVIEW_DATABASE_URL": database_url} if database_url else {})


def new_admin_key(release: Release) -> str:
    return str(json.loads(release.run("keys", "create", "--scope", "admin", "--json"))["plaintext"])


def fill(client: httpx.Client) -> str:
    """Creates records of every kind that has a list, and returns the id of a venue."""
    tenants = [created(client, "/manage/tenants", {"name": f"Tenant {n}"})["tenantId"] for n in range(3)]
    for number in range(3):
        created(client, "/manage/keys", {"tenantId": tenants[0], "label": f"Key {number}"})
    venues = [created(client, "/manage/venues", {"tenantId": tenants[0], **VENUE}) for _ in range(3)]
    return str(venues[0]["venueId"])


def created(client: httpx.Client, path: str, body: object) -> Any:
    answer = client.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


def page(client: httpx.Client, path: str, **query: str) -> dict[str, Any]:
    answer = client.get(path, params={**httpx.URL(path).params, "limit": "2", **query})
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return dict(answer.json())


def give_out(client: httpx.Client, venue: str) -> GivenOut:
    """Asks a service for everything that it gives out."""
    second_pages = {}
    for path in (each.format(venue=venue) for each in LISTS):
        cursor = page(client, path)["nextCursor"]
        second_pages[path] = cursor, page(client, path, cursor=cursor)["data"]
    seat = {"venue": venue, "seat": "S/A/1"}
    return GivenOut(
        second_pages=second_pages,
        session_token=created(client, "/sessions", {"venue": venue})["token"],
        image_link=created(client, "/seats/preview/image-links", seat)["url"],
        etags={path: client.get(path).headers["etag"] for path in (f"/manage/venues/{venue}",)},
        preview=client.get("/seats/preview", params=seat).json(),
    )


def check_is_valid(client: httpx.Client, given: GivenOut, venue: str) -> None:
    """Presents what another release gave out."""
    for path, (cursor, entries) in given.second_pages.items():
        found = page(client, path, cursor=cursor)["data"]
        assert [known(each) for each in found] == [known(each) for each in entries], path
    token = dict([bearer(given.session_token)])
    preview = client.get("/seats/preview", params={"seat": "S/A/1"}, headers=token)
    assert preview.status_code == 200, preview.text
    assert preview.json()["seat"]["key"] == given.preview["seat"]["key"]
    # The link names the address of the service that made it.
    link = str(client.base_url.copy_with(raw_path=httpx.URL(given.image_link).raw_path))
    assert httpx.get(link, timeout=PATIENCE_SECONDS).status_code == 200
    for path, etag in given.etags.items():
        unchanged = client.put(path, json={"name": "Hall"}, headers={"If-Match": '"another"'})
        assert unchanged.status_code == 412, unchanged.text
        assert client.put(path, json=VENUE, headers={"If-Match": etag}).status_code == 200


def known(entry: dict[str, Any]) -> object:
    """Returns what tells an entry of a list from the others."""
    return next(
        entry[name] for name in ("keyId", "venueId", "changeId", "tenantId", "id", "key") if name in entry
    )


def test_what_a_release_gave_out_is_valid_after_an_upgrade(old_source: Path, tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    old, new = Release(tmp_path, "old", settings, old_source), Release(tmp_path, "new", settings)
    old.run("db", "upgrade")
    key = new_admin_key(old)
    with old.serving(key) as client:
        venue = fill(client)
        given = give_out(client, venue)
    with new.serving(key) as client:
        check_is_valid(client, given, venue)


def test_while_machines_are_upgraded_each_release_takes_what_the_other_gave_out(
    old_source: Path, tmp_path: Path, postgres: RunningPostgres
) -> None:
    """The danger: the next page of a list is answered by a machine of the other release."""
    settings = settings_of(tmp_path, postgres.new_database("upgrade"))
    old, new = Release(tmp_path, "old", settings, old_source), Release(tmp_path, "new", settings)
    old.run("db", "upgrade")
    key = new_admin_key(old)
    with old.serving(key) as on_old:
        venue = fill(on_old)
        new.run("db", "upgrade")
        with new.serving(key) as on_new:
            check_is_valid(on_new, give_out(on_old, venue), venue)
            check_is_valid(on_old, give_out(on_new, venue), venue)
