"""Backups of a service on SQLite: archives, where they are stored, checks of them, and restores."""
