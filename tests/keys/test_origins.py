"""Origins: which texts are accepted and their canonical form, which are refused and why, and the lookup."""

import re
import string

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from seatpreview.keys.origins import LENGTH_MAX, AllowedOrigins, Origin
from spellings import BAD_ORIGINS
from strategies import exact_origins, origins, wildcard_origins

GOOD = [
    ("https://shop.example", "https://shop.example"),
    ("https://shop.example/", "https://shop.example"),
    ("HTTPS://Shop.EXAMPLE", "https://shop.example"),
    ("https://shop.example:443", "https://shop.example"),
    ("https://shop.example:443/", "https://shop.example"),
    ("https://shop.example:80", "https://shop.example:80"),
    ("https://shop.example:8443", "https://shop.example:8443"),
    ("https://shop.example:2", "https://shop.example:2"),
    ("https://shop.example:65535", "https://shop.example:65535"),
    ("https://intranet", "https://intranet"),
    ("https://github.io", "https://github.io"),
    ("https://null", "https://null"),
    ("https://a.b.c.d.e.f.example", "https://a.b.c.d.e.f.example"),
    ("https://my-shop.example", "https://my-shop.example"),
    ("https://r3---sn.example", "https://r3---sn.example"),
    ("https://my_shop.example", "https://my_shop.example"),
    ("https://1.example", "https://1.example"),
    ("https://123shop.example", "https://123shop.example"),
    ("https://bücher.example", "https://xn--bcher-kva.example"),
    ("https://BÜCHER.example", "https://xn--bcher-kva.example"),
    ("https://bu\u0308cher.example", "https://xn--bcher-kva.example"),
    ("https://XN--BCHER-KVA.example", "https://xn--bcher-kva.example"),
    ("https://faß.example", "https://xn--fa-hia.example"),
    ("https://пример.рф", "https://xn--e1afmkfd.xn--p1ai"),
    ("https://例え.テスト", "https://xn--r8jz45g.xn--zckzah"),
    ("https://น้ำ.example", "https://xn--q3c4c8cq.example"),
    ("https://☕.example", "https://xn--53h.example"),
    ("https://" + "a" * 63 + ".example", "https://" + "a" * 63 + ".example"),
    ("https://203.0.113.7", "https://203.0.113.7"),
    ("https://203.0.113.7:8443/", "https://203.0.113.7:8443"),
    ("https://[2001:DB8:0:0:0:0:0:1]", "https://[2001:db8::1]"),
    ("https://[2001:db8::1]:443", "https://[2001:db8::1]"),
    ("https://[::ffff:203.0.113.7]", "https://[::ffff:cb00:7107]"),
    ("http://localhost", "http://localhost"),
    ("http://localhost:3000", "http://localhost:3000"),
    ("http://localhost:80/", "http://localhost"),
    ("http://localhost:443", "http://localhost:443"),
    ("https://localhost:3000", "https://localhost:3000"),
    ("http://app.localhost:3000", "http://app.localhost:3000"),
    ("http://127.0.0.1:5173", "http://127.0.0.1:5173"),
    ("http://127.255.255.254", "http://127.255.255.254"),
    ("http://[::1]:3000", "http://[::1]:3000"),
    ("http://[0:0:0:0:0:0:0:1]", "http://[::1]"),
    ("https://*.shop.example", "https://*.shop.example"),
    ("https://*.Shop.example:443/", "https://*.shop.example"),
    ("https://*.shop.example:8443", "https://*.shop.example:8443"),
    ("https://*.eu.shop.example", "https://*.eu.shop.example"),
    ("https://*.bücher.example", "https://*.xn--bcher-kva.example"),
    ("https://*.shop.github.io", "https://*.shop.github.io"),
    ("https://*.shop.co.uk", "https://*.shop.co.uk"),
    ("https://*.www.ck", "https://*.www.ck"),
    ("http://*.app.localhost:3000", "http://*.app.localhost:3000"),
]

SHOP = Origin.parse("https://shop.example")
# Parsed here, so that the list of public suffixes is loaded before a property test measures its time.
SHOP_SUBDOMAINS = Origin.parse("https://*.shop.example")


@pytest.mark.parametrize(("text", "canonical"), GOOD)
def test_an_origin_is_kept_in_canonical_form(text: str, canonical: str) -> None:
    assert Origin.parse(text) == canonical


@pytest.mark.parametrize(("text", "reason"), BAD_ORIGINS)
def test_what_is_no_origin_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        Origin.parse(text)


