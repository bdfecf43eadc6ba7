"""Archives that were cut, changed, made by others or do not fit: nothing is restored from them by mistake."""

import gzip
import hashlib
import io
import json
import os
import shlex
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from cli.program import assert_clear_refusal, invoke, result_of
from cli.sqlite_database import SqliteDatabase
from servers.postgres import RunningPostgres
from servers.processes import clean_environment
from servers.service_process import PROGRAM
from servers.small_disk import with_small_disk

pytestmark = pytest.mark.long

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
OLD_NAME = "seatpreview-20200101T000000Z.tar"


class Kept:
    """The data folder of a stopped service with a key, and an archive of it."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.flags = ["--data-dir", str(self.data)]
        SqliteDatabase(self.data)
        self.tenant_id: str = result_of("tenants", "create", "--name", "Shop", *self.flags)["tenantId"]
        self.key = self.create_key()
        assert invoke("signing", "rotate", "--data-dir", str(self.data)).exit_code == 0
        self.archive = folder / "kept.tar"
        self.back_up(self.archive, "--with-signing-secret")

    def create_key(self) -> Json:
        key: Json = result_of("keys", "create", "--tenant", self.tenant_id, *self.flags)
        return key

    def back_up(self, target: Path, *flags: str) -> None:
        result = invoke("db", "backup", str(target), *flags, *self.flags)
        assert result.exit_code == 0, result.stderr

    def contents(self) -> dict[str, str]:
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files_in(self.data)}

    def key_of_status(self, status: str) -> set[str]:
        listed = result_of("keys", "list", "--status", status, *self.flags)["data"]
        return {key["keyId"] for key in listed}

    def assert_refused(self, archive: Path) -> None:
        """Checks that verify and restore both refuse this archive, and that no record changes."""
        before = self.contents()
        for command in ("verify", "restore"):
            result = invoke("db", command, str(archive), *self.flags)
            assert result.exception is None or isinstance(result.exception, SystemExit), archive
            assert result.exit_code == 1, (command, archive, result.output)
            assert_clear_refusal(result.exit_code, result.stderr)
        assert self.contents() == before


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Shared by tests that do not change it."""
    return Kept(tmp_path_factory.mktemp("kept"))


def files_in(folder: Path) -> list[Path]:
    # SQLite creates -shm and -wal files even for readers, and does not always remove them.
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix in (".sqlite", "")]


