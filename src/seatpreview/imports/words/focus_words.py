"""Words that name what people look at: stages and screens, fields and courts, in many languages."""

import re
import unicodedata


def is_stage_text(text: str) -> bool:
    """Whether a text of a plan names a stage or a screen: 'S T A G E', 'Hauptbühne', 'Écran 2'."""
    return _names_one_of(text, _STAGES, _ONLY_ALONE_STAGES, _STAGE_ENDINGS)


def is_field_text(text: str) -> bool:
    """Whether a text of a plan names a field, a court or the like: 'PITCH', 'Spielfeld', 'Cancha 1'."""
    return _names_one_of(text, _FIELDS, _ONLY_ALONE_FIELDS, _FIELD_ENDINGS)


def is_origin_in_stage(text: str) -> bool:
    """Whether a sentence of a text says that coordinates begin in the middle of a stage, and not at some
    distance from it: 'Origin: centre of stage', 'Nullpunkt ist die Bühnenmitte'."""
    return any(map(_puts_origin_in_stage, _SENTENCE_END.split(_plain(text[:_NOTE_CHARACTERS_MAX]))))


def readable_name(text: str) -> str:
    """Returns the name of a stage or field as a sentence has it: 'Stage' for 'S T A G E' and for 'stage'."""
    if len(text) > _CHARACTERS_MAX:
        return text
    groups = [group.split() for group in _WIDE_GAP.split(text.strip())]
    words = [
        word
        for group in groups
        for word in (["".join(group)] if len(group) > 1 and _is_spaced(group) else group)
    ]
    named = " ".join(words)
    if named.isupper() and len(named) > _CAPITALS_MAX:
        named = named.capitalize()
    return named[:1].upper() + named[1:]


def _names_one_of(text: str, names: frozenset[str], alone: frozenset[str], endings: tuple[str, ...]) -> bool:
    if len(text) > _CHARACTERS_MAX:
        return False
    spelled = _plain(text)
    words = _words(spelled)
    if not words or len(words) > _WORDS_MAX or not _OTHER_THINGS.isdisjoint(words):
        return False
    joined = "".join(words)
    if joined in alone:
        return not any(character.isdigit() for character in spelled)
    return joined in names or any(
        word in names or (word.endswith(endings) and word not in _NOT_THE_FOCUS) for word in words
    )


def _puts_origin_in_stage(sentence: str) -> bool:
    is_about_origin = not _ORIGINS.isdisjoint(_LETTERS.findall(sentence)) and not _DISTANCE.search(sentence)
    parts = (_MIDDLES, _STAGES_WITH_MIDDLES)
    return is_about_origin and all(any(word in sentence for word in words) for words in parts)


def _words(plain: str) -> list[str]:
    """Returns the words of a text without digits. Letters that stand alone are joined to one word."""
    groups = [_LETTERS.findall(group) for group in _WIDE_GAP.split(plain)]
    joined = [["".join(group)] if len(group) > 1 and _is_spaced(group) else group for group in groups]
    words = [word for group in joined for word in group]
    return ["".join(words)] if len(words) > 1 and _is_spaced(words) else words


def _is_spaced(words: list[str]) -> bool:
    return all(len(word) == 1 for word in words)


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("ł", "l"))
    return "".join(character for character in decomposed if unicodedata.category(character) != "Mn")


def _set(*lines: str) -> frozenset[str]:
    return frozenset(_plain(word) for line in lines for word in line.split())


def _endings(words: str) -> tuple[str, ...]:
    return tuple(_plain(word) for word in words.split())


_CHARACTERS_MAX = 120
_CAPITALS_MAX = 3
"""A longer word in capitals is not an abbreviation."""
_WORDS_MAX = 4
_LETTERS = re.compile(r"[^\W\d_]+")
_WIDE_GAP = re.compile(r"\s{2,}|[\n\r\t/|]")

_NOTE_CHARACTERS_MAX = 1_000
_SENTENCE_END = re.compile(r"[.;!?\n]")
_DISTANCE = re.compile(r"[1-9]")
_ORIGINS = _set("origin origine ursprung nullpunkt origen origem oorsprong nulpunt")
_MIDDLES = _endings("centre center centro middle mitte milieu medio meio mezzo midden")
_STAGES_WITH_MIDDLES = _endings("stage bühne buehne scène escenario palco podium toneel screen")

_STAGES = _set(
    "stage mainstage stages bühne hauptbühne szene escenario escena tablado scène plateau palcoscenico scena",
    "podium podio pódium toneel scen scenen scene sviðið näyttämö lava estrade estrado",
    "сцена естрада эстрада scenă scéna jeviště javisko színpad pozornica sahne σκηνη skatuve",
    "舞台 舞臺 ステージ 무대 스테이지 เวที مسرح במה panggung pentas altar altare autel",
    "screen leinwand écran pantalla schermo ecrã tela scherm filmduk lerret lærred valkokangas ekran",
    "экран plátno vászon 스크린 スクリーン 银幕 dj djbooth performer performers band runway catwalk",
)
_ONLY_ALONE_STAGES = _set("palco podest pulpit platform")
"""'Palco 3' is a box in Italian and Spanish, and 'Podest 2' a riser with seats."""
_STAGE_ENDINGS = _endings("bühne stage podium toneel leinwand")
_FIELDS = _set(
    "field playingfield pitch court spielfeld spielfläche rasen terrain pelouse campo cancha gramado césped",
    "boxring rink icerink eisfläche eis ice manege manège arène piste quadra ruedo redondel",
    "veld speelveld ijsbaan spelplan bane kenttä boisko hřiště ihrisko pálya teren поле корт",
    "каток манеж saha γηπεδο グラウンド コート 경기장 球场 球場 diamond infield outfield octagon tatami",
    "footballfield soccerfield basketballcourt tenniscourt",
)
_ONLY_ALONE_FIELDS = _set("platz ring turf track mat")
"""'Platz 7' is a seat in German, and 'Ring 2' a tier."""
_FIELD_ENDINGS = _endings("spielfeld spielfläche eisfläche fußballfeld")
_OTHER_THINGS = _set(
    "door entrance exit eingang ausgang entrée sortie salida entrada ingresso uscita view sicht bar shop",
    "seat seats stehplatz sitzplatz box boxes loge parking parkplatz side upper lower level tier section",
    "block row stand tribüne club lounge suite suites reihe rang balcony",
)
"""A text with one of these words names something near the stage or field: 'Stage door', 'Court side'."""
_NOT_THE_FOCUS = _set("backstage offstage")
