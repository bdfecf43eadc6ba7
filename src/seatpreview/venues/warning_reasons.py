"""Sentences that say why a label does not lead to its own place, and what to do about it. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from seatpreview.labels.model import Place, Resolution
from seatpreview.layouts.compiled import CompiledLayout, Section
from seatpreview.venues.own_labels import OwnLabel

_QUOTED_MAX = 3
_MARKERS = frozenset({"row", "seat"})
"""The words that stand before rows and seats in the labels that are tried."""


class Namesake(NamedTuple):
    """Another section with the same name, on another level."""

    section: Section
    with_level: str
    """The level and the name."""
    told_apart: bool
    """Whether a label with both leads to the section."""


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
