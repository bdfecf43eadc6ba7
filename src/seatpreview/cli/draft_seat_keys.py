"""The label rules of a venue's draft, to which accepted rules and examples are added."""

import copy
from collections.abc import Sequence
from typing import Any

import msgspec

from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import record_of
from seatpreview.labels.label_rules import Rule
from seatpreview.problems import Conflict, NotFound, PreconditionFailed
from seatpreview.publishing.draft_model import Draft
from seatpreview.results import encode
from seatpreview.values.command_error import CommandError

Members = dict[str, Any]


class DraftSeatKeys:
    """The rules that are tried: those of the draft, or else the published ones, and the accepted rules."""

    def __init__(self, published: Members, draft: Draft | None) -> None:
        self.draft = draft
        self._record = published if draft is None else draft.record
        self._layout = _layout(self._record) if _layout(self._record) != _layout(published) else None
        self.accepted: list[Rule] = []
        self.examples: list[Members] = []
        seat_keys_in(self._record)

    def tried(self, more: Sequence[Rule] = ()) -> Members:
        """Returns the member `rules` of a request that tries the accepted rules, and more."""
        seat_keys = seat_keys_in(self._record)
        rules = [*seat_keys["rules"], *map(_as_json, (*self.accepted, *more))]
        tried: Members = {"seatKeys": {"rules": rules, "examples": seat_keys["examples"]}}
        return tried if self._layout is None else tried | {"layout": self._layout}

    def added_to(self, record: Members) -> Members:
        """Returns a record with the accepted rules and examples, which it may have already."""
        changed = copy.deepcopy(record)
        seat_keys = seat_keys_in(changed)
        for member, added in (("rules", map(_as_json, self.accepted)), ("examples", self.examples)):
            seat_keys[member] = [
                *seat_keys[member],
                *(each for each in added if each not in seat_keys[member]),
            ]
        changed.setdefault("rules", {})["seatKeys"] = seat_keys
        return changed


async def read_draft(client: LocalClient, venue_id: str) -> DraftSeatKeys:
    """Reads the draft of a venue, and its published record."""
    published = record_of(await client.call("getVenue", venue_id))
    return DraftSeatKeys(published, await _draft(client, venue_id))


async def save_to_draft(client: LocalClient, venue_id: str, learned: DraftSeatKeys) -> Draft:
    """Adds what was accepted to the draft as it is now: what others saved in it meanwhile stays. Without a
    draft, one is begun. Tries once more if somebody saves at the same moment."""
    for is_last_attempt in (False, True):
        draft = await _draft(client, venue_id)
        record = record_of(await client.call("getVenue", venue_id)) if draft is None else draft.record
        condition = None if draft is None else draft.etag
        body = learned.added_to(record)
        try:
            saved: Draft = await client.call("putDraft", venue_id, query={}, body=body, if_match=condition)
            return saved
        except (Conflict, PreconditionFailed):
            if is_last_attempt:
                raise
    raise AssertionError("The last attempt returns or raises.")


def seat_keys_in(record: Members) -> Members:
    """Returns rules and examples of a record. A draft may have anything in their place."""
    rules = record.get("rules", {})
    seat_keys = rules.get("seatKeys", {}) if isinstance(rules, dict) else None
    found: Members = {"rules": [], "examples": []} | (
        seat_keys if isinstance(seat_keys, dict) else {"rules": None}
    )
    if not isinstance(found["rules"], list) or not isinstance(found["examples"], list):
        raise CommandError("The draft of the venue has faults in rules.seatKeys: mend or delete it first.")
    return found


async def _draft(client: LocalClient, venue_id: str) -> Draft | None:
    try:
        draft: Draft = await client.call("getDraft", venue_id)
    except NotFound:
        return None
    return draft


def _layout(record: Members) -> object:
    rules = record.get("rules")
    return rules.get("layout") if isinstance(rules, dict) else None


def _as_json(rule: Rule) -> Members:
    members: Members = msgspec.json.decode(encode(rule))
    return members
