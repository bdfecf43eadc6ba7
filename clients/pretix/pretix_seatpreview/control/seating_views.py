"""Pages for seating plans: upload one, and give it to an event or to a date of a series."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from pretix.base.models import SeatingPlan, SubEvent
from pretix.base.services.seating import SeatProtected, generate_seats

from pretix_seatpreview.control.pages import EventPage, OrganizerPage
from pretix_seatpreview.control.seating_forms import SeatsForm, UploadForm

DATES_MAX = 100


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
    """Chooses the plan of an event or of one date, and the products of its categories."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Shows the plan that is used, or the one that was chosen in the list."""
        event, subevent = self.request.event, self.subevent()
        if event.has_subevents and subevent is None:
            dates = event.subevents.order_by("date_from")[:DATES_MAX]
            return self.page(
                "dates.html",
                dates=[(date, self.address("seats_of_date", subevent=date.pk)) for date in dates],
            )
        return self.draw(self.form())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Stores the plan and makes the seats. A plan that was just chosen has its products chosen first."""
        form = self.form(request.POST)
        if not form.is_valid():
            return self.draw(form)
        if form.categories and request.POST.get("shown") != str(form.cleaned_data["plan"].pk):
            return self.draw(self.form())
        try:
            self.store(form)
        except SeatProtected as problem:
            messages.error(request, str(problem))
            return self.draw(form)
        messages.success(request, _("The seats of the event are stored."))
        return redirect(self.address("connection"))

    def subevent(self) -> SubEvent | None:
        """Returns the date that the address names."""
        if "subevent" not in self.kwargs:
            return None
        date: SubEvent = get_object_or_404(self.request.event.subevents, pk=self.kwargs["subevent"])
        return date

    def form(self, data: Any = None) -> SeatsForm:
        """Returns the form for the plan that is chosen, or else for the one that is used."""
        event, subevent = self.request.event, self.subevent()
        number = self.request.POST.get("plan", self.request.GET.get("plan"))
        used = (subevent or event).seating_plan
        plan = (
            used
            if number is None
            else event.organizer.seating_plans.filter(pk=number if number.isdigit() else 0).first()
        )
        return SeatsForm(data, event=event, subevent=subevent, plan=plan)

    def draw(self, form: SeatsForm) -> HttpResponse:
        """Draws the page."""
        plan = form.fields["plan"].initial
        return self.page("seats.html", form=form, shown=plan.pk if plan else "", date=form.subevent)

    @transaction.atomic
    def store(self, form: SeatsForm) -> None:
        """Stores plan and products, as pretix's API does."""
        event, subevent = form.event, form.subevent
        plan, products = form.cleaned_data["plan"], form.products()
        target = subevent or event
        target.seating_plan = plan
        target.save()
        form.mappings().delete()
        for category, product in products.items():
            event.seat_category_mappings.create(subevent=subevent, layout_category=category, product=product)
        generate_seats(event, subevent, plan, products)
        target.log_action(
            "pretix.subevent.changed" if subevent else "pretix.event.changed",
            user=self.request.user,
            data={"seating_plan": plan.pk if plan else None},
        )
