"""Fixtures of the database whose venue is rendered."""

from cli.data_folders import data_dir, missing_dir

__all__ = ["data_dir", "missing_dir"]