def test_an_archive_that_was_cut_anywhere_is_refused(kept: Kept, tmp_path: Path) -> None:
    whole = kept.archive.read_bytes()
    for share in (0, 1, 100, 511, 512, 513, len(whole) // 3, len(whole) // 2, len(whole) - 12_000):
        cut = tmp_path / f"cut-{share}.tar"
        cut.write_bytes(whole[:share])
        kept.assert_refused(cut)


def test_one_changed_bit_of_any_member_is_found(kept: Kept, tmp_path: Path) -> None:
    whole = kept.archive.read_bytes()
    with tarfile.open(kept.archive) as archive:
        members = [member for member in archive if member.size]
    assert len(members) >= 3
    for member in members:
        for position in (0, member.size // 2, member.size - 1):
            changed = bytearray(whole)
            changed[member.offset_data + position] ^= 1
            path = tmp_path / f"changed-{member.name.replace('/', '-')}-{position}.tar"
            path.write_bytes(changed)
            result = invoke("db", "verify", str(path), *kept.flags)
            assert result.exit_code == 1, path.name
            assert_clear_refusal(result.exit_code, result.stderr)


def test_archives_of_other_programs_are_no_backups(kept: Kept, tmp_path: Path) -> None:
    other = tmp_path / "other.tar"
    with tarfile.open(other, "w") as archive:
        archive.add(kept.data / "seatpreview.sqlite", "seatpreview.sqlite")
    text = tmp_path / "text.tar"
    text.write_text("This is no archive. " * 1000)
    packed = tmp_path / "packed.tar.gz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(kept.archive, "kept.tar")
    compressed = tmp_path / "kept.tar.gz"
    compressed.write_bytes(gzip.compress(kept.archive.read_bytes()))
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    for path in (other, text, packed, compressed, nothing, tmp_path / "missing.tar"):
        kept.assert_refused(path)


def _outside(kind: str, place: Path) -> tarfile.TarInfo:
    member = tarfile.TarInfo(
        {"up": f"../{place.name}", "absolute": str(place)}.get(kind, "seatpreview.sqlite")
    )
    if kind in ("symbolic", "hard"):
        member.type = tarfile.SYMTYPE if kind == "symbolic" else tarfile.LNKTYPE
        member.linkname = str(place)
    return member


@pytest.mark.parametrize("kind", ["up", "absolute", "symbolic", "hard"])
@pytest.mark.parametrize("first", [True, False])
def test_a_member_that_leads_outside_writes_nothing_there(
    kept: Kept, tmp_path: Path, kind: str, first: bool
) -> None:
    """Attack: somebody who can change an archive makes the operator overwrite a file with it."""
    place = tmp_path / "outside"
    evil = tmp_path / "evil.tar"
    added = _outside(kind, place)
    content = b"evil" if added.isreg() else b""
    added.size = len(content)
    with tarfile.open(kept.archive) as good, tarfile.open(evil, "w", format=tarfile.PAX_FORMAT) as archive:
        if first:
            archive.addfile(added, io.BytesIO(content))
        for member in good:
            archive.addfile(member, good.extractfile(member))
        if not first:
            archive.addfile(added, io.BytesIO(content))
    if kind in ("symbolic", "hard"):
        kept.assert_refused(evil)
    # Members with unknown names are ignored.
    assert invoke("db", "restore", str(evil), "--data-dir", str(tmp_path / "new")).exit_code in (0, 1)
    assert not place.exists()
    assert not list(tmp_path.parent.rglob("outside"))


def test_a_backup_of_a_newer_release_is_not_restored(kept: Kept, tmp_path: Path) -> None:
    newer = Kept(tmp_path)
    SqliteDatabase(newer.data).set_revision("9999")
    archive = tmp_path / "newer.tar"
    result = invoke("db", "backup", str(archive), *newer.flags)
    if result.exit_code:
        # The backup may be refused already, for the same reason.
        assert "newer" in result.stderr
        return
    before = kept.contents()
    restored = invoke("db", "restore", str(archive), *kept.flags)
    assert_clear_refusal(restored.exit_code, restored.stderr)
    assert "newer" in restored.stderr
    assert kept.contents() == before


def test_keep_touches_no_foreign_file_and_counts_only_whole_backups(kept: Kept, tmp_path: Path) -> None:
    target = tmp_path / "backups"
    target.mkdir()
    foreign = [
        *("notes.txt", "seatpreview.tar", "seatpreview-backup.tar", f"{OLD_NAME}.old", f"my-{OLD_NAME}"),
        *("seatpreview-20200101.tar", f"{OLD_NAME.lower().replace('z', 'z ')}", "other/" + OLD_NAME),
    ]
    for name in foreign:
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text("Not yours.")
    shutil.copy(kept.archive, target / OLD_NAME)
    half = target / "seatpreview-20210101T000000Z.tar"
    half.write_bytes(kept.archive.read_bytes()[:5000])
    kept.back_up(target, "--keep", "1")
    for name in foreign:
        assert (target / name).read_text() == "Not yours."
    assert not (target / OLD_NAME).exists()
    whole = [path for path in target.glob("seatpreview-2*Z.tar") if path.stat().st_size > 5000]
    assert len(whole) == 1
    assert invoke("db", "verify", str(whole[0]), *kept.flags).exit_code == 0


def test_the_printed_commands_end_every_key_that_a_restore_revives(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    revoked, rotated, untouched = kept.key, kept.create_key(), kept.create_key()
    archive = tmp_path / "before.tar"
    kept.back_up(archive)
    late = kept.create_key()
    assert invoke("keys", "revoke", revoked["keyId"], "--yes", *kept.flags).exit_code == 0
    assert invoke("keys", "revoke", late["keyId"], "--yes", *kept.flags).exit_code == 0
    result_of("keys", "rotate", rotated["keyId"], "--grace-period-seconds", "0", *kept.flags)
    verified = invoke("db", "verify", str(archive), *kept.flags)
    assert verified.exit_code == 0, verified.stderr
    assert revoked["keyId"] in verified.output
    assert rotated["keyId"] in verified.output
    assert untouched["keyId"] not in verified.output
    as_json = json.dumps(json.loads(invoke("db", "verify", "--json", str(archive), *kept.flags).stdout))
    assert revoked["keyId"] in as_json
    restored = invoke("db", "restore", str(archive), *kept.flags)
    assert restored.exit_code == 0, restored.stderr
    assert {revoked["keyId"], rotated["keyId"]} <= kept.key_of_status("active")
    commands = [
        line.strip() for line in restored.output.splitlines() if line.startswith("  seatpreview keys")
    ]
    assert sorted(shlex.split(line)[2:4] for line in commands) == sorted(
        [["revoke", revoked["keyId"]], ["rotate", rotated["keyId"]]]
    )
    for line in commands:
        assert invoke(*shlex.split(line)[1:]).exit_code == 0, line
    still_revived = {revoked["keyId"], rotated["keyId"]} & kept.key_of_status("active")
    for key_id in still_revived:
        shown = result_of("keys", "show", key_id, *kept.flags)
        assert shown["revokeAt"] is not None, "a key that was ended stays valid without an end"
    assert untouched["keyId"] in kept.key_of_status("active")
    [replaced] = kept.data.glob("seatpreview.sqlite.replaced-*[0-9]Z")
    changed = result_of(
        *("keys", "list", "--changed-since", "2026-01-01T00:00:00Z", "--status", "revoked"),
        *("--records", str(replaced), *kept.flags),
    )
    assert {revoked["keyId"], late["keyId"]} <= {key["keyId"] for key in changed["data"]}


def test_an_archive_has_no_secret_and_is_readable_for_its_owner_alone(kept: Kept, tmp_path: Path) -> None:
    plain = tmp_path / "plain.tar"
    kept.back_up(plain)
    secret = (kept.data / "signing-secret").read_bytes().strip()
    assert secret not in plain.read_bytes()
    assert secret in kept.archive.read_bytes()
    for archive in (plain, kept.archive):
        assert kept.key["plaintext"].encode() not in archive.read_bytes()
        assert stat.S_IMODE(archive.stat().st_mode) & 0o077 == 0
    again = invoke("db", "backup", str(plain), *kept.flags)
    assert_clear_refusal(again.exit_code, again.stderr)


FULL_DISK = """
set -u
disk=$1 archive=$2; shift 2
"$@" db restore "$archive" --data-dir "$disk/data" >&2 || exit 90
mkdir "$disk/backups" && cp "$archive" "$disk/backups/seatpreview-20200101T000000Z.tar"
before=$(cat "$disk/data/seatpreview.sqlite" "$disk/data/activity.sqlite" | sha256sum)
dd if=/dev/zero of="$disk/filling" bs=1024 2>/dev/null
"$@" db restore "$archive" --data-dir "$disk/data"; echo "restore $?"
"$@" db backup "$disk/backups" --keep 1 --data-dir "$disk/data"; echo "backup $?"
ls -A "$disk/backups" | sed 's/^/kept /'
ls -A "$disk/data" | sed 's/^/data /'
rm "$disk/filling"
after=$(cat "$disk/data/seatpreview.sqlite" "$disk/data/activity.sqlite" | sha256sum)
[ "$before" = "$after" ] && echo same
"$@" db verify "$disk/backups" --data-dir "$disk/data" >&2; echo "verify $?"
"""


def test_a_full_disk_ends_a_restore_and_a_backup_and_harms_nothing(kept: Kept, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    script = ["sh", "-c", FULL_DISK, "sh", str(disk), str(kept.archive), *PROGRAM]
    done = subprocess.run(
        with_small_disk(disk, 8, script), env=clean_environment(), capture_output=True, text=True, timeout=240
    )
    lines = done.stdout.splitlines()
    assert "Traceback" not in done.stderr
    assert "restore 1" in lines, done.stdout + done.stderr
    assert "backup 1" in lines
    assert "same" in lines
    assert "verify 0" in lines
    kept_names = {line.removeprefix("kept ") for line in lines if line.startswith("kept ")}
    assert {name for name in kept_names if name.endswith(".tar")} == {OLD_NAME}
    in_data = {line.removeprefix("data ") for line in lines if line.startswith("data ")}
    assert not [name for name in in_data if "replaced" in name], "half a restore is left"


def test_a_dump_of_postgresql_that_fails_leaves_what_was_there_and_tells_no_password(
    dedicated_postgres_server: RunningPostgres, tmp_path: Path
) -> None:
    server = dedicated_postgres_server
    folder = tmp_path / "dumps"
    folder.mkdir()
    older = folder / "seatpreview-20200101T000000Z.dump"
    older.write_text("An older dump.")
    for where in ("127.0.0.1:9/seats", f"127.0.0.1:{server.port}/there-is-none"):
        more = {
            "PATH": f"{server.programs}:{os.environ['PATH']}",
            "SEATPREVIEW_DATABASE_URL": f"postgresql://postgres:9f3Kq-secret@{where}",
            "SEATPREVIEW_DATA_DIR": str(tmp_path / "data"),
        }
        done = subprocess.run(
            [str(ROOT / "deploy" / "backup-postgresql"), str(folder), "--keep", "1"],
            env=clean_environment(more),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode not in (0, 126, 127), done.stderr
        assert "9f3Kq" not in done.stdout + done.stderr
        assert older.read_text() == "An older dump."
        assert [path.name for path in folder.iterdir() if path.suffix == ".dump"] == [older.name]
        assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("target", ["data", "data/objects"])
def test_a_backup_into_the_data_folder_itself_is_refused(kept: Kept, target: str) -> None:
    place = kept.data.parent / target
    made = not place.exists()
    place.mkdir(exist_ok=True)
    result = invoke("db", "backup", str(place), "--keep", "1", *kept.flags)
    assert_clear_refusal(result.exit_code, result.stderr)
    assert not list(place.glob("*.tar"))
    if made:
        place.rmdir()


def test_every_without_keep_is_refused_before_anything_is_written(kept: Kept, tmp_path: Path) -> None:
    for flags in (["--every", "1h"], ["--keep", "0"], ["--keep", "-1"], ["--every", "0s", "--keep", "1"]):
        result = invoke("db", "backup", str(tmp_path), *flags, *kept.flags)
        assert result.exit_code == 2, (flags, result.output)
    assert list(tmp_path.iterdir()) == []
