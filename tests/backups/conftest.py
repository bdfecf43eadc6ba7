"""Fixtures of the databases that are backed up."""

from cli.data_folders import data_dir, database_flags, missing_dir, sqlite_database

__all__ = ["data_dir", "database_flags", "missing_dir", "sqlite_database"]
