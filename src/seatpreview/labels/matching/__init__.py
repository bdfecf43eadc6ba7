"""The section, row and seats of a venue that a parsed label names, and how certain that is."""
