"""RE2 patterns: compiled with little memory, and with the cost of searching a text."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import re2

PATTERN_MEMORY_BYTES_MAX = 1 << 17
"""A new pattern whose program needs more memory is refused. This also bounds the time to compile it."""
STORED_PATTERN_MEMORY_BYTES_MAX = 1 << 20
"""Earlier versions accepted patterns of this size. They stay usable."""

_MEMORY_BYTES = (1 << 14, 1 << 16, PATTERN_MEMORY_BYTES_MAX, STORED_PATTERN_MEMORY_BYTES_MAX)
# RE2 builds the states of a DFA while it searches, which costs three times as much as simulating the NFA.
# With little memory it soon abandons a DFA that keeps producing new states; a usual pattern needs few.

_GROUPS_THAT_DOUBLE_THE_COST = 16
"""Simulating an NFA copies the positions of all groups for each instruction."""
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


# Edges of words in patterns with letters beyond ASCII.
#
# RE2 counts only ASCII letters as parts of words, so that `\b` never matches beside the letters of 'ряд'. At
# the beginning and at the end of such a pattern, `\b` is replaced by a group that matches a character which
# is no part of a word, or the end of the text. That character is no part of the match.


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


class CompiledPattern(NamedTuple):
    """A compiled pattern, which ignores case."""

    program: Any
    """The pattern of RE2."""
    steps_per_byte: int
    """The highest cost of a search for each byte of text: the size of the program, and more with groups."""

    edges: EdgedPattern
    """The pattern with its edges of words, for which groups may stand."""

    @property
    def groups(self) -> int:
        """The number of capturing groups that the pattern itself has."""
        return int(self.program.groups) - self.edges.has_before - self.edges.has_behind

    def matches(self, text: str) -> Iterator["PatternMatch"]:
        """Yields the matches in their order. None overlaps another one."""
        if self.program.groups == self.groups:
            for found in self.program.finditer(text):
                yield PatternMatch(found, found.start(), found.end())
            return
        first, last = int(self.edges.has_before), int(self.program.groups)
        at = 0
        while (found := self.program.search(text, at)) is not None:
            start = found.end(1) if self.edges.has_before else found.start()
            end = found.start(last) if self.edges.has_behind else found.end()
            yield PatternMatch(found, start, end, first)
            # The character before the next match may be the last one of this match, unless it is a letter.
            at = end if is_letter(text[end - 1]) else end - 1


class PatternMatch(NamedTuple):
    """A match of a pattern."""

    found: Any
    """The match of RE2."""
    start: int
    end: int
    groups_before: int = 0
    """The number of groups before the first one of the pattern itself."""

    def group(self, number: int) -> str:
        """Returns what a group of the pattern matched; empty if it took no part."""
        return self.found[number + self.groups_before] or ""


def compile_pattern(
    pattern: str,
    *,
    captures: bool = True,
    memory_bytes_max: int = STORED_PATTERN_MEMORY_BYTES_MAX,
) -> CompiledPattern:
    """Compiles a pattern with the least memory that suffices. Raises `re2.error` for a pattern that is not
    valid or needs more than the given memory. Without `captures` the pattern has no groups, and is
    cheaper."""
    sizes = [memory_bytes for memory_bytes in _MEMORY_BYTES if memory_bytes <= memory_bytes_max]
    for memory_bytes in sizes[:-1]:
        try:
            return _compile(pattern, captures, memory_bytes)
        except re2.error:
            continue  # More memory may suffice. If the pattern is not valid, the last attempt raises.
    return _compile(pattern, captures, sizes[-1])


def _compile(pattern: str, captures: bool, memory_bytes: int) -> CompiledPattern:
    # The module re2 caches the last 128 compiled patterns; there is no other cache.
    edges = with_word_edges(pattern)
    program = re2.compile(edges.pattern, _options(captures, memory_bytes))
    # Asking for the size also compiles the reverse program, which the first search would do otherwise.
    size = max(program.programsize, program.reverseprogramsize)
    extra = size * program.groups // _GROUPS_THAT_DOUBLE_THE_COST
    if not program.groups:
        edges = EdgedPattern(pattern)  # Without groups, nobody asks where a match begins.
    return CompiledPattern(program, size + extra, edges)


def _options(captures: bool, memory_bytes: int) -> re2.Options:
    options = re2.Options()
    options.case_sensitive = False
    options.never_capture = not captures
    options.max_mem = memory_bytes
    options.log_errors = False
    return options


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
