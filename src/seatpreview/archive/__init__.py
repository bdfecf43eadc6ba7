"""Venues and tenants that are put away, brought back or deleted, and copies of venues."""
