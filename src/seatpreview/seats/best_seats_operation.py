"""The API operation that finds the best seats side by side."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from seatpreview.caching import MEGABYTE, CacheKind, SharedWork, content_id
from seatpreview.context import Context
from seatpreview.labels.model import Resolution, matched_keys
from seatpreview.labels.seat_refs import REF_PREFIX
from seatpreview.layouts.compiled import CompiledConfiguration, CompiledLayout
from seatpreview.limits.shares import Share
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.results import Encoded
from seatpreview.seats.best_seats_model import LABELS_AMONG_MAX, UNRESOLVED_LISTED_MAX, BestSeatsRequest
from seatpreview.seats.computations import BestSeatsSearch
from seatpreview.seats.computations import find_best_seats as search_best_seats
from seatpreview.seats.lookup import find_configuration, venue_of_body
from seatpreview.seats.seat_listing import seats_by_row
from seatpreview.values.caller import SessionClaims
from seatpreview.venues.cached import CachedVenue, layout_id_of
from seatpreview.venues.draft_venue import read_stored_form, venue_gone
from seatpreview.venues.venue_access import UsableVenue, usable_venue

SEARCHED_SEATS_MAX = 100_000
"""The most seats that one request looks at. They take one or two seconds of a process of its own."""

BEST_SEATS = CacheKind[bytes, bytes](2000, 16 * MEGABYTE, "best seats")
"""Results of searches, by the id of all that they depend on."""
_FORM = b"3"
"""The version of the computation. Raising it invalidates what was kept before."""
_SEARCHES = SharedWork[tuple[bytes, Share], bytes]()

SEARCH_BYTES = 300
"""The memory that a kept search takes besides its text."""

ENTRIES_ON_THE_LOOP_MAX = 500
"""More entries of `among` than these are looked up in a thread."""


async def find_best_seats(context: Context, body: BestSeatsRequest) -> Encoded:
    """Returns the best groups of free seats. A session for some seats finds only those."""
    session = context.caller.session
    usable = await usable_venue(context, venue_of_body(body.venue, session), body.draft)
    layout = usable.venue.layout
    _check(layout, body)
    configuration = find_configuration(layout, body.configuration, session)
    free = await _free_seats(context, usable, body, session)
    if free.keys is None:
        _check_number(layout, body, configuration)
    build = partial(_search, usable.venue, body, configuration, free)
    is_long = free.keys is not None and len(free.keys) > ENTRIES_ON_THE_LOOP_MAX
    search = await context.run_in_thread_for_caller(build) if is_long else build()
    caches = context.resources.caches
    found = caches.of(BEST_SEATS).get(search.search_id)
    if found is None:
        work = partial(_find, context, usable.venue, search)
        flight = (search.search_id, context.share.together)
        found = await context.share_work(caches.of(_SEARCHES), flight, work)
    return Encoded(found)


async def _find(context: Context, venue: CachedVenue, search: "_Search") -> bytes:
    """Searches a venue, once for all who ask the same at the same time. It counts for who asked first: others
    have searches of their own."""
    stored = await read_stored_form(context, venue)
    if stored is None:
        raise venue_gone(venue)
    document, compiled = stored.document, stored.compiled_layout
    found = await context.compute_for_first(search_best_seats, search.request, document, compiled)
    if venue.draft is not None or layout_id_of(venue.venue_id, compiled, document) == venue.layout_id:
        context.resources.caches.of(BEST_SEATS).put(search.search_id, found, len(found) + SEARCH_BYTES)
    return found


class _Search(NamedTuple):
    """A search, encoded for another process, and the id of all that its result depends on."""

    search_id: bytes
    request: bytes


def _search(
    venue: CachedVenue,
    body: BestSeatsRequest,
    configuration: CompiledConfiguration | None,
    free: "_FreeSeats",
) -> _Search:
    search = BestSeatsSearch(
        configuration=None if configuration is None else configuration.id,
        count=body.count,
        limit=body.limit,
        weights=body.weights,
        rules=body.rules,
        best_views=venue.record.viewer_defaults.best_views or (),
        sections=None if body.sections is UNSET else tuple(map(str, body.sections)),
        properties=body.properties,
        category=None if body.category is UNSET else str(body.category),
        among=None if free.keys is None else seats_by_row(free.keys),
        unresolved=free.unresolved[:UNRESOLVED_LISTED_MAX],
    )
    request = msgspec.msgpack.encode(search, enc_hook=str)
    return _Search(content_id(venue.layout_id, _FORM, request), request)


class _FreeSeats(NamedTuple):
    """The seats that a request may choose from."""

    keys: list[str] | None
    """None: all seats."""
    unresolved: list[str]
    """The entries that name no seat."""


async def _free_seats(
    context: Context, usable: UsableVenue, body: BestSeatsRequest, session: SessionClaims | None
) -> _FreeSeats:
    own = None if session is None or not session.seats else frozenset(session.seats)
    if body.among is UNSET:
        return _FreeSeats(None if own is None else sorted(own), [])
    split = partial(_split, usable.venue.layout, body.among)
    is_long = len(body.among) > ENTRIES_ON_THE_LOOP_MAX
    entries = await context.run_in_thread_for_caller(split) if is_long else split()
    if len(entries.labels) > LABELS_AMONG_MAX:
        raise _too_many_labels(len(entries.labels))
    results = (_resolved(usable, label) for label in entries.labels)
    takes_long = usable.takes_long(entries.labels)
    resolved = await context.collect_in_thread(results) if takes_long else [*results]
    keys = [*entries.keys, *(key for keys in resolved for key in keys)]
    unresolved = [label for label, keys in zip(entries.labels, resolved, strict=True) if not keys]
    return _FreeSeats(
        keys if own is None else [key for key in keys if key in own], [*entries.unresolved, *unresolved]
    )


class _Entries(NamedTuple):
    """The entries of `among`, by what they are."""

    keys: list[str]
    """The keys of seats, and of the seats that refs name."""
    unresolved: list[str]
    labels: list[str]


def _split(layout: CompiledLayout, among: Iterable[str]) -> _Entries:
    """Looks up keys and refs. The other entries have to be resolved as labels. A key that the layout no
    longer has is not taken for a label."""
    keys, unresolved, labels = entries = _Entries([], [], [])
    for entry in among:
        parts = entry.split("/")
        if len(parts) == 3 and layout.section(parts[0]) is not None:
            (keys if layout.has_seat(*parts) else unresolved).append(entry)
        elif entry.startswith(REF_PREFIX):
            seat = layout.seat_with_ref(entry.removeprefix(REF_PREFIX).strip())
            (unresolved if seat is None else keys).append(entry if seat is None else str(seat))
        else:
            labels.append(entry)
    return entries


def _resolved(usable: UsableVenue, label: str) -> tuple[str, ...]:
    """Returns the keys of the seats that a label names; none for one that names a row or a section."""
    resolution: Resolution = usable.resolve(label)
    return matched_keys(resolution) if resolution.level == "seat" else ()


def _check(layout: CompiledLayout, body: BestSeatsRequest) -> None:
    """Raises all faults of the body that only the layout tells."""
    faults = tuple(_faults(layout, body))
    if faults:
        raise ValidationFailed.of(*faults)


def _faults(layout: CompiledLayout, body: BestSeatsRequest) -> Iterator[Fault]:
    if isinstance(body.configuration, str) and not layout.knows_configuration(body.configuration):
        existing = _listed(layout.configurations)
        yield Fault(
            pointer="/configuration", detail=f"is not a configuration of the venue; it has {existing}"
        )
    categories = [each.id for each in layout.facts.categories]
    if body.category is not UNSET and body.category not in categories:
        yield Fault(
            pointer="/category", detail=f"is not a category of the venue; it has {_listed(categories)}"
        )
    for index, section in enumerate(() if body.sections is UNSET else body.sections):
        if layout.section(section) is None:
            yield Fault(pointer=f"/sections/{index}", detail="is not the id of a section of the venue")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names) or "none"


def _check_number(
    layout: CompiledLayout, body: BestSeatsRequest, configuration: CompiledConfiguration | None
) -> None:
    closed: frozenset[str] = frozenset() if configuration is None else configuration.closed
    chosen = None if body.sections is UNSET else frozenset(body.sections)
    seats = sum(
        section.seat_count
        for section in layout.sections
        if section.id not in closed and (chosen is None or section.id in chosen)
    )
    if seats > SEARCHED_SEATS_MAX:
        detail = f"must have at most {SEARCHED_SEATS_MAX} seats in all (got {seats}); name fewer of them"
        raise ValidationFailed.of(Fault(pointer="/sections", detail=detail))


def _too_many_labels(count: int) -> ValidationFailed:
    detail = (
        f"has {count} entries that are neither a key nor a ref, of which {LABELS_AMONG_MAX} are allowed; "
        "POST /seats/resolve returns the keys of labels"
    )
    return ValidationFailed.of(Fault(pointer="/among", detail=detail))
