"""Receivers of pretix's signals that show the seat picker."""
