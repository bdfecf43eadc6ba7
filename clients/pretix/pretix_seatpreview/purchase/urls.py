"""Addresses of this part below the address of an event's shop."""

from django.urls import URLPattern, path

from pretix_seatpreview.purchase.image_view import show_image

event_patterns: list[URLPattern] = [
    path("seatpreview/view/<str:token>.jpg", show_image, name="purchase.view"),
]
