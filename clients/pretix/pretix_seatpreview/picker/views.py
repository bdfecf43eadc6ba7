"""The picker's own pages: answers for its script, and a list of seats that needs no script."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from django.views.generic import TemplateView
from pretix.presale.views import EventViewMixin

from pretix_seatpreview.picker.answers import seats_answer, states_answer
from pretix_seatpreview.picker.buyer import Buyer, buyer_of
from pretix_seatpreview.picker.page import address, path_of, seats_in_cart
from pretix_seatpreview.picker.seat_list import seat_sections
from pretix_seatpreview.picker.shared_value import SharedValue

MADE_AT = "Seatpreview-At"
"""The header with the time at which an answer was true. It is no part of the answer, which may be old."""


@require_safe
def states(request: HttpRequest, **kwargs: str) -> HttpResponse:
    """Answers which seats are free now."""
    return _shared(request, states_answer(buyer_of(request)))


@require_safe
def seats(request: HttpRequest, **kwargs: str) -> HttpResponse:
    """Answers all seats with their names and products."""
    return _shared(request, seats_answer(buyer_of(request)))


@require_safe
def cart(request: HttpRequest, **kwargs: str) -> HttpResponse:
    """Answers which seats of this date are in the buyer's own cart."""
    mine = seats_in_cart(request, buyer_of(request))
    return JsonResponse({"mine": mine}, headers={"Cache-Control": "no-store"})


class SeatListView(EventViewMixin, TemplateView):
    """All sections of the event, and the rows and seats of one of them, in pretix's own form of the cart."""

    template_name = "pretix_seatpreview/picker/list.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Returns the sections, and the seats of the section that the address names."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        buyer = buyer_of(self.request)
        sections = seat_sections(
            buyer,
            customer=getattr(self.request, "customer", None),
            in_cart=frozenset(seats_in_cart(self.request, buyer)),
        )
        shown = self.request.GET.get("section", "0")
        number = int(shown) if shown.isdecimal() and int(shown[:6]) < len(sections) else 0
        links = [address(buyer, "picker.list", section=str(index)) for index in range(len(sections))]
        return {
            **context,
            "subevent": buyer.subevent,
            "voucher": buyer.voucher,
            "can_buy": buyer.date.presale_is_running,
            "sections": list(zip(sections, links, strict=True)),
            "number": number,
            "shown": sections[number] if sections else None,
            "next": _index(buyer),
            "next_error": links[number] if links else _index(buyer),
        }


def _index(buyer: Buyer) -> str:
    kwargs = {"subevent": buyer.subevent.pk} if buyer.subevent else {}
    return path_of(buyer.event, "presale:event.index", cart_namespace="", **kwargs)


def _shared(request: HttpRequest, shared: SharedValue) -> HttpResponse:
    """Sends what all buyers share; a browser that has it already is told so, and when that was true."""
    etag = f'"{hashlib.blake2b(shared.value, digest_size=12).hexdigest()}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag, MADE_AT: f"{shared.made_at:.3f}"}
    answer = HttpResponse(shared.value, content_type="application/json", headers=headers)
    response: HttpResponse = get_conditional_response(request, etag=etag, response=answer)
    # Django keeps only some headers of an answer that is not sent again.
    response[MADE_AT] = headers[MADE_AT]
    return response
