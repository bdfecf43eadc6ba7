"""Every text of the picker is there in the languages of the plugin."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import engines
from django.utils.translation import override

import pretix_seatpreview
from pretix_seatpreview.picker.texts import picker_texts

TEMPLATES = Path(pretix_seatpreview.__file__).parent / "templates" / "pretix_seatpreview" / "picker"
_TEXT = re.compile(r'{% trans "[^"]*"(?: context "[^"]*")? %}')


@pytest.mark.parametrize("language", ["de", "de-informal", "es", "fr", "nl"])
def test_every_text_is_translated(language: str) -> None:
    with override("en"):
        english = picker_texts(10) | _template_texts()
    with override(language):
        translated = picker_texts(10) | _template_texts()
    assert [text for name, text in english.items() if translated[name] == text] == []
    assert {name: _places(text) for name, text in english.items()} == {
        name: _places(text) for name, text in translated.items()
    }


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "at most {count} ticket.", "at most {count} tickets."),
        ("de", "höchstens {count} Ticket.", "höchstens {count} Tickets."),
        ("fr", "au plus {count} billet.", "au plus {count} billets."),
    ],
)
def test_an_order_of_one_ticket_is_not_called_one_of_tickets(language: str, one: str, several: str) -> None:
    with override(language):
        assert picker_texts(1)["orderMax"].endswith(one)
        assert picker_texts(2)["orderMax"].endswith(several)


def _template_texts() -> dict[str, str]:
    tags = {tag for path in TEMPLATES.glob("*.html") for tag in _TEXT.findall(path.read_text())}
    return {tag: engines["django"].from_string("{% load i18n %}" + tag).render() for tag in sorted(tags)}


def _places(text: str) -> list[str]:
    """What is replaced in a text."""
    return sorted(re.findall(r"{\w+}", text))
