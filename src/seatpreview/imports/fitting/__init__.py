"""Fits a layout to the seats that were found in a file."""
