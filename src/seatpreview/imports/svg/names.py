"""Names of SVG shapes, from attributes and texts of a shape and of the groups around it."""

import json
import math
import re
from collections import Counter
from typing import NamedTuple

from seatpreview.imports.svg.parser import GROUPS, SvgNode
from seatpreview.imports.words.attribute_words import SeatField, field_of
from seatpreview.imports.words.level_words import kind_of_place, level_rank
from seatpreview.imports.words.property_words import properties_in
from seatpreview.imports.words.seat_phrases import (
    NAME_CHARACTERS_MAX,
    PHRASE_CHARACTERS_MAX,
    Fields,
    bare_names,
    clean_id,
    is_automatic,
    is_section_name,
    is_style_class,
    split_seat,
    without_copy,
    worded_names,
)
from seatpreview.imports.words.worded_places import without_word
from seatpreview.layouts.model import SeatProperty

JSON_CHARACTERS_MAX = 4096
SEAT_GROUP_SHAPES_MAX = 8
"""A group with a seat's name and at most so many shapes is one seat, drawn of several."""
SEAT_GROUP_DEPTH_MAX = 3
SINGLE_GROUPS_MIN = 3
LABELS_MAX = 6
"""The names of groups around a shape that are looked at, from the inside."""
ROW_NAME_CHARACTERS_MAX = 4

_TRUE = frozenset({"", "true", "1", "yes", "y", "ja", "oui", "si", "sì", "sí", "sim", "x"})
_IGNORED_DATA = frozenset({"data-name", "data-init", "data-status", "data-x", "data-y"})
_TITLE_OF_VISIO = re.compile(r"[^\d.]+\.\d{1,6}|[^\W\d_]+-\d{1,3}")
_OWN_IDS = ("serif:id", "data-name")
"""Where programs keep the name that a person gave, when the id has to be another one."""
WRITTEN_BY_PROGRAMS = frozenset({"id", "class", *_OWN_IDS})
_ROW_AND_SEAT: frozenset[SeatField] = frozenset({"row", "seat"})
_NAMES_OF_SOURCES = {
    "title": "titles",
    "aria-label": "labels",
    "desc": "descriptions",
    "inkscape:label": "Inkscape labels",
    "data-name": "names of objects",
    "serif:id": "names of objects",
    "id": "ids",
    "class": "classes",
}


class OwnNames(NamedTuple):
    """What a node says by its own attributes and texts."""

    fields: Fields
    source: str
    """Where the seat's name comes from; empty if there is none."""
    example: str
    bare: tuple[tuple[str, str, Fields], ...]
    """Texts without words, as (source, text, fields)."""
    internal: Fields
    """What data for a program says, such as `data-init`: it counts where nothing else does."""
    label: str
    """The name as a group: 'Balcony', 'B'."""
    properties: tuple[SeatProperty, ...]


class ShapeNames(NamedTuple):
    """The names of one shape, with those that the groups around it give."""

    fields: Fields
    source: str
    example: str
    properties: tuple[SeatProperty, ...]
    internal: Fields
    """Another reading of the names, from data for a program, where it is another one."""
    seat_node: SvgNode
    """The shape itself, or the group that is the seat."""


def name_shapes(nodes: list[SvgNode]) -> dict[SvgNode, ShapeNames]:
    """Names each of these shapes by what it and its groups say."""
    namer = _Namer(nodes)
    return {node: namer.names(node) for node in nodes}


def own_names(node: SvgNode) -> OwnNames:
    """Reads what a node says itself. Earlier sources are trusted more, and later ones fill gaps."""
    fields, internal = _data_fields(node.attributes)
    source, example = ("attributes", _data_example(node)) if "seat" in fields else ("", "")
    bare: list[tuple[str, str, Fields]] = []
    texts = _texts(node)
    spoken = _named_for_people(texts)
    other = {field: fields[field] for field in spoken if fields.get(field, spoken[field]) != spoken[field]}
    if other:
        internal = {**internal, **other}
        fields = {field: value for field, value in fields.items() if field not in other}
        source, example = "", ""
    for name, text in texts:
        found = dict(worded_names(text))
        if "seat" in found and "seat" not in fields:
            source, example = name, text
        for field, value in found.items():
            fields.setdefault(field, value)
        if not found and "seat" not in fields:
            compact = dict(bare_names(text))
            if compact:
                bare.append((name, text, compact))
    if "seat" in fields or "seat" in internal:
        bare = []
    label = _group_label(texts, fields) if node.tag in GROUPS else ""
    if "seat" not in fields and "seat" in internal:
        source, example = "attributes", _data_example(node)
    return OwnNames(fields, source, example, tuple(bare), internal, label, _properties(node))


