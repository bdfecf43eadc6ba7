"""Tenants: the organizations that own venues and keys."""
