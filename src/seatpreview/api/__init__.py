"""The API as a table: one row for each operation, with its types, its callers and its examples."""
