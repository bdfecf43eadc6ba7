"""Caches and their building blocks: bounded caches, batches, single flights, values derived from a record."""
