"""Receivers of pretix's signals for the control pages."""
