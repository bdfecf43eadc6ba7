"""Reads names out of a text about a seat: 'Stalls, Row B, Seat 12', `sec-101-row-9-seat-12`, `B12`."""

import re
from functools import lru_cache
from typing import NamedTuple

from seatpreview.imports.words.attribute_words import SeatField, field_of, plain_word
from seatpreview.imports.words.property_words import properties_in
from seatpreview.imports.words.worded_places import worded_place

Fields = dict[SeatField, str]

PHRASE_CHARACTERS_MAX = 200
NAME_CHARACTERS_MAX = 60

_POSITIONAL: frozenset[SeatField] = frozenset({"section", "row", "seat", "level", "table"})
_LABEL = re.compile(r"[^\W\d_]{1,2}|[A-Z]{3}|[IVXL]{4,7}|\d{1,6}|[^\W\d_]{0,3}\d{1,5}[^\W\d_]{0,2}")
"""The name of a row or seat. `seat-vip` and `seat-free` name none."""
_PART_NAME = re.compile(r"[^\W_]{1,20}")
"""The name of a section or level."""
_WORD = re.compile(r"[^\W_]+")
_GLUED = re.compile(r"([^\W\d_]{2,})(\d+[^\W_]{0,2})|([A-Za-z][a-z]{2,})([A-Z]{1,3}\d*)")
_ROW_SEAT = re.compile(
    r"r(?:ow)?[\s_.-]*([^\W_]{1,4}?)[\s_.-]*s(?:eat)?[\s_.-]*(\d{1,4}[a-z]?)", re.IGNORECASE
)
_FILLERS = frozenset({"no", "nr", "num", "number", "nummer", "numero", "n"})
_KEPT_WORDS = frozenset(
    {
        "box",
        "loge",
        "tribune",
        "tribuna",
        "tribuene",
        "stand",
        "palco",
        "camarote",
        "grada",
        "bancada",
        "palchetto",
    }
)
"""Words of sections that belong to the name: 'Box 5' is called so, 'Section 5' is called '5'."""
_NOT_NAMES = re.compile(
    r"\b(?:sold|available|unavailable|reserved|selected|free|taken|blocked|standard|normal|frei|besetzt|verkauft"
    r"|verfuegbar|belegt|libre|disponible|occupe|vendu|ocupad[oa]|vendid[oa]|libero|occupato|venduto|vrij|bezet"
    r"|verkocht|livre|seats?|sitze|sitzplaetze|plaetze|sieges|places|asientos|butacas|posti|poltrone|stoelen|zitplaatsen"
    r"|lugares|cadeiras|assentos|seatmap|seating|map|plan|chart|price)\b"
)
_AUTOMATIC = re.compile(
    # A layer 'Circle' is a balcony, `circle12` a shape. Programs write `g12`; `G12` is a seat of row G.
    # LibreOffice writes `id12`, and `container-id1` around a page.
    r"circle-?\d+(?:-\d+)*|(?:container-)?id\d+|(?:ellipse|rect|rectangle|path|use|(?-i:g)|group|gruppe|groupe|grupo|gruppo|groep|svg|xmlid|layer|ebene|calque"
    r"|capa|livello|laag|camada|vrstva|слой|шар|warstwa|lager|lag|réteg|katman|taso|στρώση|επίπεδο|レイヤー|图层|圖層|레이어|polygon|polyline|line|oval|shape|vector|union|subtract|exclude|frame|kreis"
    r"|rechteck|pfad|tracado|trazado|tracciato|rectangulo|cercle|cerchio|cirkel|text|tspan|clip|mask|object|objects"
    r"|artwork|artboard|image|sprite|root|main|content|cls|st|fill|stroke|background|bg)[\d_\s-]*[a-z]?",
    re.IGNORECASE,
)
_STYLE_CLASS = re.compile(r"(?:fil|str|st|cls|fnt|clr|style|stil)[-_]?\d{1,4}", re.IGNORECASE)
_OPAQUE = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|[0-9a-f]{16,}+|\d{6,}+", re.IGNORECASE)
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
_COPIED = re.compile(
    r"(?<=[^\W_])[-_ (]++(?:copy|kopie|copie|copia|cópia|kopia|копия)(?:[-_ ]*+\d{1,4})?+\)?$", re.IGNORECASE
)
_COPY_NUMBER = re.compile(r"(?<=.)_\d{1,3}_$")


def clean_id(text: str) -> str:
    """Undoes what drawing programs do to names: `Row_x5F_A_1_` is `Row_A`."""
    short = text[:PHRASE_CHARACTERS_MAX]
    return _ESCAPE.sub(_escaped, _COPY_NUMBER.sub("", short)).strip()


def without_copy(text: str) -> str:
    """Returns a name without what programs add when a shape is copied: `Seat-Copy-7`, `A 12 copy 3`."""
    return _COPIED.sub("", text[:PHRASE_CHARACTERS_MAX])


