"""The control pages: settings, plan sync, and unlinking, for organizers and for single events."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from pretix.base.models import SeatingPlan

from pretix_seatpreview import plan_sync
from pretix_seatpreview.connection_settings import (
    Keys,
    PlanLink,
    Scope,
    forget_link,
    keys_of,
    link_of,
    links_of,
    save_facts,
    save_keys,
    save_link,
    scope_of,
)
from pretix_seatpreview.control.forms import ConnectionForm, UnlinkForm
from pretix_seatpreview.control.leaving import LEAVING_ROWS_MAX, leaving_rows
from pretix_seatpreview.control.pages import EventPage, OrganizerPage, ScopePage
from pretix_seatpreview.control.steps import (
    archive,
    check,
    complete_keys,
    console_url,
    finish_keys,
    keep,
    log,
    plan_state,
    show,
    stored_keys,
)
from pretix_seatpreview.picker.origins import missing_origins
from pretix_seatpreview.purchase.stored_images import forget_images
from pretix_seatpreview.service_addresses import refusal
from pretix_seatpreview.service_problems import ServiceProblem
from pretix_seatpreview.shop_origins import origins_of
from seatpreview_client import Client


class SettingsPage(ScopePage):
    """The address of the service, the keys, and the plans with their venues."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Shows the settings. Nothing is asked over the network."""
        return self.draw(self.form())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Checks the keys at the service, and stores them."""
        form = self.form(request.POST)
        if not form.is_valid() or form.keys is None:
            return self.draw(form)
        save_keys(self.scope, form.keys)
        self.scope.write("widget_origins", form.cleaned_data["widget_pages"])
        log(
            self,
            "settings.changed",
            service_url=form.keys.service_url,
            key_ids=[form.keys.sync_key_id, form.keys.buyers_key_id],
        )
        messages.success(request, _("The service accepts the keys. They are stored."))
        try:
            complete_keys(self, form.keys)
        except ServiceProblem as problem:
            show(request, problem)
        return redirect(self.address("connection"))

    def form(self, data: Any = None) -> ConnectionForm:
        """Returns the form with what is stored."""
        return ConnectionForm(
            data,
            stored=keys_of(self.scope),
            widget_origins=self.scope.read("widget_origins").replace(" ", "\n"),
        )

    def draw(self, form: ConnectionForm) -> HttpResponse:
        """Draws the page with this form."""
        keys, used = keys_of(self.scope), self.used_scope()
        used_keys = keys_of(used)
        return self.page(
            "settings.html",
            form=form,
            keys=keys,
            used_keys=used_keys,
            refusal=None if used_keys is None else refusal(used_keys.service_url),
            uses_organizer=used != self.scope,
            states=[plan_state(self, used, plan) for plan in self.plans()],
            check_address=self.address("check"),
            unlink_address=self.address("unlink"),
            leaving_address=self.address("leaving"),
            seating_address=self.address("upload" if self.level == "organizer" else "seats"),
            shop_origins=origins_of(self.scope).shop,
            missing_origins=missing_origins(used),
        )

    def used_scope(self) -> Scope:
        """Returns the scope whose connection is used."""
        return self.scope


class CheckConnection(ScopePage):
    """Asks the service whether the keys still work, and gives the key for buyers the pages that it lacks."""

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Says what was found, on the settings page."""
        keys = keys_of(self.scope)
        if keys is not None:
            try:
                check(self, keys)
            except ServiceProblem as problem:
                show(request, problem)
        return redirect(self.address("connection"))


