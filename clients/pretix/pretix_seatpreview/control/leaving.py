"""What becomes of events on sale if the plugin is switched off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.timezone import now
from pretix.base.models import Event, Order, OrderPosition, SubEvent

LEAVING_ROWS_MAX = 200


@dataclass(frozen=True)
class LeavingRow:
    """An event, or a date of a series, that has a seating plan."""

    event: Event
    date: Event | SubEvent
    sold: int
    unsold: int
    choice: bool
    """Whether its buyers choose their seats."""

    @property
    def is_over(self) -> bool:
        """Whether nobody buys tickets for it any more."""
        return bool((self.date.date_to or self.date.date_from) < now())

    @property
    def is_endangered(self) -> bool:
        """Whether seats could not be sold any more."""
        return self.choice and self.unsold > 0 and not self.is_over


def leaving_rows(events: Iterable[Event]) -> list[LeavingRow]:
    """Returns all dates with seating plans: whose sales would end first, and one more than are shown."""
    rows: list[LeavingRow] = []
    for event in events:
        dates: list[Event | SubEvent] = (
            list(
                event.subevents.filter(seating_plan__isnull=False).order_by("-date_from")[
                    : LEAVING_ROWS_MAX + 1
                ]
            )
            if event.has_subevents
            else [event]
            if event.seating_plan_id
            else []
        )
        rows += [_row(event, date) for date in dates]
        if len(rows) > LEAVING_ROWS_MAX:
            break
    return sorted(rows, key=lambda row: (not row.is_endangered, row.is_over, row.date.date_from))


def _row(event: Event, date: Event | SubEvent) -> LeavingRow:
    ordered = OrderPosition.objects.filter(seat=OuterRef("pk")).exclude(
        order__status__in=(Order.STATUS_CANCELED, Order.STATUS_EXPIRED)
    )
    seats = event.seats.filter(subevent=date if isinstance(date, SubEvent) else None)
    sold = seats.filter(Exists(ordered)).count()
    return LeavingRow(event, date, sold, seats.count() - sold, bool(event.settings.seating_choice))