def _texts(node: SvgNode) -> list[tuple[str, str]]:
    given = node.attributes
    texts = [
        ("title", "" if _is_title_of_visio(node) else node.title),
        ("aria-label", given.get("aria-label", "")),
        ("desc", node.desc),
        *((key, without_copy(given.get(key, ""))) for key in ("inkscape:label", *_OWN_IDS)),
        ("id", "" if given.keys() & {*_OWN_IDS} else without_copy(clean_id(given.get("id", "")))),
        *((key, value) for key, value in given.items() if _is_for_people(key, value)),
        *(
            ("class", clean_id(name))
            for name in given.get("class", "")[:400].split()
            if not is_style_class(name)
        ),
    ]
    short = [(name, text[:PHRASE_CHARACTERS_MAX]) for name, text in texts]
    return [(name, text) for name, text in short if not is_automatic(text)]


def _is_title_of_visio(node: SvgNode) -> bool:
    """True for a title with the running number that Visio gives to each shape and page: `Chair.31`, `Page-1`.
    What a person typed is a description, or a text."""
    return "visio:groupContext" in node.attributes and _TITLE_OF_VISIO.fullmatch(node.title[:80]) is not None


def _named_for_people(texts: list[tuple[str, str]]) -> Fields:
    """Returns the row and the seat, if one of the texts that people read names both."""
    for name, text in texts:
        if name not in WRITTEN_BY_PROGRAMS:
            found: Fields = {field: value for field, value in worded_names(text) if field in _ROW_AND_SEAT}
            if len(found) == len(_ROW_AND_SEAT):
                return found
    return {}


def _is_for_people(key: str, value: str) -> bool:
    """True for a data attribute of an unknown name whose text is a phrase: `data-plase="Circle, row 1"`."""
    return (
        key.startswith("data-")
        and key not in _IGNORED_DATA
        and " " in value.strip()
        and len(value) <= PHRASE_CHARACTERS_MAX
        and field_of(key[5:]) is None
        and value[0] != "{"
    )


def _data_fields(attributes: dict[str, str]) -> tuple[Fields, Fields]:
    """Returns what data attributes say, and what data for a program says."""
    fields: Fields = {}
    internal: Fields = {}
    for key, value in attributes.items():
        if not key.startswith("data-") or key in _IGNORED_DATA or len(value) > JSON_CHARACTERS_MAX:
            continue
        field = field_of(key[5:])
        if field is not None and value.strip():
            fields.setdefault(field, " ".join(value.split())[:400])
    for key, value in _json_members(attributes.get("data-init", "")).items():
        field = field_of(key)
        if field is not None:
            internal.setdefault(field, value)
    if "label" in fields and "seat" not in fields:
        for name, text in worded_names(fields["label"]) or bare_names(fields["label"]):
            fields.setdefault(name, text)
    return _without_opaque_seat(fields), _without_opaque_seat(internal)


def _json_members(text: str) -> dict[str, str]:
    if not text.lstrip().startswith("{") or len(text) > JSON_CHARACTERS_MAX:
        return {}
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    members = content.items() if isinstance(content, dict) else ()
    return {
        key: str(value)
        for key, value in members
        if isinstance(value, str | int | float) and str(value).isprintable() and value != ""
    }


def _without_opaque_seat(fields: Fields) -> Fields:
    """A long number in `data-seat` is a seat's id, not its name."""
    seat = fields.get("seat", "")
    if "row" not in fields and len(seat) > 8 and is_automatic(seat):
        fields.setdefault("ref", fields.pop("seat"))
    return fields


def _data_example(node: SvgNode) -> str:
    shown = [f'{key}="{value}"' for key, value in node.attributes.items() if key.startswith("data-")]
    return " ".join(shown)[:200]


def _group_label(texts: list[tuple[str, str]], fields: Fields) -> str:
    """The first text that may name a section or row. Classes say how a group looks, and a group of classes
    alone has no name, as one that is only called a seat."""
    if fields.keys() & {"section", "row", "level", "table"}:
        return ""
    for name, text in texts:
        is_kind = name in {"class", "desc"} or field_of(text) == "seat"
        if not is_kind and len(text) <= NAME_CHARACTERS_MAX and is_section_name(text):
            return text.replace("_", " ").strip()
    return ""


