"""Words of a venue by how they begin and by their letters: as if each were looked at."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from seatpreview.labels.text.written_words import WrittenWords

words = st.text("abé", min_size=1, max_size=5)


@given(st.frozensets(words, max_size=12), words)
def test_a_longer_word_is_found_by_its_beginning(known: frozenset[str], beginning: str) -> None:
    expected = any(word != beginning and word.startswith(beginning) for word in known)
    assert WrittenWords(known).has_longer(beginning) is expected


@given(st.frozensets(words, max_size=12), words)
def test_a_word_is_found_by_its_letters_whichever_are_doubled(known: frozenset[str], written: str) -> None:
    alike = sorted(word for word in known if single(word) == single(written))
    assert WrittenWords(known).with_letters_of(written) == (alike[0] if alike else None)


def single(word: str) -> str:
    return "".join(letter for letter, _ in groupby(word))
