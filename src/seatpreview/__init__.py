"""Seat Preview, a service that shows a ticket buyer the view from a seat."""

API_VERSION = "1.11.0"
"""The version of the interface (`info.version` of the OpenAPI document)."""
