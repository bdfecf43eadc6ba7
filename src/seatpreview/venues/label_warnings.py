"""Finds names of a record that, printed on a ticket, would not lead to their own place. Pure.

The work is counted in steps, like that of the resolver, and ends when they are used up. So the same record
gets the same warnings, however busy the machine is.
"""

import hashlib
import importlib.metadata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Resolution, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.step_budget import LABEL_STEPS_MAX, Steps
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.layouts.model import SectionRule
from seatpreview.venues.label_warnings_model import (
    NO_WARNINGS,
    WARNINGS_LISTED_MAX,
    FoundWarnings,
    LabelWarning,
)
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.own_labels import OwnLabel, SeriesPlace, own_labels, series_places
from seatpreview.venues.rules import resolver_for
from seatpreview.venues.warning_reasons import Namesake, reason_for

RECORD_STEPS_MAX = 500_000_000
"""The most steps for the names of one record. They take five seconds at worst, by label rules that are made
to be slow. 1,200 ordinary sections take 20 million steps, and a fifth of a second."""
_STEPS_OF_A_LABEL = 3000
"""What any label takes, besides the steps that the resolver counts."""
_STEPS_OF_A_ROW = 300


def label_warnings(
    record: VenueRecord, layout: CompiledLayout, steps_max: int = RECORD_STEPS_MAX
) -> FoundWarnings:
    """Resolves the names and ids of all sections, and the names with one row and seat of each series.
    Returns those that do not lead to their own place, each label once."""
    if not layout.sections:
        return NO_WARNINGS
    tried = _Tried(record, layout, steps_max)
    found: dict[str, _Astray] = {}
    not_checked = 0
    for pointers, section in _with_pointers(record.rules.layout.sections, layout.sections):
        if tried.steps_left <= 0:
            not_checked += 1
            continue
        for astray in tried.astray(section, pointers):
            found.setdefault(astray.label.text, astray)
    listed = islice(found.values(), WARNINGS_LISTED_MAX)
    return FoundWarnings(
        warnings=tuple(_warning(astray, layout) for astray in listed),
        warnings_count=len(found),
        sections_not_checked=not_checked,
    )


def names_id(record: VenueRecord) -> str:
    """Returns an id of everything that the warnings about a record depend on: its names and label rules, and
    the release of the service. Where sections are and what is seen from them is not part of it."""
    sections = [
        replace(rule, geometry=None, category=None, properties=()) for rule in record.rules.layout.sections
    ]
    names = (sections, record.aliases, record.rules.seat_keys.rules, record.translations)
    digest = hashlib.blake2b(importlib.metadata.version("seatpreview").encode(), digest_size=16)
    digest.update(msgspec.json.encode(names, enc_hook=str))
    return digest.hexdigest()


class _Pointers(NamedTuple):
    """Where the record names a section, and its rows."""

    name: str
    id: str
    rows: str


class _Astray(NamedTuple):
    """A label that does not lead to its own place."""

    label: OwnLabel
    section: Section
    pointer: str
    resolution: Resolution
    namesake: Namesake | None


def _warning(astray: _Astray, layout: CompiledLayout) -> LabelWarning:
    place = astray.resolution.seat
    return LabelWarning(
        pointer=astray.pointer,
        label=astray.label.text,
        resolved_to=None if place is None else place.key,
        reason=reason_for(astray.label, astray.section, astray.resolution, layout, astray.namesake),
    )


class _Tried:
    """Tries the labels of a record, and counts the steps."""

    def __init__(self, record: VenueRecord, layout: CompiledLayout, steps_max: int) -> None:
        rules = record.rules.seat_keys.rules
        self._resolver: Resolver = resolver_for(rules, layout, record.aliases, record.translations)
        self._readings = Readings(READINGS_MAX)
        self._resolutions: dict[str, Resolution] = {}
        self._places: dict[int, tuple[SeriesPlace, ...]] = {}
        self._namesakes = _namesakes(layout.sections)
        self.steps_left = steps_max

    def astray(self, section: Section, pointers: _Pointers) -> Iterator[_Astray]:
        """Yields each label of the section that leads elsewhere or nowhere."""
        namesake = self._namesake_of(section)
        said_name = section.name if namesake is None else namesake.with_level
        labels = list(own_labels(section, said_name, self._places_of(section)))
        astray = [label for label in labels if not self._comes_back(label)]
        is_about_rows = all(label.names == "seat" for label in astray) and len(astray) < len(labels) - 2
        for label in astray:
            named = pointers.id if label.names == "id" else pointers.name
            pointer = pointers.rows if is_about_rows else named
            yield _Astray(label, section, pointer, self._resolve(label.text), namesake)

    def _namesake_of(self, section: Section) -> Namesake | None:
        """Returns another section with the same name, and whether the level tells the two apart."""
        named = self._namesakes[_folded(section.name)]
        other = next((each for each in named if each is not section), None)
        if other is None:
            return None
        with_level = f"{section.level} {section.name}".strip()
        told_apart = self._comes_back(OwnLabel(with_level, section.id, "name"))
        return Namesake(other, with_level, told_apart)

    def _places_of(self, section: Section) -> tuple[SeriesPlace, ...]:
        plan = id(section.plan)
        if plan not in self._places:
            self.steps_left -= _STEPS_OF_A_ROW * len(section.rows)
            self._places[plan] = series_places(section.plan)
        return self._places[plan]

    def _comes_back(self, label: OwnLabel) -> bool:
        return matched_keys(self._resolve(label.text)) == (label.key,)

    def _resolve(self, label: str) -> Resolution:
        """Resolves a label as a preview does: an answer below the minimum confidence is none."""
        known = self._resolutions.get(label)
        if known is not None:
            return known
        steps = Steps()
        resolution = with_minimum(self._resolver.resolve(label, self._readings, steps=steps))
        self.steps_left -= _STEPS_OF_A_LABEL + LABEL_STEPS_MAX - steps.left
        self._resolutions[label] = resolution
        return resolution


def _with_pointers(
    rules: Sequence[SectionRule], sections: Sequence[Section]
) -> Iterator[tuple[_Pointers, Section]]:
    """Yields the sections with pointers into the rules that they are from. The first of each rule has the
    ordinal 0."""
    pointers = [_pointers_of(rule, f"/rules/layout/sections/{n}") for n, rule in enumerate(rules)]
    number = -1
    for section in sections:
        number += section.ordinal == 0
        yield pointers[number], section


def _pointers_of(rule: SectionRule, path: str) -> _Pointers:
    own_id = f"{path}/id" if rule.ids is None else f"{path}/ids"
    member = "positions" if rule.positions else "seats" if rule.rows == () else "rows"
    return _Pointers(own_id if rule.name is None else f"{path}/name", own_id, f"{path}/{member}")


def _namesakes(sections: Sequence[Section]) -> Mapping[str, list[Section]]:
    named: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        named[_folded(section.name)].append(section)
    return named


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
