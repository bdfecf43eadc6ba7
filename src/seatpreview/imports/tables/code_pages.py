"""Which code page a text is in that is not Unicode: the one in which most of its words are known."""

import unicodedata
from itertools import pairwise

from seatpreview.imports.words.field_words import field_of
from seatpreview.imports.words.plan_words import words_of
from seatpreview.labels.text.general_words import general_word

CODE_PAGES = {
    "cp1252": "Windows-1252",
    "cp1251": "Windows-1251",
    "cp1250": "Windows-1250",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1255": "Windows-1255",
    "cp1256": "Windows-1256",
    "cp1257": "Windows-1257",
    "cp932": "Shift JIS",
    "cp949": "Korean (949)",
    "gb18030": "GB 18030",
    "big5": "Big5",
}
"""What spreadsheet programs of different languages save as CSV. Of equal ones, the first counts."""
_SIGNS_IN_WORDS = "\u2019\u00b7\u2026\u2030"
"""An apostrophe, the dot of Catalan and an ellipsis, and the sign for per mille."""
_SAMPLE_BYTES = 64 * 1024
_WORDS_MAX = 500


def code_page_of(content: bytes) -> str:
    """Returns the code page in which most words are known, and the fewest are broken by a sign."""
    sample = content[:_SAMPLE_BYTES]
    if len(content) > _SAMPLE_BYTES:
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    return max(CODE_PAGES, key=lambda code_page: _known_words(sample, code_page))


def _known_words(sample: bytes, code_page: str) -> int:
    try:
        text = sample.decode(code_page, "replace" if code_page == "cp1252" else "strict")
    except UnicodeDecodeError:
        return -1
    # Accents are gone here: what is read from them counts as well as what has them.
    distinct = [word for word in dict.fromkeys(words_of(text)) if len(word) > 1][:_WORDS_MAX]
    known = sum(general_word(word).is_known or field_of(word) is not None for word in distinct)
    return max(0, known - sum(map(_is_broken, list(dict.fromkeys(text.split()))[:_WORDS_MAX])))


def _is_broken(word: str) -> bool:
    """Whether a letter is followed by a sign that stands in no word: 'Rz¹d', 'Lo¿a'."""
    return any(
        before.isalpha() and not after.isascii() and after not in _SIGNS_IN_WORDS
        for before, after in pairwise(word)
        if unicodedata.category(after) in ("No", "Po", "Sc", "Sk")
    )
