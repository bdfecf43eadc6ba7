"""Plan sync: from a seating plan of pretix to a venue of the service, by the service's own import."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Literal

from django.utils.translation import gettext as _
from pretix.base.models import SeatingPlan

from pretix_seatpreview.connection_settings import Keys, PlanFacts, PlanLink, StandingArea
from pretix_seatpreview.seat_matching import Comparison, PlanSeat, SeatIndex, VenueSeat, compare
from pretix_seatpreview.service_problems import ServiceProblem, service
from seatpreview_client import Client, NotFound, PreconditionFailed, models

SYNC_SECONDS_MAX = 25.0
"""For all calls of one request together. Web servers before pretix give up after 30 seconds."""
EXAMPLES_MAX = 10
ANSWERS_CHARACTERS_MAX = 500
VENUES_MAX = 500
"""Of the list to choose from, when a plan is given a venue that is there already."""
PLACES = ("wheelchair", "companion")
PLACES_MAX = 5_000
"""Of each kind: they are kept in pretix's settings, which every page reads."""
_FOCUS_MARK = "seatpreview/focus/"
"""Begins the id of a zone in plans that the service has written. What they are stands behind it."""

Action = Literal["create", "replace", "draft", "nothing"]


@dataclass(frozen=True)
class Difference:
    """What another plan changes for buyers. Examples are keys or ids of seats."""

    added: int = 0
    gone: int = 0
    moved: int = 0
    renamed: int = 0
    added_examples: tuple[str, ...] = ()
    gone_examples: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Is true if anything changes."""
        return bool(self.added or self.gone or self.moved or self.renamed)


@dataclass(frozen=True)
class Preview:
    """What a sync would do, before it does it."""

    action: Action
    name: str
    imported: models.VenueImport
    difference: Difference | None = None
    version: int = 0
    """The version that the venue has now."""
    may_create: bool = True
    """Whether the key for plan sync may make another venue: one that is limited to venues may not."""
    venues: tuple[tuple[str, str], ...] = ()
    """The venues that could be used instead: their ids and names."""

    @property
    def section_names(self) -> list[str]:
        """The names of the sections of the venue."""
        sections = self.imported.record.rules.layout.sections
        return [str(section.name or section.id or "") for section in sections]


@dataclass(frozen=True)
class LinkPreview:
    """What the use of a venue that is there already would mean for a plan."""

    venue_id: str
    name: str
    comparison: Comparison
    standing: tuple[StandingArea, ...]
    is_origin: bool
    """Whether the plan was written from this venue."""

    def examples(self, guids: Sequence[str]) -> list[str]:
        """Returns the first of many seats."""
        return list(guids[:EXAMPLES_MAX])

    @property
    def places(self) -> dict[str, int]:
        """How many seats of the plan are for people in wheelchairs and for companions."""
        seats = [match.seat for match in self.comparison.matched.values()]
        return {kind: sum(kind in seat.properties for seat in seats) for kind in PLACES}


@dataclass(frozen=True)
class StoredDraft:
    """A plan that waits as a draft until somebody publishes it."""

    link: PlanLink
    difference: Difference


def layout_digest(plan: SeatingPlan) -> str:
    """Returns a text that differs whenever the plan differs."""
    return hashlib.sha256(plan.layout.encode()).hexdigest()


def preview(keys: Keys, plan: SeatingPlan, link: PlanLink | None, answers: str = "") -> Preview:
    """Reads the plan with the service's import, which stores nothing, and says what a sync would do.

    `answers` are those to the import's questions, as the service takes them: `side=mirrored;kind=arena`."""
    with sync_client(keys) as client:
        imported = _imported(client, plan, link, answers)
        if link is None:
            may_create = client.caller.get().venues is None
            return Preview(
                "create", imported.record.name, imported, may_create=may_create, venues=_venues(client)
            )
        venue = client.venues.get(link.venue_id)
        difference = _difference(compare(plan_seats(plan), _seat_index(client, link.venue_id)))
    action = _action(venue, link, plan, imported, difference)
    return Preview(action, venue.name, imported, difference, venue.version)


def origin_of_plan(plan: SeatingPlan) -> str:
    """Returns the id of the venue that a service wrote a plan from; empty if it was drawn elsewhere."""
    for zone in plan.layout_data.get("zones", []):
        _, is_mark, mark = str(zone.get("zone_id") or "").partition(_FOCUS_MARK)
        if is_mark:
            try:
                return str(json.loads(mark)["venue"])
            except (ValueError, TypeError, KeyError):
                return ""
    return ""