def _properties(node: SvgNode) -> tuple[SeatProperty, ...]:
    given = node.attributes
    texts = [node.title, node.desc, given.get("aria-label", ""), given.get("class", ""), given.get("id", "")]
    texts += [given.get("inkscape:label", ""), given.get("href", "")]
    for key, value in given.items():
        if key.startswith("data-"):
            texts.append(key[5:] if value.strip().lower() in _TRUE else value)
    found = [name for text in texts if text for name in properties_in(text)]
    return tuple(dict.fromkeys(found))


class _Context(NamedTuple):
    """What the groups around a shape say."""

    fields: Fields
    internal: Fields
    labels: tuple[str, ...]
    """Names of groups without a word for what they are, innermost first."""


class _Namer:
    """Names shapes. What groups say is read once for each group."""

    def __init__(self, nodes: list[SvgNode]) -> None:
        self._groups: dict[SvgNode, OwnNames] = {}
        self._contexts: dict[SvgNode, _Context] = {}
        self._shapes_below = _shapes_below(nodes)
        self._own = {node: own_names(node) for node in nodes}
        self._bare_sources = _accepted_bare(self._own)
        self._around_one_seat = _groups_around_one_seat(self._own)

    def names(self, node: SvgNode) -> ShapeNames:
        own = self._own[node]
        bare = self._bare(own)
        has_seat = "seat" in own.fields or "seat" in own.internal
        group = self._seat_group(node) if not has_seat and bare is None else None
        if group is None:
            return self._named(own, bare, own.properties, node)
        above = self._group(group)
        fields = {**above.fields, **own.fields}
        joined = above._replace(fields=fields, internal={**above.internal, **own.internal})
        has_seat = "seat" in above.fields or "seat" in above.internal
        found = None if has_seat else above.bare[0]
        return self._named(joined, found, own.properties + above.properties, group)

    def _named(
        self,
        own: OwnNames,
        bare: tuple[str, str, Fields] | None,
        properties: tuple[SeatProperty, ...],
        seat_node: SvgNode,
    ) -> ShapeNames:
        around = self._around(seat_node.parent)
        internal = {**around.internal, **own.internal}
        fields = {**internal, **around.fields, **own.fields}
        is_other = any(value != fields[field] for field, value in internal.items())
        if is_other and "ref" not in fields:
            fields["ref"] = "-".join(
                internal[part] for part in ("section", "row", "seat") if part in internal
            )
        source, example = own.source, own.example
        if "seat" not in fields and bare is not None:
            source, example = bare[0], bare[1]
            _take_bare(fields, bare, around.labels)
        _assign_labels(fields, around.labels)
        other = _tidy({**fields, **internal}) if is_other else {}
        return ShapeNames(_tidy(fields), source, example, tuple(dict.fromkeys(properties)), other, seat_node)

    def _seat_group(self, node: SvgNode) -> SvgNode | None:
        """Returns the group around this shape that is one seat, drawn of a few shapes."""
        group = node.parent
        for _ in range(SEAT_GROUP_DEPTH_MAX):
            if (
                group is None
                or group.parent is None
                or self._shapes_below.get(group, 0) > SEAT_GROUP_SHAPES_MAX
            ):
                return None
            if self._names_a_seat(group):
                return group
            group = group.parent
        return None

    def _around(self, group: SvgNode | None) -> _Context:
        """Returns what a group and those around it say. The inner one wins."""
        if group is None or group.parent is None:
            return _Context({}, {}, ())
        if group not in self._contexts:
            outer, own = self._around(group.parent), self._group(group)
            inner: Fields = {field: value for field, value in own.fields.items() if field != "seat"}
            label = "" if group in self._around_one_seat else own.label
            labels = ((label,) if label else ()) + outer.labels
            internal = {**outer.internal, **own.internal}
            self._contexts[group] = _Context({**outer.fields, **inner}, internal, labels[:LABELS_MAX])
        return self._contexts[group]

    def _names_a_seat(self, group: SvgNode) -> bool:
        """A group `12` around several shapes may be a row; around one shape, it is a seat."""
        names, is_single = self._group(group), self._shapes_below.get(group) == 1
        has_seat = "seat" in names.fields or "seat" in names.internal
        return has_seat or any("row" in fields or is_single for _, _, fields in names.bare)

    def _bare(self, own: OwnNames) -> tuple[str, str, Fields] | None:
        if "seat" in own.fields or "seat" in own.internal:
            return None
        return next((bare for bare in own.bare if bare[0] in self._bare_sources), None)

    def _group(self, group: SvgNode) -> OwnNames:
        if group not in self._groups:
            self._groups[group] = own_names(group)
        return self._groups[group]


