"""Addresses of this part below the address of an event's shop."""

from django.urls import URLPattern, path

from pretix_seatpreview.picker.views import SeatListView, cart, seats, states

event_patterns: list[URLPattern] = [
    path("seatpreview/states/", states, name="picker.states"),
    path("seatpreview/seats/", seats, name="picker.seats"),
    path("seatpreview/cart/", cart, name="picker.cart"),
    path("seatpreview/list/", SeatListView.as_view(), name="picker.list"),
]
