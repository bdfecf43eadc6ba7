"""Seat choice on a map, with the view from every seat: a plugin for pretix."""

__version__ = "0.4.0.dev0"
