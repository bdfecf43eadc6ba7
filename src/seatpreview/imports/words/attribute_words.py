"""Words that name a field of a seat (row, seat, section...) in seven languages: headers, attributes, ids."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

SeatField = Literal[
    "section", "row", "seat", "level", "table",
    "x", "y", "z", "facing",
    "category", "colour", "price",
    "ref", "label", "properties", "note", "capacity", "kind",
]  # fmt: skip

WORD_CHARACTERS_MAX = 80
"""A longer text is a sentence, not the name of a field."""

_WORDS: dict[SeatField, str] = {
    "section": """section sections sec sect block blocks zone area sector stand enclosure box blockname
        bereich abschnitt sektor block tribuene platzgruppe loge saalteil
        section secteur bloc zone tribune travee
        seccion sector bloque zona tribuna grada palco
        settore blocco zona tribuna sezione palchetto
        vak blok sectie zone tribune loge
        setor secao seccao bloco zona tribuna camarote bancada""",
    "row": """row rows rw line rowname
        reihe reihen zeile sitzreihe
        rang rangee ligne file
        fila filas hilera
        fila file riga
        rij rijen
        fila fileira fileiras linha""",
    "seat": """seat seats chair place number no nr num seatno column col
        platz plaetze plaetz sitz sitze sitzplatz sitzplaetze stuhl nummer platznr sitznr
        siege sieges place places fauteuil chaise numero
        asiento asientos butaca butacas silla sillas localidad plaza numero
        posto posti poltrona poltrone sedile seggiola numero
        stoel stoelen zitplaats zitplaatsen plaats zetel nummer stoelnr
        assento assentos lugar lugares cadeira cadeiras poltrona numero""",
    "level": """level levels floor tier storey story deck
        ebene etage stock stockwerk geschoss
        niveau etage balconniveau
        nivel piso planta
        livello piano anello ordine
        niveau verdieping etage laag ring
        nivel andar piso pavimento""",
    "table": "table tables tisch tische mesa mesas tavolo tavoli tafel tafels",
    "x": """x posx positionx xpos coordx xcoord xcoordinate coordinatex cx left longitude lon lng easting
        xkoordinate laenge laengengrad longitud longitudine lengtegraad""",
    "y": """y posy positiony ypos coordy ycoord ycoordinate coordinatey cy top latitude lat northing
        ykoordinate breite breitengrad latitud latitudine breedtegraad""",
    "z": """z posz positionz zpos coordz zcoord zcoordinate height elevation altitude
        hoehe zkoordinate hauteur altura altezza quota hoogte""",
    "facing": """facing facingdeg bearing rotation angle direction heading
        blickrichtung richtung winkel orientation orientacion orientamento richting orientacao direcao""",
    "category": """category categories cat pricecategory pricelevel pricezone priceband priceclass
        tariff class
        kategorie preiskategorie preisgruppe preisklasse platzkategorie pk
        categorie categorietarifaire tarif
        categoria tarifa
        categoria categoriaprezzo fascia
        categorie prijscategorie rang prijsklasse
        categoria precario""",
    "colour": "colour color farbe couleur cor colore kleur fill",
    "price": "price preis prix precio prezzo prijs preco",
    "ref": """ref reference id uid uuid guid seatid seatguid externalid externalref key seatkey code
        kennung schluessel identifiant cle identificador clave codigo identificativo codice
        sleutel identificatie chave""",
    "label": "label displaylabel printedlabel ticketlabel text tsdesc beschriftung etiqueta etichetta rotulo",
    "properties": """properties property attributes attribute attrs features accessibility accessible flags
        eigenschaften eigenschaft merkmale barrierefreiheit
        proprietes attributs accessibilite
        propiedades atributos accesibilidad
        proprieta attributi accessibilita
        eigenschappen kenmerken toegankelijkheid
        propriedades atributos acessibilidade""",
    "note": """note notes comment comments remark remarks viewnote message tsmessage restriction
        bemerkung bemerkungen hinweis anmerkung kommentar
        remarque remarques commentaire
        nota notas observaciones comentario
        osservazioni commento
        opmerking opmerkingen
        observacao observacoes comentario""",
    "capacity": """capacity places seatcount numberofseats maxpeople
        kapazitaet anzahl plaetzeanzahl capacite capacidad capienza capaciteit capacidade lotacao aforo""",
    "kind": "kind type featuretype objecttype typ tipo art soort genre",
}  # fmt: skip

_FILLER_WORDS = """number no nr num name names label nummer numero nom nombre nome naam bezeichnung code id
    de del della du des der the of van da do svg data value"""
_FILLERS = frozenset(_FILLER_WORDS.split())
"""Words around a field's word that do not change it: 'row name', 'numero de fila'."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def field_of(word: str) -> SeatField | None:
    """Returns the field that a header or an attribute's name means.

    Case, accents and separators do not matter.

    `rang` is the French row, unless the same file has another word for rows: then it is a German level.
    """
    if len(word) > WORD_CHARACTERS_MAX:
        return None
    return _field_of(word)


def plain_word(text: str) -> str:
    """Returns the text in lower case without accents. German umlauts become two letters."""
    if text.isascii():
        return text.lower()
    lowered = unicodedata.normalize("NFC", text).lower().translate(_UMLAUTS)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def _field_of(word: str) -> SeatField | None:
    parts = [part for part in _SEPARATORS.split(plain_word(_CAMEL.sub(" ", word))) if part]
    whole = _FIELDS.get("".join(parts))
    if whole is not None or len(parts) < 2:
        return whole
    return _compound(parts)


def _compound(parts: list[str]) -> SeatField | None:
    """Returns the field of several words: 'seat_row' is a row, 'row name' a row, 'seat id' a ref."""
    if parts[-1] in {"id", "guid", "uuid", "uid", "ref"}:
        return "ref" if _FIELDS.get(parts[0]) == "seat" else _FIELDS.get("".join(parts[:-1]))
    words = [part for part in parts if part not in _FILLERS]
    fields = [_FIELDS.get(part) for part in words]
    if not fields or len(fields) > 2 or None in fields:
        return None
    if len(fields) == 2 and "seat" not in fields:
        return None
    return fields[-1] if fields[0] == "seat" else fields[0]


def _all_fields() -> dict[str, SeatField]:
    """The first field that names a word keeps it: 'etage' is a level in German, French and Dutch."""
    fields: dict[str, SeatField] = {}
    for field, words in _WORDS.items():
        for word in words.split():
            fields.setdefault(word, field)
            # People who type without umlauts leave the dots out: 'Platze' for 'Plätze'.
            fields.setdefault(word.replace("ae", "a").replace("oe", "o").replace("ue", "u"), field)
    return fields


_FIELDS = _all_fields()
