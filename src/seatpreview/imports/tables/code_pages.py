"""Which code page a text is in that is not Unicode: the one in which most of its words are known."""

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
_SAMPLE_BYTES = 64 * 1024
_WORDS_MAX = 500


def code_page_of(content: bytes) -> str:
    """Returns the code page in which most words with other letters than a to z are known."""
    sample = content[:_SAMPLE_BYTES]
    if len(content) > _SAMPLE_BYTES:
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    return max(CODE_PAGES, key=lambda code_page: _known_words(sample, code_page))


def _known_words(sample: bytes, code_page: str) -> int:
    try:
        words = words_of(sample.decode(code_page, "replace" if code_page == "cp1252" else "strict"))
    except UnicodeDecodeError:
        return -1
    # Accents are gone here: what is read from them counts as well as what has them.
    distinct = [word for word in dict.fromkeys(words) if len(word) > 1][:_WORDS_MAX]
    return sum(general_word(word).is_known or field_of(word) is not None for word in distinct)
