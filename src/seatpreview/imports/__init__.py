"""Seating plans of other systems: files become records of venues, and venues become files."""
