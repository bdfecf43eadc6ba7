"""Receivers of pretix's signals: navigation, texts of the log, and what ends with an event or a plan."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.urls import resolve, reverse
from django.utils.translation import gettext_lazy as _
from pretix.base.logentrytypes import LogEntryType, log_entry_types
from pretix.base.models import Event, Item, Organizer, SeatingPlan
from pretix.base.signals import event_copy_data
from pretix.control.signals import nav_event_settings, nav_organizer

from pretix_seatpreview.connection_settings import (
    area_products,
    forget_links_of_plan,
    own_scope,
    save_area_products,
)

LOG_TEXTS = {
    "pretix_seatpreview.settings.changed": _("The connection to Seat Preview has been changed."),
    "pretix_seatpreview.plan.synced": _("A seating plan has been synced with Seat Preview."),
    "pretix_seatpreview.plan.drafted": _("A seating plan has been stored as a draft in Seat Preview."),
    "pretix_seatpreview.seats.blocked": _("Seats have been blocked or given free."),
    "pretix_seatpreview.unlinked": _("Seat Preview has been unlinked."),
}


@log_entry_types.new_from_dict(LOG_TEXTS)
class SeatPreviewLogEntryType(LogEntryType):
    """A line of the log about the connection."""


@receiver(nav_event_settings, dispatch_uid="pretix_seatpreview_nav_event_settings")
def event_navigation(sender: Event, request: Any, **named: Any) -> list[dict[str, Any]]:
    """Puts the settings page into the navigation of an event, for those who may open it."""
    if not request.user.has_event_permission(
        request.organizer, request.event, "event.settings.general:write", request=request
    ):
        return []
    names = {"organizer": request.organizer.slug, "event": request.event.slug}
    return [_entry(request, reverse("plugins:pretix_seatpreview:event.connection", kwargs=names))]


@receiver(nav_organizer, dispatch_uid="pretix_seatpreview_nav_organizer")
def organizer_navigation(sender: Organizer, request: Any, **named: Any) -> list[dict[str, Any]]:
    """Puts the settings page into the navigation of an organizer, for those who may open it."""
    if not request.user.has_organizer_permission(
        request.organizer, "organizer.settings.general:write", request=request
    ):
        return []
    names = {"organizer": request.organizer.slug}
    address = reverse("plugins:pretix_seatpreview:organizer.connection", kwargs=names)
    return [_entry(request, address) | {"icon": "eye"}]


@receiver(event_copy_data, dispatch_uid="pretix_seatpreview_copy_data")
def copy_area_products(sender: Event, other: Event, item_map: dict[int, Item], **named: Any) -> None:
    """Sells the standing areas of a copied event as its own products. pretix itself copies the plan."""
    products = area_products(other).items()
    save_area_products(sender, {key: item_map[number].pk for key, number in products if number in item_map})


@receiver(pre_delete, sender=Event, dispatch_uid="pretix_seatpreview_event_deleted")
def forget_event(sender: type[Event], instance: Event, **named: Any) -> None:
    """Deletes the connection of an event together with the event."""
    own_scope(instance).forget()


@receiver(pre_delete, sender=SeatingPlan, dispatch_uid="pretix_seatpreview_plan_deleted")
def forget_plan(sender: type[SeatingPlan], instance: SeatingPlan, **named: Any) -> None:
    """Forgets the venue of a plan together with the plan, in all connections. The venue stays as it is."""
    forget_links_of_plan(instance)


def _entry(request: Any, address: str) -> dict[str, Any]:
    url = resolve(request.path_info)
    is_active = url.namespace == "plugins:pretix_seatpreview"
    return {"label": "Seat Preview", "url": address, "active": is_active}