def _take_bare(fields: Fields, bare: tuple[str, str, Fields], labels: tuple[str, ...]) -> None:
    """Takes a name without words. `12B` is seat B of row 12, unless a group names the row."""
    _, text, found = bare
    is_in_row = "row" in fields or (bool(labels) and _may_name_a_row(labels[0]))
    if is_in_row and ("row" in fields or text[:1].isdigit()) and "section" not in found:
        fields["seat"] = text
        return
    for field, value in found.items():
        fields.setdefault(field, value)


def _shapes_below(nodes: list[SvgNode]) -> dict[SvgNode, int]:
    """Counts the shapes of each group, up to the number from which a group is not one seat."""
    counts: dict[SvgNode, int] = {}
    for node in nodes:
        group = node.parent
        while group is not None:
            counts[group] = counts.get(group, 0) + 1
            if counts[group] > SEAT_GROUP_SHAPES_MAX + 1:
                break
            group = group.parent
    return counts


def _groups_around_one_seat(own: dict[SvgNode, OwnNames]) -> frozenset[SvgNode]:
    """Returns the groups around a single seat, if most groups around seats are like that: such a group is a
    part of the drawing, and its name is not that of a row, a section or a level."""
    counts = Counter(
        node.parent
        for node, names in own.items()
        if node.parent is not None and ("seat" in names.fields or "seat" in names.internal or names.bare)
    )
    alone = [group for group, count in counts.items() if count == 1]
    is_usual = len(alone) >= SINGLE_GROUPS_MIN and len(alone) > len(counts) / 2
    return frozenset(alone) if is_usual else frozenset()


def _accepted_bare(own: dict[SvgNode, OwnNames]) -> frozenset[str]:
    """Sources of names without words that explain a fifth of the shapes that nothing else explains. A class
    that most shapes have in common names none of them."""
    unexplained = sum("seat" not in names.fields and "seat" not in names.internal for names in own.values())
    counts = Counter(source for names in own.values() for source in {bare[0] for bare in names.bare})
    classes = {text for names in own.values() for source, text, _ in names.bare if source == "class"}
    if 2 * len(classes) < counts["class"]:
        del counts["class"]
    return frozenset(source for source, count in counts.items() if count >= max(2, unexplained / 5))


def _assign_labels(fields: Fields, labels: tuple[str, ...]) -> None:
    """Gives the names of groups, innermost first: a short one is the row, then section, then level."""
    section = fields.get("section", "").lower()
    # A group `Balcony-zone` around seats of the section Balcony adds nothing.
    rest = [
        label
        for label in labels
        if label not in fields.values() and not (section and section in label.lower())
    ]
    if rest and "row" not in fields and _may_name_a_row(rest[0]):
        fields["row"] = without_word(rest.pop(0), "row")
    elif rest and fields.get("row", "").lower() == rest[0].lower():
        rest.pop(0)
    if rest and "section" not in fields:
        fields["section"] = rest.pop(0)
    if rest and "level" not in fields:
        fields["level"] = rest[0]


def _may_name_a_row(label: str) -> bool:
    """True for the short name of a group, unless it is a word for a part of a hall: `Rang`, `Loge`."""
    is_part = level_rank(label) is not None or bool(kind_of_place(label))
    return len(label) <= ROW_NAME_CHARACTERS_MAX and not is_part


def _tidy(fields: Fields) -> Fields:
    if "table" in fields:
        fields.setdefault("row", fields["table"])
    if "seat" in fields:
        row, seat = split_seat(fields["seat"], fields.get("row", ""))
        fields["seat"] = seat
        if row:
            fields["row"] = row
    return fields


def number_in(fields: Fields, field: SeatField) -> float | None:
    """Returns the number of a field. None where there is none, or it is not finite."""
    try:
        value = float(fields[field][:40].replace(",", "."))
    except (KeyError, ValueError):
        return None
    return value if math.isfinite(value) else None


def source_words(source: str) -> str:
    """Returns the name of a source for a sentence: 'ids'."""
    return _NAMES_OF_SOURCES.get(source, source)
