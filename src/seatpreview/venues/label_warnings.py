"""Finds names of a record that, printed on a ticket, would not lead to their own place. Pure.

The work is counted in steps, like that of the resolver, and ends when they are used up. So the same record
gets the same warnings, however busy the machine is.
"""

import hashlib
import importlib.metadata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from seatpreview.labels.matching.readings import READINGS_MAX, Readings
from seatpreview.labels.minimum_confidence import with_minimum
from seatpreview.labels.model import Place, Resolution, matched_keys, place_of
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.step_budget import LABEL_STEPS_MAX, Steps
from seatpreview.layouts.compiled import CompiledLayout, Row, Section, SectionPlan
from seatpreview.layouts.model import SectionRule
from seatpreview.layouts.series import NameFormat, runs_of
from seatpreview.venues.model import (
    NO_WARNINGS,
    WARNINGS_LISTED_MAX,
    FoundWarnings,
    LabelWarning,
    VenueRecord,
)
from seatpreview.venues.rules import resolver_for

RECORD_STEPS_MAX = 500_000_000
"""The most steps for the names of one record. They take five seconds at worst, by label rules that are made
to be slow. 1,200 ordinary sections take 20 million steps, and a fifth of a second."""
_STEPS_OF_A_LABEL = 3000
"""What any label takes, besides the steps that the resolver counts."""
_STEPS_OF_A_ROW = 300
SERIES_TRIED_MAX = 20
"""The most series of rows and seats of a section that are tried."""
_QUOTED_MAX = 3
_MARKERS = frozenset({"row", "seat"})
"""The words that stand before rows and seats in the labels that are tried."""


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


class OwnLabel(NamedTuple):
    """A label that is made of names of the record, and the key of the place that has these names."""

    text: str
    key: str
    names: Literal["name", "id", "seat"]
    """What the label consists of. `seat`: the name with a row, a seat or both."""


class Namesake(NamedTuple):
    """Another section with the same name, on another level."""

    section: Section
    with_level: str
    """The level and the name."""
    told_apart: bool
    """Whether a label with both leads to the section."""


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


class SeriesPlace(NamedTuple):
    """A row and a seat of a series. An empty row: the section has seats without rows."""

    row: str
    seat: str | None


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


def own_labels(section: Section, said_name: str, places: Sequence[SeriesPlace]) -> Iterator[OwnLabel]:
    """Yields the labels of a section. `said_name` is how tickets name it in front of a row and a seat."""
    yield OwnLabel(section.name, section.id, "name")
    yield OwnLabel(section.id, section.id, "id")
    for row, seat in places:
        text = said_name + (f" Row {row}" if row else "") + (f" Seat {seat}" if seat is not None else "")
        yield OwnLabel(text, place_of(section.id, row, seat).key, "seat")


def series_places(plan: SectionPlan) -> tuple[SeriesPlace, ...]:
    """Returns one row and seat of each series of a plan: of each run of row names, such as A to K, with each
    run of seat names that this row has, and of runs of seats that only other rows have."""
    rows = [plan.rows_by_id[next(iter(run))] for run in runs_of([row.id for row in plan.rows if row.id])]
    without_name = [row for row in plan.rows if not row.id]
    tried: dict[SeriesPlace, None] = {}
    seat_formats: set[NameFormat] = set()
    for row in (*without_name, *rows):
        for place, seat_format in _places_in(row):
            tried[place] = None
            seat_formats.update(() if seat_format is None else (seat_format,))
    for row in plan.rows:
        for place, seat_format in _places_in(row):
            if seat_format is not None and seat_format not in seat_formats:
                seat_formats.add(seat_format)
                tried[place] = None
    return tuple(islice(tried, SERIES_TRIED_MAX))


def _places_in(row: Row) -> Iterator[tuple[SeriesPlace, NameFormat | None]]:
    if row.seats is None:
        if row.id:
            yield SeriesPlace(row.id, None), None
        return
    for group in row.seats.groups:
        seat = next(iter(group.names), None)
        if seat is not None:
            yield SeriesPlace(row.id, seat), group.names.name_format