@pytest.mark.parametrize("text", [text for text, reason in BAD_ORIGINS if "write 'http" in reason])
def test_what_a_refusal_says_to_write_is_accepted(text: str) -> None:
    suggestion = str(_refusal(text)).rpartition("write ")[2].strip("'")
    assert Origin.parse(suggestion) == suggestion


@pytest.mark.parametrize(
    "character", [*string.whitespace, *"\x00\x1b\x7f\x80\x9f\u2028", *",;\\%@#?<>\"'`{}|^"]
)
def test_no_position_lets_a_dangerous_character_in(character: str) -> None:
    """Attack: a second header or entry, hidden behind a character that the URL parser strips or converts."""
    text = "https://*.shop.example:8443"
    for position in range(len(text) + 1):
        assert _refusal(text[:position] + character + text[position:])


@given(origins())
def test_every_spelling_of_a_valid_origin_is_accepted(text: str) -> None:
    assert Origin.parse(text)


@given(origins())
def test_the_canonical_form_is_its_own_canonical_form(text: str) -> None:
    origin = Origin.parse(text)
    assert Origin.parse(origin) == origin


@given(exact_origins())
def test_an_exact_origin_is_no_wildcard(text: str) -> None:
    assert not Origin.parse(text).is_wildcard


@given(wildcard_origins())
def test_a_wildcard_says_that_it_is_one(text: str) -> None:
    assert Origin.parse(text).is_wildcard


@given(st.text(st.characters(codec=None), max_size=40))
def test_any_text_is_accepted_or_refused_with_a_sentence(text: str) -> None:
    _check_outcome(text)


@given(st.text("htps:/.*[]@%0179aAxn-_\\?#\u3002ü", max_size=30).map(lambda rest: f"https://{rest}"))
def test_text_made_of_marks_is_accepted_or_refused_with_a_sentence(text: str) -> None:
    _check_outcome(text)


