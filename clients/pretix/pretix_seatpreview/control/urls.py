"""Addresses of the control pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
