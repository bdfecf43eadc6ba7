"""Explains an answer to people: what each word was taken for, and why it is this section and not another."""

from collections.abc import Sequence

from seatpreview.labels.evidence import Candidate, Evidence, Objection, SaidWord
from seatpreview.labels.model import ReadWord, SectionNames, TakenFor
from seatpreview.labels.names import is_section_word
from seatpreview.labels.statements import Statement
from seatpreview.labels.ways import Way

OTHERS_SHOWN_MAX = 3


def trace_of(
    evidence: Evidence, chosen: Candidate | None, sections: Sequence[SectionNames]
) -> tuple[str, ...]:
    """Returns what was read as what, and what speaks against other sections, in sentences."""
    trace = [
        f"'{word.text}' was read as '{word.meaning.reading}'"
        for word in evidence.said.words
        if word.meaning.reading and word.meaning.how != "exact"
    ]
    if evidence.unknown:
        trace.append(f"{', '.join(repr(word) for word in evidence.unknown)} says nothing here")
    name = None if chosen is None else sections[chosen.name.section].name
    for objection in evidence.objections[:OTHERS_SHOWN_MAX]:
        other = sections[objection.section].name
        if other != name:
            trace.append(f"not '{other}': {objection.reason}")
    return tuple(trace)


def read_words(
    statement: Statement, way: Way, evidence: Evidence | None, chosen: Candidate | None
) -> tuple[ReadWord, ...]:
    """Returns what each word and number of a label was taken for."""
    said = {} if evidence is None else {word.token.start: word for word in evidence.said.words}
    against = frozenset(objection.word for objection in _deciding(evidence, chosen))
    seats = frozenset(way.seats.at if way.seats is not None else ())
    words = []
    for index, token in enumerate(statement.tokens):
        if token.is_sign:
            continue
        taken_for: TakenFor
        meaning = ""
        word = said.get(token.start)
        role = statement.roles[index]
        if role is not None:
            taken_for = role
        elif index in way.row_at and index not in seats:
            taken_for = "row"
        elif index in seats:
            taken_for = "seat"
        elif index not in way.section:
            taken_for = "marker" if way.section else _in_general(statement, index)
        elif token.text in against:
            taken_for = "against"
        elif word is not None:
            taken_for, meaning = _of_section(word, chosen), word.meaning.reading
        else:
            taken_for = "level" if index in statement.level_numbers else "section"
        words.append(ReadWord(start=token.start, end=token.end, taken_for=taken_for, meaning=meaning))
    return tuple(words)


def _deciding(evidence: Evidence | None, chosen: Candidate | None) -> Sequence[Objection]:
    """The objections that left no section."""
    return () if evidence is None or chosen is not None or evidence.candidates else evidence.objections


def _in_general(statement: Statement, index: int) -> TakenFor:
    """What a word is in a label that was refused before its section was looked for."""
    return "unknown" if not statement.general[index].is_known else "aside"


def _of_section(word: SaidWord, chosen: Candidate | None) -> TakenFor:
    if is_section_word(word.text):
        return "marker"
    if word.is_unknown:
        return "unknown"
    if not word.meaning.phrases and len(word.text) > 1:
        return "aside"
    is_level = chosen is not None and chosen.name.phrase.number not in word.meaning.phrases
    return (
        "level"
        if is_level and chosen is not None and chosen.name.level.number in word.meaning.phrases
        else "section"
    )
