"""Writes tests/upgrades/given_out_by/: what an earlier release gave out, and its own backup of that moment.

Run it once for each release, from the root:
PYTHONPATH=tests:. .venv/bin/python -m upgrades.keep_given_out 0.3.0

Webhooks and the change feed came after 0.3.0: no release has given out anything of theirs yet.
"""

import json
import lzma
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec

from cast import bearer
from servers import earlier_releases
from servers.polling import PATIENCE_SECONDS, wait_until
from servers.service_process import RunningService
from upgrades.given_out import GivenOut, fill, give_out

FOLDER = Path(__file__).parent / "given_out_by"
SECRET = "a-signing-secret-that-all-releases-have"


class Kept(msgspec.Struct, frozen=True):
    """The text beside a backup."""

    release: str
    commit: str
    at: float
    """When it was given out, in seconds since 1970."""
    given: GivenOut


def paths_of(release: str) -> tuple[Path, Path]:
    """The text; and, compressed, the backup and the folder of images."""
    return FOLDER / f"{release}.json", FOLDER / f"{release}.tar.xz"


def keep(release: str, folder: Path) -> None:
    wheel = earlier_releases.unpacked_wheel(release, folder / "release")
    data_dir, backup = folder / "data", folder / "backup.tar"
    data_dir.mkdir()
    settings = {
        "SEATPREVIEW_DATA_DIR": str(data_dir),
        "SEATPREVIEW_SIGNING_SECRET": SECRET,
        "PYTHONPATH": str(wheel),
    }
    service = RunningService(folder, program=earlier_releases.PROGRAM, settings=settings)
    service.run("db", "upgrade")
    key = json.loads(service.run("keys", "create", "--scope", "admin", "--json"))["plaintext"]
    service.start()
    try:
        wait_until(lambda: "Base address" in service.stdout)
        with httpx.Client(
            base_url=service.base_address, headers=[bearer(key)], timeout=PATIENCE_SECONDS
        ) as client:
            wait_until(lambda: client.get("/caller").status_code == 200)
            given = give_out(client, fill(client))
        service.run("db", "backup", str(backup))
    finally:
        service.stop()
    kept = Kept(release, earlier_releases.COMMITS[release], time.time(), given)
    text, packed = paths_of(release)
    FOLDER.mkdir(exist_ok=True)
    text.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    pictures = {
        str(path.relative_to(data_dir)): path.read_bytes()
        for path in data_dir.glob("objects/**/*")
        if path.is_file()
    }
    packed.write_bytes(lzma.compress(msgspec.msgpack.encode({"backup.tar": backup.read_bytes(), **pictures})))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        keep(sys.argv[1], Path(temporary))
