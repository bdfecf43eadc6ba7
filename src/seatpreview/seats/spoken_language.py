"""The language that a response speaks: that of its texts, that of the record's names, and the units."""

from typing import NamedTuple

from seatpreview.caching import BoundedCache, CacheKind
from seatpreview.languages.language_files import read_about_languages
from seatpreview.seats.phrases import PHRASES
from seatpreview.values.locales import Units, parts_of


class SpokenLanguage(NamedTuple):
    """What a locale comes to at a venue. However many locales there are, they come to few of these."""

    texts: str
    """The language of phrases, one of those in which there are any."""
    names: str
    """The language of the record's translations; empty for the names as the record gives them."""
    units: Units


SpokenLanguages = BoundedCache[tuple[str, str | None, frozenset[str]], SpokenLanguage]
SPOKEN_LANGUAGES = CacheKind[tuple[str, str | None, frozenset[str]], SpokenLanguage](1000)
"""What the locales that were asked for come to, at a venue with this locale and these translations."""


def cached_language(
    languages: SpokenLanguages, asked: str, own: str | None, translated: frozenset[str]
) -> SpokenLanguage:
    """Returns what `spoken_language` does. Most previews ask for the same few locales."""
    key = (asked, own, translated)
    return languages.get(key) or languages.put(key, spoken_language(*key))


def spoken_language(asked: str | None, own: str | None, translated: frozenset[str]) -> SpokenLanguage:
    """Returns what is spoken to who asks for a locale, at a venue with this locale and these translations.

    A language without texts falls back to the venue's, and this to English. Names are those of the language
    that is asked for, or of the one that its texts fall back to.
    """
    locales = [parts_of(locale) for locale in (asked, own, "en") if locale is not None]
    units, names = locales[0].units, ""
    for parts in locales:
        names = names or next((tag for tag in parts.names if tag in translated), "")
        texts = _SAME_TEXTS.get(parts.language, parts.language)
        if texts in PHRASES:
            return SpokenLanguage(texts, names, units)
    raise LookupError("There are no phrases in English.")


_SAME_TEXTS = {other: code for code, about in read_about_languages().items() for other in about.other_codes}
"""Codes that share the texts of another: both forms of written Norwegian, and an old code of Hebrew."""
