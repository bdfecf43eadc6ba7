"""The audit list: the change log as people read it."""
