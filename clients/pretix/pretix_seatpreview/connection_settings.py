"""Where the plugin keeps its settings: in pretix's settings of the organizer, and only there.

pretix copies all settings of an event into its clones, even where the plugin is switched off and cannot take
its keys out again. Settings of an organizer are never copied. Those of a single event are therefore kept
there as well, under a name that has the event's number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pretix.base.models import Event, Organizer, SeatingPlan

from pretix_seatpreview.service_addresses import service_address

SETTINGS_PREFIX = "pretix_seatpreview_"
"""The beginning of the names of all settings of the plugin. It was `seatpreview_` before: a migration renames
them."""


@dataclass(frozen=True)
class Scope:
    """Whose connection it is: that of an organizer, or that of a single event which has its own."""

    organizer: Organizer
    event: Event | None = None

    @property
    def prefix(self) -> str:
        """The beginning of the names of all settings of this scope."""
        whose = "organizer" if self.event is None else f"event{self.event.pk}"
        return f"{SETTINGS_PREFIX}{whose}_"

    def read(self, name: str) -> str:
        """Returns a setting of this scope; an empty text if there is none."""
        return str(self.organizer.settings.get(self.prefix + name, as_type=str) or "")

    def write(self, name: str, value: str) -> None:
        """Stores a setting of this scope, or deletes it if the value is empty."""
        if value:
            self.organizer.settings.set(self.prefix + name, value)
        else:
            self.organizer.settings.delete(self.prefix + name)

    def names(self) -> list[str]:
        """Returns the names of all settings of this scope, without the prefix."""
        return [key.removeprefix(self.prefix) for key in _stored_keys(self.organizer, self.prefix)]

    def forget(self) -> None:
        """Deletes everything that this scope has in pretix."""
        for name in self.names():
            self.write(name, "")


@dataclass(frozen=True)
class Keys:
    """The address of the service and the keys for it. No key is in its `repr`."""

    service_url: str
    sync_key: str = field(default="", repr=False)
    """Reads plans, makes venues and drafts. It may be missing once everything is set up."""
    buyers_key: str = field(default="", repr=False)
    buyers_key_id: str = ""
    sync_key_id: str = ""
    """Names the key in the settings, where the key itself is never shown."""


@dataclass(frozen=True)
class PlanLink:
    """The venue that was made from a seating plan."""

    venue_id: str
    version: int
    """The version of the venue after the last sync. A higher one means that somebody has edited it since."""
    layout_digest: str
    """Of the plan that was synced last: if the plan has another one, it has changed."""
    synced_at: str
    draft_digest: str = ""
    """Of the plan that was stored as a draft and not published yet; empty if there is none."""
    venue_name: str = ""
    """As it was at the last sync; empty if that was before names were stored."""


@dataclass(frozen=True)
class StandingArea:
    """A part of a hall without seats."""

    key: str
    """Of its section in the venue."""
    name: str


@dataclass(frozen=True)
class PlanFacts:
    """What a venue says of the seats of a plan, as it was at the last sync. Pages that must not wait for the
    service read it here."""

    section_names: dict[str, str] = field(default_factory=dict)
    """The names of sections by their ids, where they differ."""
    standing: tuple[StandingArea, ...] = ()
    places: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The seats for people in wheelchairs and for their companions, by pretix's ids."""

    def properties_of(self, guid: str) -> tuple[str, ...]:
        """Returns what is known of a seat: `wheelchair`, `companion`, or nothing."""
        return tuple(kind for kind, guids in self.places.items() if guid in guids)


def own_scope(event: Event) -> Scope:
    """Returns the scope of the event itself, whether or not it has a connection of its own."""
    return Scope(event.organizer, event)


def scope_of(event: Event) -> Scope:
    """Returns the scope whose connection the event uses: its own if it has one, otherwise the organizer's."""
    own = own_scope(event)
    return own if own.read("service_url") else Scope(event.organizer)


def keys_of(scope: Scope) -> Keys | None:
    """Returns the address and keys of a scope; None if nobody has entered an address."""
    stored = scope.read("service_url")
    if not stored:
        return None
    return Keys(
        # Addresses that were stored before there were rules for them stay as they are, and are refused.
        service_url=service_address(stored) or stored,
        sync_key=scope.read("sync_key"),
        buyers_key=scope.read("buyers_key"),
        buyers_key_id=scope.read("buyers_key_id"),
        sync_key_id=scope.read("sync_key_id"),
    )


def save_keys(scope: Scope, keys: Keys) -> None:
    """Stores the address and keys of a scope."""
    for name, value in asdict(keys).items():
        scope.write(name, value)


def link_of(scope: Scope, plan: SeatingPlan) -> PlanLink | None:
    """Returns the venue of a seating plan; None if it was not synced in this scope."""
    stored = scope.read(f"plan{plan.pk}")
    return PlanLink(**_members(stored)) if stored else None


def save_link(scope: Scope, plan: SeatingPlan, link: PlanLink) -> None:
    """Remembers which venue a seating plan has."""
    scope.write(f"plan{plan.pk}", json.dumps(asdict(link)))


def links_of(scope: Scope) -> dict[int, PlanLink]:
    """Returns all venues of a scope, by the numbers of their seating plans."""
    plans = [name.removeprefix("plan") for name in scope.names() if name.startswith("plan")]
    return {int(number): PlanLink(**_members(scope.read(f"plan{number}"))) for number in plans}


def forget_link(scope: Scope, plan: SeatingPlan) -> None:
    """Forgets which venue a seating plan has, and what is known of it."""
    scope.write(f"plan{plan.pk}", "")
    scope.write(f"facts{plan.pk}", "")


def forget_links_of_plan(plan: SeatingPlan) -> None:
    """Forgets which venues a seating plan has, in the organizer's connection and in those of events."""
    for key in _stored_keys(plan.organizer, SETTINGS_PREFIX):
        if key.endswith((f"_plan{plan.pk}", f"_facts{plan.pk}")):
            plan.organizer.settings.delete(key)


def facts_of(scope: Scope, plan: SeatingPlan) -> PlanFacts:
    """Returns what is known of the seats of a plan; nothing if it was synced before this was stored."""
    stored = scope.read(f"facts{plan.pk}")
    if not stored:
        return PlanFacts()
    members = _members(stored)
    return PlanFacts(
        section_names=members["section_names"],
        standing=tuple(StandingArea(**area) for area in members["standing"]),
        places={kind: tuple(guids) for kind, guids in members["places"].items()},
    )


def save_facts(scope: Scope, plan: SeatingPlan, facts: PlanFacts) -> None:
    """Remembers what is known of the seats of a plan."""
    scope.write(f"facts{plan.pk}", json.dumps(asdict(facts)))


def area_products(event: Event) -> dict[str, int]:
    """Returns the product that each standing area is sold as, by the key of the area."""
    stored = own_scope(event).read("areas")
    return {str(key): int(number) for key, number in _members(stored).items()} if stored else {}


def save_area_products(event: Event, products: Mapping[str, int]) -> None:
    """Remembers the product that each standing area is sold as."""
    own_scope(event).write("areas", json.dumps(products) if products else "")


def _stored_keys(organizer: Organizer, prefix: str) -> list[str]:
    return [key for key in organizer.settings.freeze() if key.startswith(prefix)]


def _members(stored: str) -> dict[str, Any]:
    members: dict[str, Any] = json.loads(stored)
    return members
