"""Words of tickets and listings in seven languages, written from general knowledge for generated labels.

Nothing here is imported from the product: a test that used the resolver's own lists would prove nothing.
"""

from dataclasses import dataclass

Forms = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of one language, as tickets and listings write them."""

    code: str
    section: Forms
    section_short: Forms
    sections: Forms
    row: Forms
    row_short: Forms
    rows: Forms
    seat: Forms
    seat_short: Forms
    seats: Forms
    row_letter: str
    seat_letter: str
    several: Forms
    """Templates of two seats that are listed one by one."""
    seat_range: Forms
    """Templates of a range of seats, its first and last."""
    row_range: Forms
    either: Forms
    or_better: Forms
    left: Forms
    """The word of names first, then its abbreviations."""
    right: Forms
    centre: Forms
    ground: Forms
    """Names of the seats on the ground floor of a theatre; a venue uses one of them."""
    tiers: Forms
    """Names of tiers that need no number."""
    ordinal_tier: str
    ordinals: tuple[Forms, ...]
    """How 'first' to 'fourth' are spelled before the name of that tier, the usual spelling first."""
    box: str
    suite: str
    table: str
    standing: Forms
    """Names of areas without seats."""
    standing_words: Forms
    """Templates that say of such an area that one stands there."""
    stands: tuple[str, str, str, str]
    """The stands of a stadium: north, south, east, west."""
    levels: tuple[tuple[str, str], ...]
    """Pairs of names of levels: lower and upper."""
    before: Forms
    """Asides that stand before the place. `{n}` is a small number, `{l}` a letter."""
    after: Forms
    no_seat: Forms
    """What is sold beside seats. `{n}` is the number of a section, so that it is tempting."""


ENGLISH = Words(
    code="en",
    section=("Section", "Block"),
    section_short=("Sec.", "Sec", "Sect", "Sect."),
    sections=("Sections", "Blocks"),
    row=("Row",),
    row_short=("Rw", "Rw."),
    rows=("Rows",),
    seat=("Seat",),
    seat_short=("St.", "St", "Seat no."),
    seats=("Seats",),
    row_letter="R",
    seat_letter="S",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} and {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "{a} to {b}"),
    row_range=("{a}-{b}", "{a} to {b}"),
    either=("{a} or {b}",),
    or_better=("or better", "or similar"),
    left=("Left", "Lft"),
    right=("Right", "Rgt"),
    centre=("Centre", "Ctr", "Center"),
    ground=("Stalls", "Orchestra"),
    tiers=("Dress Circle", "Balcony", "Gallery", "Mezzanine"),
    ordinal_tier="Balcony",
    ordinals=(("1st", "First"), ("2nd", "Second"), ("3rd", "Third"), ("4th", "Fourth")),
    box="Box",
    suite="Suite",
    table="Table",
    standing=("Floor", "Pit", "Lawn", "Terrace"),
    standing_words=("{name} (Standing)", "{name} - General Admission", "General Admission {name}"),
    stands=("North Stand", "South Stand", "East Stand", "West Stand"),
    levels=(("Lower Tier", "Upper Tier"), ("Lower Bowl", "Upper Bowl"), ("Lower Level", "Upper Level")),
    before=(
        "Gate {n}, ",
        "Entrance {l} - ",
        "Category {n} - ",
        "{n} tickets - ",
        "2 x ",
        "Verified resale: ",
    ),
    after=(
        " - Aisle",
        " (obstructed view)",
        ", Gate {n}",
        " - verified resale",
        " (mobile ticket)",
        ", £45.00",
        " - 7:30 PM",
        " (reduced price)",
        " - {n} tickets",
        ", Cat. {n}",
    ),
    no_seat=(
        "Parking",
        "Parking Lot {n}",
        "Parking {n}",
        "Gift voucher £50",
        "Programme",
        "Cloakroom",
        "Backstage tour",
        "Car park {n}",
        "Parking pass",
    ),
)

GERMAN = Words(
    code="de",
    section=("Block", "Sektor"),
    section_short=("Bl.", "Bl", "Sekt."),
    sections=("Blöcke", "Sektoren"),
    row=("Reihe",),
    row_short=("Rh.", "R.", "Rh"),
    rows=("Reihen",),
    seat=("Platz", "Sitz", "Sitzplatz"),
    seat_short=("Pl.", "Pl", "Platz Nr.", "Sitz-Nr."),
    seats=("Plätze", "Sitze", "Sitzplätze"),
    row_letter="R",
    seat_letter="P",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} und {b}", "{a} + {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "{a} bis {b}"),
    row_range=("{a}-{b}", "{a} bis {b}"),
    either=("{a} oder {b}",),
    or_better=("oder besser", "oder vergleichbar"),
    left=("links", "li."),
    right=("rechts", "re."),
    centre=("Mitte",),
    ground=("Parkett", "Parterre"),
    tiers=("Galerie", "Balkon", "Empore"),
    ordinal_tier="Rang",
    ordinals=(("1.", "Erster"), ("2.", "Zweiter"), ("3.", "Dritter"), ("4.", "Vierter")),
    box="Loge",
    suite="Suite",
    table="Tisch",
    standing=("Innenraum", "Stehparterre", "Wiese", "Tanzfläche"),
    standing_words=("{name} (Stehplatz)", "Stehplatz {name}", "{name}, unnummeriert"),
    stands=("Nordtribüne", "Südtribüne", "Osttribüne", "Westtribüne"),
    levels=(("Unterrang", "Oberrang"),),
    before=("Eingang {n}, ", "Tor {n} - ", "Kategorie {n} - ", "{n} Karten: ", "Einlass 18 Uhr, ", "2 x "),
    after=(
        " (ermäßigt)",
        " - Sichtbehinderung",
        ", Eingang {l}",
        ", Preiskategorie {n}",
        " - 45,00 €",
        " (Vollzahler)",
        ", Beginn 20:00 Uhr",
        " - Kat. {n}",
        " (print@home)",
        ", {n} Tickets",
    ),
    no_seat=(
        "Parkplatz",
        "Parkticket {n}",
        "Parkhaus {n}",
        "Geschenkgutschein 50 €",
        "Programmheft",
        "Garderobe",
        "Führung",
        "Gutschein",
        "Parken {n}",
    ),
)

FRENCH = Words(
    code="fr",
    section=("Section", "Bloc", "Secteur"),
    section_short=("Sect.", "Sec.", "Bl."),
    sections=("Sections", "Blocs", "Secteurs"),
    row=("Rang", "Rangée"),
    row_short=("Rg", "rg.", "R."),
    rows=("Rangs", "Rangées"),
    seat=("Place", "Siège", "Fauteuil"),
    seat_short=("Pl.", "pl", "Place n°", "Siège n°"),
    seats=("Places", "Sièges", "Fauteuils"),
    row_letter="R",
    seat_letter="P",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} et {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "{a} à {b}", "de {a} à {b}"),
    row_range=("{a}-{b}", "{a} à {b}"),
    either=("{a} ou {b}",),
    or_better=("ou mieux", "ou équivalent"),
    left=("gauche", "gche"),
    right=("droite", "dte"),
    centre=("centre",),
    ground=("Parterre", "Orchestre"),
    tiers=("Corbeille", "Galerie", "Amphithéâtre", "Paradis"),
    ordinal_tier="Balcon",
    ordinals=(
        ("1er", "Premier"),
        ("2e", "2ème", "Deuxième"),
        ("3e", "3ème", "Troisième"),
        ("4e", "Quatrième"),
    ),
    box="Loge",
    suite="Suite",
    table="Table",
    standing=("Fosse", "Pelouse", "Promenoir"),
    standing_words=("{name} (debout)", "{name} - placement libre", "{name} debout"),
    stands=("Tribune Nord", "Tribune Sud", "Tribune Est", "Tribune Ouest"),
    levels=(("Niveau bas", "Niveau haut"), ("Tribune basse", "Tribune haute")),
    before=(
        "Porte {n}, ",
        "Entrée {l} - ",
        "Catégorie {n} - ",
        "{n} billets - ",
        "Accès {n} - ",
        "2 x ",
        "Revente : ",
    ),
    after=(
        " (tarif réduit)",
        " - visibilité réduite",
        ", Porte {n}",
        ", Catégorie {n}",
        " - 45,00 €",
        " (plein tarif)",
        ", 20h30",
        " - Cat. {n}",
        " (e-billet)",
        ", {n} billets",
    ),
    no_seat=(
        "Parking",
        "Parking {n}",
        "Place de parking {n}",
        "Bon cadeau 50 €",
        "Programme",
        "Vestiaire",
        "Visite guidée",
        "Stationnement {n}",
        "Chèque cadeau",
    ),
)

SPANISH = Words(
    code="es",
    section=("Sector", "Sección", "Bloque"),
    section_short=("Sec.", "Sect.", "Secc."),
    sections=("Sectores", "Secciones", "Bloques"),
    row=("Fila",),
    row_short=("Fil.", "F.", "fil"),
    rows=("Filas",),
    seat=("Asiento", "Butaca", "Localidad"),
    seat_short=("Asto.", "But.", "Asiento nº", "Asiento núm."),
    seats=("Asientos", "Butacas", "Localidades"),
    row_letter="F",
    seat_letter="A",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} y {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "{a} a {b}", "del {a} al {b}"),
    row_range=("{a}-{b}", "{a} a {b}"),
    either=("{a} o {b}",),
    or_better=("o mejor", "o similar"),
    left=("izquierda", "izq.", "izda."),
    right=("derecha", "dcha.", "der."),
    centre=("centro", "central"),
    ground=("Patio de butacas", "Platea"),
    tiers=("Galería", "Paraíso", "Entresuelo", "Tertulia"),
    ordinal_tier="Anfiteatro",
    ordinals=(
        ("1er", "Primer", "1º"),
        ("2º", "Segundo", "2do"),
        ("3er", "Tercer", "3º"),
        ("4º", "Cuarto"),
    ),
    box="Palco",
    suite="Suite",
    table="Mesa",
    standing=("Pista", "Césped", "Ruedo"),
    standing_words=("{name} (de pie)", "{name} - entrada general", "{name} de pie"),
    stands=("Fondo Norte", "Fondo Sur", "Lateral Este", "Lateral Oeste"),
    levels=(("Grada baja", "Grada alta"), ("Anillo inferior", "Anillo superior")),
    before=(
        "Puerta {n}, ",
        "Entrada {n} - ",
        "Categoría {n} - ",
        "{n} entradas - ",
        "Acceso {l} - ",
        "2 x ",
        "Reventa: ",
    ),
    after=(
        " (tarifa reducida)",
        " - visibilidad reducida",
        ", Puerta {n}",
        ", Categoría {n}",
        " - 45,00 €",
        ", 20:30 h",
        " (pasillo)",
        " - Cat. {n}",
        ", {n} entradas",
        " - visión parcial",
    ),
    no_seat=(
        "Aparcamiento",
        "Parking {n}",
        "Plaza de aparcamiento {n}",
        "Tarjeta regalo 50 €",
        "Programa de mano",
        "Guardarropa",
        "Visita guiada",
        "Estacionamiento {n}",
        "Vale regalo",
    ),
)

ITALIAN = Words(
    code="it",
    section=("Settore", "Blocco"),
    section_short=("Sett.", "Sett", "Set."),
    sections=("Settori", "Blocchi"),
    row=("Fila",),
    row_short=("Fil.", "F.", "fil"),
    rows=("File",),
    seat=("Posto", "Poltrona"),
    seat_short=("P.", "Posto n.", "Pos.", "Poltr."),
    seats=("Posti", "Poltrone"),
    row_letter="F",
    seat_letter="P",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} e {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "da {a} a {b}", "dal {a} al {b}"),
    row_range=("{a}-{b}", "da {a} a {b}"),
    either=("{a} o {b}",),
    or_better=("o migliore", "o superiore"),
    left=("sinistra", "sx", "sin."),
    right=("destra", "dx"),
    centre=("centro", "centrale"),
    ground=("Platea", "Parterre"),
    tiers=("Loggione", "Galleria", "Balconata"),
    ordinal_tier="Ordine",
    ordinals=(
        ("1°", "Primo", "1º"),
        ("2°", "Secondo", "2º"),
        ("3°", "Terzo", "3º"),
        ("4°", "Quarto"),
    ),
    box="Palco",
    suite="Suite",
    table="Tavolo",
    standing=("Prato", "Pit", "Sottopalco"),
    standing_words=("{name} (in piedi)", "{name} - posto unico", "{name} in piedi"),
    stands=("Curva Nord", "Curva Sud", "Tribuna Est", "Tribuna Ovest"),
    levels=(("Primo anello", "Secondo anello"), ("Anello inferiore", "Anello superiore")),
    before=(
        "Ingresso {n}, ",
        "Cancello {n} - ",
        "Categoria {n} - ",
        "{n} biglietti - ",
        "Porta {l} - ",
        "2 x ",
        "Rivendita: ",
    ),
    after=(
        " (ridotto)",
        " - visibilità limitata",
        ", Ingresso {n}",
        ", Categoria {n}",
        " - 45,00 €",
        ", ore 20:30",
        " (corridoio)",
        " - Cat. {n}",
        ", {n} biglietti",
        " (intero)",
    ),
    no_seat=(
        "Parcheggio",
        "Parcheggio {n}",
        "Posto auto {n}",
        "Buono regalo 50 €",
        "Programma di sala",
        "Guardaroba",
        "Visita guidata",
        "Pass parcheggio",
        "Carta regalo",
    ),
)

DUTCH = Words(
    code="nl",
    section=("Vak", "Blok", "Sectie"),
    section_short=("Vk.", "Sect.", "Sec."),
    sections=("Vakken", "Blokken", "Secties"),
    row=("Rij",),
    row_short=("R.", "rij nr."),
    rows=("Rijen",),
    seat=("Stoel", "Plaats", "Zitplaats"),
    seat_short=("St.", "Pl.", "Stoel nr.", "plts."),
    seats=("Stoelen", "Plaatsen", "Zitplaatsen"),
    row_letter="R",
    seat_letter="S",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} en {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "{a} t/m {b}", "{a} tot en met {b}"),
    row_range=("{a}-{b}", "{a} t/m {b}"),
    either=("{a} of {b}",),
    or_better=("of beter", "of vergelijkbaar"),
    left=("links",),
    right=("rechts",),
    centre=("midden",),
    ground=("Parterre", "Zaal", "Parket"),
    tiers=("Galerij", "Frontbalkon", "Schellinkje"),
    ordinal_tier="Balkon",
    ordinals=(
        ("1e", "Eerste", "1ste"),
        ("2e", "Tweede", "2de"),
        ("3e", "Derde", "3de"),
        ("4e", "Vierde"),
    ),
    box="Loge",
    suite="Skybox",
    table="Tafel",
    standing=("Veld", "Staanplaatsen", "Grasveld"),
    standing_words=("{name} (staan)", "{name} - vrije plaatskeuze", "{name} (ongeplaceerd)"),
    stands=("Noordtribune", "Zuidtribune", "Oosttribune", "Westtribune"),
    levels=(("Onderste ring", "Bovenste ring"), ("Eerste ring", "Tweede ring")),
    before=(
        "Ingang {n}, ",
        "Poort {n} - ",
        "Categorie {n} - ",
        "{n} kaarten - ",
        "Deur {l} - ",
        "2 x ",
        "{n} tickets: ",
    ),
    after=(
        " (gereduceerd tarief)",
        " - beperkt zicht",
        ", Ingang {n}",
        ", Categorie {n}",
        " - € 45,00",
        ", aanvang 20:15 uur",
        " (gangpad)",
        " - Cat. {n}",
        ", {n} kaarten",
        " (normaal tarief)",
    ),
    no_seat=(
        "Parkeren",
        "Parkeerplaats {n}",
        "Parkeerkaart",
        "Cadeaubon 50 euro",
        "Programmaboekje",
        "Garderobe",
        "Rondleiding",
        "Parkeerterrein {n}",
        "Cadeaukaart",
    ),
)

PORTUGUESE = Words(
    code="pt",
    section=("Setor", "Sector", "Bloco"),
    section_short=("Set.", "Sec.", "Bl."),
    sections=("Setores", "Sectores", "Blocos"),
    row=("Fila", "Fileira"),
    row_short=("Fil.", "F.", "fil"),
    rows=("Filas", "Fileiras"),
    seat=("Lugar", "Cadeira", "Assento"),
    seat_short=("Lug.", "Cad.", "Lugar nº", "Cadeira n.º"),
    seats=("Lugares", "Cadeiras", "Assentos"),
    row_letter="F",
    seat_letter="L",
    several=("{a}, {b}", "{a},{b}", "{a} & {b}", "{a} e {b}"),
    seat_range=("{a}-{b}", "{a} - {b}", "{a} a {b}", "de {a} a {b}"),
    row_range=("{a}-{b}", "{a} a {b}"),
    either=("{a} ou {b}",),
    or_better=("ou melhor", "ou superior"),
    left=("esquerda", "esq."),
    right=("direita", "dir.", "dta."),
    centre=("centro", "central"),
    ground=("Plateia", "Orquestra"),
    tiers=("Galeria", "Tribuna", "Mezanino", "Anfiteatro"),
    ordinal_tier="Balcão",
    ordinals=(
        ("1º", "Primeiro", "1.º"),
        ("2º", "Segundo", "2.º"),
        ("3º", "Terceiro", "3.º"),
        ("4º", "Quarto"),
    ),
    box="Camarote",
    suite="Suite",
    table="Mesa",
    standing=("Pista", "Relvado", "Gramado"),
    standing_words=("{name} (em pé)", "{name} - entrada geral", "{name} em pé"),
    stands=("Topo Norte", "Topo Sul", "Bancada Nascente", "Bancada Poente"),
    levels=(("Piso inferior", "Piso superior"), ("Anel inferior", "Anel superior")),
    before=(
        "Porta {n}, ",
        "Portão {n} - ",
        "Categoria {n} - ",
        "{n} bilhetes - ",
        "Entrada {l} - ",
        "2 x ",
        "{n} ingressos: ",
    ),
    after=(
        " (meia-entrada)",
        " - visibilidade reduzida",
        ", Porta {n}",
        ", Categoria {n}",
        " - 45,00 €",
        ", 21h30",
        " (corredor)",
        " - Cat. {n}",
        ", {n} bilhetes",
        " (inteira)",
    ),
    no_seat=(
        "Estacionamento",
        "Estacionamento {n}",
        "Parque de estacionamento",
        "Cartão presente 50 €",
        "Programa",
        "Bengaleiro",
        "Visita guiada",
        "Lugar de estacionamento {n}",
        "Vale oferta",
    ),
)

LANGUAGES = {words.code: words for words in (ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, PORTUGUESE)}
