"""Migrations of the plugin. It has no tables of its own: its settings are in pretix's."""
