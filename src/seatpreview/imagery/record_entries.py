"""Enters images into an imagery set of a venue's record, which is handled as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from seatpreview.imagery.filename_pattern import Coverage
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import PlaceName
from seatpreview.values.command_error import EXIT_USAGE, CommandError

Record = dict[str, Any]
"""A venue's record, or an object within it, as JSON."""


class TargetSet(NamedTuple):
    """The imagery set that images are entered into. None means as the set has it already."""

    id: str
    kind: str | None
    configuration: str | None


def check_target(target: TargetSet, record: Record, layout: CompiledLayout) -> None:
    """Refuses a set that cannot be used before anything is uploaded. The record may get the empty set."""
    try:
        PlaceName.parse(target.id)
    except ValueError as refusal:
        raise CommandError(f"The set's id {refusal}.", exit_code=EXIT_USAGE) from refusal
    if target.configuration is not None and target.configuration not in layout.configurations:
        raise CommandError(f"The layout has no configuration '{target.configuration}'.", exit_code=EXIT_USAGE)
    find_or_add_set(record, target)


def find_or_add_set(record: Record, target: TargetSet) -> Record:
    """Returns the imagery set of the record, which is added if it is missing. Refuses one of another kind."""
    sets: list[Record] = record.setdefault("imagerySets", [])
    imagery_set = next((each for each in sets if each["id"] == target.id), None)
    if imagery_set is None:
        imagery_set = {"id": target.id, "kind": target.kind or "photo"}
        imagery_set |= {} if target.configuration is None else {"configuration": target.configuration}
        sets.append(imagery_set)
    for name, value in (("kind", target.kind), ("configuration", target.configuration)):
        if value is not None and imagery_set.get(name) != value:
            has = f"has the {name} '{imagery_set[name]}'" if name in imagery_set else f"is for every {name}"
            raise CommandError(f"The set '{target.id}' {has}: name another set.", exit_code=EXIT_USAGE)
    return imagery_set


def add_images(record: Record, target: TargetSet, images: Mapping[str, Coverage]) -> Record:
    """Adds images to a set of the record, by object name. An entry that exists keeps all but its `covers`."""
    if not images:
        return record
    entries: list[Record] = find_or_add_set(record, target).setdefault("images", [])
    by_object = {entry.get("object"): entry for entry in entries}
    for name, coverage in images.items():
        entry = by_object.get(name)
        if entry is None:
            entry = {"object": name}
            entries.append(entry)
        entry.pop("covers", None)
        entry |= {"covers": coverage.covers} if coverage.covers else {}
    return record


def put_images(record: Record, target: TargetSet, new: Sequence[Record], attribution: str) -> Record:
    """Puts whole entries into a set of the record, in place of those with the same name. The attribution is
    for a set that is created."""
    is_new = all(each["id"] != target.id for each in record.get("imagerySets", ()))
    imagery_set = find_or_add_set(record, target)
    if is_new:
        imagery_set["attribution"] = attribution
    entries: list[Record] = imagery_set.setdefault("images", [])
    numbers = {entry.get("object"): number for number, entry in enumerate(entries)}
    for entry in new:
        if entry["object"] in numbers:
            entries[numbers[entry["object"]]] = entry
        else:
            entries.append(entry)
    return record
