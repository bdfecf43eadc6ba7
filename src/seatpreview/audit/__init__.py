"""The audit list: the change log, presented to people."""
