"""Rules about venues: who may use and change one, and whether a record and its names agree. Pure."""

from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from seatpreview.decoding.faults import pointer_to
from seatpreview.labels.label_rules import (
    LabelParts,
    MapTo,
    Rewrite,
    Rule,
    SeatKeys,
    references_existing_groups,
)
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Parts, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.suggestions.dry_run import expected_keys, is_as_expected
from seatpreview.labels.text.spelling import folded
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.faults import LayoutRefused
from seatpreview.layouts.model import BARE_HALL, NO_ROW, Layout
from seatpreview.problems import (
    Fault,
    PreconditionFailed,
    ScopeInsufficient,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.values.caller import Caller
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.values.locales import Locale
from seatpreview.venues.model import (
    NO_IMAGE_LINKS,
    Alias,
    ImageLinks,
    ReplaceVenueRequest,
    VenueRecord,
    image_links_faults,
)
from seatpreview.venues.record_bounds import bound_faults, rules_cost_faults
from seatpreview.venues.resolver_names import NO_TRANSLATIONS, section_names
from seatpreview.venues.translations import TRANSLATED_NAMES_MAX, Translation

VENUE_NAMES_MAX = 200
"""Aliases of a venue itself. They are written one by one, while nobody else can write."""


def check_may_use(caller: Caller, venue_id: VenueId) -> None:
    """Refuses a venue, existing or not, that is not among those to which the key is restricted."""
    if caller.venues is not None and venue_id not in caller.venues:
        raise VenueNotAllowed("Your key is restricted to other venues.")


def check_may_change(caller: Caller, owner: TenantId) -> None:
    """Refuses a grantee: only the owner and admin scope change the record, its grants and its imagery."""
    if not caller.is_admin and caller.tenant_id != owner:
        raise VenueNotAllowed("Your tenant has a grant for this venue but does not own it. Ask its owner.")


def check_may_end_grant(caller: Caller, owner: TenantId, grantee: TenantId) -> None:
    """Refuses to end the grant of another grantee: a tenant may give up its own."""
    if caller.tenant_id != grantee:
        check_may_change(caller, owner)


def owner_of_new_venue(caller: Caller, requested: TenantId | None) -> TenantId:
    """Returns the tenant of a new venue: admin scope names it, otherwise it is the caller's own."""
    if caller.venues is not None:
        raise VenueNotAllowed("Your key is restricted to some venues, and a new one is not among them.")
    if caller.tenant_id is None:
        if requested is None:
            raise ValidationFailed.of(
                Fault(pointer="/tenantId", detail="is needed: admin scope names the venue's owner")
            )
        return requested
    if requested is not None and requested != caller.tenant_id:
        raise ScopeInsufficient(
            "A tenant-scope key can create venues only for its own tenant. Leave tenantId out."
        )
    return caller.tenant_id


class ServiceMembers(NamedTuple):
    """The members of a stored venue that the service itself keeps, under their names in ReplaceVenueRequest.
    What is derived from the record, such as seatCount, is not among them."""

    venue_id: VenueId
    tenant_id: TenantId
    created_at: datetime
    updated_at: datetime
    version: int


def check_sent_back(sent: ReplaceVenueRequest, stored: ServiceMembers) -> None:
    """Refuses a replacement that was made from another venue (400), or from another version of it (412).
    Members that are not sent are not compared."""
    kept = {
        "/venueId": (sent.venue_id, stored.venue_id),
        "/tenantId": (sent.tenant_id, stored.tenant_id),
        "/createdAt": (sent.created_at, stored.created_at),
    }
    faults = [
        Fault(pointer=pointer, detail="is not this venue's; send it as it was read, or leave it out")
        for pointer, (sent_value, stored_value) in kept.items()
        if sent_value not in (UNSET, stored_value)
    ]
    if faults:
        raise ValidationFailed.of(*faults)
    if sent.version not in (UNSET, stored.version) or sent.updated_at not in (UNSET, stored.updated_at):
        raise PreconditionFailed(
            "The venue has another version or updatedAt than the body says: it changed since it was read. "
            "Read it again and retry, or leave both out."
        )


class ReplacedRecord(NamedTuple):
    """The parts of a stored record that bind the one which replaces it."""

    configurations: Container[str] = ()
    """Ids that the new record may keep, although they are reserved."""
    image_links: ImageLinks = NO_IMAGE_LINKS
    """Links that were ended, and must not work again."""


NO_RECORD = ReplacedRecord()


def check_and_compile(record: VenueRecord, replaced: ReplacedRecord = NO_RECORD) -> CompiledLayout:
    """Returns the compiled layout of a record; raises all faults of an inconsistent record at once, and of
    one that must not follow the record that it replaces."""
    links_faults = list(image_links_faults(record.image_links, replaced.image_links))
    try:
        layout = compile_or_refuse(record.rules.layout, "/rules/layout")
    except ValidationFailed as refusal:
        # References to places cannot be checked without the layout; the other members can.
        raise ValidationFailed.of(*refusal.errors, *_faults_without_layout(record), *links_faults) from None
    faults = [
        *_faults_without_layout(record),
        *_reserved_id_faults(record.rules.layout, replaced.configurations),
        *links_faults,
        *alias_faults(record.aliases, layout, "/aliases"),
        *_imagery_faults(record, layout),
        *_ad_faults(record, layout),
        *_map_faults(record.rules.seat_keys, layout),
        *translation_faults(record.translations, layout, [item.id for item in record.imagery_sets]),
    ]
    if not faults:
        faults.extend(_example_faults(record, layout))
    if faults:
        raise ValidationFailed.of(*faults)
    return layout


def compile_or_refuse(layout: Layout, pointer: str) -> CompiledLayout:
    """Compiles a layout; raises its faults with pointers below the given one."""
    try:
        return compile_layout(layout)
    except LayoutRefused as refusal:
        raise ValidationFailed.of(
            *(replace(fault, pointer=f"{pointer}{fault.pointer}") for fault in refusal.faults)
        ) from None


def alias_faults(aliases: Sequence[Alias], layout: CompiledLayout, pointer: str) -> Iterator[Fault]:
    """Yields faults: an alias must name something that exists, and a name must not stand for two things."""
    seen: dict[tuple[str, str], int] = {}
    for position, alias in enumerate(aliases):
        own_pointer = f"{pointer}/{position}"
        yield from _place_faults(
            layout, alias.section, () if alias.row is UNSET else (alias.row,), own_pointer, "row"
        )
        scope = "row" if alias.row is not UNSET else "section" if alias.section is not UNSET else "venue"
        name = (f"{scope} {alias.section}" if scope == "row" else scope, folded(alias.name))
        if name in seen:
            yield Fault(
                pointer=f"{own_pointer}/name", detail=f"is given a second time, after {pointer}/{seen[name]}"
            )
        seen.setdefault(name, position)
    names = sum(alias.section is UNSET for alias in aliases)
    if names > VENUE_NAMES_MAX:
        yield Fault(
            pointer=pointer,
            detail=f"give the venue itself {names:,} names; at most {VENUE_NAMES_MAX} are taken, since each "
            "is kept from all other venues of the tenant",
        )


def check_aliases(aliases: Sequence[Alias], layout: CompiledLayout) -> None:
    """Raises all faults of the aliases at once."""
    faults = tuple(alias_faults(aliases, layout, "/aliases"))
    if faults:
        raise ValidationFailed.of(*faults)


def check_trial_rules(
    aliases: Sequence[Alias] | UnsetType, seat_keys: SeatKeys | UnsetType, layout: CompiledLayout
) -> None:
    """Checks the aliases and rules that a dry run sends against the layout that it tries. Stored ones that do
    not fit are ignored, not refused."""
    faults = (
        *(() if aliases is UNSET else alias_faults(aliases, layout, "/aliases")),
        *(() if seat_keys is UNSET else _map_faults(seat_keys, layout)),
        *(() if seat_keys is UNSET else _rewrite_faults(seat_keys)),
        *(() if seat_keys is UNSET else rules_cost_faults(seat_keys)),
    )
    if faults:
        raise ValidationFailed.of(*faults)


def resolver_for(
    seat_key_rules: tuple[Rule, ...],
    layout: CompiledLayout,
    aliases: Iterable[Alias],
    translations: Mapping[str, Translation] = NO_TRANSLATIONS,
    cache_id: bytes | None = None,
) -> Resolver:
    """Builds a resolver for the labels of a venue. Those with the same `cache_id` share cached results."""
    names = section_names(layout, aliases, translations)
    return Resolver(names, seat_key_rules, cache_id, layout.index_refs().find)


def to_resolver_label(label: str | LabelParts) -> str | Parts:
    """Converts a label of a request body into the form that the resolver takes."""
    return label if isinstance(label, str) else Parts(section=label.section, row=label.row, seat=label.seat)


def _faults_without_layout(record: VenueRecord) -> Iterator[Fault]:
    """Yields the faults that can be found without the layout."""
    yield from _duplicate_faults((item.id for item in record.imagery_sets), "/imagerySets")
    yield from _duplicate_faults((ad.id for ad in record.ads), "/ads")
    yield from _rewrite_faults(record.rules.seat_keys)
    yield from bound_faults(record)


def _reserved_id_faults(layout: Layout, stored: Container[str]) -> Iterator[Fault]:
    for position, configuration in enumerate(layout.configurations):
        if configuration.id == BARE_HALL and BARE_HALL not in stored:
            yield Fault(
                pointer=f"/rules/layout/configurations/{position}/id",
                detail=f"must not be '{BARE_HALL}', by which requests ask for the bare hall",
            )


def _imagery_faults(record: VenueRecord, layout: CompiledLayout) -> Iterator[Fault]:
    for position, item in enumerate(record.imagery_sets):
        pointer = f"/imagerySets/{position}"
        if item.configuration is not UNSET and item.configuration not in layout.configurations:
            yield Fault(pointer=f"{pointer}/configuration", detail="is not a configuration of the layout")
        for number, image in enumerate(item.images):
            covers, covers_pointer = image.covers, f"{pointer}/images/{number}/covers"
            yield from _place_faults(layout, covers.section, covers.rows, covers_pointer, "rows")
            yield from _seat_faults(
                layout, covers.section, covers.rows, covers.seats, f"{covers_pointer}/seats"
            )


def _ad_faults(record: VenueRecord, layout: CompiledLayout) -> Iterator[Fault]:
    for position, ad in enumerate(record.ads):
        for number, section in enumerate(ad.sections):
            if layout.section(section) is None:
                yield Fault(
                    pointer=f"/ads/{position}/sections/{number}", detail="is not a section of the layout"
                )


def _map_faults(seat_keys: SeatKeys, layout: CompiledLayout) -> Iterator[Fault]:
    for position, rule in enumerate(seat_keys.rules):
        if isinstance(rule, MapTo) and layout.section(rule.section) is None:
            yield Fault(
                pointer=f"/rules/seatKeys/rules/{position}/section", detail="is not a section of the layout"
            )


def _rewrite_faults(seat_keys: SeatKeys) -> Iterator[Fault]:
    for position, rule in enumerate(seat_keys.rules):
        if isinstance(rule, Rewrite) and not references_existing_groups(rule):
            yield Fault(
                pointer=f"/rules/seatKeys/rules/{position}/replacement",
                detail="has a backslash that is not followed by the number of a group of the pattern",
            )


def _example_faults(record: VenueRecord, layout: CompiledLayout) -> Iterator[Fault]:
    """Yields a fault for each example of the record that does not resolve to what it expects."""
    if not record.rules.seat_keys.examples:
        return
    resolver = resolver_for(record.rules.seat_keys.rules, layout, record.aliases, record.translations)
    for position, example in enumerate(record.rules.seat_keys.examples):
        resolution = with_minimum(resolver.resolve(to_resolver_label(example.label)))
        if not is_as_expected(resolution, example.expect):
            keys = matched_keys(resolution)
            found = f"resolves to {_quoted(keys)}" if keys else "is declined"
            wanted = "to be declined" if example.expect is None else _quoted(expected_keys(example.expect))
            pointer = f"/rules/seatKeys/examples/{position}"
            yield Fault(pointer=pointer, detail=f"fails: it {found}; expected {wanted}")


def _quoted(keys: Iterable[str]) -> str:
    return ", ".join(f"'{key}'" for key in keys)


def _place_faults(
    layout: CompiledLayout, section: object, rows: Sequence[str], pointer: str, member: str
) -> Iterator[Fault]:
    if section is UNSET:
        return
    found = layout.section(str(section))
    if found is None:
        yield Fault(pointer=f"{pointer}/section", detail="is not a section of the layout")
        return
    for position, row in enumerate(rows):
        if found.row(row) is None:
            row_pointer = f"{pointer}/{member}" if member == "row" else f"{pointer}/{member}/{position}"
            yield Fault(pointer=row_pointer, detail=f"is not a row of section '{section}'")


def _seat_faults(
    layout: CompiledLayout, section: object, rows: Sequence[str], seats: Sequence[str], pointer: str
) -> Iterator[Fault]:
    found, row = layout.section(str(section)), rows[0] if rows else NO_ROW
    if not seats or found is None:
        return
    if found.row(row) is None:
        # A row that is named and does not exist is a fault of its own.
        if not rows:
            yield Fault(pointer=pointer, detail=f"need exactly one row of section '{section}'")
        return
    whole = f"row '{row}'" if rows else f"section '{section}'"
    for position, seat in enumerate(seats):
        if not layout.has_seat(str(section), row, seat):
            yield Fault(pointer=f"{pointer}/{position}", detail=f"is not a seat of {whole}")


def _duplicate_faults(ids: Iterable[str], pointer: str) -> Iterator[Fault]:
    seen: set[str] = set()
    for position, id in enumerate(ids):
        if id in seen:
            yield Fault(pointer=f"{pointer}/{position}/id", detail=f"is given a second time: '{id}'")
        seen.add(id)


def translation_faults(
    translations: Mapping[str, Translation], layout: CompiledLayout, imagery_set_ids: Collection[str]
) -> Iterator[Fault]:
    """Yields the faults of the translations of a record with this layout and these imagery sets."""
    count = sum(translation.name_count for translation in translations.values())
    if count > TRANSLATED_NAMES_MAX:
        yield Fault(
            pointer="/translations",
            detail=f"hold {count:,} names, and may hold {TRANSLATED_NAMES_MAX:,} in all languages together",
        )
        return
    levels = {section.level for section in layout.sections if section.level}
    for language, translation in translations.items():
        pointer = pointer_to("/translations", language)
        yield from _language_faults(language, pointer)
        for member, names, known, noun in (
            ("sections", translation.sections, _ids(layout.sections), "a section of the layout"),
            ("levels", translation.levels, levels, "a level of a section"),
            ("configurations", translation.configurations, layout.configurations, "a configuration"),
            ("attributions", translation.attributions, imagery_set_ids, "an imagery set"),
        ):
            for name in names:
                if name not in known:
                    yield Fault(pointer=pointer_to(f"{pointer}/{member}", name), detail=f"is not {noun}")
        yield from _same_name_faults(translation, layout, levels, pointer)


def _language_faults(language: str, pointer: str) -> Iterator[Fault]:
    try:
        usual = Locale.parse(language)
    except ValueError as refusal:
        yield Fault(pointer=pointer, detail=f"has a name that {refusal}")
        return
    if usual != language:
        yield Fault(pointer=pointer, detail=f"has a name that must be written '{usual}'")


def _same_name_faults(
    translation: Translation, layout: CompiledLayout, levels: Iterable[str], pointer: str
) -> Iterator[Fault]:
    own_levels = {level: level for level in levels}
    yield from _repeated(own_levels, translation.levels, {}, f"{pointer}/levels", "the level")
    # As in the layout itself, sections of different levels may have the same name.
    level_of = {
        section.id: folded(translation.levels.get(section.level, section.level))
        for section in layout.sections
    }
    sections = {section.id: section.name for section in layout.sections}
    yield from _repeated(sections, translation.sections, level_of, f"{pointer}/sections", "section")
    configurations = {each.id: each.name or each.id for each in layout.configurations.values()}
    names = translation.configurations
    yield from _repeated(configurations, names, {}, f"{pointer}/configurations", "configuration")


def _repeated(
    own: Mapping[str, str],
    translated: Mapping[str, str],
    groups: Mapping[str, Hashable],
    pointer: str,
    noun: str,
) -> Iterator[Fault]:
    """Yields a fault for each translated name that something else of the same group has in this language."""
    owners: dict[tuple[Hashable, str], str] = {}
    for id_, name in own.items():
        if id_ not in translated:
            owners.setdefault((groups.get(id_), folded(name)), id_)
    for id_, name in translated.items():
        if id_ not in own:
            continue
        owner = owners.setdefault((groups.get(id_), folded(name)), id_)
        if owner != id_:
            yield Fault(
                pointer=pointer_to(pointer, id_),
                detail=(
                    f"is {name!r}, as {noun} '{owner}' is called in this language: nobody could tell them "
                    "apart"
                ),
            )


def _ids(sections: Iterable[Section]) -> frozenset[str]:
    return frozenset(section.id for section in sections)
