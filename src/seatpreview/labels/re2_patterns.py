"""RE2 patterns: compiled with little memory, and with the cost of searching a text."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import re2

from seatpreview.labels.word_edges import EdgedPattern, is_letter, with_word_edges

PATTERN_MEMORY_BYTES_MAX = 1 << 17
"""A new pattern whose program needs more memory is refused. This also bounds the time to compile it."""
STORED_PATTERN_MEMORY_BYTES_MAX = 1 << 20
"""Earlier versions accepted patterns of this size. They stay usable."""

_MEMORY_BYTES = (1 << 14, 1 << 16, PATTERN_MEMORY_BYTES_MAX, STORED_PATTERN_MEMORY_BYTES_MAX)
# RE2 builds the states of a DFA while it searches, which costs three times as much as simulating the NFA.
# With little memory it soon abandons a DFA that keeps producing new states; a usual pattern needs few.

_GROUPS_THAT_DOUBLE_THE_COST = 16
"""Simulating an NFA copies the positions of all groups for each instruction."""


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
