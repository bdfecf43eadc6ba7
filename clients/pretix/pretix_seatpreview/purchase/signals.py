"""Receivers of pretix's signals that show views after the purchase."""