def preview_link(keys: Keys, plan: SeatingPlan, venue_id: str) -> LinkPreview:
    """Compares a plan with a venue that is there already, and changes nothing."""
    with sync_client(keys) as client:
        venue = client.venues.get(venue_id)
        comparison = compare(plan_seats(plan), _seat_index(client, venue_id))
    return LinkPreview(
        venue_id, venue.name, comparison, _standing(venue), is_origin=origin_of_plan(plan) == venue_id
    )


def link_venue(client: Client, plan: SeatingPlan, venue_id: str) -> PlanLink:
    """Uses a venue that is there already for a plan. Nothing is changed in the venue."""
    venue = client.venues.get(venue_id)
    return _link(venue_id, venue.name, venue.version, plan)


def facts(client: Client, plan: SeatingPlan, venue_id: str) -> PlanFacts:
    """Reads what pages have to know of a plan's seats while they cannot ask the service."""
    venue = client.venues.get(venue_id)
    matched = compare(plan_seats(plan), _seat_index(client, venue_id)).matched
    places = {
        kind: tuple(guid for guid, match in matched.items() if kind in match.seat.properties)[:PLACES_MAX]
        for kind in PLACES
    }
    sections = {str(section.id): str(section.name or section.id) for section in venue.rules.layout.sections}
    return PlanFacts(
        section_names={key: name for key, name in sections.items() if key != name},
        standing=_standing(venue),
        places={kind: guids for kind, guids in places.items() if guids},
    )


def create_venue(client: Client, plan: SeatingPlan, attempt: str, answers: str = "") -> PlanLink:
    """Makes a venue of the plan. Repeats of the same attempt make it once."""
    record = _imported(client, plan, None, answers).record
    saved = client.venues.create(**_members(record), idempotency_key=attempt)
    return _link(saved.venue_id, saved.name, saved.version, plan)


def update_venue(
    client: Client, plan: SeatingPlan, link: PlanLink, answers: str = ""
) -> PlanLink | StoredDraft:
    """Gives the venue the seats of the plan, and keeps what people have made of it: directly if nobody has
    edited the venue since the last sync, and otherwise as a draft, which changes nothing for buyers."""
    venue = client.venues.get(link.venue_id)
    imported = _imported(client, plan, link, answers)
    if venue.version == link.version:
        return _replace(client, venue, plan, imported.record)
    return _store_draft(client, venue, plan, link, imported.record)


def publish_draft(client: Client, plan: SeatingPlan, link: PlanLink) -> PlanLink:
    """Publishes the draft that a sync has stored, if nobody has changed it since."""
    draft = _own_draft(client, link)
    published = client.venues.publish_draft(
        link.venue_id,
        if_match=draft.etag,
        message=_("Seating plan “{name}” of pretix").format(name=plan.name),
    )
    return _link(link.venue_id, link.venue_name, published.version, plan)


def accepted_venue(plan: SeatingPlan, link: PlanLink, found: Preview) -> PlanLink:
    """Returns the link of a plan whose venue has all its seats already."""
    return _link(link.venue_id, found.name, found.version, plan)


@dataclass(frozen=True)
class ZoneSummary:
    """A zone of a plan, in numbers."""

    name: str
    rows: int
    seats: int
    categories: str


def zone_summaries(plan: SeatingPlan) -> list[ZoneSummary]:
    """Counts rows and seats of each zone of a plan, without asking anybody."""
    return [_zone_summary(zone) for zone in plan.layout_data.get("zones", [])]


def _zone_summary(zone: dict[str, Any]) -> ZoneSummary:
    rows = zone.get("rows", [])
    categories = Counter(str(seat.get("category", "")) for row in rows for seat in row.get("seats", []))
    return ZoneSummary(
        name=str(zone.get("name", "")),
        rows=len({row.get("row_number") for row in rows}),
        seats=sum(categories.values()),
        categories=", ".join(f"{name}: {count}" for name, count in categories.items()),
    )


def sync_client(keys: Keys, *, seconds_max: float | None = None) -> AbstractContextManager[Client]:
    """Opens a client with the key for plan sync, for all calls of one request."""
    if not keys.sync_key:
        raise ServiceProblem(_("There is no key for plan sync. Enter one in the settings."))
    return service(keys.service_url, keys.sync_key, seconds_max=seconds_max or SYNC_SECONDS_MAX)


def plan_seats(plan: SeatingPlan) -> list[PlanSeat]:
    """Returns the seats of a plan."""
    return [PlanSeat(seat.guid, seat.zone, seat.row, seat.number) for seat in plan.iter_all_seats()]


def _imported(client: Client, plan: SeatingPlan, link: PlanLink | None, answers: str) -> models.VenueImport:
    """Reads the plan; for a venue that is there already, together with what people have made of that."""
    return client.venues.import_file(
        plan.layout.encode(),
        format="pretix",
        name=plan.name,
        answers=answers[:ANSWERS_CHARACTERS_MAX] or None,
        over=None if link is None else link.venue_id,
    )


