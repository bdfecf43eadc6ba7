"""Computations on drafts: pure functions of bytes, which run in processes of their own.

A draft is as large as a record may be, and may have any fault. What a publish would refuse is found out when
the draft is saved, together with the layout by which it can be previewed.
"""

import hashlib
import json
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from seatpreview.decoding.inputs import decode
from seatpreview.decoding.json_object import read_object
from seatpreview.imports.plausibility import judge_layout
from seatpreview.layouts import serialization
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import BARE_HALL, Layout
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.venues import rules
from seatpreview.venues.computations import layout_of
from seatpreview.venues.label_warnings import names_id
from seatpreview.venues.model import ImageLinks, ReplaceVenueRequest, StoredWarnings, VenueRecord, VenueRules
from seatpreview.venues.record_codec import decode_members
from seatpreview.venues.record_warnings import record_warnings

FAULTS_LISTED_MAX = 100
"""The most faults of a draft that are stored and listed."""

_ROUNDS_MAX = 3
"""How often members with faults are left out until the rest can be previewed. A fault may hide others."""

_LAYOUT = "/rules/layout"
_SERVICE_MEMBERS = frozenset(ReplaceVenueRequest.__struct_encode_fields__).difference(
    VenueRecord.__struct_encode_fields__
)
"""The members that the service adds to a record. A venue that was read can be sent as it is."""

Members = dict[str, object]


class DraftSave(msgspec.Struct, frozen=True, array_like=True):
    """Who saves a draft, and what was noted about the saves before."""

    revision: int
    by: str
    at: int
    member_changes: str
    warnings: str = "{}"
    """The warnings about the draft as it was saved before, as JSON."""


class CheckedDraft(msgspec.Struct, frozen=True, array_like=True):
    """What the worker stores of a draft that was sent."""

    document: bytes
    """The record as it was sent, as JSON, without the members that the service adds to a record."""
    faults: tuple[Fault, ...]
    """What a publish would refuse; the first of them, if they are very many."""
    left_out: tuple[str, ...]
    """Pointers to the members that previews leave out because of their faults."""
    compiled_layout: bytes
    """Empty where the draft cannot be previewed."""
    member_changes: tuple["MemberChange", ...]
    warnings: bytes
    """The `StoredWarnings` about the part that can be previewed, as JSON."""


class MemberChange(msgspec.Struct, frozen=True, array_like=True):
    """When a member of a draft changed last, and to what."""

    pointer: str
    """Empty: members that a record does not have."""
    revision: int
    by: str
    at: int
    digest: str
    """The digest of the member's value; empty where the draft does not have it any more."""


def check_is_object(body: bytes) -> bytes:
    """Raises ValidationFailed for a body that is not a JSON object, and does nothing else."""
    read_object(body)
    return b""


def check_draft(body: bytes, published: bytes, compiled: bytes, save: bytes) -> bytes:
    """Checks a draft of the venue whose record is `published`, and notes what differs from the save before.
    Raises ValidationFailed only if the body is not a JSON object."""
    sent = {name: value for name, value in read_object(body).items() if name not in _SERVICE_MEMBERS}
    saved = msgspec.msgpack.decode(save, type=DraftSave)
    judge = _Judge(published, compiled)
    verdict = judge.verdict(sent)
    left_out, shown = ((), verdict) if not verdict.faults else judge.previewable(sent, verdict.faults)
    return msgspec.msgpack.encode(
        CheckedDraft(
            document=json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode(),
            faults=verdict.faults[:FAULTS_LISTED_MAX],
            left_out=left_out,
            compiled_layout=b"" if shown.layout is None else serialization.to_bytes(shown.layout),
            member_changes=tuple(_changes(sent, saved)),
            warnings=msgspec.json.encode(_warnings(shown, saved)),
        ),
        enc_hook=str,
    )


def shown_document(document: bytes, left_out: tuple[str, ...]) -> bytes:
    """Returns a draft without the members that previews leave out. Nothing else of it is decoded."""
    if not left_out:
        return document
    members = msgspec.json.decode(document, type=dict[str, msgspec.Raw])
    for pointer in left_out:
        name, _, inner = pointer.removeprefix("/").partition("/")
        if inner:
            parts = msgspec.json.decode(members[name], type=dict[str, msgspec.Raw])
            parts.pop(inner, None)
            members[name] = msgspec.Raw(msgspec.json.encode(parts))
        else:
            members.pop(_unescaped(name), None)
    return msgspec.json.encode(members)


class _Verdict(NamedTuple):
    """What a publish would say to a record. It has either faults, or the record and its layout."""

    faults: tuple[Fault, ...]
    record: VenueRecord | None = None
    layout: CompiledLayout | None = None


