"""Origins that may use a key, and pages that may frame its viewer: their canonical form, and lookups."""

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

import ada_url
import publicsuffixlist

from seatpreview.values.validated_text import ValidatedText
from seatpreview.values.web_hosts import check_name, check_port

# 'https://', a name of at most 253 characters, ':65535', and the '/' that is accepted and dropped.
LENGTH_MAX = 268
FRAME_SELF = "'self'"
FRAME_NONE = "'none'"

_QUOTES = "'\"`\u2018\u2019\u201c\u201d"


class Origin(ValidatedText):
    """An exact origin, or a wildcard for the subdomains of a name, in the form that browsers send."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "origin",
        "minLength": len("https://a"),
        "maxLength": LENGTH_MAX,
        "description": (
            "`https://host[:port]`, or `http://` for loopback names and addresses. A leftmost label `*` "
            "covers subdomains of any depth and not the name itself. Responses have the canonical form: "
            "lower case, IDN as punycode, without the default port."
        ),
        "examples": ["https://shop.example", "https://*.shop.example", "http://localhost:3000"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(_canonical(text))

    @property
    def is_wildcard(self) -> bool:
        """Whether the origin covers subdomains."""
        return "://*." in self


class AllowedOrigins:
    """The allowed origins of a key, indexed for lookup.

    The header is looked up as it was sent. Browsers send the canonical form, so any other spelling does not
    come from a browser, and matches nothing.
    """

    __slots__ = ("_exact", "_wildcards")

    def __init__(self, origins: Sequence[Origin]) -> None:
        self._exact = frozenset(str(origin) for origin in origins if not origin.is_wildcard)
        self._wildcards = frozenset(str(origin) for origin in origins if origin.is_wildcard)

    def admits(self, origin_header_text: str) -> bool:
        """Returns whether the origin is listed, or covered by a listed wildcard."""
        if origin_header_text in self._exact:
            return True
        if not self._wildcards or len(origin_header_text) > LENGTH_MAX:
            return False
        return any(wildcard in self._wildcards for wildcard in _wildcards_over(origin_header_text))


def warm_up() -> None:
    """Loads the public suffix list at start: it takes a tenth of a second, which no request should wait
    for."""
    _public_suffixes()
    _public_suffix_below()


def check_characters(text: str) -> None:
    """Refuses characters that a URL parser would silently drop, convert or interpret differently."""
    if not text:
        raise ValueError("is empty; write for example 'https://shop.example'")
    if len(text) > LENGTH_MAX:
        raise ValueError(f"is longer than {LENGTH_MAX} characters")
    for character in text:
        if fault := _character_fault(character):
            raise ValueError(f"contains {fault}")


def _wildcards_over(origin: str) -> Iterator[str]:
    """Yields the wildcards that would cover an origin, provided that `*` stands for valid labels."""
    scheme, _, host = origin.partition("://")
    label, dot, parent = host.partition(".")
    while dot and _LABEL.fullmatch(label):
        yield f"{scheme}://*.{parent}"
        label, dot, parent = parent.partition(".")


_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def _character_fault(character: str) -> str | None:
    if character in _REFUSED_CHARACTERS:
        return _REFUSED_CHARACTERS[character]
    if "!" <= character <= "~":
        return None
    code_point = f"(U+{ord(character):04X})"
    category = unicodedata.category(character)
    if category == "Cc":
        return f"a control character {code_point}"
    if category == "Cs":
        return f"half of a surrogate pair {code_point}"
    if character.isspace():
        return f"white space {code_point}"
    return _lookalike_fault(character, code_point)


_REFUSED_CHARACTERS = {
    "\\": "a backslash",
    ",": "','; write each entry on its own",
    ";": "';'; write each entry on its own",
}


def _lookalike_fault(character: str, code_point: str) -> str | None:
    """Returns the fault of a character that IDNA maps to ASCII or removes; None for other characters.

    IDNA maps a fullwidth letter to a letter and an ideographic full stop to a dot, and removes a soft hyphen;
    browsers do the same. But a list of allowed origins has to mean what its reader sees, so a character that
    becomes ASCII must be written in ASCII. Letters of other scripts are not mapped, and are accepted. The
    parser itself decides, so that no table here can disagree with it.
    """
    read_as = ada_url.idna_to_ascii("a" + character).decode()
    if not read_as or read_as.startswith("xn--"):
        return None
    if read_as == "a":
        return f"an invisible character {code_point}"
    return f"a look-alike {code_point} of '{read_as[1:]}'"


def _canonical(text: str) -> str:
    check_characters(text)
    scheme, authority = _scheme_and_authority(text)
    star, authority = _star_and_authority(authority)
    host, port = _host_and_port(scheme, authority)
    _check_port(f"{scheme}://{star}{host}", port)
    _check_dots_and_stars(f"{scheme}://{star}", host, port)
    url = _parse_url(scheme, host, port)
    _check_readability(host, url)
    if scheme == "http" and not _is_loopback(url):
        raise ValueError("has http, which is for loopback only" + _suggestion(f"https://{star}{url.host}"))
    if star:
        _check_wildcard_over(url)
    return f"{scheme}://{star}{url.host}"


def _suggestion(text: str) -> str:
    """Returns what to write instead, if that would be accepted; otherwise an empty string."""
    try:
        return f"; write '{_canonical(text)}'"
    except ValueError:
        return ""


def _scheme_and_authority(text: str) -> tuple[str, str]:
    if text.lower() == "null":
        raise ValueError("is 'null', which any sandboxed page or local file sends, and so names nobody")
    if text == "*":
        raise ValueError(_BARE_WILDCARD)
    scheme, separator, rest = text.partition("://")
    if not separator:
        host = text.removeprefix("https:").lstrip("/")
        raise ValueError("does not start with 'https://'" + _suggestion(f"https://{host}"))
    if scheme.lower() not in ("https", "http"):
        raise ValueError("has a scheme other than https, or http for loopback")
    return scheme.lower(), _authority(scheme.lower(), rest)


def _authority(scheme: str, rest: str) -> str:
    end = next((index for index, character in enumerate(rest) if character in "/?#"), len(rest))
    authority, tail = rest[:end], rest[end:]
    if tail not in ("", "/"):
        part = {"?": "a query", "#": "a fragment"}.get(tail.removeprefix("/")[0], "a path")
        raise ValueError(f"has {part}" + _suggestion(f"{scheme}://{authority}"))
    if "@" in authority:
        raise ValueError("has user info" + _suggestion(f"{scheme}://{authority.rpartition('@')[2]}"))
    if "%" in authority and "[" in authority:
        raise ValueError("has an IPv6 zone, which means nothing on another machine")
    if "%" in authority:
        raise ValueError("has percent-encoding; write the host in plain characters")
    return authority


def _star_and_authority(authority: str) -> tuple[str, str]:
    if authority == "*" or authority.startswith("*:"):
        raise ValueError(_BARE_WILDCARD)
    if authority.startswith("*."):
        return "*.", authority.removeprefix("*.")
    return "", authority


_BARE_WILDCARD = "is a bare wildcard; write a name after it: 'https://*.shop.example'"


def _host_and_port(scheme: str, authority: str) -> tuple[str, str]:
    """Splits the authority. The port keeps its colon, so that a colon without a port can be refused."""
    if authority.startswith("["):
        host, bracket, port = authority.partition("]")
        return host + bracket, port
    if authority.count(":") > 1:
        suggestion = _suggestion(f"{scheme}://[{authority}]")
        raise ValueError("has more than one ':'; an IPv6 address stands in brackets" + suggestion)
    host, colon, port = authority.partition(":")
    return host, colon + port


def _check_port(before: str, port: str) -> None:
    digits = port.removeprefix(":")
    if not port:
        return
    if not digits:
        raise ValueError("has a ':' without a port" + _suggestion(before))
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("has a port that is not a number")
    if digits.startswith("0") and digits != "0":
        raise ValueError("has a port with leading zeros" + _suggestion(f"{before}:{digits.lstrip('0')}"))
    if len(digits) > 5 or not 1 <= int(digits) <= 65535:
        raise ValueError("has a port outside 1 to 65535")
    check_port(digits)


def _check_dots_and_stars(before: str, host: str, port: str) -> None:
    if not host:
        raise ValueError("has no host")
    if "*" in host:
        raise ValueError("wildcards are only allowed as the leftmost label: 'https://*.shop.example'")
    if host.startswith(".") or ".." in host:
        raise ValueError("has an empty label: two dots in a row, or one at the start")
    if host.endswith("."):
        raise ValueError("has a trailing dot" + _suggestion(before + host.rstrip(".") + port))


def _parse_url(scheme: str, host: str, port: str) -> ada_url.URL:
    try:
        return ada_url.URL(f"{scheme}://{host}{port}")
    except ValueError:
        raise ValueError(_parse_failure_reason(host)) from None


def _parse_failure_reason(host: str) -> str:
    last_label = host.rpartition(".")[2].lower()
    if host.startswith("["):
        return "has an IPv6 address that is not valid"
    if last_label.isdigit() or last_label.startswith("0x"):
        return "ends in a number, and is not a valid IPv4 address"
    return "has a host that is not a valid name"


def _check_readability(host: str, url: ada_url.URL) -> None:
    """Refuses a host that the parser accepts but reads differently from how a person would."""
    if url.host_type == ada_url.HostType.IPV6:
        return
    if url.host_type == ada_url.HostType.IPV4:
        _check_ipv4(host, url)
        return
    check_name(url.hostname)
    for label in url.hostname.split("."):
        _check_label(label)


def _check_ipv4(host: str, url: ada_url.URL) -> None:
    if host != url.hostname:
        suggestion = _suggestion(f"{url.protocol}//{url.host}")
        raise ValueError("has an IPv4 address that is not four plain decimal numbers" + suggestion)


def _check_label(label: str) -> None:
    if label.startswith("-") or label.endswith("-"):
        raise ValueError("has a label that starts or ends with '-'")
    if not _LABEL.fullmatch(label):
        raise ValueError("has a host with characters other than letters, digits, '-' and '_'")
    if label.startswith("xn--") and not _is_punycode(label):
        raise ValueError(f"has a label that is not valid punycode: '{label}'")


def _is_punycode(label: str) -> bool:
    """Returns whether the label decodes. The parser accepts any `xn--` label of an ASCII name without
    decoding it."""
    decoded = ada_url.idna_to_unicode(label)
    return not decoded.isascii() and ada_url.idna_to_ascii(decoded) == label.encode()


def _is_loopback(url: ada_url.URL) -> bool:
    if url.host_type == ada_url.HostType.IPV4:
        return url.hostname.startswith("127.")
    return url.hostname in ("localhost", "[::1]") or url.hostname.endswith(".localhost")


def _check_wildcard_over(url: ada_url.URL) -> None:
    name = url.hostname
    if url.host_type != ada_url.HostType.DEFAULT:
        raise ValueError("is a wildcard over an IP address, which has no subdomains")
    if "." not in name:
        raise ValueError(f"is a wildcard over the single label '{name}'; write a longer name after it")
    if _public_suffixes().is_public(name):
        raise ValueError(f"is a wildcard over the public suffix '{name}', where anyone can have a name")
    if suffix := _public_suffix_below().get(name):
        raise ValueError(f"is a wildcard that covers '{suffix}', where anyone can have a name")


@functools.cache
def _public_suffixes() -> publicsuffixlist.PublicSuffixList:
    """Returns the suffixes of registries, and private ones such as github.io. Loading them takes 80 ms."""
    return publicsuffixlist.PublicSuffixList()


@functools.cache
def _public_suffix_below() -> dict[str, str]:
    """Maps a name that is not a public suffix, such as amazonaws.com, to a public suffix below it. Building
    it takes 50 ms."""
    below: dict[str, str] = {}
    with open(publicsuffixlist.PSLFILE, encoding="utf-8") as lines:
        rules = [line.split()[0] for line in lines if line.strip() and not line.startswith(("//", "!"))]
    for rule in rules:
        suffix = parent = ada_url.idna_to_ascii(rule.removeprefix("*.")).decode()
        while parent := parent.partition(".")[2]:
            below.setdefault(parent, suffix)
    return below


class FrameAncestor(ValidatedText):
    """An entry: `'self'`, `'none'`, or an origin that the directive's grammar allows."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "format": "frame-ancestor",
        "minLength": len(FRAME_SELF),
        "maxLength": LENGTH_MAX,
        "description": (
            "`'self'`, `'none'` (alone), or `https://host[:port]` (`http://` for loopback), where a "
            "leftmost label `*` covers subdomains. Responses have it in canonical form, as for origins."
        ),
        "examples": [FRAME_SELF, "https://shop.example", "https://*.shop.example"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if text.lower() in (FRAME_SELF, FRAME_NONE):
            return cls(text.lower())
        check_characters(text)
        _check_quotes(text)
        origin = Origin.parse(text)
        _check_grammar(origin)
        return cls(origin)


def directive(entries: Sequence[FrameAncestor]) -> str:
    """Returns the directive for the header. Without entries, no page may embed the viewer."""
    return "frame-ancestors " + (" ".join(entries) or FRAME_NONE)


def combination_fault(entries: Sequence[FrameAncestor]) -> str | None:
    """Returns what is wrong with a combination of valid entries, or None. A browser ignores `'none'` if there
    are other entries."""
    if FRAME_NONE in entries and len(entries) > 1:
        return "'none' must stand alone: remove it, or the other entries"
    return None


def _check_quotes(text: str) -> None:
    word = text.strip(_QUOTES)
    if f"'{word.lower()}'" in (FRAME_SELF, FRAME_NONE):
        raise ValueError(f"is a keyword without its single quotes; write \"'{word.lower()}'\"")
    if word != text:
        raise ValueError("is in quotes, and only 'self' and 'none' are; write an origin without them")


def _check_grammar(origin: Origin) -> None:
    """Refuses an origin that the CSP grammar cannot express: a browser would drop the entry, and the page
    could not embed the viewer."""
    if "[" in origin:
        raise ValueError("is an IPv6 address, which frame-ancestors cannot hold; write a name")
    if "_" in origin:
        raise ValueError("has a host with '_', which frame-ancestors cannot hold")
