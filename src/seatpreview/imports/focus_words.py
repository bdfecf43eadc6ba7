"""Words for what people look at: a stage, a field."""

import re

from seatpreview.imports.field_words import plain_word

_STAGE_WORDS = """stage buhne buehne scene escenario palcoscenico palco podium podio orchestra
    screen leinwand ecran pantalla
    schermo scherm tela altar catwalk thruststage mainstage hauptbuehne toneel plateau tablado"""
_FIELD_WORDS = """field pitch court rink ice arena ring spielfeld feld rasen eisflaeche
    terrain pelouse patinoire campo cancha
    pista terreno veld ijsbaan quadra gramado track infield diamond"""
_STAGE = frozenset(_STAGE_WORDS.split())
_FIELD = frozenset(_FIELD_WORDS.split())
_NOT_LETTERS = re.compile(r"[^a-z]+")


def is_stage_text(text: str) -> bool:
    """True for a text such as 'STAGE', 'S T A G E' or 'Bühne'."""
    return _names_one(text, _STAGE)


def is_field_text(text: str) -> bool:
    """True for a text such as 'Field', 'Spielfeld' or 'Ice'."""
    return _names_one(text, _FIELD)


def _names_one(text: str, words: frozenset[str]) -> bool:
    plain = plain_word(text[:80])
    parts = _NOT_LETTERS.split(plain)
    return "".join(parts) in words or (len(parts) <= 4 and any(part in words for part in parts))
