"""Panoramas that headless Chromium renders from a layout."""
