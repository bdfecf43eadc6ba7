"""Pages for seating plans: upload one, and give it to an event or to a date of a series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pretix.base.models import Event, SeatingPlan, SubEvent
from pretix.base.services.seating import SeatProtected, generate_seats, validate_plan_change

from pretix_seatpreview.connection import facts_of_date
from pretix_seatpreview.connection_settings import (
    area_products,
    facts_of,
    save_area_products,
    scope_of,
)
from pretix_seatpreview.control.pages import EventPage, OrganizerPage
from pretix_seatpreview.control.seating_forms import BlockForm, DatesForm, SeatsForm, UploadForm
from pretix_seatpreview.place_texts import place_text

DATES_PER_PAGE = 100
DATES_AT_ONCE_MAX = 100
"""Of one save. A date of a large hall has thousands of seats to make."""
REASONS_READ_MAX = 2_000
"""Entries of pretix's log that are read for the reasons of blocked seats: the last ones."""
BLOCKED_LOG = "pretix_seatpreview.seats.blocked"


class UploadPlan(OrganizerPage):
    """Stores a seating plan of a file."""

    permission = "organizer.seatingplans:write"

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Shows the form."""
        return self.page("upload.html", form=UploadForm())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Stores the plan."""
        form = UploadForm(request.POST, request.FILES)
        if not form.is_valid():
            return self.page("upload.html", form=form)
        plan = SeatingPlan(organizer=self.request.organizer, layout=form.cleaned_data["file"])
        plan.name = form.cleaned_data["name"] or str(plan.layout_data["name"])[:190] or _("Seating plan")
        with transaction.atomic():
            plan.save()
            plan.organizer.log_action(
                "pretix.seatingplan.added", user=request.user, data={"id": plan.pk, "name": plan.name}
            )
        messages.success(request, _("The seating plan “{name}” is stored.").format(name=plan.name))
        return redirect(self.address("connection"))


class SeatsOfEvent(EventPage):
    """Chooses the plan of an event or of dates of a series, and the products of its categories."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Shows the plan that is used, or the one that was chosen in the list."""
        if self.request.event.has_subevents and self.subevent() is None:
            return self.draw_dates(DatesForm(event=self.request.event))
        return self.draw(self.form())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Stores the plan and makes the seats. A plan that was just chosen has its products chosen first."""
        event, dates = self.request.event, self.dates()
        if event.has_subevents and not dates:
            return self.draw_dates(DatesForm(request.POST, event=event))
        if len(dates) > DATES_AT_ONCE_MAX:
            messages.error(request, _("Choose at most {count} dates.").format(count=DATES_AT_ONCE_MAX))
            return self.draw_dates(DatesForm(event=event))
        if "plan" not in request.POST:
            return self.draw(self.form())
        form = self.form(request.POST)
        if not form.is_valid():
            return self.draw(form)
        if form.categories and request.POST.get("shown") != str(form.cleaned_data["plan"].pk):
            return self.draw(self.form())
        try:
            self.store(form, dates or [None])
        except SeatProtected as problem:
            messages.error(request, str(problem))
            return self.draw(form)
        messages.success(request, self.stored_text(dates))
        return redirect(self.address("seats" if dates else "connection"))

    def stored_text(self, dates: list[SubEvent]) -> str:
        """Returns what was done."""
        if not dates:
            return _("The seats of the event are stored.")
        return ngettext(
            "The seats of {count} date are stored.", "The seats of {count} dates are stored.", len(dates)
        ).format(count=len(dates))

    def subevent(self) -> SubEvent | None:
        """Returns the date that the address names."""
        if "subevent" not in self.kwargs:
            return None
        date: SubEvent = get_object_or_404(self.request.event.subevents, pk=self.kwargs["subevent"])
        return date

    def dates(self) -> list[SubEvent]:
        """Returns the dates that are to have the plan: that of the address, or those that were chosen."""
        date, event = self.subevent(), self.request.event
        if date is not None:
            return [date]
        if not event.has_subevents:
            return []
        form = DatesForm(self.request.POST, event=event)
        return list(form.cleaned_data["dates"].order_by("date_from")) if form.is_valid() else []

    def form(self, data: Any = None) -> SeatsForm:
        """Returns the form for the plan that is chosen, or else for the one that is used."""
        event = self.request.event
        dates = (
            self.dates() if self.request.method == "POST" else [date for date in [self.subevent()] if date]
        )
        first = dates[0] if dates else None
        number = self.request.POST.get("plan", self.request.GET.get("plan"))
        used = (first or event).seating_plan
        plan = (
            used
            if number is None
            else event.organizer.seating_plans.filter(pk=number if number.isdigit() else 0).first()
        )
        standing = facts_of(scope_of(event), plan).standing if plan else ()
        return SeatsForm(data, event=event, subevent=first, plan=plan, standing=standing)

    def draw(self, form: SeatsForm) -> HttpResponse:
        """Draws the page."""
        plan = form.fields["plan"].initial
        dates = self.dates() if self.request.method == "POST" else []
        return self.page(
            "seats.html",
            form=form,
            shown=plan.pk if plan else "",
            date=form.subevent if len(dates) < 2 else None,
            dates=dates,
        )

    def draw_dates(self, form: DatesForm) -> HttpResponse:
        """Draws a page of the list of dates."""
        event = self.request.event
        pages = Paginator(
            event.subevents.select_related("seating_plan").order_by("date_from", "pk"), DATES_PER_PAGE
        )
        shown = pages.get_page(self.request.GET.get("page"))
        return self.page(
            "dates.html",
            form=form,
            shown=shown,
            dates=[(date, self.address("seats_of_date", subevent=date.pk)) for date in shown],
        )

    @transaction.atomic
    def store(self, form: SeatsForm, dates: Sequence[SubEvent | None]) -> None:
        """Stores plan and products for the event or for all of these dates, or for none if one is refused."""
        for date in dates:
            self.store_one(form, date)
        if form.standing or area_products(form.event):
            save_area_products(form.event, form.area_products())
        form.event.settings.seating_choice = form.cleaned_data["seating_choice"]

    def store_one(self, form: SeatsForm, subevent: SubEvent | None) -> None:
        """Stores plan and products, as pretix's API does."""
        event, plan, products = form.event, form.cleaned_data["plan"], form.products()
        validate_plan_change(event, subevent, plan)
        target = subevent or event
        target.seating_plan = plan
        target.save()
        event.seat_category_mappings.filter(subevent=subevent).delete()
        for category, product in products.items():
            event.seat_category_mappings.create(subevent=subevent, layout_category=category, product=product)
        generate_seats(event, subevent, plan, products)
        target.log_action(
            "pretix.subevent.changed" if subevent else "pretix.event.changed",
            user=self.request.user,
            data={"seating_plan": plan.pk if plan else None},
        )


