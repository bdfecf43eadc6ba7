"""What all control pages share: whose connection they are about, who may open them, and where they lead."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic.base import TemplateResponseMixin, View
from pretix.base.models import SeatingPlan
from pretix.control.permissions import EventPermissionRequiredMixin, OrganizerPermissionRequiredMixin
from pretix.control.views.organizer import OrganizerDetailViewMixin

from pretix_seatpreview.connection_settings import Scope, own_scope

PLUGIN = "pretix_seatpreview"


class ContextMixin:
    """The end of the chain of `get_context_data`."""

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Returns what the template gets."""
        return context


class ScopePage(TemplateResponseMixin, View):
    """A page about the connection of an organizer, or about that of a single event."""

    level = ""
    frame_template = ""
    template_name = "pretix_seatpreview/control/page.html"
    request: Any

    def dispatch(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        """Answers 404 where the plugin is switched off."""
        if not self.is_active():
            raise Http404
        response: HttpResponse = super().dispatch(request, *arguments, **named)
        return response

    def is_active(self) -> bool:
        """Returns whether the plugin is switched on."""
        return PLUGIN in self.request.organizer.get_plugins()

    @property
    def scope(self) -> Scope:
        """Whose connection it is."""
        raise NotImplementedError

    def plans(self) -> list[SeatingPlan]:
        """Returns the seating plans that belong to the connection, by name."""
        raise NotImplementedError

    def plan(self) -> SeatingPlan:
        """Returns the plan that the address names."""
        allowed = [plan.pk for plan in self.plans()]
        plan: SeatingPlan = get_object_or_404(SeatingPlan, pk=self.kwargs["plan"], pk__in=allowed)
        return plan

    def address(self, name: str, **named: Any) -> str:
        """Returns the address of another page about the same connection."""
        return reverse(f"plugins:{PLUGIN}:{self.level}.{name}", kwargs=self.names() | named)

    def names(self) -> dict[str, str]:
        """Returns what the addresses of these pages have in common."""
        return {"organizer": self.request.organizer.slug}

    def page(self, content_template: str, **context: Any) -> HttpResponse:
        """Draws a page with this content."""
        shared = {
            "content_template": f"pretix_seatpreview/control/{content_template}",
            "frame_template": self.frame_template,
            "settings_address": self.address("connection"),
            "page": self,
        }
        return self.render_to_response(self.get_context_data(**shared, **context))


class OrganizerPage(OrganizerPermissionRequiredMixin, OrganizerDetailViewMixin, ContextMixin, ScopePage):
    """A page about the connection of the organizer."""

    permission = "organizer.settings.general:write"
    level = "organizer"
    frame_template = "pretixcontrol/organizers/base.html"

    @property
    def scope(self) -> Scope:
        """The organizer's."""
        return Scope(self.request.organizer)

    def plans(self) -> list[SeatingPlan]:
        """Returns all plans of the organizer."""
        return list(self.request.organizer.seating_plans.order_by("name", "pk"))


class EventPage(EventPermissionRequiredMixin, ContextMixin, ScopePage):
    """A page about the connection of an event."""

    permission = "event.settings.general:write"
    level = "event"
    frame_template = "pretixcontrol/event/settings_base.html"

    def is_active(self) -> bool:
        """Returns whether the plugin is switched on for the organizer and for the event."""
        return super().is_active() and PLUGIN in self.request.event.get_plugins()

    @property
    def scope(self) -> Scope:
        """The event's own."""
        return own_scope(self.request.event)

    def plans(self) -> list[SeatingPlan]:
        """Returns the plans of the event and of its dates."""
        event = self.request.event
        numbers = {
            event.seating_plan_id,
            *event.subevents.values_list("seating_plan_id", flat=True).distinct(),
        }
        return list(event.organizer.seating_plans.filter(pk__in=numbers - {None}).order_by("name", "pk"))

    def names(self) -> dict[str, str]:
        """Returns what the addresses of these pages have in common."""
        return super().names() | {"event": self.request.event.slug}

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Marks the page as one of the event's settings, for pretix's navigation."""
        return super().get_context_data(is_event_settings=True, **context)
