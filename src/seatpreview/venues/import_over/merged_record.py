"""Imports a plan over the record of a venue: what can be kept is kept, and the rest is listed.

Images, aliases, label rules, ads and translations follow the sections, rows and seats that they are about.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.imports.model import ReportItem
from seatpreview.labels.label_rules import Example, MapTo, Rule, SeatKeys
from seatpreview.labels.text.spelling import folded
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.layouts.model import NO_ROW, PlaceName
from seatpreview.problems import ValidationFailed
from seatpreview.venues import rules
from seatpreview.venues.import_over.merge_notes import MergeNotes
from seatpreview.venues.import_over.merged_layout import merged_layout
from seatpreview.venues.import_over.merged_sections import is_drawn
from seatpreview.venues.import_over.plan_alignment import Alignment
from seatpreview.venues.import_over.shared_places import SharedPlaces
from seatpreview.venues.model import (
    Ad,
    Alias,
    Covers,
    Image,
    ImagerySet,
    VenueRecord,
    VenueRules,
)
from seatpreview.venues.translations import Translation

T = TypeVar("T")
_ROUNDS_MAX = 4


class MergedRecord(NamedTuple):
    """A record with an imported plan and what was kept of the venue."""

    record: VenueRecord
    layout: CompiledLayout
    kept: tuple[ReportItem, ...]
    changed: tuple[ReportItem, ...]
    not_kept: tuple[ReportItem, ...]
    is_placed: bool
    """Whether the venue says where the plan lies: how it is turned and scaled, and which side is left."""


def import_over(
    before: VenueRecord,
    before_layout: CompiledLayout,
    imported: VenueRecord,
    imported_layout: CompiledLayout,
    *,
    is_turned_by_hand: bool = False,
) -> MergedRecord:
    """Returns the record of a venue with the plan of an imported record, which has the seats of the plan and
    everything of the venue that is about sections, rows and seats that are still there.

    With `is_turned_by_hand`, somebody has said how the plan is to be turned, mirrored or scaled, and it is
    not brought back to how the venue is. Raises ValidationFailed if no valid record can be made of both.
    """
    notes = MergeNotes()
    forth = SharedPlaces(before_layout, imported_layout)
    layout, alignment = merged_layout(
        before.rules.layout,
        before_layout,
        imported.rules.layout,
        imported_layout,
        forth,
        notes,
        is_turned_by_hand=is_turned_by_hand,
    )
    references = _References(forth, alignment, notes)
    record = replace(
        before,
        aliases=references.aliases(before.aliases),
        imagery_sets=tuple(map(references.imagery_set, before.imagery_sets)),
        rules=VenueRules(
            layout=layout,
            seat_keys=references.seat_keys(before.rules.seat_keys, imported.rules.seat_keys),
        ),
        ads=tuple(references.ads(before.ads)),
        translations={
            language: references.translation(language, names)
            for language, names in before.translations.items()
        },
    )
    checked, compiled = _without_faults(record, notes)
    is_placed = alignment is not None and is_drawn(before_layout)
    return MergedRecord(checked, compiled, *notes.lists(), is_placed=is_placed)


class _References:
    """Moves what a record says about places to where these places are in the new plan."""

    def __init__(self, forth: SharedPlaces, alignment: Alignment | None, notes: MergeNotes) -> None:
        self._forth, self._alignment = forth, alignment
        self._kept, self._not_kept = notes.kept, notes.not_kept

    def aliases(self, aliases: tuple[Alias, ...]) -> tuple[Alias, ...]:
        """Returns the aliases of the venue, and of sections and rows that are still there."""
        kept: dict[tuple[str, str], Alias] = {}
        for alias in aliases:
            moved = self._alias(alias)
            if moved is None:
                self._not_kept.add("Aliases of sections and rows that the file does not have.", alias.name)
                continue
            scope = f"row {moved.section}" if moved.row is not UNSET else str(moved.section is UNSET)
            if (scope, folded(alias.name)) in kept:
                self._not_kept.add("Aliases of places that are one in the file.", alias.name)
                continue
            kept[scope, folded(alias.name)] = moved
            self._kept.add("Aliases.", alias.name)
        return tuple(kept.values())

    def _alias(self, alias: Alias) -> Alias | None:
        if alias.section is UNSET:
            return alias
        if alias.row is not UNSET:
            place = self._forth.rows.get((str(alias.section), str(alias.row)))
            return (
                None
                if place is None
                else replace(alias, section=PlaceName(place[0]), row=PlaceName(place[1]))
            )
        section = self._forth.sections.get(str(alias.section))
        return None if section is None else replace(alias, section=PlaceName(section))

    def imagery_set(self, images: ImagerySet) -> ImagerySet:
        """Returns the images that cover something that is still there."""
        return replace(images, images=tuple(self._images(images.images)))

    def _images(self, images: tuple[Image, ...]) -> Iterator[Image]:
        for image in images:
            name = str(image.url if image.object is UNSET else image.object)
            covers = self._covers(image.covers, name)
            if covers is None:
                self._not_kept.add("Images of seats that the file does not have.", name)
                continue
            self._kept.add("Images, with the seats that they cover.", name)
            pose = image.pose
            if self._alignment is None and pose is not UNSET and (pose.x, pose.y) != (UNSET, UNSET):
                self._not_kept.add("Positions of cameras: the plan was drawn anew.", name)
                pose = replace(pose, x=UNSET, y=UNSET, z=UNSET)
            yield replace(image, covers=covers, pose=pose)

    def _covers(self, covers: Covers, name: str) -> Covers | None:
        """Returns what an image still covers; None if that is nothing."""
        if covers.section is UNSET:
            return covers
        own, forth = str(covers.section), self._forth
        section = forth.sections.get(own)
        if covers.seats:
            return self._covered_seats(covers, own, name)
        if not covers.rows:
            return None if section is None else replace(covers, section=PlaceName(section))
        found = [forth.rows.get((own, str(row))) for row in covers.rows]
        sections = {place[0] for place in found if place is not None}
        target = section if section in sections else next(iter(sections), None)
        rows = [place[1] for place in found if place is not None and place[0] == target]
        if not rows or target is None:
            return None
        for row, place in zip(covers.rows, found, strict=True):
            if place is None or place[0] != target:
                self._not_kept.add(_UNCOVERED, f"{name}: {own} {row}")
        return replace(covers, section=PlaceName(target), rows=tuple(map(PlaceName, dict.fromkeys(rows))))

    def _covered_seats(self, covers: Covers, own: str, name: str) -> Covers | None:
        row = str(covers.rows[0]) if covers.rows else NO_ROW
        found = [self._forth.seat(own, row, str(seat)) for seat in covers.seats]
        there = next(((key.section, key.row) for key in found if key is not None), None)
        if there is None:
            return None
        for seat, key in zip(covers.seats, found, strict=True):
            if key is None or (key.section, key.row) != there:
                self._not_kept.add(_UNCOVERED, f"{name}: {own} {row} {seat}")
        seats = [PlaceName(key.seat) for key in found if key is not None and (key.section, key.row) == there]
        rows = (PlaceName(there[1]),) if there[1] != NO_ROW else ()
        return Covers(section=PlaceName(there[0]), rows=rows, seats=tuple(seats))

    def seat_keys(self, own: SeatKeys, imported: SeatKeys) -> SeatKeys:
        """Returns the label rules of the venue, and behind them those of the import that it does not have."""
        kept: list[Rule] = []
        for rule in own.rules:
            moved = self._rule(rule)
            if moved is None:
                self._not_kept.add("Label rules for sections that the file does not have.", _text_of(rule))
            else:
                self._kept.add("Label rules.", _text_of(rule))
                kept.append(moved)
        added = [rule for rule in imported.rules if rule not in kept]
        merged = replace(own, rules=(*kept, *added), examples=tuple(self._examples(own.examples)))
        # A default is left out of JSON by its identity.
        return own if merged == own else merged

    def _rule(self, rule: Rule) -> Rule | None:
        if not isinstance(rule, MapTo):
            return rule
        section = self._forth.sections.get(str(rule.section))
        return None if section is None else replace(rule, section=section)

    def _examples(self, examples: tuple[Example, ...]) -> Iterator[Example]:
        for example in examples:
            expected = example.expect
            if isinstance(expected, str):
                expected = self._key(expected)
            elif expected is not None:
                moved = [self._key(key) for key in expected]
                expected = None if None in moved else tuple(key for key in moved if key is not None)
            if expected is None and example.expect is not None:
                self._not_kept.add(_LOST_EXAMPLES, _text_of(example))
                continue
            yield replace(example, expect=expected)

    def _key(self, key: str) -> str | None:
        """Returns the key of a place in the new plan: of a section, a row or a seat."""
        parts = key.split("/")
        if len(parts) == 1:
            return self._forth.sections.get(key)
        if len(parts) == 2:
            place = self._forth.rows.get((parts[0], parts[1]))
            return None if place is None else "/".join(place)
        seat = self._forth.seat(parts[0], parts[1], "/".join(parts[2:]))
        return None if seat is None else str(seat)

    def ads(self, ads: tuple[Ad, ...]) -> Iterator[Ad]:
        """Yields the ads. One that was for sections that are all gone would be shown everywhere, and is left
        out."""
        for ad in ads:
            there = [self._forth.sections.get(str(section)) for section in ad.sections]
            sections = tuple(PlaceName(section) for section in dict.fromkeys(there) if section is not None)
            if ad.sections and not sections:
                self._not_kept.add("Ads for sections that the file does not have.", str(ad.id))
                continue
            self._kept.add("Ads.", str(ad.id))
            yield replace(ad, sections=sections)

    def translation(self, language: str, names: Translation) -> Translation:
        """Returns the translated names of what is still there."""
        sections = {}
        for section, name in names.sections.items():
            there = self._forth.sections.get(section)
            if there is None:
                self._not_kept.add(_LOST_NAMES, f"{language}: {name}")
            else:
                sections[there] = name
        return replace(names, sections=sections)


_UNCOVERED = "Rows and seats that an image covered and the file does not have."
_LOST_EXAMPLES = "Examples of labels whose seats the file does not have."
_LOST_NAMES = "Translated names of places that the file does not have."


def _text_of(part: object) -> str:
    """Returns the words of a label rule or an example by which somebody knows it."""
    for name in ("name", "pattern", "words", "label"):
        value = getattr(part, name, None)
        if value is not None:
            return value if isinstance(value, str) else str(value)
    return ""


_FAULTY_MEMBER = re.compile(
    r"/(aliases|ads|imagerySets/\d+/images|rules/seatKeys/rules|rules/seatKeys/examples)/(\d+)"
)
_FAULTY_NAME = re.compile(r"/translations/([^/]+)/(sections|levels)/(.+)")


def _without_faults(record: VenueRecord, notes: MergeNotes) -> tuple[VenueRecord, CompiledLayout]:
    """Returns the record without members that do not fit the new plan, which are listed. An example of a
    label that resolves to another seat now is one of them."""
    for _ in range(_ROUNDS_MAX):
        try:
            return record, rules.check_and_compile(record)
        except ValidationFailed as refusal:
            pointers = [fault.pointer or "" for fault in refusal.errors]
        repaired = _without_members(record, pointers, notes)
        if repaired == record:
            break
        record = repaired
    return record, rules.check_and_compile(record)


def _without_members(record: VenueRecord, pointers: list[str], notes: MergeNotes) -> VenueRecord:
    found: dict[str, set[int]] = {}
    for pointer in pointers:
        match = _FAULTY_MEMBER.match(pointer)
        if match is not None:
            found.setdefault(match[1], set()).add(int(match[2]))

    def fitting(listed: tuple[T, ...], member: str, sentence: str) -> tuple[T, ...]:
        for index in sorted(found.get(member, ())):
            notes.not_kept.add(sentence, _text_of(listed[index]))
        return tuple(each for index, each in enumerate(listed) if index not in found.get(member, ()))

    seat_keys = record.rules.seat_keys
    labels = replace(
        seat_keys,
        rules=fitting(seat_keys.rules, "rules/seatKeys/rules", "Label rules that do not fit the file."),
        examples=fitting(
            seat_keys.examples,
            "rules/seatKeys/examples",
            "Examples of labels that lead to another seat in the file.",
        ),
    )
    images = tuple(
        replace(
            each,
            images=fitting(each.images, f"imagerySets/{number}/images", "Images that do not fit the file."),
        )
        for number, each in enumerate(record.imagery_sets)
    )
    return replace(
        record,
        aliases=fitting(record.aliases, "aliases", "Aliases that do not fit the file."),
        ads=fitting(record.ads, "ads", "Ads that do not fit the file."),
        imagery_sets=images,
        rules=replace(record.rules, seat_keys=labels),
        translations=_fitting_translations(record, pointers, notes),
    )


def _fitting_translations(
    record: VenueRecord, pointers: list[str], notes: MergeNotes
) -> dict[str, Translation]:
    translations = dict(record.translations)
    for match in filter(None, map(_FAULTY_NAME.fullmatch, pointers)):
        language, member, key = match[1], match[2], match[3].replace("~1", "/").replace("~0", "~")
        names = dict(getattr(translations[language], member))
        notes.not_kept.add(_LOST_NAMES, f"{language}: {names.pop(key, key)}")
        translations[language] = replace(translations[language], **{member: names})
    return translations
