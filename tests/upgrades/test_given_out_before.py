"""What releases gave out stays valid: files of their own (keep_given_out.py), and the present service
on the backup that they took then."""

import asyncio
import lzma
from pathlib import Path

import httpx
import msgspec
import pytest

from cast import bearer
from cli.program import invoke
from servers import earlier_releases
from servers.polling import PATIENCE_SECONDS
from serving import LiveService, SettableClock, running, settings_for
from upgrades.given_out import answers, check_etags, check_is_valid, differences
from upgrades.keep_given_out import SECRET, Kept, paths_of

pytestmark = pytest.mark.anyio


def restore(release: str, data_dir: Path) -> None:
    """Restores the backup of a release, as its operator would, and puts the images back."""
    _, packed = paths_of(release)
    files = msgspec.msgpack.decode(lzma.decompress(packed.read_bytes()), type=dict[str, bytes])
    data_dir.mkdir()
    backup = data_dir.with_name("backup.tar")
    backup.write_bytes(files.pop("backup.tar"))
    restored = invoke("db", "restore", str(backup), "--data-dir", str(data_dir))
    assert restored.exit_code == 0, restored.stderr
    for name, content in files.items():
        (data_dir / name).parent.mkdir(parents=True, exist_ok=True)
        (data_dir / name).write_bytes(content)


def check(service: LiveService, kept: Kept) -> None:
    key = dict([bearer(service.admin_key)])
    with httpx.Client(base_url=service.base_url, headers=key, timeout=PATIENCE_SECONDS) as client:
        check_is_valid(client, kept.given)
        # The service has an admin key of its own since then.
        before = {path: answer for path, answer in kept.given.answers.items() if path != "/manage/keys"}
        found = differences(before, answers(client, kept.given.ids))
        assert not found, "\n".join(found)
        check_etags(client, kept.given)


@pytest.mark.parametrize("release", ["0.3.0", pytest.param("0.2.0", marks=pytest.mark.long)])
async def test_the_present_service_takes_what_a_release_gave_out(release: str, tmp_path: Path) -> None:
    kept = msgspec.json.decode(paths_of(release)[0].read_bytes(), type=Kept)
    assert (kept.release, kept.commit) == (release, earlier_releases.COMMITS[release])
    await asyncio.to_thread(restore, release, tmp_path / "data")
    clock = SettableClock()
    clock.set_wrong(kept.at + 60 - clock.now() / 1_000_000)
    settings = settings_for(tmp_path / "data", signing_secret=SECRET)
    async with running(settings, clock) as service:
        await asyncio.to_thread(check, service, kept)


def test_every_release_has_its_files() -> None:
    for release in earlier_releases.COMMITS:
        assert all(path.exists() for path in paths_of(release))
