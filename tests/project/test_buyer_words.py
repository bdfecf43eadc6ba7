"""The words that buyers read: one form of address and one word for a thing, in all texts of a language."""

import re

import pytest

from seatpreview.languages.check import PLACEHOLDER, texts_of
from seatpreview.languages.language_files import read_part

PHRASES = read_part("phrases", dict)
MESSAGES = read_part("messages", dict)

AVOIDED = {
    # A stadium is not a hall, and a set-up has a hyphen.
    "en": "halls?|setup",
    # Formal. "Halle" and "Haus" are not words for a stadium.
    "de": "du|dein|deine|deinen|dir|halle|hauses|haus",
    # Informal, as most ticket shops are. "Su" alone also means "its".
    "es": "usted|ustedes|sus ojos|su conexión|compruebe|vuelva|elija|escriba|espere|sección|secciones|sala",
    # Formal. What is "sous les yeux" is what one looks at.
    "fr": "tu|ton|tes|toi|salle|section|sections|sièges|sous",
    "it": "lei|controlli|riprovi|scelga|scriva|sala|pianta",
    # A number of places in a standing area is its "capaciteit".
    "nl": "u|uw|plaats|plaatsen|zaal",
    # As in Brazil.
    "pt": "tu|teu|ecrã|câmara|bilhete|ligação|sala|planta|coxia|bancada",
    "ja": "セクション|座席番号|あなた",
    # Neither women nor men alone are addressed. A stadium is not a hall, and a seat has one word.
    "he": "בחר|בחרי|לחץ|הקלד|אולם|האולם|כיסא|כסא",
    "ar": "اختر|اضغط|اكتب|قاعة|القاعة|كرسي|البلوك",
    "zh": "你|你的|座椅|場館|席位号",
    "ko": "당신|블록|홀|의자",
    # Formal, or without a form of address. One word for a section, and one for a seat.
    "pl": "Pan|Pani|Państwo|hala|hali|fotel|krzesło|blok|bloki",
    "ru": "ты|твой|твоё|твои|зал|зала|зале|кресло|кресла|блок|блоки",
    "uk": "ти|твій|твоє|твої|зал|залу|залі|крісло|блок|блоки",
    "cs": "ty|tvůj|tvoje|hala|haly|křeslo|blok|bloky",
    "sk": "ty|tvoj|tvoje|hala|haly|kreslo|blok|bloky",
    # Informal, as everybody is addressed.
    "sv": "ni|er|stol|stolar|stolen|hall|hallen|block",
    "da": "Deres|stol|stole|sæde|sæder|hal|hallen|blok",
    "no": "Deres|stol|stoler|hall|hallen|blokk",
    "hu": "te|tiéd|tied|terem|teremben|ülőhely|ülés|blokk",
    "tr": "sen|senin|salon|salonu|sektör|bölüm",
    "el": "εσύ|σου|αίθουσα|αίθουσας|κάθισμα|καθίσματα|μπλοκ",
}


WITHOUT_SPACES = ("ja", "zh", "ko")
"""Languages whose words stand beside each other, or take endings."""


@pytest.mark.parametrize("language", AVOIDED)
def test_buyers_meet_one_form_of_address_and_one_word_for_a_thing(language: str) -> None:
    edge = "" if language in WITHOUT_SPACES else r"\b"
    words = re.compile(rf"{edge}({AVOIDED[language]}){edge}", re.IGNORECASE)
    texts = _texts(language)
    assert len(texts) > 250
    assert [text for text in texts if words.search(text)] == []


def _texts(language: str) -> list[str]:
    """Returns the texts of a language in descriptions, viewer, map and embed, without what is filled in."""
    texts = [*texts_of(PHRASES[language]), *texts_of(MESSAGES[language])]
    return [PLACEHOLDER.sub("", text) for text in texts]
