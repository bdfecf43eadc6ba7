"""Names that a layout accepts, for names of files that it does not."""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from seatpreview.values.validated_text import Label, without_hidden

NAME_CHARACTERS_MAX = 40
REMEMBERED_TEXTS_MAX = 1024


def place_name(text: str) -> str:
    """Returns the text as an id of a layout: other characters than letters, digits, '.', '_' and '-' become
    spaces. Empty if nothing remains."""
    plain = unicodedata.normalize("NFC", without_hidden(text))
    words = "".join(part if _ALLOWED.fullmatch(part) else " " for part in plain).split()
    name = unicodedata.normalize("NFC", " ".join(words))[:NAME_CHARACTERS_MAX].strip()
    return name if _PLACE_NAME.fullmatch(name) else ""


@lru_cache(REMEMBERED_TEXTS_MAX)
def label_text(text: str) -> str:
    """Returns the text on one line of at most 200 visible characters."""
    line = " ".join(_CONTROL.sub(" ", without_hidden(text)).split())[:200].strip()
    try:
        return str(Label.parse(line))
    except ValueError:
        return line.encode("ascii", "ignore").decode().strip()


def free_name(wanted: str, taken: Collection[str], separator: str = " ") -> str:
    """Returns the name, or the name with a number behind it if it is taken."""
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        ending = f"{separator}{number}"
        candidate = wanted[: NAME_CHARACTERS_MAX - len(ending)].rstrip() + ending
    return candidate


_ALLOWED = re.compile(r"[\w.-]")
_PLACE_NAME = re.compile(r"[\w.-]+(?: [\w.-]+)*")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
