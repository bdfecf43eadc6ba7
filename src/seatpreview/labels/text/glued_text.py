"""Splits text without spaces into its words: 'アリーナ席中央', '二楼池座', '내야지정석'.

The longest word that a language or the venue has comes first. What lies between such words is one word.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from seatpreview.labels.text.general_words import COUNTED, GLUED_WORDS, general_word, is_letter
from seatpreview.labels.text.numerals import CHINESE_NUMERAL, chinese_number
from seatpreview.labels.text.scripts import GLUED_LETTERS, VOWEL_MARKS, is_glued

_RUN = re.compile(f"[{GLUED_LETTERS}]+|[^{GLUED_LETTERS}]+")
_RUN_LETTERS_MAX = 60
"""Longer runs are no words of a label, and are not split."""
ORDINAL_PREFIX = "第"


class GluedWords:
    """Words that are found in text without spaces: those of all languages, and those of one venue."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        self.words = GLUED_WORDS.union(own)
        self._longest: dict[str, int] = {}
        """The length of the longest word, by its first letter."""
        for word in self.words:
            self._longest[word[0]] = max(len(word), self._longest.get(word[0], 0))

    def end_of_word(self, run: str, at: int) -> int:
        """Returns where the longest word that begins here ends; `at` if none does."""
        end = min(len(run), at + self._longest.get(run[at], 0)) if at < len(run) else at
        while end > at and (run[at:end] not in self.words or run[end : end + 1] in VOWEL_MARKS):
            end -= 1  # A letter is not taken from its vowel.
        return end


OF_ALL_LANGUAGES = GluedWords()


def glued_words_of(own: Iterable[str]) -> GluedWords:
    """Returns the words of all languages with those of a venue. Venues without such words share one index."""
    found = frozenset(filter(is_glued, own)) - GLUED_WORDS
    return GluedWords(found) if found else OF_ALL_LANGUAGES


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A word of a text without spaces, by its position in it."""

    start: int
    end: int
    is_known: bool = True
    """Whether a language or the venue has the word."""
    number: str = ""
    """The digits, if it is a numeral."""


def runs_of(word: str) -> Iterator[tuple[int, int]]:
    """Yields the positions of runs of letters of scripts with and without spaces: 'A' and 'ブロック'."""
    return (found.span() for found in _RUN.finditer(word))


def pieces_of(run: str, words: GluedWords, *, is_behind_value: bool = False) -> Sequence[Piece]:
    """Splits a run of letters of scripts without spaces into words. The time is proportional to its length.
    `is_behind_value` says that a number or a letter touches the run."""
    if len(run) > _RUN_LETTERS_MAX:
        return (Piece(0, len(run), is_known=False),)
    pieces: list[Piece] = []
    at = unknown = 0
    while at < len(run):
        piece = _piece_at(run, at, words)
        if piece.is_known:
            if unknown < at:
                pieces.append(Piece(unknown, at, is_known=False))
            pieces.append(piece)
            unknown = piece.end
        at = piece.end
    if unknown < len(run):
        pieces.append(Piece(unknown, len(run), is_known=False))
    return pieces if len(pieces) == 1 else _with_parts_joined(run, pieces, is_behind_value)


def _piece_at(run: str, at: int, words: GluedWords) -> Piece:
    """Returns the word or the numeral that begins here, or else letters that begin neither."""
    end = words.end_of_word(run, at)
    found = CHINESE_NUMERAL.match(run, at)
    if found is not None and found.end() >= end:
        number = _number(run, found, words)
        if number or end == at:
            return Piece(at, found.end(), is_known=bool(number), number=number)
    return Piece(at, end) if end > at else Piece(at, at + 1, is_known=False)


def _number(run: str, found: re.Match[str], words: GluedWords) -> str:
    """Returns the number of a numeral that counts something: '三' in '三楼' and '第三', but not in '三井'."""
    start, end = found.span()
    is_all = start == 0 and end == len(run)
    is_ordinal = start > 0 and run[start - 1] == ORDINAL_PREFIX
    behind = run[end : words.end_of_word(run, end)]
    is_counted = is_all or is_ordinal or not COUNTED.isdisjoint(general_word(behind).kinds)
    return chinese_number(found[0]) if is_counted else ""


def _with_parts_joined(run: str, pieces: list[Piece], is_behind_value: bool) -> list[Piece]:
    """Joins known words of one letter with unknown letters beside them: '東' is no direction in '東京'. What
    counts rows and the like stays apart behind a number or a single letter: '가열'."""
    joined: list[Piece] = []
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else None
        behind = pieces[index + 1] if index + 1 < len(pieces) else None
        is_beside_unknown = any(other is not None and not other.is_known for other in (before, behind))
        is_part = (
            not piece.number
            and piece.end == piece.start + 1
            and is_beside_unknown
            and piece.is_known
            and not _counts(run, piece, before, is_behind_value)
        )
        kept = Piece(piece.start, piece.end, is_known=False) if is_part else piece
        if joined and not kept.is_known and not joined[-1].is_known:
            kept = Piece(joined.pop().start, kept.end, is_known=False)
        joined.append(kept)
    return joined


def _counts(run: str, piece: Piece, before: Piece | None, is_behind_value: bool) -> bool:
    if COUNTED.isdisjoint(general_word(run[piece.start : piece.end]).kinds):
        return run[piece.start : piece.end] == ORDINAL_PREFIX
    if before is None:
        return is_behind_value
    return bool(before.number) or is_letter(run[before.start : before.end])
