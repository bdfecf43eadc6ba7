"""A full disk on which access must end: a key has leaked, and nobody has made room yet."""

import subprocess
import sys
from pathlib import Path

import pytest

from operated_service import OperatedService, operated_service
from seatpreview.database.reserved_room import FILE_NAME, RESERVED_BYTES
from servers.polling import wait_until
from servers.processes import clean_environment
from servers.small_disk import fill, with_small_disk

ROOT = Path(__file__).parents[2]
KEYS = 20


@pytest.mark.long
def test_on_a_full_disk_keys_are_revoked_and_sessions_end(tmp_path: Path) -> None:
    """The attack: whoever has a leaked key fills the disk with uploads, so that the key cannot be revoked."""
    with operated_service(tmp_path, disk_megabytes=40) as service:
        room = service.data_dir / FILE_NAME
        assert room.stat().st_size == RESERVED_BYTES
        keys = [service.create_key() for _ in range(KEYS)]
        session = service.http.post("/sessions", json={"venue": service.create_venue()}).json()
        filling = fill_to_the_end(service)
        for key in keys[1:]:
            service.revoke(key)
            assert service.process.caller(key["plaintext"]).status_code == 401
            fill(service.data_dir)
        with service.client(session["token"]) as visitor:
            assert visitor.delete(f"/sessions/{session['sessionId']}").status_code == 204
            assert visitor.get("/caller").status_code == 401
        revoked = service._run("keys", "revoke", keys[0]["keyId"], "--yes")
        assert revoked.returncode == 0, revoked.stderr
        assert service.process.caller(keys[0]["plaintext"]).status_code == 401
        assert service.create_tenant().status_code == 507, "the room is not for everybody"
        assert 0 < room.stat().st_size < RESERVED_BYTES

        filling.unlink()
        wait_until(lambda: room.stat().st_size == RESERVED_BYTES)
        wait_until(lambda: service.create_tenant().status_code == 201)


@pytest.mark.long
def test_the_database_is_opened_on_a_full_disk(tmp_path: Path) -> None:
    """Whoever opens SQLite's files first creates the index of their log, which needs room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = [sys.executable, "-c", OPEN_ON_A_FULL_DISK, str(disk)]
    done = subprocess.run(
        with_small_disk(disk, 20, command), env=clean_environment(None, ROOT), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "opened\n"), done.stderr


OPEN_ON_A_FULL_DISK = """
import sys
from pathlib import Path
from seatpreview.database.command_session import make_usable, run_with_database
from seatpreview.database.reserved_room import ReservedRoom
from seatpreview.settings.settings import Settings
from servers.processes import clean_environment
from servers.small_disk import fill, with_small_disk

settings = Settings(data_dir=Path(sys.argv[1]))
run_with_database(settings, lambda database: make_usable(settings, database))
ReservedRoom(settings.data_dir).fill()
fill(settings.data_dir)

async def read(database):
    await database.feed.last()

run_with_database(settings, read)
print("opened")
"""


def fill_to_the_end(service: OperatedService) -> Path:
    """Fills the disk until no record can be stored: free pages of the database still take some."""
    filling = fill(service.data_dir)
    wait_until(lambda: service.create_tenant().status_code == 507)
    fill(service.data_dir)
    return filling
