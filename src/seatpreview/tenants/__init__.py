"""Tenants: those who own venues and keys."""
