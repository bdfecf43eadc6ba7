"""Fixtures of the databases that are backed up, and of where their backups are."""

from pathlib import Path

import pytest

from cli.data_folders import data_dir, database_flags, missing_dir, sqlite_database

__all__ = ["data_dir", "database_flags", "missing_dir", "sqlite_database"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for backups."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder
