"""Inserts that say what to do about a row that is there already: a dialect of its own in each engine."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """With `on_conflict_do_nothing` and `on_conflict_do_update`, which both engines know."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
