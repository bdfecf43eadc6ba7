"""The catalogues of translations: every text is there in every language, with what is filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation import override
from django.utils.translation.template import templatize

import pretix_seatpreview
from pretix_seatpreview.control.service_texts import SENTENCES, translated

PACKAGE = Path(pretix_seatpreview.__file__).parent
COMPLETE = ("de", "es", "fr", "nl")
"""German (informal) has what buyers read, and takes the rest from German."""
_KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_FILLED_IN = re.compile(r"{\w+}|%\(\w+\)s")


@pytest.mark.parametrize("language", COMPLETE)
def test_every_text_of_the_plugin_has_a_translation(language: str) -> None:
    catalogue = _catalogue(language)
    found = {(context, text): catalogue.get(text, context) for context, text in _texts()}
    assert [key for key, message in found.items() if message is None or not _is_complete(message)] == []


@pytest.mark.parametrize("language", [*COMPLETE, "de_Informal"])
def test_what_is_filled_in_is_the_same(language: str) -> None:
    messages = [message for message in _catalogue(language) if message.id and _is_complete(message)]
    assert [message.id for message in messages if not _has_same_places(message)] == []


def test_no_text_of_buyers_in_informal_german_says_sie() -> None:
    formal, informal = _catalogue("de"), _catalogue("de_Informal")
    addressed = [message for message in informal if re.search(r"\b(Sie|Ihr\w*)\b", str(message.string))]
    assert addressed == []
    missing = [
        message.id
        for message in formal
        if re.search(r"\b(Sie|Ihr\w*)\b", str(message.string))
        and any("picker" in place or "purchase" in place for place, _ in message.locations)
        and not (informal.get(message.id, message.context) or message).string
    ]
    assert missing == []


def test_a_sentence_of_the_service_is_written_in_the_language_of_the_page() -> None:
    sentence = "The focus is the middle of the stage 'STAGE' of the file."
    with override("de"):
        assert translated(sentence) == "Der Blickpunkt ist die Mitte der Bühne 'STAGE' aus der Datei."
        assert translated("Is this side left? The section 'A' is not on the side that it names.") == (
            "Ist diese Seite links? Der Bereich 'A' ist nicht auf der Seite, die er nennt."
        )
        assert translated("Something that a newer service says.") is None
        assert translated("Seats. " * 1_000) is None
    assert all(translated(_FILLED_IN.sub("7", known)) for known in SENTENCES)


def _texts() -> Iterator[tuple[str | None, str]]:
    """Yields each text of the sources, with its context; of those with a plural, the singular."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _extracted(path.read_bytes())
    for path in sorted(PACKAGE.rglob("*.html")):
        yield from _extracted(_calls(templatize(path.read_text())))


def _extracted(source: bytes) -> Iterator[tuple[str | None, str]]:
    for _line, found, _comments, context in extract("python", BytesIO(source), keywords=_KEYWORDS):
        yield context, found if isinstance(found, str) else found[0]


def _calls(templatized: str) -> bytes:
    """Returns the calls alone: what Django puts between them is no Python."""
    texts = r"u?'(?:[^'\\]|\\.)*'|u?\"(?:[^\"\\]|\\.)*\""
    calls = re.findall(rf"n?p?gettext\((?:(?:{texts})[, ]*)+(?:count)?\)|_\((?:{texts})\)", templatized)
    return "\n".join(calls).encode()


def _catalogue(language: str) -> Catalog:
    with (PACKAGE / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file)


def _is_complete(message: Message) -> bool:
    return not message.fuzzy and all(_forms(message.string))


def _has_same_places(message: Message) -> bool:
    """The form of one may name its number in words."""
    wanted = set(_FILLED_IN.findall(_forms(message.id)[-1]))
    return all(
        set(_FILLED_IN.findall(form)) in (wanted, wanted - {"{count}", "%(count)s"})
        if len(_forms(message.id)) > 1
        else set(_FILLED_IN.findall(form)) == wanted
        for form in _forms(message.string)
    )


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)
