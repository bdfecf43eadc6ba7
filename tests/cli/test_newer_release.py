"""Settings of a newer release: refused as misspelt ones, or ignored where the tables are ahead."""

from pathlib import Path

import pytest

from cli.program import invoke
from cli.sqlite_database import SqliteDatabase
from seatpreview.database import schema
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings, SettingsFault

NEXT = f"{int(schema.newest()) + 1:04}"
UNKNOWN = "SEATPREVIEW_NOVELTY is not a setting; `seatpreview serve --help` lists them all."


@pytest.fixture(autouse=True)
def novelty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that only a newer release knows."""
    monkeypatch.setenv("SEATPREVIEW_NOVELTY", "1")


def test_where_the_tables_are_ahead_an_unknown_setting_is_ignored_with_a_warning(
    sqlite_database: SqliteDatabase,
) -> None:
    """The danger: new machines need a setting, and the old ones that share it do not start any more."""
    sqlite_database.set_revision(NEXT)
    listed = invoke("keys", "list", "--json", *sqlite_database.flags)
    assert listed.exit_code == 0, listed.stderr
    assert listed.stderr == (
        f"{UNKNOWN} It is ignored, because the tables have revision {NEXT}, of a newer release.\n"
    )
    assert listed.stdout.startswith("{"), "the warning is no part of the result"


def test_where_the_tables_are_not_ahead_an_unknown_setting_is_refused(
    sqlite_database: SqliteDatabase,
) -> None:
    """A misspelt setting must not be overlooked: it may be one that protects something."""
    refused = invoke("keys", "list", *sqlite_database.flags)
    assert (refused.exit_code, refused.stderr) == (2, f"{UNKNOWN}\n")


def test_where_there_are_no_tables_it_is_refused_and_none_are_made(missing_dir: Path) -> None:
    refused = invoke("db", "upgrade", "--data-dir", str(missing_dir))
    assert (refused.exit_code, refused.stderr) == (2, f"{UNKNOWN}\n")
    assert not missing_dir.exists()


def test_where_the_database_does_not_answer_it_is_refused(missing_dir: Path) -> None:
    address = "postgresql://seats@127.0.0.1:9/seats"
    refused = invoke("db", "status", "--database-url", address, "--data-dir", str(missing_dir))
    assert (refused.exit_code, refused.stderr) == (2, f"{UNKNOWN}\n")


def test_an_unknown_setting_is_refused_with_all_other_faults_whatever_the_tables_are() -> None:
    def tolerates(_settings: Settings, _sentences: list[str]) -> bool:
        raise AssertionError("The database of wrong settings is read.")

    with pytest.raises(SettingsFault) as fault:
        load({"SEATPREVIEW_NOVELTY": "1", "SEATPREVIEW_PORT": "x"}, tolerates_unknown=tolerates)
    assert len(fault.value.sentences) == 2
