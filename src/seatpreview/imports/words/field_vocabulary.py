"""The words for each field of a seat in English, German, French, Spanish, Italian, Dutch and Portuguese."""

FIELD_WORDS = {
    "section": """
        section|sec|sect|section id|section code|block|zone|sector|stand|area|seating area|sezione
        bereich|sektor|abschnitt|tribune|sitzblock|blockname|secteur|bloc|travee|seccion|zona|bloque
        tribuna|sector id|settore|blocco|vak|blok|sectie|zijde|setor|bloco|seccao|secao|setor id
        zone name|block name|area name|sitzbereich|platzgruppe
        """,
    "sectionName": """
        section name|section title|section label|bereichsname|nom de section|nombre de seccion
        """,
    "row": """
        rows|reihen|rangees
        row|row name|row label|row number|row no|line|reihe|sitzreihe|reihenname|rangee|rang|fila
        fileira|rij|rijnummer|rije|nom de rangee|row letter|seat row|linha|filas|riga|table|tisch
        mesa|tavolo|tafel|box
        """,
    "rowId": """
        row id|reihen id|id fila|row guid
        """,
    "seat": """
        seat|seat number|seat no|seat name|seat label|seat num|chair|platz|sitz|sitzplatz
        platznummer|platz nr|sitznummer|sitz nr|stuhl|siege|fauteuil|place|numero de place
        numero de siege|asiento|butaca|localidad|numero de asiento|silla|posto|poltrona|sedia
        numero posto|stoel|plaats|zitplaats|stoelnummer|plaatsnummer|lugar|assento|cadeira
        numero do lugar|number|nummer|numero|no|nr|num|name
        """,
    "seats": """
        seats|seat range|seat numbers|sitze|platznummern|sieges|asientos|butacas|stoelen|assentos
        lugares
        """,
    "firstSeat": """
        first seat|seat from|from seat|start seat|seat start|erster platz|platz von|von platz
        premier siege|premiere place|primer asiento|primo posto|eerste stoel|primeiro lugar
        first number
        """,
    "lastSeat": """
        last seat|seat to|to seat|end seat|seat end|letzter platz|platz bis|bis platz|dernier siege
        derniere place|ultimo asiento|ultimo posto|laatste stoel|ultimo lugar|last number
        """,
    "level": """
        level|floor|tier|deck|storey|story|level name|floor name|ebene|etage|stock|stockwerk
        geschoss|niveau|nivel|piso|planta|anillo|livello|piano|ordine|anello|verdieping|ring|laag
        andar|anel|pavimento|floor id
        """,
    "x": """
        x|pos x|x pos|position x|coord x|coordinate x|x coord|x coordinate|x position|cx|easting
        seat x|koordinate x|x koordinate|coordonnee x|coordenada x|coordinata x|x coordinaat
        center x|centre x|left
        """,
    "y": """
        y|pos y|y pos|position y|coord y|coordinate y|y coord|y coordinate|y position|cy|northing
        seat y|koordinate y|y koordinate|coordonnee y|coordenada y|coordinata y|y coordinaat
        center y|centre y|top
        """,
    "z": """
        z|pos z|z pos|position z|coord z|coordinate z|z coordinate|height|elevation|elev|altitude|hohe
        hoehe|hauteur|altura|altezza|hoogte|elevacion|quota
        """,
    "facing": """
        facing|bearing|heading|facing deg|blickrichtung|orientation|orientacion|orientamento
        kijkrichting|orientacao|ausrichtung
        """,
    "category": """
        category|cat|price category|price|price band|price level|price zone|price type|category name
        category key|pricing|preiskategorie|kategorie|preisgruppe|preis|pk|tarif|categorie
        zone tarifaire|prix|categoria|categoria de precio|precio|tarifa|prezzo|fascia
        fascia di prezzo|prijs|prijscategorie|preco|categoria de preco|type|seat type|sitztyp
        """,
    "colour": """
        colour|color|farbe|couleur|colore|kleur|cor|category colour|category color
        """,
    "ref": """
        ref|id|uuid|guid|seat id|seat guid|seat uuid|seat key|external id|external ref|reference
        object id|key|platz id|sitz id|referenz|referencia|riferimento|referentie|id siege
        id asiento|seat ref|unique id|object key
        """,
    "capacity": """
        seats per row|seats in row|platze pro reihe|plaetze je reihe|sieges par rang
        capacity|count|quantity|qty|seat count|number of seats|total seats|num seats|no of seats
        kapazitat|kapazitaet|anzahl|anzahl platze|plaetze|platze|anzahl plaetze|sitzanzahl|capacite
        nombre de places|nombre de sieges|places|capacidad|aforo|numero de asientos|capacita|capienza|posti
        numero posti|capaciteit|aantal|aantal stoelen|capacidade|lotacao|numero de lugares|nombre
        """,
    "properties": """
        properties|property|attributes|features|flags|tags|eigenschaften|merkmale|proprietes
        propiedades|atributos|proprieta|eigenschappen|propriedades|caracteristicas|attribute
        accessibility
        """,
    "wheelchair": """
        wheelchair|is wheelchair|wheelchair space|wheelchair accessible|wheelchair user|accessible
        ada|♿|rollstuhl|rollstuhlplatz|rolli|barrierefrei|fauteuil roulant|pmr|handicap
        silla de ruedas|pmd|sedia a rotelle|carrozzina|disabili|rolstoel|rolstoelplaats
        cadeira de rodas|cadeirante|minusvalidos|w|wc|mindervalide|is accessible|disabled
        handicapped|acessivel|accesible
        """,
    "companion": """
        companion|companion seat|is companion|carer|carer seat|essential companion|begleitperson
        begleiter|begleitung|begleitplatz|accompagnateur|accompagnant|acompanante|accompagnatore
        begeleider|acompanhante
        """,
    "stepFree": """
        step free|no steps|level access|step free access|stufenlos|ebenerdig|sans marche
        sans marches|plain pied|sin escalones|senza gradini|drempelvrij|zonder treden|sem degraus
        is step free
        """,
    "easyAccess": """
        easy access|semi ambulatory|semi ambulatory seat|ambulant|ambulant accessible|transfer seat
        leicht erreichbar|leichter zugang|acces facile|acceso facil|accesso facile
        accesso facilitato|makkelijk bereikbaar|acesso facil|is easy access
        """,
    "restrictedView": """
        restricted view|is restricted view|restricted|obstructed view|obstructed|partial view
        limited view|side view|sichtbehinderung|sichtbehindert|eingeschrankte sicht
        eingeschraenkte sicht|sichteinschrankung|visibilite reduite|vue restreinte|vue partielle
        visibilidad reducida|vision reducida|vista parcial|visibilita limitata|visibilita ridotta
        beperkt zicht|slecht zicht|visibilidade reduzida|visao parcial|rv
        """,
    "aisle": """
        aisle|aisle seat|is aisle|on aisle|gang|gangplatz|am gang|randplatz|couloir|allee
        cote couloir|pasillo|corridoio|gangpad|corredor|coxia
        """,
    "limitedLegroom": """
        limited legroom|legroom|restricted legroom|reduced legroom|little legroom|wenig beinfreiheit
        beinfreiheit|eingeschrankte beinfreiheit|peu de place pour les jambes|espace jambes reduit
        poco espacio para las piernas|espacio reducido|poco spazio per le gambe|weinig beenruimte
        beenruimte|pouco espaco para as pernas|is limited legroom
        """,
    "viewNote": """
        view note|view notes|view comment|view description|restriction|sichthinweis|hinweis
        bemerkung|remark|remarks|note|notes|comment|comments|kommentar|commentaire|remarque
        comentario|nota|notas|osservazioni|opmerking|opmerkingen|observacoes|observaciones
        note sulla visuale
        """,
    "label": """
        label|full label|full name|seat full name|seat location|location|display label|ticket label
        seat key label|platzbezeichnung|bezeichnung|libelle|etiqueta|etichetta|omschrijving
        seat description|display name
        """,
    "hall": """
        hall|hall name|saal|salle|sala|zaal
        """,
    "venue": """
        venue|venue name
        """,
}
"""The words, separated by | and ends of lines. A word that is listed twice has the first field."""

FILLER_WORDS = """
    the der die das le la les el il lo de du des del della do da di van het o no nr num number nummer numero n
    name nom nombre nome naam label code seat
"""
"""Words in a header that say nothing about the field."""
