"""Addresses of this part below the address of an event's shop."""

from django.urls import URLPattern

event_patterns: list[URLPattern] = []
