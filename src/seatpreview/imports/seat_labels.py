"""Labels that name a seat in one text, such as 'Stalls A12' or '101/5/12', split where all of them agree."""

import re
from collections.abc import Collection

import msgspec

LABEL_LENGTH_MAX = 120


class LabelParts(msgspec.Struct, frozen=True, gc=False):
    """The parts of a label. The section is empty where the label has none."""

    section: str
    row: str
    seat: str


def split_labels(labels: Collection[str]) -> dict[str, LabelParts] | None:
    """The parts of each label, by the first pattern that fits every label; None if none does."""
    if not labels or any(len(label) > LABEL_LENGTH_MAX for label in labels):
        return None
    return next((found for pattern in _PATTERNS if (found := _split_all(pattern, labels))), None)


def split_most_labels(labels: Collection[str]) -> dict[str, LabelParts] | None:
    """As `split_labels`, for labels of which a few have no part but a name: these are seats without a row."""
    for pattern in _PATTERNS:
        fitting = [label for label in labels if len(label) <= LABEL_LENGTH_MAX and pattern.fullmatch(label)]
        if len(fitting) * 10 >= len(labels) * 9 and (found := _split_all(pattern, fitting)):
            others = {label: LabelParts("", "", label) for label in labels if label not in found}
            return found | others
    return None


def without_words(texts: Collection[str], words: str) -> dict[str, str] | None:
    """The texts without a word such as 'Row' before them, if each has it; None otherwise."""
    pattern = re.compile(rf"(?:{words})\b[\s.:#]*(\S.*)", re.IGNORECASE)
    found = {text: pattern.fullmatch(text) for text in texts if text and len(text) <= LABEL_LENGTH_MAX}
    if not found or len(found) < sum(map(bool, texts)) or not all(found.values()):
        return None
    return {text: match[1] for text, match in found.items() if match}


def _split_all(pattern: re.Pattern[str], labels: Collection[str]) -> dict[str, LabelParts] | None:
    found: dict[str, LabelParts] = {}
    for label in labels:
        match = pattern.fullmatch(label)
        if not match:
            return None
        parts = match.groupdict()
        section = _SECTION_WORD.sub("", (parts.get("section") or "").strip(" ,;:/|-\u2013"))
        found[label] = LabelParts(section, parts["row"], parts["seat"])
    return found


ROW_WORDS = "row|reihe|rangée|rangee|rang|fila|fileira|rij|riga|tisch|table|mesa|tavolo|tafel"
SEAT_WORDS = (
    "seat|platz|sitzplatz|sitz|stuhl|siège|siege|place|fauteuil|asiento|butaca|posto|poltrona|stoel|plaats|lugar|"
    "assento|cadeira|no|nr"
)
SECTION_WORDS = (
    "section|sec|block|zone|area|sektor|sector|bereich|bloc|secteur|bloque|sección|seccion|zona|settore|vak|blok|"
    "setor|bloco"
)
_SECTION_WORD = re.compile(rf"(?:{SECTION_WORDS})\b[\s.:#]*(?=\S)", re.IGNORECASE)
_GAP = r"[\s,;:/|·\u2013_-]+"
_PATTERNS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:(?P<section>\S.*?){_GAP})?(?:{ROW_WORDS}|r)\.?\s*(?P<row>\w{{1,8}}){_GAP}"
        rf"(?:{SEAT_WORDS}|s|p)\.?\s*(?P<seat>\w{{1,8}})",
        r"(?P<section>[^/|,;:]+?)\s*[/|,;:]\s*(?P<row>\w{1,8})\s*[/|,;:]\s*(?P<seat>\w{1,8})",
        r"(?P<section>.+?)\s*[-\u2013_]\s*(?P<row>\w{1,8})\s*[-\u2013_]\s*(?P<seat>\w{1,8})",
        r"(?P<row>[a-z]{1,3})[\s._/\u2013-]?(?P<seat>[0-9]{1,4}[a-z]?)",
        r"(?P<section>\S.*?)[\s,;:/|\u2013-]+(?P<row>[a-z]{1,3})[\s._\u2013-]?(?P<seat>[0-9]{1,4}[a-z]?)",
        r"(?P<section>\S.*?)\s+(?P<row>\w{1,3})[\s\u2013-]+(?P<seat>[0-9]{1,4}[a-z]?)",
        r"(?P<row>\w{1,4})\s*[\s/:|_,;.\u2013-]\s*(?P<seat>[0-9]{1,4}[a-z]?)",
    )
]
