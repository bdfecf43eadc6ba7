"""What a request of a buyer is about: which date, with which voucher, by which sales channel."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils.timezone import now
from pretix.base.models import CartPosition, Event, SubEvent, Voucher
from pretix.base.models.organizer import SalesChannel
from pretix.base.timemachine import time_machine_now
from pretix.presale.views.organizer import filter_subevents_with_plugins


@dataclass(frozen=True)
class Buyer:
    """A buyer's choice of a date and a voucher. Everything else of the buyer stays with pretix."""

    event: Event
    subevent: SubEvent | None
    voucher: Voucher | None
    channel: SalesChannel

    @property
    def date(self) -> Event | SubEvent:
        """The event, or one date of a series: what has seats."""
        return self.subevent or self.event

    @property
    def cache_name(self) -> str:
        """Names what this buyer may see among all buyers of the event."""
        voucher = self.voucher.pk if self.voucher else 0
        return f"{self.subevent.pk if self.subevent else 0}:{self.channel.identifier}:{voucher}"

    @property
    def voucher_uses_left(self) -> int | None:
        """How many tickets the voucher still is for, without those in carts; None without a voucher."""
        voucher = self.voucher
        if voucher is None:
            return None
        in_carts = CartPosition.objects.filter(voucher=voucher, expires__gte=now()).count()
        return max(0, int(voucher.max_usages - voucher.redeemed - in_carts))

    @property
    def is_at_another_time(self) -> bool:
        """Whether somebody of the team looks at the shop at another time, which nobody else may see."""
        return time_machine_now(default=None) is not None


def buyer_of(request: HttpRequest) -> Buyer:
    """Reads `subevent` and `voucher` of the address. Raises 404 where pretix's page of the event would."""
    event: Event = request.event
    if not event.all_sales_channels and request.sales_channel not in event.limit_sales_channels.all():
        raise Http404
    subevent = _subevent(event, request.GET.get("subevent", ""), request.sales_channel)
    date = subevent or event
    if date.seating_plan_id is None or not event.settings.seating_choice:
        raise Http404
    return Buyer(event, subevent, _voucher(event, request.GET.get("voucher", "")), request.sales_channel)


def _subevent(event: Event, number: str, channel: SalesChannel) -> SubEvent | None:
    if not event.has_subevents:
        return None
    if not number.isdecimal() or len(number) > 18:
        raise Http404
    subevent = event.subevents.filter(pk=int(number), active=True).first()
    if subevent is None or subevent not in filter_subevents_with_plugins([subevent], channel):
        raise Http404
    return subevent


def _voucher(event: Event, code: str) -> Voucher | None:
    voucher = event.vouchers.filter(code__iexact=code.strip()[:255]).first() if code.strip() else None
    if voucher is None or voucher.redeemed >= voucher.max_usages:
        return None
    return None if voucher.valid_until is not None and voucher.valid_until < now() else voucher
