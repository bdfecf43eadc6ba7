"""Venues: their records, aliases and grants, and which of them a caller may use."""
