"""The rows of the table of operations, a file for each room."""
