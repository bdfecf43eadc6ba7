"""Records: engines, tables, migrations and the change log."""
