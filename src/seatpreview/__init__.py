"""Seat Preview: the view from a seat, and who may ask for it."""

API_VERSION = "1.11.0"
"""The version of the interface (`info.version` of the OpenAPI document)."""