class _Judge:
    """Judges records as a publish does, with regard to the record that they would replace."""

    def __init__(self, published: bytes, compiled: bytes) -> None:
        self._image_links = msgspec.json.decode(decode_members(published).image_links, type=ImageLinks)
        self._published = published
        self._compiled = compiled

    def verdict(self, members: Members) -> _Verdict:
        """Returns all faults of a record, or its compiled layout."""
        try:
            record = decode(members, VenueRecord)
            if "imageLinks" not in members:
                record = replace(record, image_links=self._image_links)
            return _Verdict((), record, rules.check_and_compile(record, self._replaced(record)))
        except ValidationFailed as refusal:
            return _Verdict(refusal.errors)

    def previewable(self, members: Members, faults: tuple[Fault, ...]) -> tuple[tuple[str, ...], _Verdict]:
        """Returns which members have to be left out so that the rest can be previewed, and the rest; no
        layout where the name or the layout itself is at fault."""
        left_out: dict[str, None] = {}
        for _ in range(_ROUNDS_MAX):
            pointers = [_member_at_fault(fault) for fault in faults]
            if None in pointers:
                break
            left_out.update((pointer, None) for pointer in pointers if pointer is not None)
            verdict = self.verdict(_without(members, left_out))
            if verdict.layout is not None:
                return tuple(left_out), verdict
            faults = verdict.faults
        return (), _Verdict(faults)

    def _replaced(self, record: VenueRecord) -> rules.ReplacedRecord:
        keeps = any(each.id == BARE_HALL for each in record.rules.layout.configurations)
        stored = layout_of(self._compiled, self._published).configurations if keeps else ()
        return rules.ReplacedRecord(stored, self._image_links)


def _member_at_fault(fault: Fault) -> str | None:
    """Returns the pointer to the member that a preview can do without; None if it cannot."""
    _, top, *inner = [*(fault.pointer or "").split("/"), ""]
    if top in ("", "name") or (top == "rules" and inner[0] != "seatKeys"):
        return None
    return "/rules/seatKeys" if top == "rules" else f"/{top}"


def _without(members: Members, left_out: dict[str, None]) -> Members:
    kept = {name: value for name, value in members.items() if f"/{_escaped(name)}" not in left_out}
    own_rules = kept.get("rules")
    if "/rules/seatKeys" in left_out and isinstance(own_rules, dict):
        kept["rules"] = {name: value for name, value in own_rules.items() if name != "seatKeys"}
    return kept


def _warnings(shown: _Verdict, save: DraftSave) -> StoredWarnings:
    """Returns the warnings about a draft. Those about names are kept from the save before where no name has
    changed since: most saves are made while somebody moves or shapes things."""
    if shown.record is None or shown.layout is None:
        return StoredWarnings()
    before = msgspec.json.decode(save.warnings, type=StoredWarnings)
    own_id = names_id(shown.record)
    if before.names_id == own_id:
        return replace(before, findings=judge_layout(shown.layout))
    return StoredWarnings(**asdict(record_warnings(shown.record, shown.layout)), names_id=own_id)


def _changes(sent: Members, save: DraftSave) -> list[MemberChange]:
    """Returns when each member changed last. The digests of the save before stand for its content, so that no
    second record of this size is in memory."""
    noted = {each.pointer: each for each in msgspec.json.decode(save.member_changes, type=list[MemberChange])}
    digests = dict.fromkeys(noted, "") | {pointer: _digest(part) for pointer, part in _parts(sent).items()}
    for pointer, digest in digests.items():
        before = noted.get(pointer)
        if before is None or before.digest != digest:
            noted[pointer] = MemberChange(pointer, save.revision, save.by, save.at, digest)
    return sorted(noted.values(), key=lambda change: change.pointer)


def _digest(part: object) -> str:
    """Returns a digest that values have in common which differ in the order of members alone."""
    text = json.dumps(part, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


_TOP = VenueRecord.__struct_encode_fields__
_OF_RULES = VenueRules.__struct_encode_fields__
_OF_LAYOUT = Layout.__struct_encode_fields__


def _parts(members: Members) -> dict[str, object]:
    """Returns the members of a draft by their pointers, those of the layout one by one. What a record does
    not have is one part, so that the parts are few, whatever was sent."""
    parts = _split(members, _TOP, "")
    if isinstance(members.get("rules"), dict):
        parts |= _split(parts.pop("/rules"), _OF_RULES, "/rules")
        if isinstance(parts.get(_LAYOUT), dict):
            parts |= _split(parts.pop(_LAYOUT), _OF_LAYOUT, _LAYOUT)
    return parts


def _split(members: object, names: tuple[str, ...], pointer: str) -> dict[str, object]:
    if not isinstance(members, dict):
        return {pointer: members}
    parts: dict[str, object] = {f"{pointer}/{name}": members[name] for name in names if name in members}
    others = {name: value for name, value in members.items() if name not in names}
    return parts | ({pointer: others} if others else {})


def _escaped(name: str) -> str:
    """Writes the name of a member as a JSON Pointer has it (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")
