"""Receivers of pretix's signals that show the seat picker."""

import json
from typing import Any

from django.contrib.messages import get_messages
from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import get_template
from django.utils.safestring import SafeString
from pretix.base.middleware import add_to_response_csp_via_request
from pretix.base.models import Event, SubEvent, Voucher
from pretix.presale.signals import render_seating_plan

from pretix_seatpreview.connection import Connection, connection_of
from pretix_seatpreview.picker.buyer import Buyer
from pretix_seatpreview.picker.origins import note_outer_page
from pretix_seatpreview.picker.page import address, path_of, picker_config

FRAME = "event.seatingplan"
"""The page that pretix's widget shows in a frame. It has nothing but the picker, not even messages."""


@receiver(render_seating_plan, dispatch_uid="pretix_seatpreview_render_seating_plan")
def show_picker(
    sender: Event,
    request: HttpRequest,
    subevent: SubEvent | None = None,
    voucher: Voucher | None = None,
    **kwargs: Any,
) -> SafeString:
    """Shows the picker within pretix's own form, so that its fields go where pretix's own would."""
    buyer = Buyer(sender, subevent, voucher, request.sales_channel)
    if buyer.date.seating_plan_id is None or not sender.settings.seating_choice:
        return SafeString("")
    connection = connection_of(buyer.date)
    if connection is not None:
        allow_viewer(request, connection)
    is_frame = request.resolver_match.url_name == FRAME
    if is_frame:
        note_outer_page(sender, request)
    config = picker_config(request, buyer)
    return get_template("pretix_seatpreview/picker/picker.html").render(
        {
            "config_text": json.dumps(config),
            "list_url": address(buyer, "picker.list"),
            "can_buy": buyer.date.presale_is_running,
            "to_checkout": is_frame or sender.settings.redirect_to_checkout_directly,
            "shown_messages": get_messages(request) if is_frame else (),
            "checkout_url": checkout_path(request) if is_frame and config["mine"] else "",
            "has_map": connection is not None,
            "is_frame": is_frame,
            "has_discounts": sender.discounts.filter(active=True).exists(),
            "is_net": sender.settings.display_net_prices,
        },
        request,
    )


def checkout_path(request: HttpRequest) -> str:
    """Returns where pretix goes on with the cart. Its frame for the widget shows no cart to go on from."""
    namespace = request.resolver_match.kwargs.get("cart_namespace") or ""
    return path_of(request.event, "presale:event.checkout.start", cart_namespace=namespace)


def allow_viewer(request: HttpRequest, connection: Connection) -> None:
    """Allows this one page to make a session at the service and to show its viewer in a frame.

    It never allows scripts of the service: whoever may edit an event names the address, and a script of
    theirs would run at the origin of the shop, which is often that of pretix's control pages, too."""
    policy = {directive: [connection.service_url] for directive in ("connect-src", "frame-src")}
    add_to_response_csp_via_request(request, policy)