@given(origins(), st.data())
def test_a_changed_origin_is_accepted_or_refused_with_a_sentence(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    _check_outcome(text[:start] + data.draw(st.text(max_size=3)) + text[end:])


def test_the_schema_holds_for_what_is_answered() -> None:
    length_max = Origin.json_schema["maxLength"]
    assert all(1 <= len(canonical) <= length_max for _, canonical in GOOD)
    assert Origin.json_schema["format"] == "origin"
    for text in Origin.json_schema["examples"]:
        assert Origin.parse(text) == text


def test_the_longest_origin_is_accepted() -> None:
    name = ".".join(["a" * 63, "b" * 63, "c" * 63, "d" * 53, "example"])
    text = f"https://{name}:65535/"
    assert (len(name), len(text)) == (253, LENGTH_MAX)
    assert Origin.parse(text) == text.removesuffix("/")
    assert "more than 253 characters" in str(_refusal(f"https://d{name}".replace("a" * 63, "a" * 62 + ".a")))


@given(exact_origins())
def test_an_exact_origin_admits_itself(text: str) -> None:
    origin = Origin.parse(text)
    assert AllowedOrigins([origin]).admits(str(origin))


@given(exact_origins())
def test_another_spelling_in_the_header_is_not_admitted(text: str) -> None:
    origin = Origin.parse(text)
    assume(text != origin)
    assert not AllowedOrigins([origin]).admits(text)


@given(exact_origins(), exact_origins())
def test_an_exact_origin_admits_no_other(text: str, other: str) -> None:
    allowed, header = Origin.parse(text), Origin.parse(other)
    assert AllowedOrigins([allowed]).admits(header) == (allowed == header)


@pytest.mark.parametrize(
    "header",
    [
        "https://evil-shop.example",
        "https://evilshop.example",
        "https://shop.example.evil.test",
        "https://shop.example@evil.test",
        "https://shop.example:8443",
        "https://shop.example.",
        "https://shop.example/",
        "https://Shop.example",
        "HTTPS://shop.example",
        "http://shop.example",
        "https://shop.example https://shop.example",
        "https://shop.example, https://shop.example",
        " https://shop.example",
        "shop.example",
        "null",
        "*",
        "",
    ],
)
def test_a_neighbour_in_spelling_is_not_admitted(header: str) -> None:
    """Attack: an Origin that a comparison by prefix, suffix or containment would accept."""
    assert not AllowedOrigins([SHOP]).admits(header)
    assert not AllowedOrigins([SHOP_SUBDOMAINS]).admits(header)


@pytest.mark.parametrize(
    "header",
    [
        "https://eu.shop.example",
        "https://a.b.c.shop.example",
        "https://xn--bcher-kva.shop.example",
        "https://my_team.shop.example",
        "https://1.shop.example",
    ],
)
def test_a_wildcard_admits_subdomains_of_any_depth(header: str) -> None:
    assert AllowedOrigins([SHOP_SUBDOMAINS]).admits(header)


@pytest.mark.parametrize(
    "header",
    [
        "https://shop.example",
        "https://*.shop.example",
        "https://.shop.example",
        "https://a..shop.example",
        "https://A.shop.example",
        "https://a.Shop.example",
        "http://a.shop.example",
        "https://a.shop.example:443",
        "https://a.shop.example:8443",
        "https://a.shop.example.",
        "https://a.shop.example/",
        "https://a.shop.example.evil.test",
        "https://a.evil-shop.example",
        "https://evil.test/.shop.example",
        "https://evil.test/a.shop.example",
        "https://evil.test#.shop.example",
        "https://evil.test?.shop.example",
        "https://evil.test\\.shop.example",
        "https://evil@a.shop.example",
        "https://evil.test:443.shop.example",
        "https://evil.test:1/https://a.shop.example",
        "https://a%2e.shop.example",
        "https://a\n.shop.example",
        "https://a .shop.example",
        "https://ü.shop.example",
        "https:// .shop.example",
        "a.shop.example",
        "https:a.shop.example",
        "https://" + "a." * 200 + "shop.example",
        "https://" + "a" * 64 + ".shop.example",
    ],
)
def test_a_wildcard_admits_neither_the_name_itself_nor_a_disguise(header: str) -> None:
    """Attack: an Origin that ends in the allowed name and belongs to somebody else."""
    assert not AllowedOrigins([SHOP_SUBDOMAINS]).admits(header)


def test_a_wildcard_keeps_its_port() -> None:
    allowed = AllowedOrigins([Origin.parse("https://*.shop.example:8443")])
    assert allowed.admits("https://a.shop.example:8443")
    assert not allowed.admits("https://a.shop.example")
    assert not allowed.admits("https://a.shop.example:84430")


def test_no_origins_admit_nothing() -> None:
    assert not AllowedOrigins([]).admits("https://shop.example")


@given(wildcard_origins(), exact_origins())
def test_a_wildcard_admits_what_stands_below_it_and_no_more(text: str, other: str) -> None:
    wildcard, header = Origin.parse(text), Origin.parse(other)
    scheme, _, suffix = wildcard.partition("*")
    allowed = AllowedOrigins([wildcard])
    assert allowed.admits(f"{scheme}a.b{suffix}")
    assert not allowed.admits(f"{scheme}{suffix.removeprefix('.')}")
    assert allowed.admits(header) == (header.startswith(scheme) and header.endswith(suffix))


@given(st.text(st.characters(codec=None)))
@example("https://" + "." * 100_000)
@example("https://" + "a." * 100_000)
@example("https://shop.example")
@example("https://eu.shop.example")
@example("https://*.shop.example")
def test_whatever_a_header_says_only_listed_origins_and_those_below_a_wildcard_are_admitted(
    header: str,
) -> None:
    label = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
    is_below = re.fullmatch(rf"https://({label}\.)+shop\.example", header) and len(header) <= LENGTH_MAX
    is_admitted = AllowedOrigins([SHOP, SHOP_SUBDOMAINS]).admits(header)
    assert is_admitted == (header == "https://shop.example" or bool(is_below))


@given(st.text(max_size=20).map(lambda text: f"https://{text}.shop.example"))
def test_what_is_admitted_below_a_wildcard_is_an_origin_itself(header: str) -> None:
    """Attack: an allowed Origin is echoed in a header, so it must contain nothing but an origin."""
    if AllowedOrigins([SHOP_SUBDOMAINS]).admits(header):
        assert re.fullmatch(r"https://[a-z0-9._-]+", header)


def _refusal(text: str) -> ValueError | None:
    try:
        Origin.parse(text)
    except ValueError as refusal:
        return refusal
    return None


def _check_outcome(text: str) -> None:
    """The text is refused with a sentence of ours, or it is accepted and is harmless in a header and a
    directive."""
    if refusal := _refusal(text):
        assert type(refusal) is ValueError
        assert re.match(r"(is|has|contains|does not|ends|wildcards) ", str(refusal))
        return
    origin = Origin.parse(text)
    assert set(origin) <= set(string.ascii_lowercase + string.digits + ":/.*[]_-")
    assert len(origin) < LENGTH_MAX
    assert Origin.parse(origin) == origin
    assert AllowedOrigins([origin]).admits(origin) != origin.is_wildcard
