"""Reads lists of seats and drawn sheets (CSV, XLSX)."""
