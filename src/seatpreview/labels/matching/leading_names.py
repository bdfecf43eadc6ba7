"""Labels that begin with the exact name of a section, followed by nothing but a row and seats."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from seatpreview.labels.matching.confidence import EXACT, WITHOUT_MARKERS
from seatpreview.labels.matching.explanation import read_words
from seatpreview.labels.matching.parsed_names import Name
from seatpreview.labels.matching.vocabulary import Vocabulary
from seatpreview.labels.model import ReadWord, Resolution
from seatpreview.labels.parsing.label_draft import MARKERS, UNRESERVED, VALUE_LETTERS_MAX, NamesOfVenue
from seatpreview.labels.parsing.label_parser import Statement, read_text
from seatpreview.labels.parsing.possible_readings import Way
from seatpreview.labels.parsing.seat_lists import JOINING
from seatpreview.labels.text.general_words import GeneralWord, general_word, is_letter, words_of_kinds
from seatpreview.labels.text.tokens import Token

_MARKERS = tuple(word for word in words_of_kinds(MARKERS) if len(word) > 2)
"""Words that a row or a seat may be glued to."""


def better_behind_name(
    found: Resolution,
    text: str,
    tokens: Sequence[Token],
    spoken: tuple[str, ...],
    vocabulary: Vocabulary,
    rows: NamesOfVenue,
    within: Callable[[int, Way, float, tuple[str, ...]], Resolution],
    *,
    is_exact: bool,
    explain: bool,
) -> Resolution:
    """Returns what the words of a label give (`found`), or the place behind a name: of a label that begins
    with the exact name of a section, if everything behind it is a row and seats ('Door 5 Terrace 5 7') and
    all readings of them give one place. That place is preferred if the words give none, or a seat elsewhere:
    only a part of a name led there. `is_exact` says that a whole name did. `spoken` are the tokens without
    signs, `rows` has the rows of the venue and none of its names, `within` finds a row and seats in a
    section."""
    end, name = _leading_name(tokens, spoken, vocabulary)
    if name is None or _is_in(found, vocabulary.sections[name.section].id, is_exact=is_exact):
        return found
    if _is_choice(tokens[end]) or not _may_be_place(tokens[end:], vocabulary.written, rows.rows):
        return found
    places: dict[str, Resolution] = {}
    for statement in read_text(text, tuple(tokens[end:]), rows):
        for way in () if statement.refusal else statement.ways:
            if way.section or not _is_place(statement, way):
                continue
            confidence = EXACT if way.is_marked else WITHOUT_MARKERS
            resolution = within(name.section, way, confidence, ("it begins with the name of a section",))
            if resolution.status == "matched" and resolution.seat is not None:
                key = resolution.seat.key
                if explain:
                    resolution = _explained(resolution, text, tokens[:end], statement, way, vocabulary)
                places[key] = resolution
    behind_name = next(iter(places.values())) if len(places) == 1 else None
    is_better = behind_name is not None and (behind_name.level == "seat" or found.status != "matched")
    return behind_name if behind_name is not None and is_better else found


def _is_in(found: Resolution, section: str, *, is_exact: bool) -> bool:
    """Returns whether the words of the label led to a seat of this section, or to all that is known of it."""
    is_here = found.seat is not None and found.seat.section == section
    return is_here and (is_exact or found.level == "seat")


def _is_choice(token: Token) -> bool:
    """Returns whether a small letter means 'or' behind a name: 'Settore 5 o 6' leaves open which it is."""
    return is_letter(token.text) and not token.is_capital and "either" in general_word(token.text).kinds


def _may_be_place(tokens: Sequence[Token], own: frozenset[str], rows: frozenset[str]) -> bool:
    """Returns whether these may be a row and seats and nothing else: one of them can be the name of a row or
    a seat, and no word means nothing but a place of the venue. Reading them takes much longer."""
    has_value = False
    for token in tokens:
        text = token.text
        if token.is_number or text in rows or is_letter(text):
            has_value = has_value or not token.is_sign
            continue
        general = general_word(text)
        says_more = text in own and not (general.kinds or general.directions or general.ordinal)
        if says_more and len(text) > VALUE_LETTERS_MAX:
            return False
        if token is tokens[0] and not general.kinds.isdisjoint(JOINING):
            return False  # 'Stalls or Circle'
        has_value = has_value or _may_have_value(text, general)
    return has_value


def _may_have_value(word: str, general: GeneralWord) -> bool:
    """Returns whether a word can be the name of a row or a seat, or has one in it: 'RowC'."""
    if general.is_known:
        return general.ordinal != "" or not UNRESERVED.isdisjoint(general.kinds)
    return len(word) <= VALUE_LETTERS_MAX or word.startswith(_MARKERS)


def _leading_name(
    tokens: Sequence[Token], spoken: tuple[str, ...], vocabulary: Vocabulary
) -> tuple[int, Name | None]:
    """Returns the longest name of a section that a label begins with, and where it ends. A number alone
    begins too many labels."""
    words_max = vocabulary.words_of_names_with(spoken[0]) if spoken else 0
    for length in range(min(words_max, len(spoken)), 0, -1):
        name = vocabulary.exact_name(spoken[:length])
        if name is not None:
            end = _end_of_words(tokens, length)
            is_whole = end < len(tokens) and not tokens[end].touches
            if is_whole and (length > 1 or not tokens[end - 1].is_number):
                return end, name
    return 0, None


def _end_of_words(tokens: Sequence[Token], count: int) -> int:
    """Returns where the first words and numbers end, given how many there are."""
    end = 0
    while count:
        count -= not tokens[end].is_sign
        end += 1
    return end


def _explained(
    resolution: Resolution,
    text: str,
    name: Sequence[Token],
    statement: Statement,
    way: Way,
    vocabulary: Vocabulary,
) -> Resolution:
    words = [
        ReadWord(start=token.start, end=token.end, taken_for="section") for token in name if not token.is_sign
    ]
    words += read_words(statement, way, None, None, vocabulary)
    return replace(resolution, text=text, words=tuple(words))


def _is_place(statement: Statement, way: Way) -> bool:
    """Returns whether a way has a row or seats that a word marks, or a row and seats and nothing else at all.
    In 'Platinum 5-8', the numbers may belong to the word."""
    if way.is_marked:
        return way.row != "" or way.seats is not None
    if not way.row or way.seats is None:
        return False
    taken = {*way.row_at, *way.seats.at}
    is_alone = all(token.is_sign or index in taken for index, token in enumerate(statement.tokens))
    return is_alone or not way.is_bare