def is_automatic(text: str) -> bool:
    """True for a name that a program gave: `path1234`, `Ellipse_12`, a UUID."""
    if len(text) > PHRASE_CHARACTERS_MAX:
        return False
    # Ids must not begin with a digit: CorelDRAW writes `_2014331486320`.
    bare = text.lstrip("_")
    return not bare or _AUTOMATIC.fullmatch(bare) is not None or _OPAQUE.fullmatch(bare) is not None


def is_style_class(name: str) -> bool:
    """True for a class that a drawing program writes for a style: `fil7` and `str3`, `st12`, `cls-3`."""
    return _STYLE_CLASS.fullmatch(name) is not None


@lru_cache(maxsize=8192)
def worded_names(text: str) -> tuple[tuple[SeatField, str], ...]:
    """Returns the names that stand beside a word for their field. Empty where the text has no such word."""
    phrase = text[:PHRASE_CHARACTERS_MAX]
    tokens = _tokens(phrase)
    fields = _assigned(phrase, tokens) if any(token.field for token in tokens) else {}
    if "row" in fields and "seat" in fields:
        return tuple(fields.items())
    # Ids of programs have neither blanks nor other letters: there are many, and this costs more.
    place = worded_place(phrase) if " " in phrase or not phrase.isascii() else None
    if place is not None:
        names_section = is_section_name(place.section) and _positional(place.section) != "seat"
        section: Fields = {"section": place.section} if place.section and names_section else {}
        return tuple((fields | section | {"row": place.row, "seat": place.seat}).items())
    compact = None if fields else _ROW_SEAT.fullmatch(phrase.strip())
    return (("row", compact[1]), ("seat", compact[2])) if compact else tuple(fields.items())


@lru_cache(maxsize=8192)
def bare_names(text: str) -> tuple[tuple[SeatField, str], ...]:
    """Returns the names in a text without words, by its form: `B12`, `A-12`, `Stalls-B-12`, `12`."""
    if is_automatic(text) or len(text) > NAME_CHARACTERS_MAX:
        return ()
    parts = _WORD.findall(text)
    if not parts:
        return ()
    if len(parts) == 1 or _NUMBER.fullmatch(text):
        return tuple(_one_part(text if _NUMBER.fullmatch(text) else parts[0]).items())
    if len(parts) == 2:
        return tuple(_two_parts(*parts).items())
    return tuple(_many_parts(parts).items())


@lru_cache(maxsize=8192)
def parts_of(text: str) -> tuple[str, ...]:
    """Returns the parts of a name: `seat`, `12`, `B` and `3` of `seat-12-B-3`."""
    return tuple(_WORD.findall(text[:PHRASE_CHARACTERS_MAX]))


def stated_fields(text: str) -> set[SeatField]:
    """Returns the fields that words of a text name."""
    return {token.field for token in _tokens(text[:PHRASE_CHARACTERS_MAX]) if token.field is not None}


def split_seat(seat: str, row: str) -> tuple[str, str]:
    """Returns row and seat, where the seat's name may hold the row: `B12` in row B, or without a row."""
    if row:
        bare = seat[len(row) :].lstrip(" -_./") if seat.lower().startswith(row.lower()) else ""
        starts_anew = bool(bare) and bare[0].isdigit() and not row[-1].isdigit()
        has_mark = len(seat) > len(row) and seat[len(row)] in " -_./"
        return row, bare if bare and (starts_anew or has_mark) else seat
    names = dict(bare_names(seat))
    if "row" in names and "section" not in names and seat[:1].isalpha():
        return names["row"], names["seat"]
    return "", seat


def _escaped(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16))
    return letter if letter.isprintable() else found[0]


class _Token(NamedTuple):
    word: str
    start: int
    end: int
    field: SeatField | None


def _tokens(phrase: str) -> list[_Token]:
    tokens = []
    for match in _WORD.finditer(phrase):
        tokens.extend(_split_glued(match[0], match.start()))
    rows = [token for token in tokens if token.field == "row"]
    if len({plain_word(token.word) for token in rows}) > 1:
        # German: beside 'Reihe', 'Rang' is a balcony.
        return [token._replace(field=None) if plain_word(token.word) == "rang" else token for token in tokens]
    return tokens


def _split_glued(word: str, start: int) -> list[_Token]:
    """Takes `row9`, `rowA` and `ReiheA` apart, where the first part is a field's word."""
    glued = _GLUED.fullmatch(word)
    if glued is not None:
        name, value = (glued[1], glued[2]) if glued[1] else (glued[3], glued[4])
        field = _positional(name)
        if field is not None:
            cut = start + len(name)
            return [_Token(name, start, cut, field), _Token(value, cut, start + len(word), None)]
    return [_Token(word, start, start + len(word), _positional(word))]


def _positional(word: str) -> SeatField | None:
    if len(word) < 2 or not word.isalpha() or plain_word(word) in _FILLERS:
        return None
    field = field_of(word)
    return field if field in _POSITIONAL else None


