"""Addresses of the control pages: the same ones for an organizer and for an event."""

from django.urls import path
from django.views import View

from pretix_seatpreview.control import views

PAGES: dict[str, tuple[str, type[View], type[View]]] = {
    "connection": ("", views.OrganizerSettings, views.EventSettings),
    "check": ("check/", views.OrganizerCheck, views.EventCheck),
    "preview": ("plan/<int:plan>/", views.OrganizerPreview, views.EventPreview),
    "sync": ("plan/<int:plan>/sync/", views.OrganizerSync, views.EventSync),
    "unlink": ("unlink/", views.OrganizerUnlink, views.EventUnlink),
    "unlink_plan": ("plan/<int:plan>/unlink/", views.OrganizerUnlink, views.EventUnlink),
}
"""By their names: the end of the address, and the views of an organizer and of an event."""

urlpatterns = [
    pattern
    for name, (end, of_organizer, of_event) in PAGES.items()
    for pattern in (
        path(
            f"control/organizer/<str:organizer>/seatpreview/{end}",
            of_organizer.as_view(),
            name=f"organizer.{name}",
        ),
        path(
            f"control/event/<str:organizer>/<str:event>/seatpreview/{end}",
            of_event.as_view(),
            name=f"event.{name}",
        ),
    )
]
