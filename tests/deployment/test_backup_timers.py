"""The units and the compose service that take backups: their command lines are run as they stand."""

import re
import shlex
import subprocess
from pathlib import Path

from cli.program import invoke
from deployment.deployment_files import FOLDER, load_compose, parse_environment, parse_unit, read_text
from seatpreview import data_folder
from seatpreview.settings.loader import load
from servers.processes import clean_environment

PROGRAM = "/usr/local/lib/seatpreview/bin/seatpreview"
SCRIPT = "/usr/local/lib/seatpreview/backup-postgresql"
BACKUPS = "/var/backups/seatpreview"


def service_options() -> dict[str, str]:
    return dict(parse_unit("seatpreview-backup.service")["Service"])


def test_the_unit_runs_as_the_service_does_and_may_write_to_the_backups() -> None:
    unit = dict(parse_unit()["Service"])
    backup = service_options()
    for option in ("User", "Group", "EnvironmentFile", "StateDirectory", "StateDirectoryMode", "UMask"):
        assert backup[option] == unit[option], option
    assert backup["ReadWritePaths"] == BACKUPS
    assert backup["Type"] == "oneshot", "the second command waits for the first, and a failure is the unit's"
    settings = load(parse_environment(read_text("seatpreview.env.example")))
    assert settings.data_dir == Path("/var/lib") / backup["StateDirectory"]


def test_the_commands_of_the_unit_take_a_backup_and_verify_it(tmp_path: Path) -> None:
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    assert invoke("db", "upgrade", "--data-dir", str(data)).exit_code == 0
    lines = [
        value
        for option, value in parse_unit("seatpreview-backup.service")["Service"]
        if option == "ExecStart"
    ]
    assert len(lines) == 2
    for line in lines:
        program, *arguments = shlex.split(line.replace(BACKUPS, str(backups)))
        assert program == PROGRAM
        done = invoke(*arguments, "--data-dir", str(data))
        assert done.exit_code == 0, done.stderr
    noted = data_folder.read_last_backup(data)
    assert noted is not None
    assert noted.held == ("records", "activity", "pictures")
    assert noted.verified_at is not None


def test_the_command_for_postgresql_is_accepted_by_the_script(tmp_path: Path) -> None:
    [line] = re.findall(r"^#ExecStart=(.+)$", read_text("seatpreview-backup.service"), re.MULTILINE)
    program, *arguments = shlex.split(line)
    assert (program, arguments[0]) == (SCRIPT, BACKUPS)
    assert_accepted([str(tmp_path), *arguments[1:]])


def test_the_compose_service_backs_up_where_the_note_is_read(tmp_path: Path) -> None:
    services, volumes = load_compose()["services"], load_compose()["volumes"]
    backup = services["backup"]
    mounted = dict(str(volume).split(":")[:2] for volume in backup["volumes"])
    assert mounted["./backup-postgresql"] == backup["entrypoint"][0]
    folder, *arguments = backup["command"]
    assert mounted["backups"] == folder
    assert {"backups", "last-backup"} <= volumes.keys()
    assert_accepted([str(tmp_path), *arguments])

    url = backup["environment"]["SEATPREVIEW_DATABASE_URL"]
    assert url == services["seatpreview"]["environment"]["SEATPREVIEW_DATABASE_URL"]
    assert backup["image"] == services["postgres"]["image"], "pg_dump must not be older than the server"
    data_dir = Path(
        dict(re.findall(r"(SEATPREVIEW_[A-Z_]+)=(\S+)", read_text("Containerfile")))["SEATPREVIEW_DATA_DIR"]
    )
    assert Path(backup["environment"]["SEATPREVIEW_DATA_DIR"]) == data_dir
    notes = str(data_folder.path_of_last_backup(data_dir).parent)
    assert mounted["last-backup"] == notes
    assert f"last-backup:{notes}:ro" in services["seatpreview"]["volumes"]


def assert_accepted(arguments: list[str]) -> None:
    """Checks that the script takes these arguments: then it asks for the database."""
    asked = subprocess.run(
        [str(FOLDER / "backup-postgresql"), *arguments],
        env=clean_environment(),
        capture_output=True,
        text=True,
    )
    assert asked.returncode == 2
    assert asked.stderr.startswith("SEATPREVIEW_DATABASE_URL and SCRATCH_SERVER_URL must be "), asked.stderr