def _assigned(phrase: str, tokens: list[_Token]) -> Fields:
    fields: Fields = {}
    free: list[_Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        values = _values(phrase, tokens, at) if token.field else []
        if token.field is None or not values:
            if token.field is None:
                free.append(token)
            at += 1
            continue
        _assign(phrase, fields, token, values)
        at = tokens.index(values[-1], at) + 1
    if fields:
        _assign_free(phrase, tokens, free, fields)
    return fields


def _values(phrase: str, tokens: list[_Token], at: int) -> list[_Token]:
    """Returns the tokens that a field's word is about: labels right behind it."""
    if tokens[at].field == "seat" and _begins_property(phrase, tokens[at : at + 3]):
        return []
    values: list[_Token] = []
    end = tokens[at].end
    for token in tokens[at + 1 : at + 5]:
        if any(mark in phrase[end : token.start] for mark in ",;|()"):
            break
        end = token.end
        if not values and plain_word(token.word) in _FILLERS:
            continue
        if token.field is not None or not _may_name(tokens[at].field, token.word):
            break
        values.append(token)
    return values if tokens[at].field == "seat" else values[:1]


def _begins_property(phrase: str, tokens: list[_Token]) -> bool:
    """True for 'cadeira' in 'cadeira de rodas', a wheelchair: without it, the other words mean nothing."""
    if len(tokens) < 2 or tokens[1].word.isdigit():
        return False
    whole, rest = (phrase[token.start : tokens[-1].end] for token in tokens[:2])
    return bool(properties_in(whole)) and not properties_in(rest)


def _may_name(field: SeatField | None, word: str) -> bool:
    if field in {"section", "level"}:
        return _PART_NAME.fullmatch(word) is not None and is_section_name(word)
    is_property = field == "seat" and word.isalpha() and bool(properties_in(word))
    return not is_property and _LABEL.fullmatch(word) is not None


def _assign(phrase: str, fields: Fields, token: _Token, values: list[_Token]) -> None:
    field = token.field or "seat"
    if field == "seat":
        joined_by = phrase[values[0].end : values[1].start] if len(values) > 1 else ""
        if joined_by not in {"-", "_", "/", "."}:
            values = values[:1]
        for name, value in zip(("seat", "row", "section"), reversed(values), strict=False):
            _keep(fields, name, value.word)
        return
    word = f"{token.word} " if plain_word(token.word) in _KEPT_WORDS else ""
    _keep(fields, field, word + values[0].word)


def _keep(fields: Fields, field: str, value: str) -> None:
    if field == "row":
        fields.setdefault("row", value)
    elif field == "seat":
        fields.setdefault("seat", value)
    elif field == "level":
        fields.setdefault("level", value)
    elif field == "table":
        fields.setdefault("table", value)
    else:
        fields.setdefault("section", value)


def _assign_free(phrase: str, tokens: list[_Token], free: list[_Token], fields: Fields) -> None:
    """Takes the words before the first field as the section: 'Parkett Reihe 3'. Two parts: level, section."""
    first = next(token.start for token in tokens if token.field)
    ahead = [token for token in free if token.end <= first]
    if not ahead:
        return
    text = phrase[ahead[0].start : ahead[-1].end]
    parts = [part.strip(" -_:./") for part in re.split(r"[,;|]", text)]
    names = [part for part in parts if part and is_section_name(part)]
    if names and "section" not in fields:
        fields["section"] = names.pop()
    if names and "level" not in fields:
        fields["level"] = names[0]


def is_section_name(text: str) -> bool:
    """True where a text may be the name of a section: not a status, a property, or a program's name."""
    if len(text) > NAME_CHARACTERS_MAX or is_automatic(text):
        return False
    return not _NOT_NAMES.search(plain_word(text.replace("_", " "))) and not properties_in(text)


_LETTERS_NUMBER = re.compile(r"([^\W\d_]{1,3})(\d{1,4}[^\W\d_]?)")
_NUMBER_LETTERS = re.compile(r"(\d{1,3})([^\W\d_]{1,2})")
_NUMBER = re.compile(r"\d{1,5}(?:[^\W\d_]|[ -]?(?:bis|ter|quater))?", re.IGNORECASE)
"""`12`, `12a`, and `12bis` as in French: a further seat beside 12."""


def _one_part(part: str) -> Fields:
    found = _LETTERS_NUMBER.fullmatch(part) or _NUMBER_LETTERS.fullmatch(part)
    if found is not None:
        return {"row": found[1], "seat": found[2]}
    return {"seat": part} if _NUMBER.fullmatch(part) else {}


def _two_parts(first: str, second: str) -> Fields:
    if len(first) > 4 or (len(first) == 4 and not first.isdigit()):
        inner = _one_part(second)
        return {"section": first, **inner} if inner else {}
    if first.isdigit() and second.isalpha() and len(second) <= 3:
        return {"row": second, "seat": first}
    return {"row": first, "seat": second} if _NUMBER.fullmatch(second) or len(second) == 1 else {}


def _many_parts(parts: list[str]) -> Fields:
    *ahead, row, seat = parts
    if not _NUMBER.fullmatch(seat) or len(row) > 4 or len(ahead) > 4:
        return {}
    if ahead[0].lower() in {"s", "seat"} and len(ahead) > 1:
        ahead = ahead[1:]
    return {"section": " ".join(ahead), "row": row, "seat": seat}
