"""Explains an answer to people: what each word was taken for, and why the answer is this section and not
another."""

from collections.abc import Sequence

from seatpreview.labels.matching.evidence import Candidate, Evidence, Objection, words_said
from seatpreview.labels.matching.parsed_names import is_section_word
from seatpreview.labels.matching.section_mentions import MentionedWord
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.model import Parts, ReadWord, SectionNames, TakenFor
from seatpreview.labels.parsing.label_parser import Statement
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.text.general_words import general_word, is_letter
from seatpreview.labels.text.tokens import readable

OTHERS_SHOWN_MAX = 3
_SPEAKS_AGAINST_ALL = frozenset(("not_a_seat", "extra", "either"))


def readings_of(evidence: Evidence) -> tuple[str, ...]:
    """Returns sentences about words that were not read literally, and about words that mean nothing here."""
    if evidence.weakest == "exact" and not evidence.unknown:
        return ()
    readings = [
        f"'{word.text}' was read as '{word.meaning.reading}'"
        for word in evidence.said.words
        if word.meaning.reading and word.meaning.how != "exact"
    ]
    if evidence.unknown:
        words = ", ".join(f"'{word}'" for word in evidence.unknown)
        readings.append(f"{words} {'means' if len(evidence.unknown) == 1 else 'mean'} nothing here")
    return tuple(readings)


def others_of(
    evidence: Evidence, chosen: Candidate | None, sections: Sequence[SectionNames]
) -> tuple[str, ...]:
    """Returns why the answer is not one of the sections that have the most in common with the label."""
    name = None if chosen is None else sections[chosen.name.section].name
    others = {sections[objection.name.section].name: objection.reason for objection in _nearest(evidence)}
    return tuple(
        f"not '{other}': {reason}"
        for other, reason in tuple(others.items())[: OTHERS_SHOWN_MAX + 1]
        if other != name
    )[:OTHERS_SHOWN_MAX] or tuple(f"there is no '{word}' here" for word in absent_from(evidence))


def absent_from(evidence: Evidence) -> tuple[str, ...]:
    """Returns words for kinds of places that the venue does not have."""
    return tuple(
        word.text for word in evidence.said.words if word.general.seating and not word.meaning.phrases
    )


def _nearest(evidence: Evidence) -> Sequence[Objection]:
    in_common = [
        sum(bool(words_said(word.meaning, objection.name)) for word in evidence.said.words)
        for objection in evidence.objections
    ]
    most = max(in_common, default=0)
    if most == 0 and not evidence.said.all_numbers:
        return ()
    counted = zip(evidence.objections, in_common, strict=True)
    return [objection for objection, count in counted if count == most]


def read_words(
    statement: Statement,
    way: Way,
    evidence: Evidence | None,
    chosen: Candidate | None,
    vocabulary: Vocabulary,
) -> tuple[ReadWord, ...]:
    """Returns what each word and number of a label was taken for."""
    said = {} if evidence is None else {word.token.start: word for word in evidence.said.words}
    against = _against(evidence, chosen)
    words = []
    for index, token in enumerate(statement.tokens):
        if token.is_sign:
            continue
        taken_for = statement.roles[index] or _in_way(statement, way, index)
        if taken_for == "seat" and not is_letter(token.text) and _joins(token.text):
            taken_for = "marker"
        meaning = ""
        if taken_for is None:
            word = said.get(token.start)
            if statement.refusal:
                taken_for, meaning = _in_refused(statement, index, vocabulary), ""
            elif token.text in against:
                taken_for, meaning = "against", against[token.text]
            elif word is not None:
                taken_for, meaning = _of_section(word, chosen), word.meaning.reading
            else:
                taken_for = "level" if index in statement.level_numbers else "section"
        words.append(ReadWord(start=token.start, end=token.end, taken_for=taken_for, meaning=meaning))
    return tuple(words)


def _joins(word: str) -> bool:
    """Returns whether a word stands between two seats: 'bis' in '9 bis 11'."""
    return not general_word(word).kinds.isdisjoint(("both", "until", "filler"))


def text_of_parts(parts: Parts) -> tuple[str, tuple[ReadWord, ...]]:
    """Returns the parts of a label as one text, and where its row and its seat stand in it."""
    text = readable(parts.section)
    words: list[ReadWord] = []
    for part, taken_for in ((parts.row, "row"), (parts.seat, "seat")):
        spelled = readable(part).strip()
        if spelled:
            start = len(text) + 2
            text = f"{text}, {spelled}"
            words.append(ReadWord(start=start, end=len(text), taken_for=_ROW_OR_SEAT[taken_for]))
    return text, tuple(words)


_ROW_OR_SEAT: dict[str, TakenFor] = {"row": "row", "seat": "seat"}


def _in_way(statement: Statement, way: Way, index: int) -> TakenFor | None:
    """Returns what a token is in this reading of a label; None if it names the section."""
    is_seat = way.seats is not None and index in way.seats.at
    if index in way.row_at and not (is_seat and statement.tokens[index].is_number):
        return "row"
    if is_seat:
        return "seat"
    return None if index in way.section or statement.refusal else "marker"


def _against(evidence: Evidence | None, chosen: Candidate | None) -> dict[str, str]:
    """Returns the words that ruled out every section, with the reasons."""
    if evidence is None or chosen is not None or evidence.candidates:
        return {}
    found = {objection.word: objection.reason for objection in _nearest(evidence)}
    return {word: f"there is no '{word}' here" for word in absent_from(evidence)} | found


def _in_refused(statement: Statement, index: int, vocabulary: Vocabulary) -> TakenFor:
    """Returns what a word is in a label that was refused before the section lookup."""
    token = statement.tokens[index]
    if token.is_number:
        return "section"
    if not _SPEAKS_AGAINST_ALL.isdisjoint(statement.general[index].kinds):
        return "against"
    if vocabulary.has_word(token.text):
        return "marker" if is_section_word(token.text) else "section"
    return "aside" if general_word(token.text).is_known else "unknown"


def _of_section(word: MentionedWord, chosen: Candidate | None) -> TakenFor:
    if is_section_word(word.text):
        return "marker"
    if word.is_unknown:
        return "unknown"
    if not word.meaning.phrases and not is_letter(word.text):
        return "aside"
    if chosen is None or chosen.name.phrase.number in word.meaning.phrases:
        return "section"
    return "level" if chosen.name.level.number in word.meaning.phrases else "section"
