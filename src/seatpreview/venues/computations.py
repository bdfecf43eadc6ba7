"""Computations on the record of a venue: pure functions of bytes, which run in processes of their own.

A record may describe 200,000 seats in 16 MB. Decoding, compiling and encoding one takes seconds, in which the
event loop would answer nobody. The worker holds the bytes of a record and looks at none of its members.
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.decoding.inputs import decode
from seatpreview.decoding.json_object import read_object
from seatpreview.labels.suggestions.dry_run import Judge, TimeLimitExceeded, dry_run
from seatpreview.labels.suggestions.learned_rules import Learning, SampleGroup, checked_examples
from seatpreview.labels.suggestions.rule_guesses import suggested_rules
from seatpreview.labels.suggestions.suggestion_model import without_examples
from seatpreview.labels.text.spelling import folded
from seatpreview.layouts import serialization
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import BARE_HALL
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.results import encode
from seatpreview.values.clock import processor_deadline
from seatpreview.values.ids import TenantId
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues import rules
from seatpreview.venues.kept_records import KeptRecord, keep_record
from seatpreview.venues.label_rule_requests import (
    LearnedRules,
    LearnSeatKeysRequest,
    SeatKeysTestRequest,
    SuggestionList,
    SuggestSeatKeysRequest,
    TriedRules,
    check_judged_rules,
    example_cases,
    sample_case,
    suggestion_cases,
    unknown_seats,
)
from seatpreview.venues.model import (
    NO_WARNINGS,
    Alias,
    CreateVenueRequest,
    FoundWarnings,
    ImageLinks,
    ReplaceAliasesRequest,
    ReplaceVenueRequest,
    VenueRecord,
)
from seatpreview.venues.record_codec import (
    decode_aliases,
    decode_members,
    decode_record,
    encode_aliases,
    encode_record,
)
from seatpreview.venues.record_warnings import record_warnings
from seatpreview.venues.resolver_names import section_names

BUDGET_SECONDS = 10
"""The processor time that a dry run may take, and a search for suggestions."""
SEARCH_SECONDS = 6
"""The part of it in which rules are searched for that are then judged on all labels of a sales file."""

T = TypeVar("T")


class CheckedRecord(msgspec.Struct, frozen=True, array_like=True):
    """What the worker needs of a record that was sent."""

    tenant_id: str | None
    """The owner that the body of a new venue names."""
    faults: tuple[Fault, ...]
    """What is wrong with the record as a whole. The rest is empty where there is something."""
    name: str
    document: bytes
    """The record as it is stored, as JSON."""
    compiled_layout: bytes
    alias_names: tuple[str, ...]
    """The names of the venue itself among its aliases, folded."""
    kept: KeptRecord = KeptRecord()
    """The record as its version is kept."""
    found: FoundWarnings = NO_WARNINGS
    """Names of the record that would not lead to their own place."""


class CheckedAliases(msgspec.Struct, frozen=True, array_like=True):
    """What the worker needs of aliases that were sent."""

    document: bytes
    """The record with these aliases; empty for those of a grantee, which are not part of it."""
    aliases: bytes
    """The aliases as JSON."""
    alias_names: tuple[str, ...]
    kept: KeptRecord = KeptRecord()
    """The record with these aliases as its version is kept; empty for those of a grantee."""


def check_new_record(body: bytes) -> bytes:
    """Decodes the body of createVenue and checks the record. Raises ValidationFailed for a malformed body."""
    sent = _decode_body(body, CreateVenueRequest)
    return msgspec.msgpack.encode(
        check_decoded(sent, tenant_id=None if sent.tenant_id is UNSET else sent.tenant_id)
    )


def check_record(body: bytes, document: bytes, compiled: bytes, service_members: bytes) -> bytes:
    """Decodes the body of replaceVenue and checks the record, which replaces the one in `document`. It takes
    over the image links of that one where it has none. Raises ValidationFailed for a malformed body, and what
    `rules.check_sent_back` raises for members that are not those of the stored venue."""
    members = read_object(body)
    sent = decode(members, ReplaceVenueRequest)
    rules.check_sent_back(sent, _decode_service_members(service_members))
    image_links = msgspec.json.decode(decode_members(document).image_links, type=ImageLinks)
    if "imageLinks" not in members:
        sent = replace(sent, image_links=image_links)
    return msgspec.msgpack.encode(check_decoded(sent, replaced_record(sent, document, compiled)))


def replaced_record(sent: VenueRecord, document: bytes, compiled: bytes) -> rules.ReplacedRecord:
    """Returns the parts of the published record that bind the one that is to replace it."""
    image_links = msgspec.json.decode(decode_members(document).image_links, type=ImageLinks)
    # The stored layout is looked at only where the new one has an id that it may keep but not introduce.
    keeps = any(configuration.id == BARE_HALL for configuration in sent.rules.layout.configurations)
    configurations = layout_of(compiled, document).configurations if keeps else ()
    return rules.ReplacedRecord(configurations, image_links)


def encode_service_members(members: rules.ServiceMembers) -> bytes:
    """Encodes what `check_record` compares a replacement with."""
    return msgspec.msgpack.encode(members, enc_hook=str)


def check_body(body: bytes, type_name: bytes) -> bytes:
    """Raises ValidationFailed for a malformed body, and does nothing else."""
    _decode_body(body, _BODIES[type_name.decode()])
    return b""


def check_aliases(body: bytes, document: bytes, compiled: bytes, is_owner: bytes) -> bytes:
    """Checks the aliases in the body of replaceAliases against the layout of the venue."""
    aliases = _decode_body(body, ReplaceAliasesRequest).aliases
    record = decode_record(document)
    layout = layout_of(compiled, document)
    rules.check_aliases(aliases, layout)
    replaced = encode_record(replace(record, aliases=aliases)) if is_owner else b""
    kept = keep_record(replaced, layout.seat_count) if is_owner else KeptRecord()
    return msgspec.msgpack.encode(
        CheckedAliases(replaced, encode_aliases(aliases), alias_names(aliases), kept)
    )


def keep_stored_record(document: bytes, compiled: bytes) -> bytes:
    """Returns a stored record as its version is kept."""
    return msgspec.msgpack.encode(keep_record(document, layout_of(compiled, document).seat_count))


def test_seat_keys(body: bytes, document: bytes, compiled: bytes, grantee_aliases: bytes) -> bytes:
    """Returns the result of testSeatKeys as JSON."""
    sent = _decode_body(body, SeatKeysTestRequest)
    is_out_of_time = processor_deadline(BUDGET_SECONDS)
    record, layout = _record_and_layout(document, compiled, grantee_aliases)
    trial = _trial_layout(layout, sent.rules)
    rules.check_trial_rules(sent.aliases, sent.rules.seat_keys, trial)
    aliases = record.aliases if sent.aliases is UNSET else sent.aliases
    seat_keys = record.rules.seat_keys if sent.rules.seat_keys is UNSET else sent.rules.seat_keys
    try:
        result = dry_run(
            section_names(trial, aliases, record.translations),
            seat_keys.rules,
            [rules.to_resolver_label(label) for label in sent.labels],
            sent.expect,
            rules.resolver_for(record.rules.seat_keys.rules, layout, record.aliases, record.translations),
            is_out_of_time,
            trial.index_refs().find,
        )
    except TimeLimitExceeded:
        raise too_many_labels() from None
    return encode(result)


def suggest_seat_keys(body: bytes, document: bytes, compiled: bytes, grantee_aliases: bytes) -> bytes:
    """Returns the result of suggestSeatKeys as JSON."""
    sent = _decode_body(body, SuggestSeatKeysRequest)
    is_out_of_time = processor_deadline(BUDGET_SECONDS)
    record, layout = _record_and_layout(document, compiled, grantee_aliases)
    trial = _trial_layout(layout, sent.rules)
    rules.check_trial_rules(UNSET, sent.rules.seat_keys, trial)
    seat_keys = record.rules.seat_keys if sent.rules.seat_keys is UNSET else sent.rules.seat_keys
    check_judged_rules(seat_keys, sent.judge, trial)
    cases = suggestion_cases(sent.labels, seat_keys, trial)
    names = section_names(trial, record.aliases, record.translations)
    seat_with_ref = trial.index_refs().find
    try:
        judge = Judge(names, seat_keys.rules, cases, is_out_of_time, seat_with_ref)
        results = judge.outcomes(len(sent.labels))
        found = (
            [found for found, _ in judge.verdicts(sent.judge)]
            if sent.judge
            else suggested_rules(names, seat_keys.rules, cases, is_out_of_time, seat_with_ref)
        )
    except TimeLimitExceeded:
        raise too_many_labels() from None
    data = [without_examples(each, len(sent.labels)) for each in found]
    return encode(SuggestionList(data=data, results=results))


def learn_seat_keys(body: bytes, document: bytes, compiled: bytes, grantee_aliases: bytes) -> bytes:
    """Returns the result of learnSeatKeys as JSON."""
    sent = _decode_body(body, LearnSeatKeysRequest)
    is_out_of_time = processor_deadline(BUDGET_SECONDS)
    is_over = processor_deadline(SEARCH_SECONDS)
    record, layout = _record_and_layout(document, compiled, grantee_aliases)
    trial = _trial_layout(layout, sent.rules)
    rules.check_trial_rules(UNSET, sent.rules.seat_keys, trial)
    seat_keys = record.rules.seat_keys if sent.rules.seat_keys is UNSET else sent.rules.seat_keys
    names = section_names(trial, record.aliases, record.translations)
    seat_with_ref = trial.index_refs().find
    groups = [
        SampleGroup(group.lines, tuple(sample_case(sample, trial) for sample in group.labels))
        for group in sent.groups
    ]
    if sent.examples:
        cases = [sample_case(sample, trial) for sample in sent.examples]
        checked = checked_examples(names, seat_keys.rules, groups, cases, seat_with_ref)
        return encode(LearnedRules(examples=checked))
    try:
        learning = Learning(
            names, seat_keys.rules, groups, example_cases(seat_keys), is_out_of_time, seat_with_ref
        )
    except TimeLimitExceeded:
        raise too_many_labels("/groups") from None
    found = LearnedRules(
        data=learning.proposals(frozenset(sent.left_out), is_over),
        groups=learning.tried_groups(),
        summary=learning.summary(unknown_seats(sent.groups, groups)),
    )
    return encode(found)


def count_seats(document: bytes) -> bytes:
    """Returns the number of seats of a record whose layout is stored in an outdated format."""
    return str(layout_of(b"", document).seat_count).encode()


def too_many_labels(pointer: str = "/labels") -> ValidationFailed:
    """Creates the problem of a dry run that takes too long."""
    detail = f"take longer than {BUDGET_SECONDS} seconds with these rules; send fewer at a time"
    return ValidationFailed.of(Fault(pointer=pointer, detail=detail))


def alias_names(aliases: Iterable[Alias]) -> tuple[str, ...]:
    """Returns the names of the venue itself among aliases, folded."""
    return tuple({folded(alias.name): None for alias in aliases if alias.section is UNSET})


def check_decoded(
    sent: VenueRecord,
    replaced: rules.ReplacedRecord = rules.NO_RECORD,
    tenant_id: TenantId | None = None,
) -> CheckedRecord:
    """Checks a record as a whole, and compiles its layout."""
    record = VenueRecord(**{name: getattr(sent, name) for name in VenueRecord.__struct_fields__})
    owner = None if tenant_id is None else str(tenant_id)
    try:
        layout = rules.check_and_compile(record, replaced)
    except ValidationFailed as refusal:
        return CheckedRecord(owner, refusal.errors, "", b"", b"", ())
    document = encode_record(record)
    return CheckedRecord(
        owner,
        (),
        str(record.name),
        document,
        serialization.to_bytes(layout),
        alias_names(record.aliases),
        keep_record(document, layout.seat_count),
        record_warnings(record, layout),
    )


def _decode_service_members(encoded: bytes) -> rules.ServiceMembers:
    return msgspec.msgpack.decode(encoded, type=rules.ServiceMembers, dec_hook=trusted_text)


def _decode_body(body: bytes, type_: type[T]) -> T:
    return decode(read_object(body), type_)


_BODIES: dict[str, type[object]] = {
    type_.__name__: type_
    for type_ in (
        ReplaceVenueRequest,
        ReplaceAliasesRequest,
        SeatKeysTestRequest,
        SuggestSeatKeysRequest,
        LearnSeatKeysRequest,
    )
}


def _record_and_layout(
    document: bytes, compiled: bytes, grantee_aliases: bytes
) -> tuple[VenueRecord, CompiledLayout]:
    """Returns a stored record, with the aliases of the grantee that asks in place of the owner's."""
    record = decode_record(document)
    if grantee_aliases:
        record = replace(record, aliases=decode_aliases(grantee_aliases))
    return record, layout_of(compiled, document)


def layout_of(compiled: bytes, document: bytes | str) -> CompiledLayout:
    """Returns the stored compiled layout; compiles it again if its format is outdated."""
    try:
        return serialization.from_bytes(compiled)
    except serialization.OutdatedFormat:
        return rules.compile_or_refuse(decode_record(document).rules.layout, "/rules/layout")


def _trial_layout(layout: CompiledLayout, trial: TriedRules) -> CompiledLayout:
    return layout if trial.layout is UNSET else rules.compile_or_refuse(trial.layout, "/rules/layout")


def copied_record(document: bytes, name: bytes) -> bytes:
    """Returns the record of a copy, as JSON: with another name, and without the names of the venue itself,
    which its tenant has already. Names of sections and rows stay."""
    members = decode_members(document)
    aliases = [alias for alias in decode_aliases(members.aliases) if alias.section is not UNSET]
    copied = replace(
        members, name=msgspec.Raw(encode(name.decode())), aliases=msgspec.Raw(encode_aliases(aliases))
    )
    return encode(copied)