class BlockedSeats(EventPage):
    """Blocks seats of an event or of one date, with a reason, and gives them free again.

    pretix has the mark of each seat, and keeps it from being sold; it has no page that sets it."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Shows the seats."""
        return self.draw(BlockForm(seats=self.seats()))

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Blocks the chosen seats, or gives them free."""
        form = BlockForm(request.POST, seats=self.seats())
        if not form.is_valid():
            return self.draw(form)
        blocks = form.cleaned_data["action"] == "block"
        guids = [seat.seat_guid for seat in form.cleaned_data["seats"]]
        with transaction.atomic():
            changed = self.date().seats.filter(seat_guid__in=guids).exclude(blocked=blocks)
            count = changed.update(blocked=blocks)
            request.event.log_action(
                BLOCKED_LOG,
                user=request.user,
                data={
                    "blocked": blocks,
                    "seats": guids,
                    "reason": form.cleaned_data["reason"],
                    "subevent": self.kwargs.get("subevent"),
                },
            )
        if blocks:
            told = ngettext("{count} seat is blocked.", "{count} seats are blocked.", count)
        else:
            told = ngettext("{count} seat is free again.", "{count} seats are free again.", count)
        messages.success(request, told.format(count=count))
        return redirect(request.path)

    def date(self) -> Event | SubEvent:
        """Returns the event, or the date that the address names."""
        if "subevent" not in self.kwargs:
            if self.request.event.has_subevents:
                raise Http404
            event: Event = self.request.event
            return event
        date: SubEvent = get_object_or_404(self.request.event.subevents, pk=self.kwargs["subevent"])
        return date

    def seats(self) -> Any:
        """Returns all seats, in pretix's order."""
        return self.date().total_seats()

    def draw(self, form: BlockForm) -> HttpResponse:
        """Draws the page."""
        reasons, facts = self.reasons(), facts_of_date(self.date())
        sections: dict[str, dict[str, list[dict[str, Any]]]] = {}
        for seat in self.seats():
            rows = sections.setdefault(seat.zone_name, {})
            rows.setdefault(seat.row_name, []).append(
                {
                    "seat": seat,
                    "is_taken": seat.has_order or seat.has_cart or seat.has_voucher,
                    "reason": reasons.get(seat.seat_guid, "") if seat.blocked else "",
                    "place": place_text(facts.properties_of(seat.seat_guid)),
                }
            )
        return self.page(
            "blocked.html",
            form=form,
            date=self.date(),
            sections=sections,
            blocked=[
                entry
                for rows in sections.values()
                for row in rows.values()
                for entry in row
                if entry["seat"].blocked
            ],
        )

    def reasons(self) -> dict[str, str]:
        """Returns why seats are blocked, as the log says who has done it and when."""
        reasons: dict[str, str] = {}
        entries = self.request.event.logentry_set.filter(action_type=BLOCKED_LOG).order_by("-datetime", "-pk")
        for entry in entries[:REASONS_READ_MAX]:
            data = entry.parsed_data
            if data.get("subevent") == self.kwargs.get("subevent"):
                for guid in data["seats"]:
                    reasons.setdefault(guid, data["reason"])
        return reasons
