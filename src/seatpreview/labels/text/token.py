"""A token: a word, a number or a sign of a text."""

import msgspec


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, a number or a sign."""

    text: str
    """The normalized text: without case, accents and leading zeros."""
    start: int
    end: int
    is_number: bool = False
    is_sign: bool = False
    is_capital: bool = False
    """Whether it begins with a capital letter."""
    touches: bool = False
    """Whether it directly follows another word or number, without a gap: '7' in 'R7'. Between letters of a
    script without spaces and others, touching means nothing and is not noted."""
