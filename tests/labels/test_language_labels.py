"""Labels in languages that write numbers before their words, or decline them, as tickets print them."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames

SEATS = frozenset(str(number) for number in range(1, 31))
ROWS = {str(number): RowNames(str(number), SEATS) for number in range(1, 21)}

HALLS = {
    "cs": "Přízemí|1. balkon|2. balkon|Sektor B|Sektor 105|Lóže 3",
    "da": "Parket|Balkon|1. etage|2. etage|Sektion A|Nordtribunen",
    "el": "Πλατεία|Εξώστης|Θεωρείο 3|Άνω Διάζωμα|Κάτω Διάζωμα|Θύρα 7",
    "hu": "Földszint bal|Földszint jobb|Erkély|I. emelet közép|II. emelet közép|B szektor|105 szektor",
    "no": "Parkett|Balkong|Felt A|Felt B|Losje 3|Øst øvre|Øst nedre",
    "pl": "Parter|Balkon I|Balkon II|Sektor A|Sektor B|Sektor 105",
    "sk": "Prízemie|Balkón|Sektor C|Tribúna A",
    "sv": "Parkett vänster|Parkett höger|1:a raden|2:a raden|Sektion A|Sektion B|Balkong",
    "tr": "A Blok|B Blok|105 Blok|Balkon|Salon",
    "uk": "Партер|Балкон|Ложа 3|Сектор 12|1-й ярус|2-й ярус",
}
MATCHERS = {
    code: NameMatcher(
        SectionNames(id=name, name=name, rows=ROWS, rows_by_id=ROWS) for name in names.split("|")
    )
    for code, names in HALLS.items()
}


@pytest.mark.parametrize(("code", "label", "place"), [
    ("cs", "Přízemí 7. řada 12. místo", "Přízemí/7/12"),
    ("cs", "Sektor B, 7. řada, 12", "Sektor B/7/12"),
    ("cs", "Sektor B, v 7. řadě, sedadlo č. 12", "Sektor B/7/12"),
    ("cs", "I. balkon řada 3 místo 5", "1. balkon/3/5"),
    ("cs", "přízemí 7. řada 12. a 14. místo", "Přízemí/7/12 Přízemí/7/14"),
    ("cs", "přízemí, řada 7, místa 12 a 14", "Přízemí/7/12 Přízemí/7/14"),
    ("cs", "Vchod 3, Sektor 105, řada 7, místo 12", "Sektor 105/7/12"),
    ("cs", "Lóže č. 3, 1. řada, 5. místo", "Lóže 3/1/5"),
    ("cs", "12. května 2026 Prizemi rada 7 sedadlo 12", "Přízemí/7/12"),
    ("da", "Parket, Række 5, Sæde 12", "Parket/5/12"),
    ("da", "Balkon 5. række plads 12", "Balkon/5/12"),
    ("da", "1. etage raekke 5 saede 12", "1. etage/5/12"),
    ("da", "Nord tribune række 5 pladser 3 og 4", "Nordtribunen/5/3 Nordtribunen/5/4"),
    ("el", "Πλατεία 5η σειρά θέση 12", "Πλατεία/5/12"),
    ("el", "ΠΛΑΤΕΙΑ ΣΕΙΡΑ 5 ΘΕΣΗ 12", "Πλατεία/5/12"),
    ("el", "Άνω διάζωμα, σειρά 5, θέσεις 12-13", "Άνω Διάζωμα/5/12 Άνω Διάζωμα/5/13"),
    ("el", "Θύρα 7 Σειρά 5 Θέση 12", "Θύρα 7/5/12"),
    ("hu", "Földszint bal 12. sor 5. szék", "Földszint bal/12/5"),
    ("hu", "földszint jobb oldal, 12. sor, 5. szék", "Földszint jobb/12/5"),
    ("hu", "1. emelet közép 2. sor 5. szék", "I. emelet közép/2/5"),
    ("hu", "B szektor 5. sor 12. hely", "B szektor/5/12"),
    ("hu", "105. szektor 5. sor 12. szék", "105 szektor/5/12"),
    ("hu", "Erkély 3. sor 4-6. szék", "Erkély/3/4 Erkély/3/5 Erkély/3/6"),
    ("hu", "Erkély, 3. sor, 2 db jegy", "Erkély/3"),
    ("no", "Felt B, 5. rad, sete 12", "Felt B/5/12"),
    ("no", "OST NEDRE rad 5 sete 12", "Øst nedre/5/12"),
    ("no", "Inngang 3 Felt A Rad 5 Sete 12 og 13", "Felt A/5/12 Felt A/5/13"),
    ("pl", "Karnet, Parter, rząd 5, miejsca 3 i 5", "Parter/5/3 Parter/5/5"),
    ("pl", "Rząd 5 miejsce 12 parter", "Parter/5/12"),
    ("pl", "parter 5 rząd 12 miejsce", "Parter/5/12"),
    ("pl", "II balkon, rz. 3, m. 4", "Balkon II/3/4"),
    ("pl", "Sektor 105, miejsca od 5 do 7, rząd 2", "Sektor 105/2/5 Sektor 105/2/6 Sektor 105/2/7"),
    ("pl", "Bilet normalny, Sektor B, w rzędzie 5, miejsce 12, 45,00 zł", "Sektor B/5/12"),
    ("sk", "Prízemie, 7. rad, 12. miesto", "Prízemie/7/12"),
    ("sk", "tribúna A, rad 3, sedadlo 2", "Tribúna A/3/2"),
    ("sv", "Parkett höger, rad 5, plats 12", "Parkett höger/5/12"),
    ("sv", "Första raden, rad 2, plats 12", "1:a raden/2/12"),
    ("sv", "Sektion A, Rad 5, Platser 12 och 13", "Sektion A/5/12 Sektion A/5/13"),
    ("sv", "Sektion A 5:e raden plats 12", "Sektion A/5/12"),  # Tiers are called so, but A is no tier.
    ("tr", "A Blok 3. sıra 14 koltuk", "A Blok/3/14"),
    ("tr", "A BLOK SIRA: 3 KOLTUK: 14", "A Blok/3/14"),
    ("tr", "2 koltuk, A Blok, Sıra 3", "A Blok/3"),
    ("tr", "Balkon 3'üncü sıra 14 numaralı koltuk", "Balkon/3/14"),
    ("tr", "Kapı 3, 105 Blok, 5. Sıra, 7. Koltuk", "105 Blok/5/7"),
    ("uk", "5 ряд 12 місце партер", "Партер/5/12"),
    ("uk", "12 сектор 5 ряд 7 місце", "Сектор 12/5/7"),
    ("uk", "1 ярус, 3 ряд, 4 місце", "1-й ярус/3/4"),
    ("uk", "Вхід 2, партер, ряд 5, місця 12 та 13", "Партер/5/12 Партер/5/13"),
])  # fmt: skip
def test_a_label_is_read_in_its_language(code: str, label: str, place: str) -> None:
    found = MATCHERS[code].resolve(label)
    keys = [seat.key for seat in found.seats or (found.seat,) if seat is not None]
    assert (" ".join(keys) if found.status == "matched" else found.status) == place
