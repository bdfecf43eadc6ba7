"""The database: engines, tables, migrations and the change log."""
