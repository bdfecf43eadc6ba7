"""Frame ancestors: which pages may embed the viewer, and that no entry breaks out of the directive."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.keys.origins import FrameAncestor, combination_fault, directive
from spellings import BAD_FRAME_ANCESTORS
from strategies import frame_ancestors

GOOD = [
    ("'self'", "'self'"),
    ("'SELF'", "'self'"),
    ("'none'", "'none'"),
    ("'None'", "'none'"),
    ("https://shop.example", "https://shop.example"),
    ("HTTPS://Shop.example:443/", "https://shop.example"),
    ("https://shop.example:8443", "https://shop.example:8443"),
    ("https://bücher.example", "https://xn--bcher-kva.example"),
    ("https://*.shop.example", "https://*.shop.example"),
    ("https://*.shop.example:8443", "https://*.shop.example:8443"),
    ("https://203.0.113.7", "https://203.0.113.7"),
    ("http://localhost:3000", "http://localhost:3000"),
    ("http://app.localhost", "http://app.localhost"),
    ("http://127.0.0.1:5173", "http://127.0.0.1:5173"),
]

# Parsed here, so that the list of public suffixes is loaded before a property test measures its time.
SHOPS = FrameAncestor.parse("https://*.shop.example")


@pytest.mark.parametrize(("text", "canonical"), GOOD)
def test_an_entry_is_kept_in_canonical_form(text: str, canonical: str) -> None:
    assert FrameAncestor.parse(text) == canonical


@pytest.mark.parametrize(("text", "reason"), BAD_FRAME_ANCESTORS)
def test_what_is_no_entry_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        FrameAncestor.parse(text)


@given(frame_ancestors())
def test_every_spelling_of_a_valid_entry_is_accepted_and_its_canonical_form_stays(text: str) -> None:
    entry = FrameAncestor.parse(text)
    assert FrameAncestor.parse(entry) == entry


@given(st.text(st.characters(codec=None), max_size=40))
def test_any_text_is_accepted_or_refused_with_a_sentence(text: str) -> None:
    _check_outcome(text)


@given(frame_ancestors(), st.data())
def test_a_valid_entry_with_a_change_stays_within_the_directive(text: str, data: st.DataObject) -> None:
    """Attack: an entry that ends the directive, adds a source to it, or adds a header."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    inserted = data.draw(st.text(" ;,'*:\t\r\n\x0b\x0c\uff1b\u2028", max_size=3) | st.text(max_size=3))
    _check_outcome(text[:start] + inserted + text[end:])


def test_without_entries_nobody_may_embed() -> None:
    assert directive([]) == "frame-ancestors 'none'"


def test_the_directive_lists_the_entries_in_their_order() -> None:
    entries = [FrameAncestor.parse("'self'"), SHOPS, FrameAncestor.parse("http://localhost:3000")]
    assert directive(entries) == "frame-ancestors 'self' https://*.shop.example http://localhost:3000"


@given(st.lists(frame_ancestors(), min_size=1))
def test_the_directive_has_as_many_sources_as_there_are_entries(texts: list[str]) -> None:
    sources = directive([FrameAncestor.parse(text) for text in texts]).split()[1:]
    assert len(sources) == len(texts)


@pytest.mark.parametrize("texts", [[], ["'none'"], ["'self'"], ["'self'", "https://shop.example"]])
def test_entries_that_go_together_have_no_fault(texts: list[str]) -> None:
    assert combination_fault([FrameAncestor.parse(text) for text in texts]) is None


@pytest.mark.parametrize(
    "texts", [["'none'", "'self'"], ["https://shop.example", "'NONE'"], ["'none'", "'none'"]]
)
def test_the_entry_none_must_stand_alone(texts: list[str]) -> None:
    """Browsers ignore 'none' if there are other entries, so such a list would allow what it seems to
    forbid."""
    assert "must stand alone" in (combination_fault([FrameAncestor.parse(text) for text in texts]) or "")


def test_the_examples_of_the_schema_are_canonical() -> None:
    for text in FrameAncestor.json_schema["examples"]:
        assert FrameAncestor.parse(text) == text


def _refusal(text: str) -> ValueError | None:
    try:
        FrameAncestor.parse(text)
    except ValueError as refusal:
        return refusal
    return None


def _check_outcome(text: str) -> None:
    """The text is refused with a sentence of ours, or it is accepted and is one source in CSP's grammar."""
    if refusal := _refusal(text):
        assert type(refusal) is ValueError
        return
    entry = FrameAncestor.parse(text)
    assert re.fullmatch(r"'self'|'none'|https?://(\*\.)?[a-z0-9.-]+(:[0-9]+)?", entry)
