"""Layouts: from rules for sections, rows and seats to a compiled layout. Pure functions and types."""
