"""The view from each seat in e-mails: as an image where pretix has it already, and otherwise as a link.

pretix fetches every image of an e-mail while it sends it, and waits for as long as that takes. So an image is
part of the text itself, and a seat whose image is not here yet has a link, which a browser opens."""

from __future__ import annotations

from base64 import b64encode
from functools import cached_property
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from pretix.base.models import Event, Order
from pretix.base.services.placeholders import BaseRichTextPlaceholder
from pretix.helpers.format import PlainHtmlAlternativeString

from pretix_seatpreview.purchase.fetching import PLACEHOLDER
from pretix_seatpreview.purchase.seat_views import NamedView, views_of
from pretix_seatpreview.purchase.stored_images import read_image, small_image

IMAGES_MAX = 4
"""Images in one e-mail. The seats after them have links."""
VIEWS_MAX = 50
IMAGE_WIDTH_PIXELS = 600


class Views(PlainHtmlAlternativeString):
    """The text of a placeholder. pretix makes the texts of all placeholders for every e-mail, so that
    images are read only when the e-mail has this one."""

    def __init__(self, views: list[NamedView]) -> None:
        """Takes the views to show, which may be none."""
        self.views = views[:VIEWS_MAX]
        self.is_block = True

    @cached_property
    def plain(self) -> str:
        """A line for each seat."""
        return "\n".join(f"{_label(view)}: {view.view.address}" for view in self.views)

    @cached_property
    def html(self) -> str:
        """An image or a link for each seat."""
        parts = [_html(view, with_image=n < IMAGES_MAX) for n, view in enumerate(self.views)]
        return str(format_html_join("", "<p>{}</p>", ((part,) for part in parts)))


class OrderViews(BaseRichTextPlaceholder):
    """`{seat_views}`: the views from all seats of an order, or from that of the ticket whose holder gets the
    e-mail."""

    def __init__(self) -> None:
        """Says what an e-mail has to be about."""
        super().__init__(PLACEHOLDER, ["event", "order"])

    @property
    def is_block(self) -> bool:
        """It stands in lines of its own."""
        return True

    def render(self, context: dict[str, Any]) -> Views:
        """Returns the views for one e-mail."""
        order: Order = context["order"]
        if "position" in context:
            return Views(views_of(order, [context["position"]]))
        return Views(views_of(order, order.positions.select_related("seat__subevent")))

    def render_sample_plain(self, event: Event) -> str:
        """Returns what the editor of e-mails shows."""
        return f"{_('View from {seat}').format(seat=_('Stalls, Row 1, Seat 2'))}: https://…"

    def render_sample_html(self, event: Event) -> str:
        """Returns what the editor of e-mails shows."""
        return str(format_html("<p>{}</p>", _("View from {seat}").format(seat=_("Stalls, Row 1, Seat 2"))))


def _html(named: NamedView, *, with_image: bool) -> SafeString:
    image = read_image(named.view) if with_image else None
    label, address = _label(named), named.view.address
    if image is None:
        return format_html('<a href="{}">{}</a>', address, label)
    content = b64encode(small_image(image, IMAGE_WIDTH_PIXELS)).decode()
    return format_html(
        '<a href="{}"><img src="data:image/jpeg;base64,{}" alt="{}" width="{}"'
        ' style="max-width: 100%; height: auto"></a>',
        address,
        content,
        label,
        IMAGE_WIDTH_PIXELS,
    )


def _label(named: NamedView) -> str:
    return str(_("View from {seat}").format(seat=named.name))
