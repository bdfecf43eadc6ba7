"""RE2 patterns: compiled with little memory, and with the cost of searching a text."""

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


class CompiledPattern(NamedTuple):
    """A compiled pattern, which ignores case."""

    program: Any
    """The pattern of RE2."""
    steps_per_byte: int
    """The highest cost of a search for each byte of text: the size of the program, and more with groups."""

    @property
    def groups(self) -> int:
        """The number of capturing groups."""
        return int(self.program.groups)


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
    program = re2.compile(pattern, _options(captures, memory_bytes))
    # Asking for the size also compiles the reverse program, which the first search would do otherwise.
    size = max(program.programsize, program.reverseprogramsize)
    extra = size * program.groups // _GROUPS_THAT_DOUBLE_THE_COST
    return CompiledPattern(program, size + extra)


def _options(captures: bool, memory_bytes: int) -> re2.Options:
    options = re2.Options()
    options.case_sensitive = False
    options.never_capture = not captures
    options.max_mem = memory_bytes
    options.log_errors = False
    return options
