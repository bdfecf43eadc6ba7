"""Names and labels of keys: what they may hold, and characters that nobody sees."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.values.validated_text import Label, Name, trusted_text, without_hidden

DIRECTIONS = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
ZERO_WIDTH = [0x00AD, 0x180E, 0x200B, *range(0x2060, 0x2065), 0xFEFF]
HIDDEN = [chr(code) for code in (*DIRECTIONS, *ZERO_WIDTH)]
JOINERS = ["\u200c", "\u200d"]

visible_texts = st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), max_size=30)
letters = st.characters(categories=["L"])


@given(visible_texts, st.sampled_from(HIDDEN), visible_texts)
def test_a_name_with_a_character_that_nobody_sees_is_refused(before: str, hidden: str, after: str) -> None:
    """Attack: a name that looks like another one, or that reads backwards in a list."""
    for type_ in (Label, Name):
        with pytest.raises(ValueError, match=f"invisible characters, and contains U\\+{ord(hidden):04X}"):
            type_.parse(before + hidden + after)
    assert without_hidden(before + hidden + after) == before + after


@given(visible_texts.filter(bool))
def test_a_name_that_can_be_seen_is_taken_as_it_is(text: str) -> None:
    assert Name.parse(text) == text
    assert without_hidden(text) == text


@given(letters, st.sampled_from(JOINERS), letters)
def test_a_joiner_between_two_letters_is_part_of_a_name(before: str, joiner: str, after: str) -> None:
    text = before + joiner + after
    assert Name.parse(text) == text
    assert without_hidden(text) == text


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0631",  # Persian: mi, joined, khor.
        "\u0915\u094d\u200d\u0937",  # Devanagari: ka, virama, joiner, ssa.
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala: Sri.
    ],
)
def test_persian_and_indic_names_keep_their_joiners(name: str) -> None:
    assert Name.parse(name) == name


@given(st.text(letters, max_size=3), st.sampled_from(JOINERS), st.text(letters, max_size=3))
def test_a_joiner_anywhere_else_is_refused(before: str, joiner: str, after: str) -> None:
    for text in (
        joiner + after,
        before + joiner,
        f"{before} {joiner}{after}",
        f"a{joiner}{joiner}b",
        f"1{joiner}2",
    ):
        with pytest.raises(ValueError, match="invisible"):
            Name.parse(text)


def test_the_refusal_names_the_character() -> None:
    with pytest.raises(ValueError, match=r"contains U\+202E \(right-to-left override\)"):
        Label.parse("Hall \u202egnp.exe")


@given(st.text(max_size=30))
def test_stored_texts_are_read_whatever_they_hold(text: str) -> None:
    """Records that were stored before a character was refused stay readable."""
    assert trusted_text(Name, text) == text


def test_no_character_of_the_refused_ones_is_a_letter_or_a_mark() -> None:
    assert {unicodedata.category(hidden)[0] for hidden in HIDDEN} == {"C"}
