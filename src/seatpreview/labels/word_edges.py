r"""Edges of words in patterns with letters beyond ASCII.

RE2 counts only ASCII letters as parts of words, so that `\b` never matches beside the letters of 'ряд'. At
the beginning and at the end of such a pattern, `\b` is replaced by a group that matches a character which is
no part of a word, or the end of the text. That character is no part of the match.
"""

import re
from typing import NamedTuple

_NO_LETTER = (
    r"[\x00-/:-@\[-\x5e\x60{-\x{a9}\x{ab}-\x{b4}\x{b6}-\x{b9}\x{bb}-\x{bf}\x{d7}\x{f7}\x{2000}-\x{206f}"
    r"\x{20a0}-\x{20cf}\x{2100}-\x{214f}\x{2190}-\x{2bff}\x{3000}-\x{3004}\x{3008}-\x{3020}\x{ff00}-\x{ff0f}]"
)
"""Blanks, punctuation and signs. RE2's class of all letters would make a pattern thirty times as large."""
_EDGE = r"\b"
_ATOM = re.compile(r"\\[pPx]\{[^}]*\}|\\p.|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\]", re.DOTALL)
_REPEAT = re.compile(r"(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??")
_GROUP = re.compile(r"\((?:\?(?::|P?<\w+>)|(?!\?))")
_LETTERS = frozenset((r"\d", r"\w", r"\pL", r"\pN", r"\p{L}", r"\p{N}", r"\p{Lu}", r"\p{Ll}"))
_CLASS_OF_LETTERS = re.compile(r"\[(?:\w(?:-\w)?|\\[dw])+\]")


class EdgedPattern(NamedTuple):
    """A pattern in which groups stand for the edges of words."""

    pattern: str
    has_before: bool = False
    """Whether the first group matches the character before the match."""
    has_behind: bool = False
    """Whether the last group matches the character behind the match."""

    @property
    def is_changed(self) -> bool:
        """Whether groups stand for edges."""
        return self.has_before or self.has_behind


def with_word_edges(pattern: str) -> EdgedPattern:
    """Replaces the edges of words at the beginning and the end of a pattern with letters beyond ASCII. Any
    other pattern is returned as it is, and so is one whose first or last character may be no letter."""
    if pattern.isascii() or _EDGE not in pattern:
        return EdgedPattern(pattern)
    alternatives = _alternatives(pattern)
    has_before = all(_has_edge(atoms, 0) for atoms in alternatives)
    has_behind = all(_has_edge(atoms[::-1], -1) for atoms in alternatives)
    if not has_before and not has_behind:
        return EdgedPattern(pattern)
    inner = "|".join(
        "".join(atom.text for atom in atoms[int(has_before) : len(atoms) - int(has_behind)])
        for atoms in alternatives
    )
    before = f"(^|{_NO_LETTER})" if has_before else ""
    behind = f"($|{_NO_LETTER})" if has_behind else ""
    return EdgedPattern(f"{before}(?:{inner}){behind}", has_before, has_behind)


def is_letter(character: str) -> bool:
    """Returns whether a character is part of a word."""
    return character.isalnum() or character == "_"


class _Atom(NamedTuple):
    """A character, a class or a group of a pattern."""

    text: str
    """The atom with its repetition: `\\d+`."""
    plain: str
    repeat: str


def _alternatives(pattern: str) -> list[list[_Atom]]:
    """Splits a pattern at the bars that stand in no group, and each part into its atoms."""
    alternatives: list[list[_Atom]] = [[]]
    at = 0
    while at < len(pattern):
        end = _end_of_atom(pattern, at)
        found = _REPEAT.match(pattern, end)
        repeat = "" if found is None else found[0]
        plain = pattern[at:end]
        if plain == "|":
            alternatives.append([])
        else:
            alternatives[-1].append(_Atom(plain + repeat, plain, repeat))
        at = end + (0 if plain == "|" else len(repeat))
    return alternatives


def _end_of_atom(pattern: str, start: int) -> int:
    """Returns where the atom that begins here ends: a group at its own closing bracket."""
    depth = 0
    at = start
    while True:
        found = _ATOM.match(pattern, at)
        if found is None:
            return len(pattern)
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        at = found.end()
        if depth <= 0:
            return at


def _has_edge(atoms: list[_Atom], end: int) -> bool:
    """Returns whether the first of these atoms is an edge, and a letter certainly stands beside it. Beside
    anything but a letter, the edge would mean the opposite."""
    return len(atoms) > 1 and atoms[0].text == _EDGE and _begin_with_letter(atoms[1:], end)


def _begin_with_letter(atoms: list[_Atom], end: int) -> bool:
    """Returns whether the first of these atoms that is not left out certainly has a letter at this end: 0 for
    the beginning of an atom, -1 for its end."""
    for atom in atoms:
        if not _is_letter_atom(atom.plain, end):
            return False
        if not atom.repeat.startswith(("*", "?", "{0")):
            return True
    return False


def _is_letter_atom(plain: str, end: int) -> bool:
    group = _GROUP.match(plain)
    if group is not None:
        inside = _alternatives(plain[group.end() : -1])
        return all(_begin_with_letter(atoms[::-1] if end else atoms, end) for atoms in inside)
    if len(plain) == 1:
        return is_letter(plain)
    return plain in _LETTERS or _CLASS_OF_LETTERS.fullmatch(plain) is not None
