"""Venues: so far, which of them a tenant may use."""
