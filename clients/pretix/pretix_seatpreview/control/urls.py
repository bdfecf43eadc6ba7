"""Addresses of the control pages."""

from django.urls import path
from django.views import View

from pretix_seatpreview.control import seating_views, views

OF_ORGANIZER = "control/organizer/<str:organizer>/seatpreview/"
OF_EVENT = "control/event/<str:organizer>/<str:event>/seatpreview/"

PAGES: dict[str, tuple[str, type[View], type[View]]] = {
    "connection": ("", views.OrganizerSettings, views.EventSettings),
    "check": ("check/", views.OrganizerCheck, views.EventCheck),
    "preview": ("plan/<int:plan>/", views.OrganizerPreview, views.EventPreview),
    "sync": ("plan/<int:plan>/sync/", views.OrganizerSync, views.EventSync),
    "leaving": ("leaving/", views.OrganizerLeaving, views.EventLeaving),
    "unlink": ("unlink/", views.OrganizerUnlink, views.EventUnlink),
    "unlink_plan": ("plan/<int:plan>/unlink/", views.OrganizerUnlink, views.EventUnlink),
}
"""Pages that organizers and events both have: the end of the address, and the view of each."""

urlpatterns = [
    pattern
    for name, (end, of_organizer, of_event) in PAGES.items()
    for pattern in (
        path(f"{OF_ORGANIZER}{end}", of_organizer.as_view(), name=f"organizer.{name}"),
        path(f"{OF_EVENT}{end}", of_event.as_view(), name=f"event.{name}"),
    )
]
urlpatterns += [
    path(f"{OF_ORGANIZER}upload/", seating_views.UploadPlan.as_view(), name="organizer.upload"),
    path(f"{OF_EVENT}seats/", seating_views.SeatsOfEvent.as_view(), name="event.seats"),
    path(
        f"{OF_EVENT}seats/<int:subevent>/", seating_views.SeatsOfEvent.as_view(), name="event.seats_of_date"
    ),
    path(f"{OF_EVENT}blocked/", seating_views.BlockedSeats.as_view(), name="event.blocked"),
    path(
        f"{OF_EVENT}blocked/<int:subevent>/",
        seating_views.BlockedSeats.as_view(),
        name="event.blocked_of_date",
    ),
]