def reason_for(
    label: OwnLabel,
    section: Section,
    resolution: Resolution,
    layout: CompiledLayout,
    namesake: Namesake | None = None,
) -> str:
    """Returns a reason with a remedy, for people who know their venue and nothing of this service."""
    if resolution.rules:
        return _changed_by_rule(resolution)
    if resolution.seat is not None:
        return _led_to(label, section, resolution.seat, layout)
    if namesake is not None and label.names == "name":
        return _same_name(section, namesake)
    others = [place for place in resolution.alternatives if place.section != section.id]
    if others:
        return _could_be_others(section, others, layout)
    return _not_understood(label, section, layout)


def _changed_by_rule(resolution: Resolution) -> str:
    number = resolution.rules[-1] + 1
    does = "declines it" if resolution.seat is None and not resolution.alternatives else "changes it"
    return (
        f"Label rule {number} of the record {does}, so that it does not lead to this section. Change that "
        "rule, or give the section another name."
    )


def _led_to(label: OwnLabel, section: Section, place: Place, layout: CompiledLayout) -> str:
    if place.section != section.id:
        if place.key == label.text:
            return (
                f"'{place.key}' is also the id of another section, {_named(place, layout)}, and an id is "
                "looked for before a name. Give one of the two another name or id."
            )
        return (
            f"It leads to another section, {_named(place, layout)}. Give one of the two another name, or "
            f"{_map_rule(section)}."
        )
    if place.row is None:
        return (
            "Only the section is found by it, without the row and the seat. Give the row or the seat another "
            "name, or the section a name without numbers and without words such as 'row' and 'seat'."
        )
    return (
        f"It leads to another place of the section, {place.key}. Give the section a name without numbers and "
        f"without words such as 'row' and 'seat', or {_map_rule(section)}."
    )


def _same_name(section: Section, namesake: Namesake) -> str:
    other = namesake.section
    where = f" on the level '{other.level}'" if other.level else ""
    start = f"Another section{where}, with the id '{other.id}', has the same name."
    if namesake.told_apart:
        return (
            f"{start} Labels with the level, such as '{namesake.with_level}', are told apart. If your "
            "tickets do not print the level, give one of the two another name."
        )
    return f"{start} Give one of the two another name."


def _could_be_others(section: Section, others: Sequence[Place], layout: CompiledLayout) -> str:
    named = list(dict.fromkeys(_named(place, layout) for place in others))
    listed = ", ".join(named[:_QUOTED_MAX])
    more = f" or one of {len(named) - _QUOTED_MAX} more" if len(named) > _QUOTED_MAX else ""
    return (
        f"It could also be {listed}{more}. Give this section a name with a word or a number that the others "
        f"do not have, or {_map_rule(section)}."
    )


def _not_understood(label: OwnLabel, section: Section, layout: CompiledLayout) -> str:
    if label.names != "seat":
        return (
            "Nothing is found by it, since its words and numbers can mean something else. Give the section a "
            f"name with a word of its own, or {_map_rule(section)}."
        )
    other = next((each for each in layout.sections if not _MARKERS.isdisjoint(_words(each.name))), section)
    if other is not section:
        return (
            f"Nothing is found by it: section '{other.id}' is called '{other.name}', and a word of that name "
            "stands before every row or seat. Give that section another name."
        )
    return (
        "Nothing is found by it: before a row and a seat, words or numbers of the name are read as something "
        f"else. Give the section another name, or {_map_rule(section)}."
    )


def _words(name: str) -> list[str]:
    return name.casefold().split()


def _map_rule(section: Section) -> str:
    return f"add a label rule that maps '{section.name}' to section '{section.id}'"


def _named(place: Place, layout: CompiledLayout) -> str:
    found = layout.section(place.section)
    if found is None or found.name == found.id:
        return f"'{place.section}'"
    return f"'{found.name}' with the id '{found.id}'"
