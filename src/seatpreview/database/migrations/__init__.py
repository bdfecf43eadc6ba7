"""Alembic's migrations: one file for each revision, run by database/schema.py."""
