"""Filters for the templates of the plugin."""
