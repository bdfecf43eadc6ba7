"""The words of a venue's names, found by how they begin, or by their letters where none is doubled.

A venue has up to tens of thousands of words. Both indexes are made for the first label that needs them: most
need none.
"""

from bisect import bisect_right
from functools import cached_property
from itertools import groupby
from operator import eq


class WrittenWords:
    """An index of words as they are written."""

    def __init__(self, words: frozenset[str] = frozenset()) -> None:
        self._words = words

    def has_longer(self, beginning: str) -> bool:
        """Returns whether a longer word begins so."""
        at = bisect_right(self._sorted, beginning)
        return at < len(self._sorted) and self._sorted[at].startswith(beginning)

    def with_letters_of(self, word: str) -> str | None:
        """Returns the first word in the alphabet that has the same letters where two that are the same count
        as one: 'mezzanine' for 'mezannine'. None if there is none."""
        return self._by_letters.get(_with_single_letters(word))

    def with_letters_swapped(self, word: str) -> str | None:
        """Returns the only word that this one becomes when two letters behind its first are swapped: 'west'
        for 'wset'. None if there is none, or several."""
        found = {
            swapped
            for at in range(1, len(word) - 1)
            if (swapped := f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}") in self._words
        }
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._words)

    @cached_property
    def _by_letters(self) -> dict[str, str]:
        return {_with_single_letters(word): word for word in reversed(self._sorted)}


def has_doubled(word: str) -> bool:
    """Returns whether a letter stands twice in a row."""
    return any(map(eq, word, word[1:]))


def _with_single_letters(word: str) -> str:
    return "".join(letter for letter, _ in groupby(word)) if has_doubled(word) else word
