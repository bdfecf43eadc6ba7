"""Writes venues as files of other systems."""
