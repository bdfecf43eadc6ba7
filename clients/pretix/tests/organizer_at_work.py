"""An organizer who is signed in to pretix and uses the control pages."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client
from pretix.base.models import Event, Organizer, SeatingPlan, User
from seat_preview_service import SeatPreviewService

from pretix_seatpreview import plan_sync
from pretix_seatpreview.connection_settings import PlanLink, Scope, link_of
from trial_shop.example_shop import ADMIN, PASSWORD

ORGANIZER = "/control/organizer/mill/seatpreview/"
EVENT = "/control/event/mill/concert/seatpreview/"
_MESSAGE = re.compile(r'<div class="alert alert-(\w+)[^"]*">(.*?)</div>', re.DOTALL)


class Shop:
    """The example shop, read from the database again for each use."""

    @property
    def event(self) -> Event:
        """Its event."""
        return Event.objects.get(slug="concert")

    @property
    def plan(self) -> SeatingPlan:
        """Its seating plan."""
        return SeatingPlan.objects.get(name="Mill Theatre")

    @property
    def scope(self) -> Scope:
        """Where its connection is kept."""
        return Scope(Organizer.objects.get(slug="mill"))


class OrganizerAtWork(Shop):
    """Opens pages and sends forms, and says what pages tell."""

    def __init__(self, email: str = ADMIN) -> None:
        """Signs in. The password is that of the example shop for everybody."""
        self.web = Client(SERVER_NAME="shop.example")
        self.organizer = Organizer.objects.get(slug="mill")
        self.user = User.objects.get(email=email)
        self.web.post("/control/login", {"email": email, "password": PASSWORD})

    @property
    def link(self) -> PlanLink:
        """The venue of the plan, which must have one."""
        link = link_of(self.scope, self.plan)
        assert link is not None
        return link

    def get(self, address: str) -> HttpResponse:
        """Opens a page."""
        return self.web.get(address)

    def post(self, address: str, **data: Any) -> HttpResponse:
        """Sends a form, and follows to the page after it."""
        return self.web.post(address, data, follow=True)

    def connect(
        self, service: SeatPreviewService, sync_key: str = "", at: str = ORGANIZER, **data: str
    ) -> HttpResponse:
        """Enters the address and a key; by default one that may do all that the set-up needs."""
        keys = {"service_url": service.url, "sync_key": sync_key or service.make_key()}
        return self.post(at, **(keys | data))

    def preview(self, plan: SeatingPlan | None = None, at: str = ORGANIZER, **data: str) -> HttpResponse:
        """Looks at what a sync would do."""
        return self.post(f"{at}plan/{(plan or self.plan).pk}/", **data)

    def sync(self, plan: SeatingPlan | None = None, at: str = ORGANIZER, **data: str) -> HttpResponse:
        """Does what the preview shows."""
        plan = plan or self.plan
        return self.post(f"{at}plan/{plan.pk}/sync/", **({"digest": plan_sync.layout_digest(plan)} | data))


def text_of(response: HttpResponse) -> str:
    """Returns the page as text. No page of these tests may be a server error."""
    assert response.status_code < 500, response.status_code
    return str(response.content.decode())


def messages_of(response: HttpResponse) -> str:
    """Returns the messages of a page, and the faults of its form."""
    page = text_of(response)
    found = [text for _, text in _MESSAGE.findall(page)] + re.findall(
        r'<div class="help-block">(.*?)</div>', page, re.DOTALL
    )
    return " ".join(" ".join(re.sub("<[^>]*>", " ", text).split()) for text in found).replace("&#x27;", "'")