def _venues(client: Client) -> tuple[tuple[str, str], ...]:
    found = client.venues.list(limit=100)
    return tuple((venue.venue_id, venue.name) for venue in islice(found, VENUES_MAX))


def _standing(venue: models.Venue) -> tuple[StandingArea, ...]:
    return tuple(
        StandingArea(str(section.id), str(section.name or section.id))
        for section in venue.rules.layout.sections
        if section.kind == "standing"
    )


def _action(
    venue: models.Venue,
    link: PlanLink,
    plan: SeatingPlan,
    imported: models.VenueImport,
    difference: Difference,
) -> Action:
    is_edited = venue.version != link.version
    has_layout = venue.rules.layout.to_json() == imported.record.rules.layout.to_json()
    was_published = is_edited and link.draft_digest == layout_digest(plan) and not difference
    if has_layout or was_published:
        return "nothing"
    return "draft" if is_edited else "replace"


def _replace(
    client: Client, venue: models.Venue, plan: SeatingPlan, record: models.ImportedRecord
) -> PlanLink:
    try:
        saved = client.venues.replace(venue.venue_id, if_match=venue.etag, **_members(record))
    except PreconditionFailed:
        raise ServiceProblem(
            _("Somebody has edited the venue at this moment. Look at the plan again; nothing was changed.")
        ) from None
    return _link(venue.venue_id, saved.name, saved.version, plan)


def _store_draft(
    client: Client, venue: models.Venue, plan: SeatingPlan, link: PlanLink, record: models.ImportedRecord
) -> StoredDraft:
    try:
        draft = client.venues.put_draft(venue.venue_id, base_version=venue.version, **_members(record))
    except PreconditionFailed:
        raise ServiceProblem(
            _(
                "The venue has a draft that somebody else has saved. Publish or discard it in the console of "
                "Seat Preview, then try again. Nothing was changed."
            )
        ) from None
    dry_run = client.venues.publish_draft(venue.venue_id, if_match=draft.etag, dry_run=True)
    drafted = replace(link, draft_digest=layout_digest(plan), venue_name=venue.name)
    return StoredDraft(drafted, _difference_of_draft(dry_run.changes.seats))


def _own_draft(client: Client, link: PlanLink) -> models.Draft:
    try:
        draft = client.venues.get_draft(link.venue_id)
    except NotFound:
        raise ServiceProblem(
            _("The draft is gone: somebody has published or discarded it. Look at the plan again.")
        ) from None
    if draft.updated_by != client.caller.get().key_id:
        raise ServiceProblem(
            _("Somebody has changed the draft. Look at it and publish it in the console of Seat Preview.")
        )
    return draft


def _members(record: models.ImportedRecord | models.Venue) -> dict[str, Any]:
    """Returns the members of a record that createVenue, replaceVenue and putDraft take."""
    names = (
        "name",
        "timezone",
        "aliases",
        "imagery_sets",
        "rules",
        "ads",
        "viewer_defaults",
        "image_links",
        "translations",
    )
    return {name: getattr(record, name) for name in names}


def _link(venue_id: str, name: str, version: int, plan: SeatingPlan) -> PlanLink:
    synced_at = datetime.now(UTC).isoformat(timespec="seconds")
    return PlanLink(venue_id, version, layout_digest(plan), synced_at, venue_name=name)


def _seat_index(client: Client, venue_id: str) -> SeatIndex:
    table = client.venues.export(venue_id, format="csv").decode("utf-8-sig", errors="replace")
    index = SeatIndex()
    for row in csv.DictReader(io.StringIO(table)):
        key = "/".join(row.get(name) or "" for name in ("section", "row", "seat"))
        properties = tuple(kind for kind in PLACES if (row.get(kind) or "").lower() in _YES)
        index.add(VenueSeat(key, properties, row.get("ref") or ""), row.get("section_name") or "")
    return index


_YES = ("yes", "true", "1", "x")


def _difference(found: Comparison) -> Difference:
    return Difference(
        added=len(found.missing),
        gone=len(found.others),
        added_examples=found.missing[:EXAMPLES_MAX],
        gone_examples=found.others[:EXAMPLES_MAX],
    )


def _difference_of_draft(seats: models.SeatChanges) -> Difference:
    return Difference(
        added=seats.added.count,
        gone=seats.gone.count,
        moved=seats.moved.count,
        renamed=seats.renamed.count,
        added_examples=tuple(seats.added.examples[:EXAMPLES_MAX]),
        gone_examples=tuple(seats.gone.examples[:EXAMPLES_MAX]),
    )