class PlanPreview(ScopePage):
    """Shows what a sync would make of a plan, before it is made."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Leads back: the service is asked only after somebody has pressed the button."""
        return redirect(self.address("connection"))

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Asks the service to read the plan, and shows what it says."""
        plan, other = self.plan(), self.other_plan()
        link = link_of(self.scope, other or plan)
        try:
            keys = stored_keys(self.scope)
            if link is None and (venue_id := self.wanted_venue(plan)):
                found = self.found_venue(keys, plan, venue_id)
                if found is not None:
                    return self.draw_link(plan, found)
            preview = plan_sync.preview(keys, plan, link, self.answers())
        except ServiceProblem as problem:
            show(request, problem)
            return redirect(self.address("connection"))
        if preview.action == "nothing" and link is not None:
            return self.accept(plan, link, preview)
        return self.draw_preview(plan, other, preview)

    def answers(self) -> str:
        """Returns the answers to questions of the import. What it has assumed is no answer."""
        chosen = {
            name.removeprefix("answer_"): value
            for name, value in self.request.POST.items()
            if name.startswith("answer_") and value
        }
        return ";".join(f"{question}={answer}" for question, answer in chosen.items())

    def wanted_venue(self, plan: SeatingPlan) -> str:
        """Returns the venue that was chosen, or the one that the plan was written from; empty to make one."""
        if "make" in self.request.POST:
            return ""
        return self.request.POST.get("venue", "")[:100] or plan_sync.origin_of_plan(plan)

    def found_venue(self, keys: Keys, plan: SeatingPlan, venue_id: str) -> plan_sync.LinkPreview | None:
        """Compares the plan with a venue. The venue that a plan was written from may be somebody else's."""
        try:
            return plan_sync.preview_link(keys, plan, venue_id)
        except ServiceProblem as problem:
            if "venue" not in self.request.POST and problem.code in ("not_found", "venue_not_allowed"):
                return None
            raise

    def draw_preview(
        self, plan: SeatingPlan, other: SeatingPlan | None, preview: plan_sync.Preview
    ) -> HttpResponse:
        """Shows what a sync would do."""
        return self.page(
            "preview.html",
            sync_address=self.address("sync", plan=plan.pk),
            preview_address=self.address("preview", plan=plan.pk),
            plan=plan,
            preview=preview,
            other=other,
            answers=self.answers(),
            attempt=uuid4().hex,
            zones=plan_sync.zone_summaries(plan),
            digest=plan_sync.layout_digest(plan),
            linked=self.linked_plans(plan),
            has_buyers_key=bool(stored_keys(self.scope).buyers_key),
        )

    def draw_link(self, plan: SeatingPlan, found: plan_sync.LinkPreview) -> HttpResponse:
        """Shows what the use of a venue that is there would mean."""
        return self.page(
            "link.html",
            sync_address=self.address("sync", plan=plan.pk),
            preview_address=self.address("preview", plan=plan.pk),
            plan=plan,
            found=found,
            missing=found.examples(found.comparison.missing),
            others=found.examples(found.comparison.others),
            doubled=found.examples(found.comparison.doubled),
            by={kind: found.comparison.matched_by(kind) for kind in ("ref", "key", "name")},
            digest=plan_sync.layout_digest(plan),
        )

    def other_plan(self) -> SeatingPlan | None:
        """Returns the plan whose venue this plan is to take over; None if it keeps or gets its own."""
        number = self.request.POST.get("venue_of", "")
        return next((plan for plan in self.linked_plans() if str(plan.pk) == number), None)

    def linked_plans(self, without: SeatingPlan | None = None) -> list[SeatingPlan]:
        """Returns the plans that have a venue."""
        numbers = links_of(self.scope)
        return [plan for plan in self.plans() if plan.pk in numbers and plan != without]

    def accept(self, plan: SeatingPlan, link: PlanLink, found: plan_sync.Preview) -> HttpResponse:
        """Notes that the venue has the plan already."""
        keep(self.scope, plan, plan_sync.accepted_venue(plan, link, found))
        messages.success(
            self.request, _("The venue has the seats of this plan already. Nothing was changed.")
        )
        return redirect(self.address("connection"))


