"""The command line, which an operator uses on a machine with access to the database."""
