"""Entries of the Content-Security-Policy directive frame-ancestors: the pages that may embed the viewer."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from seatpreview.keys import origins
from seatpreview.values.validated_text import ValidatedText

SELF = "'self'"
NONE = "'none'"


class FrameAncestor(ValidatedText):
    """An entry: `'self'`, `'none'`, or an origin that the directive's grammar allows."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "frame-ancestor",
        "minLength": len(SELF),
        "maxLength": origins.LENGTH_MAX,
        "description": (
            "`'self'`, `'none'` (alone), or `https://host[:port]` (`http://` for loopback), where a "
            "leftmost label `*` covers subdomains. Responses have it in canonical form, as for origins."
        ),
        "examples": [SELF, "https://shop.example", "https://*.shop.example"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if text.lower() in (SELF, NONE):
            return cls(text.lower())
        origins.check_characters(text)
        _check_quotes(text)
        origin = origins.Origin.parse(text)
        _check_grammar(origin)
        return cls(origin)


def directive(entries: Sequence[FrameAncestor]) -> str:
    """Returns the directive for the header. Without entries, no page may embed the viewer."""
    return "frame-ancestors " + (" ".join(entries) or NONE)


def combination_fault(entries: Sequence[FrameAncestor]) -> str | None:
    """Returns what is wrong with a combination of valid entries, or None. A browser ignores `'none'` if there
    are other entries."""
    if NONE in entries and len(entries) > 1:
        return "'none' must stand alone: remove it, or the other entries"
    return None


def _check_quotes(text: str) -> None:
    word = text.strip(_QUOTES)
    if f"'{word.lower()}'" in (SELF, NONE):
        raise ValueError(f"is a keyword without its single quotes; write \"'{word.lower()}'\"")
    if word != text:
        raise ValueError("is in quotes, and only 'self' and 'none' are; write an origin without them")


_QUOTES = "'\"`\u2018\u2019\u201c\u201d"


def _check_grammar(origin: origins.Origin) -> None:
    """Refuses an origin that the CSP grammar cannot express: a browser would drop the entry, and the page
    could not embed the viewer."""
    if "[" in origin:
        raise ValueError("is an IPv6 address, which frame-ancestors cannot hold; write a name")
    if "_" in origin:
        raise ValueError("has a host with '_', which frame-ancestors cannot hold")
