"""Receivers of pretix's signals that show views after the purchase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.files.base import ContentFile
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import get_template
from django.utils.translation import gettext_lazy as _
from pretix.base.middleware import add_to_response_csp_via_request
from pretix.base.models import Event, Order, OrderPosition, SubEvent
from pretix.base.pdf import get_seat
from pretix.base.signals import (
    layout_image_variables,
    order_changed,
    order_paid,
    order_placed,
    periodic_task,
    register_text_placeholders,
)
from pretix.helpers.periodic import minimum_interval
from pretix.presale.signals import checkout_confirm_page_content, order_info, position_info
from pretix.presale.views import get_cart

from pretix_seatpreview.purchase.fetching import IMAGE_VARIABLE, fetch_missing, fetch_soon
from pretix_seatpreview.purchase.mail_placeholders import OrderViews
from pretix_seatpreview.purchase.seat_views import NamedView, SeatView, seats_of, view_of_seat, views_of
from pretix_seatpreview.purchase.stored_images import forget_images, image_etag, read_image

VIEWS_ON_A_PAGE_MAX = 24
"""Images on the page of an order. Browsers load each when it comes into sight."""


@receiver(order_info, dispatch_uid="pretix_seatpreview_order_info")
def views_on_order_page(sender: Event, order: Order, request: HttpRequest, **kwargs: Any) -> str:
    """Shows the view from each seat on the page of an order."""
    positions = order.positions.select_related("seat__subevent")
    return _panel(request, views_of(order, positions))


@receiver(position_info, dispatch_uid="pretix_seatpreview_position_info")
def view_on_ticket_page(
    sender: Event, order: Order, position: OrderPosition, request: HttpRequest, **kwargs: Any
) -> str:
    """Shows the view from the seat on the page of a ticket."""
    return _panel(request, views_of(order, [position]))


@receiver(register_text_placeholders, dispatch_uid="pretix_seatpreview_placeholders")
def placeholders(sender: Event, **kwargs: Any) -> list[OrderViews]:
    """Offers the views to texts of e-mails."""
    return [OrderViews()]


@receiver(layout_image_variables, dispatch_uid="pretix_seatpreview_images")
def image_variables(sender: Event, **kwargs: Any) -> dict[str, dict[str, Any]]:
    """Offers the view to layouts of tickets and badges."""
    return {
        IMAGE_VARIABLE: {
            "label": _("View from the seat (Seat Preview)"),
            "evaluate": _for_ticket(lambda view: _file(read_image(view))),
            "etag": _for_ticket(image_etag),
        }
    }


@receiver(checkout_confirm_page_content, dispatch_uid="pretix_seatpreview_checkout_confirm")
def prepare_for_cart(sender: Event, request: HttpRequest, **kwargs: Any) -> str:
    """Fetches images for the e-mail that confirms the order, which pretix writes with the order."""
    fetch_soon(sender, seats_of(get_cart(request)), request.LANGUAGE_CODE)
    return ""


@receiver(order_changed, dispatch_uid="pretix_seatpreview_order_changed")
@receiver(order_placed, dispatch_uid="pretix_seatpreview_order_placed")
@receiver(order_paid, dispatch_uid="pretix_seatpreview_order_paid")
def prepare_for_order(sender: Event, order: Order, **kwargs: Any) -> None:
    """Fetches images for tickets."""
    fetch_soon(sender, seats_of(order.positions.select_related("seat")), order.locale)


@receiver(periodic_task, dispatch_uid="pretix_seatpreview_missing_images")
@minimum_interval(minutes_after_success=5)
def fetch_missing_images(sender: object, **kwargs: Any) -> None:
    """Fetches images that could not be fetched before."""
    fetch_missing()


@receiver(post_delete, sender=Event, dispatch_uid="pretix_seatpreview_event_deleted")
def forget_event_images(sender: type[Event], instance: Event, **kwargs: Any) -> None:
    """Deletes the images of an event that is deleted."""
    forget_images([instance])


def _panel(request: HttpRequest, views: list[NamedView]) -> str:
    if not views:
        return ""
    shown, connections = views[:VIEWS_ON_A_PAGE_MAX], {named.view.connection for named in views}
    origins = sorted({connection.service_url for connection in connections if connection})
    # The address in the shop leads to the service, and browsers ask the policy about both.
    add_to_response_csp_via_request(request, {"img-src": ["'self'", *origins]})
    context = {"views": shown, "left_out": len(views) - len(shown)}
    return str(get_template("pretix_seatpreview/purchase/seat_views.html").render(context, request))


def _for_ticket(
    value: Callable[[SeatView], object],
) -> Callable[[OrderPosition, Order, Event | SubEvent], object]:
    """Returns what pretix calls for each ticket; an add-on has the seat of its ticket."""

    def evaluate(position: OrderPosition, order: Order, event: Event | SubEvent) -> object:
        seat = get_seat(position)
        return None if seat is None else value(view_of_seat(order.event, seat, order.locale))

    return evaluate


def _file(image: bytes | None) -> ContentFile | None:
    return None if image is None else ContentFile(image, name="view.jpg")
