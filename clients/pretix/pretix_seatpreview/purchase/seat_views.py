"""Which seats of an order have a view, and the address under which a browser finds the image of one.

The address names the event, the date of a series, the seat and a language. It names no buyer, order or
ticket, and is the same for everybody who ever has this seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from pretix.base.models import CartPosition, Event, Order, OrderPosition, Seat, SubEvent
from pretix.multidomain.urlreverse import build_absolute_uri

from pretix_seatpreview.connection import Connection, connection_of, facts_of_date
from pretix_seatpreview.place_texts import place_text

_SIGNER = Signer(sep=".", salt="pretix_seatpreview.view")


@dataclass(frozen=True)
class SeatView:
    """The view from one seat."""

    event: Event
    subevent: SubEvent | None
    seat_guid: str
    locale: str
    """The language of the text in the image, as pretix names it."""

    @property
    def connection(self) -> Connection | None:
        """The venue of the event or date; None if it is not linked to one any more."""
        return connection_of(self.subevent or self.event)

    @property
    def address(self) -> str:
        """The absolute address of the image in the shop, for pages and e-mails. Making it asks nobody."""
        subevent_id = self.subevent.pk if self.subevent else 0
        token = _SIGNER.sign_object((subevent_id, self.seat_guid, self.locale))
        return str(
            build_absolute_uri(
                self.event, "plugins:pretix_seatpreview:purchase.view", kwargs={"token": token}
            )
        )


@dataclass(frozen=True)
class NamedView:
    """The view from a seat of a ticket, with the name of the seat as pretix writes it."""

    name: str
    view: SeatView


def views_of(order: Order, positions: Iterable[OrderPosition]) -> list[NamedView]:
    """Returns the views of tickets that have a seat in a hall with views. What is cancelled has none."""
    if order.status == Order.STATUS_CANCELED:
        return []
    with_seats = [position for position in positions if position.seat is not None and not position.canceled]
    return [
        NamedView(seat_name(position.seat, view), view)
        for position in with_seats
        if (view := view_of_seat(order.event, position.seat, order.locale)).connection is not None
    ]


def seat_name(seat: Seat, view: SeatView) -> str:
    """Returns the name of a seat as pretix writes it, with what it is for."""
    place = place_text(facts_of_date(view.subevent or view.event).properties_of(seat.seat_guid))
    return f"{seat} ({place})" if place else str(seat)


def view_of_seat(event: Event, seat: Seat, locale: str) -> SeatView:
    """Returns the view from a seat of an event."""
    return SeatView(event, seat.subevent, seat.seat_guid, locale)


def view_of_token(event: Event, token: str) -> SeatView | None:
    """Returns the view that an address names; None if this shop has not made the address."""
    try:
        subevent_id, seat_guid, locale = _SIGNER.unsign_object(token)
    except BadSignature:
        return None
    subevent = event.subevents.filter(pk=subevent_id).first() if subevent_id else None
    if subevent_id and subevent is None:
        return None
    return SeatView(event, subevent, seat_guid, locale)


def seats_of(positions: Iterable[OrderPosition | CartPosition]) -> list[Seat]:
    """Returns the seats of tickets or of a cart, each once."""
    return list({position.seat_id: position.seat for position in positions if position.seat_id}.values())
