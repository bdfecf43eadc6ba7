"""Reads seating plans that are drawings (SVG)."""
