"""The rows of the table of operations, one file for each feature."""