class PlanSync(PlanPreview):
    """Makes the venue of a plan, or brings it up to date."""

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Does what the preview has shown."""
        plan, other = self.plan(), self.other_plan()
        if request.POST.get("digest") != plan_sync.layout_digest(plan):
            messages.error(request, _("The plan has changed since you looked at it. Look at it again."))
            return redirect(self.address("connection"))
        try:
            with plan_sync.sync_client(stored_keys(self.scope)) as client:
                return self.sync(client, plan, link_of(self.scope, other or plan))
        except ServiceProblem as problem:
            show(request, problem)
        return redirect(self.address("connection"))

    def sync(self, client: Client, plan: SeatingPlan, link: PlanLink | None) -> HttpResponse:
        """Makes, updates or drafts. What was made is stored before anything else is tried."""
        answers = self.request.POST.get("answers", "")
        if link is None and "venue" in self.request.POST:
            made = plan_sync.link_venue(client, plan, self.request.POST["venue"][:100])
            messages.success(
                self.request,
                _("The seating plan “{plan}” uses the venue “{venue}”.").format(
                    plan=plan.name, venue=made.venue_name
                ),
            )
        elif link is None:
            made = plan_sync.create_venue(
                client, plan, self.request.POST.get("attempt", "")[:64] or uuid4().hex, answers
            )
            messages.success(self.request, _("The venue of “{name}” is made.").format(name=plan.name))
        elif self.request.POST.get("publish"):
            made = plan_sync.publish_draft(client, plan, link)
            messages.success(self.request, _("The draft is published: buyers see the new plan."))
        else:
            updated = plan_sync.update_venue(client, plan, link, answers)
            if isinstance(updated, plan_sync.StoredDraft):
                return self.drafted(plan, updated)
            made = updated
            messages.success(self.request, _("The venue of “{name}” is up to date.").format(name=plan.name))
        keep(self.scope, plan, made)
        save_facts(self.scope, plan, plan_sync.facts(client, plan, made.venue_id))
        log(self, "plan.synced", plan=plan.pk, venue_id=made.venue_id, version=made.version)
        finish_keys(self, client)
        return redirect(self.address("connection"))

    def drafted(self, plan: SeatingPlan, draft: plan_sync.StoredDraft) -> HttpResponse:
        """Shows the difference of the draft."""
        save_link(self.scope, plan, draft.link)
        log(self, "plan.drafted", plan=plan.pk, venue_id=draft.link.venue_id)
        keys = stored_keys(self.scope)
        return self.page(
            "draft.html",
            sync_address=self.address("sync", plan=plan.pk),
            plan=plan,
            difference=draft.difference,
            digest=plan_sync.layout_digest(plan),
            console_url=console_url(keys, draft.link),
        )


class Unlink(ScopePage):
    """Takes the plugin out of pretix: one plan, or everything of the connection."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Asks what becomes of the venue."""
        return self.draw(UnlinkForm())

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Archives the venues if that is wanted, and forgets everything."""
        form = UnlinkForm(request.POST)
        if not form.is_valid():
            return self.draw(form)
        plan = self.plan() if "plan" in self.kwargs else None
        try:
            if form.cleaned_data["venues"] == "archive":
                archive(self.scope, plan)
        except ServiceProblem as problem:
            show(request, problem)
            return self.draw(form)
        log(self, "unlinked", plan=plan.pk if plan else None, venues=form.cleaned_data["venues"])
        if plan is None:
            self.scope.forget()
        else:
            forget_link(self.scope, plan)
        forget_images([self.scope.event] if self.scope.event else self.scope.organizer.events.all())
        messages.success(request, _("It is unlinked. pretix has nothing of it any more."))
        return redirect(self.address("connection"))

    def draw(self, form: UnlinkForm) -> HttpResponse:
        """Draws the question."""
        return self.page(
            "unlink.html",
            form=form,
            plan=self.plan() if "plan" in self.kwargs else None,
            has_venues=bool(links_of(self.scope)),
        )


class Leaving(ScopePage):
    """What happens to events on sale if the plugin is switched off. Nothing is asked over the network."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Shows the events with seating plans that this page is about, those that are not over first."""
        events = [self.scope.event] if self.scope.event else list(self.scope.organizer.events.all())
        rows = leaving_rows(events)
        return self.page("leaving.html", rows=rows[:LEAVING_ROWS_MAX], is_cut=len(rows) > LEAVING_ROWS_MAX)


class OrganizerLeaving(OrganizerPage, Leaving):
    """What happens to the events of an organizer."""


class EventLeaving(EventPage, Leaving):
    """What happens to an event."""


class OrganizerSettings(OrganizerPage, SettingsPage):
    """The settings of an organizer."""


class OrganizerCheck(OrganizerPage, CheckConnection):
    """The check of an organizer's connection."""


class OrganizerPreview(OrganizerPage, PlanPreview):
    """The preview of a plan, with the organizer's connection."""


class OrganizerSync(OrganizerPage, PlanSync):
    """The sync of a plan, with the organizer's connection."""


class OrganizerUnlink(OrganizerPage, Unlink):
    """The end of an organizer's connection, or of one plan."""


class EventSettings(EventPage, SettingsPage):
    """The settings of an event, which may have a connection of its own."""

    def used_scope(self) -> Scope:
        """Returns the event's own scope if it has a connection, otherwise the organizer's."""
        return scope_of(self.request.event)


class EventCheck(EventPage, CheckConnection):
    """The check of an event's own connection."""


class EventPreview(EventPage, PlanPreview):
    """The preview of a plan, with the event's own connection."""


class EventSync(EventPage, PlanSync):
    """The sync of a plan, with the event's own connection."""


class EventUnlink(EventPage, Unlink):
    """The end of an event's own connection, or of one plan."""
