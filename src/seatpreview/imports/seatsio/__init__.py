"""Reads charts of seats.io."""
