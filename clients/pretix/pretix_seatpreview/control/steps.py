"""Steps that several control pages take: states of plans, keys after a sync, messages and the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from pretix.base.models import SeatingPlan

from pretix_seatpreview import keys as service_keys
from pretix_seatpreview import plan_sync
from pretix_seatpreview.connection_settings import (
    Keys,
    PlanLink,
    Scope,
    keys_of,
    link_of,
    links_of,
    save_keys,
    save_link,
)
from pretix_seatpreview.control.pages import ScopePage
from pretix_seatpreview.service_addresses import refusal
from pretix_seatpreview.service_problems import ServiceProblem
from pretix_seatpreview.shop_origins import origins_of
from seatpreview_client import Client


@dataclass(frozen=True)
class PlanState:
    """A seating plan in the list of the settings page. Nobody is asked for it."""

    plan: SeatingPlan
    seats: int
    link: PlanLink | None
    is_current: bool
    has_other_plan: bool
    """Whether its venue has taken over another plan."""
    console_url: str
    """Empty where there is no venue, or its service is refused."""
    synced_at: datetime | None
    preview_address: str
    unlink_address: str


def plan_state(page: ScopePage, scope: Scope, plan: SeatingPlan) -> PlanState:
    """Returns what pretix itself knows about a plan and its venue."""
    link, keys = link_of(scope, plan), keys_of(scope)
    return PlanState(
        plan=plan,
        # Counting is a hundred times as fast as reading the plan, and there may be many plans.
        seats=plan.layout.count('"seat_guid"'),
        link=link,
        is_current=link is not None and link.layout_digest == plan_sync.layout_digest(plan),
        has_other_plan=link is not None and not link.layout_digest,
        console_url=console_url(keys, link) if keys and link else "",
        synced_at=datetime.fromisoformat(link.synced_at) if link else None,
        preview_address=page.address("preview", plan=plan.pk),
        unlink_address=page.address("unlink_plan", plan=plan.pk),
    )


def console_url(keys: Keys, link: PlanLink) -> str:
    """Returns the address of the venue in the service's console; an empty text if the service is refused."""
    return f"{keys.service_url}/console#/venues/{link.venue_id}" if refusal(keys.service_url) is None else ""


def stored_keys(scope: Scope) -> Keys:
    """Returns the keys of a scope, or raises a `ServiceProblem` if there are none."""
    keys = keys_of(scope)
    if keys is None:
        raise ServiceProblem(_("Enter the address of the service and a key first."))
    return keys


def keep(scope: Scope, plan: SeatingPlan, link: PlanLink) -> None:
    """Stores the link of a plan. Other plans that shared a venue that has changed are out of step with it."""
    for number, other in links_of(scope).items():
        if other.venue_id == link.venue_id and number != plan.pk and other.version != link.version:
            save_link(scope, SeatingPlan(pk=number), replace(other, version=link.version, layout_digest=""))
    save_link(scope, plan, link)


def finish_keys(page: ScopePage, client: Client) -> None:
    """Makes or extends the key for buyers, then limits the key for plan sync to the venues of this connection
    if that is wanted. The venue is stored already: what fails here is told, and can be repeated."""
    tell_lacking(page.request, ensure_buyers_key(page.scope, client))
    if page.request.POST.get("limit"):
        service_keys.limit_to_venues(client, venue_ids(page.scope))


def check(page: ScopePage, keys: Keys) -> None:
    """Asks the service about both keys, and says what it answers."""
    service_keys.check_sync_key(keys.service_url, keys.sync_key)
    if keys.buyers_key:
        service_keys.check_buyers_key(keys.service_url, keys.buyers_key)
    complete_keys(page, keys)


def complete_keys(page: ScopePage, keys: Keys) -> None:
    """Gives the key for buyers the venues and pages that it lacks, and says what was done."""
    if not keys.buyers_key and not venue_ids(page.scope):
        messages.success(page.request, _("The key for buyers will be made with the first venue."))
        return
    with plan_sync.sync_client(keys, seconds_max=service_keys.CHECK_SECONDS_MAX) as client:
        lacking = ensure_buyers_key(page.scope, client)
    if not lacking:
        messages.success(page.request, _("Both keys work, and all pages of the shop may show the map."))
    tell_lacking(page.request, lacking)


def ensure_buyers_key(scope: Scope, client: Client) -> service_keys.Lacking:
    """Makes the key for buyers if there is none. Otherwise gives it what it lacks, and returns what it still
    lacks."""
    keys, origins, venues = stored_keys(scope), origins_of(scope), venue_ids(scope)
    if keys.buyers_key:
        return service_keys.extend_buyers_key(client, keys.buyers_key_id, venues, origins)
    label = f"pretix: {scope.event.name if scope.event else scope.organizer.name}"
    plaintext, key_id = service_keys.make_buyers_key(client, label, venues, origins)
    try:
        with transaction.atomic():
            save_keys(scope, replace(keys, buyers_key=plaintext, buyers_key_id=key_id))
    except Exception:
        # Nobody could ever use or find this key again.
        client.keys.revoke(key_id)
        raise
    return service_keys.Lacking()


def venue_ids(scope: Scope) -> list[str]:
    """Returns the venues of a connection, each once."""
    return list(dict.fromkeys(link.venue_id for link in links_of(scope).values()))


def tell_lacking(request: HttpRequest, lacking: service_keys.Lacking) -> None:
    """Says what somebody has to change at the key for buyers by hand."""
    if lacking:
        text = lacking.introduction()
        messages.warning(request, " ".join([text, *(f"{sentence}." for sentence in lacking.sentences())]))


def archive(scope: Scope, plan: SeatingPlan | None) -> None:
    """Archives the venue of a plan, or all venues of the connection."""
    links = [link_of(scope, plan)] if plan else links_of(scope).values()
    chosen = dict.fromkeys(link.venue_id for link in links if link)
    with plan_sync.sync_client(stored_keys(scope)) as client:
        for venue_id in chosen:
            client.venues.archive(venue_id)


def log(page: ScopePage, action: str, **data: Any) -> None:
    """Writes a line into pretix's log, in which no key is."""
    about = page.scope.event or page.scope.organizer
    about.log_action(f"pretix_seatpreview.{action}", data=data, user=page.request.user)


def show(request: HttpRequest, problem: ServiceProblem) -> None:
    """Shows what went wrong on the next page."""
    messages.error(request, " ".join([problem.message, *problem.faults]))
