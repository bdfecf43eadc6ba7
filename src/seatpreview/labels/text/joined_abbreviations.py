"""Splits a word into abbreviations of several words: 'lgres' is 'loge reserve'."""

from collections.abc import Sequence

from seatpreview.labels.text.spelling import abbreviates


def split_into_beginnings(word: str, words: Sequence[str]) -> tuple[str, ...]:
    """Returns at least two of the words, in their order, whose initials or abbreviations make up the word; or
    else words whose initials do so in any order. Empty if there are none."""
    return _in_order(word, words, 0, 0, set()) or _initials(word, words)


def _in_order(
    word: str, words: Sequence[str], start: int, first: int, hopeless: set[tuple[int, int]]
) -> tuple[str, ...]:
    """Splits the rest of the word from `start` into abbreviations of the words from `first`, trying the
    longest first. Each word is used at most once, and some may be left out. `hopeless` remembers failed
    attempts."""
    if (start, first) in hopeless:
        return ()
    for index in range(first, len(words)):
        known = words[index]
        for end in range(min(len(word), start + len(known)), start, -1):
            piece = word[start:end]
            if piece[0] != known[0] or not (len(piece) == 1 or piece == known or abbreviates(piece, known)):
                continue
            if end == len(word):
                if start > 0:
                    return (known,)
                continue
            rest = _in_order(word, words, end, index + 1, hopeless)
            if rest:
                return (known, *rest)
    hopeless.add((start, first))
    return ()


def _initials(word: str, words: Sequence[str]) -> tuple[str, ...]:
    left = list(words)
    found = []
    for letter in word:
        meant = next((known for known in left if known[0] == letter), None)
        if meant is None:
            return ()
        left.remove(meant)
        found.append(meant)
    return tuple(found) if len(found) > 1 else ()
