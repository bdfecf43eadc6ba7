"""Words, abbreviations, dates and gates that tickets of many countries print beside a place."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames, matched_keys
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.spelling import spellings

SEATS = frozenset(str(number) for number in range(1, 31))
ROWS = {str(number): RowNames(str(number), SEATS) for number in range(1, 21)}


def found(names: str, label: str) -> str:
    """Returns the keys of the places that a label names in a hall with these sections."""
    matcher = NameMatcher(
        SectionNames(id=name, name=name, rows=ROWS, rows_by_id=ROWS) for name in names.split("|")
    )
    resolution = matcher.resolve(label)
    if resolution.status != "matched" or resolution.seat is None:
        return ""
    return " ".join(place.key for place in resolution.seats) or resolution.seat.key


@pytest.mark.parametrize("date", [
    "12. 3. 2026 v 19:00,", "2026.04.11. 18:30", "2026. 04. 11. 18:30", "So. 12.05.2026, 20.15 Uhr",
    "14 juni 2026 kl. 19.30", "lør. 12. desember 2026 kl. 20.00", "12/14 7:30 PM", "18/07/2026 20h30",
    "sob. 5 paź 2026 godz. 19.00", "5 kas 2026 saat 20.30", "сб 12 сен 2026 в 19.00", "12 okt. 2026",
    "Σαβ 12 Σεπ 2026 ώρα 21.00", "mié 7 oct 2026 21:30", "22 Kasım Cumartesi 20.30,", "sáb 22/11 21h30",
])  # fmt: skip
def test_a_date_beside_an_unknown_name_says_nothing_about_the_place(date: str) -> None:
    assert found("Parkett|Balkon", f"Ferencváros - Újpest {date} Parkett rad 7 plats 12") == "Parkett/7/12"


@pytest.mark.parametrize(("names", "label", "place"), [
    ("Orchestre|Balcon", "Série 2 ORCHESTRE Rang : 7 Place : 5", "Orchestre/7/5"),
    ("Orchestre|Balcon", "Abonnement 6 spectacles : orchestre rang 7 place 5", "Orchestre/7/5"),
    ("Orchestre|Balcon", "Don Quichotte - Massenet - balcon rang 2 place 20", "Balcon/2/20"),
    ("Партер|Балкон", "Абонемент №3 «Весна»: партер ряд 7 місце 5", "Партер/7/5"),
    ("Sektor A4|Sektor A8", "Wejście VIII Sektor A4 Rząd 2 m-ce 24", "Sektor A4/2/24"),
    ("Section 6|Section 7", "SECTION/BOX 7 ROW 4 SEAT 12 $24.00", "Section 7/4/12"),
    ("Section 6|Section 7", "Section 7 Row 4 | Mobile transfer | $31 each incl. fees", "Section 7/4"),
    ("Parket|Balkon", "vr 21 nov 20:15 balkon rij 5 stoel 8", "Balkon/5/8"),
    ("Fondo Norte|Fondo Sur", "Vendo entrada Fondo Sur fila 1 asiento 30", "Fondo Sur/1/30"),
    ("Palco 6|Palco 7", "Palco 7 (catering incluido)", "Palco 7"),
    ("Sektion A|Sektion B", "Sektionen B, raden 5, platserna 12 och 13", "Sektion B/5/12 Sektion B/5/13"),
    ("Sektion A|Sektion B", "Sektion B rad 5 platser 12 t.o.m. 14",
     "Sektion B/5/12 Sektion B/5/13 Sektion B/5/14"),
    ("Parket|Balkon", "pladsen 12 på rækken 5 i parket", "Parket/5/12"),
    ("Felt A|Felt B", "Aldersgrense 18 år - feltet B, raden 5, setet 12", "Felt B/5/12"),
    ("A szektor|B szektor", "3-as kapu, B szektor, 5. sor, 12. szék", "B szektor/5/12"),
    ("A szektor|B szektor", "B szektor 5. s. 12. sz.", "B szektor/5/12"),
    ("A szektor|B szektor", "B szektor 5. sor 12. szék 4 500 Ft", "B szektor/5/12"),
    ("101 Blok|102 Blok", "2 adet bilet 102 Blok Sıra 5 Koltuk 12", "102 Blok/5/12"),
    ("101 Blok|102 Blok", "Passolig ile giriş - 102 Blok - Sıra 5 - Koltuk 12", "102 Blok/5/12"),
    ("101 Blok|102 Blok", "102 Blok 5. Sıra 12 No'lu Koltuk", "102 Blok/5/12"),
    ("101 Blok|102 Blok", "102 BLK S.5 K.12", "102 Blok/5/12"),
    ("Parter|Balkon I|Balkon II", "I balkon rząd 5 msc 12", "Balkon I/5/12"),
    ("Parter|Balkon I|Balkon II", "Balk. II rz. 5 m. 12", "Balkon II/5/12"),
    ("Parter|Balkon I|Balkon II", "Wejście A, szatnia lewa, Balkon 1, rząd V, miejsce 12", "Balkon I/5/12"),
    ("Přízemí|Balkon", "Abonmá Č, příz. ř. 5 sed. 12", "Přízemí/5/12"),
    ("Партер|Амфитеатр", "Серия АБ № 004512 Амф. 5 р. 12 м.", "Амфитеатр/5/12"),
    ("Партер|Балкон|Вход", "Вход № 3, Балкон, ряд 5, место 12", "Балкон/5/12"),
    ("Партер|Балкон", "балкон, 5-й ряд, 12-те місце", "Балкон/5/12"),
    ("Κερκίδα ΚΑ|Κερκίδα ΚΒ", "Αρ. εισιτηρίου 004412 Κερκ. KA Σειρ. 5 Θ. 12", "Κερκίδα ΚΑ/5/12"),
    ("גוש 3|גוש 4", "גוש 3 ש' 5 כ' 12", "גוש 3/5/12"),
    ("القطاع 112|القطاع 113", "ق 112 ص 7 م 12", "القطاع 112/7/12"),
    ("القطاع 112|القطاع 113", "القطاع 112 الصف 7 المقعدان 12 و 13", "القطاع 112/7/12 القطاع 112/7/13"),
    ("1階|2階", "2階5列12番 入口A", "2階/5/12"),
    ("1階|2階", "右扉からお入りください 1階5列12番", "1階/5/12"),
])  # fmt: skip
def test_what_a_ticket_prints_beside_a_place_is_understood(names: str, label: str, place: str) -> None:
    assert found(names, label) == place


@pytest.mark.parametrize(("names", "label"), [
    ("Parkett|Balkon", "Garderobe 5"),
    ("Section 1|Section 2", "Section 2 Row X Seat 12"),
    ("Loge 1|Loge 2", "S 8 K 14"),
])  # fmt: skip
def test_what_may_be_something_else_is_declined(names: str, label: str) -> None:
    assert found(names, label) == ""


def test_no_short_name_of_a_day_means_anything_without_a_date() -> None:
    assert found("Block SA|Block SO", "Block SO Reihe 5 Platz 12") == "Block SO/5/12"
    short = {
        spelling
        for language in LANGUAGES.values()
        for word in language.short_dates.split()
        for spelling in spellings(word)
    }
    assert {"so", "lor", "paz", "сб"} <= short


ALL_OF_A_BOX = [
    ("Loge", "Loge 6 - gesamte Loge"),
    ("Loge", "Hela loge 6 (5 personer)"),
    ("Box", "Box 6, entire box for 8 people"),
    ("Lóže", "Lóže č. 6 (celá lóže, 8 osob)"),
    ("Loża", "Loża nr 6 - cała loża (10 os.)"),
    ("Páholy", "Páholy 6. (teljes páholy, 4 fő)"),
    ("Loca", "6 numaralı loca (8 kişilik, tamamı)"),
    ("Ложа", "Ложа № 6 (вся ложа, 5 мест)"),
    ("Ложа", "Ложа № 6 (цялата)"),
    ("Lojă", "Lojă 6 (toate locurile)"),
    ("Skybox", "Skybox č. 6 - prenájom celého skyboxu (12 osôb)"),
    ("Θεωρείο", "Θεωρείο 6 (ολόκληρο, 5 άτομα)"),
    ("包厢", "包厢6(整间,12人)"),
    ("박스", "박스 6호 전체 (12인)"),
]


@pytest.mark.parametrize(("name", "label"), ALL_OF_A_BOX, ids=[label for _, label in ALL_OF_A_BOX])
def test_words_for_all_of_a_box_are_no_row_and_no_seat(name: str, label: str) -> None:
    seats = RowNames("", frozenset("123456789"))
    venue = NameMatcher(
        SectionNames(id=f"B{number}", name=f"{name} {number}", rows_by_id={"": seats})
        for number in range(1, 13)
    )
    assert matched_keys(venue.resolve(label)) == ("B6",)


def test_a_number_of_people_names_no_section_that_has_the_same_word() -> None:
    assert found("Party Deck|Bleachers 5", "party of 4") == ""
    assert found("Party Deck|Bleachers 5", "Bleachers 5, Row 7, party of 4") == "Bleachers 5/7"
    assert found("Party Deck|Bleachers 5", "Party Deck, Row 7 Seat 2, party of 4") == "Party Deck/7/2"


@pytest.mark.parametrize("label", [
    "Block 7, Reihe 4, Platz 9, Kat. A 92,50 EUR",
    "Billet mobile no 4417-0092 - Bloc 7, rangée 4, siège 9",
    "Rocket c. Titan, sam. 7 févr. 2026, 19 h, bloc 7, rangée 4, siège 9",
    "O Guarani - sáb., 23/05/2026, 20h - Bloco 7 Fila 4 Assento 9",
    "Block 7 • Rad 4 • Plats 9 • 645:- inkl. serviceavgift",
    "23.11.2025 г., 17:30 ч., блок 7, ред 4, място 9",
    "Blokk 7, 4. sor, 9. szék, két fő",
])  # fmt: skip
def test_ticket_numbers_hours_and_prices_change_nothing(label: str) -> None:
    assert found("Block 7|Block 8", label) == "Block 7/4/9"


@pytest.mark.parametrize(("names", "label", "place"), [
    ("Κάτω διάζωμα Θύρα 8|Άνω διάζωμα Θύρα 9", "Gate 8, Row 11, Seat 5", "Κάτω διάζωμα Θύρα 8/11/5"),
    ("โซน A1|โซน B3", "Zone: B3 / Row: 4 / Seat: 16", "โซน B3/4/16"),
    ("Зал 1|Зал 2", "Screen 1 Row 3 Seat 9", "Зал 1/3/9"),
    ("1층 A구역|2층 A구역", "2nd Floor, Block A, Row 9, Seat 8", "2층 A구역/9/8"),
    ("Први балкон|Други балкон", "Prvi balkon, red 3, sedište 20", "Први балкон/3/20"),
    ("Први балкон|Други балкон", "2nd balcony, Row 1, Seat 24", "Други балкон/1/24"),
])  # fmt: skip
def test_names_of_another_language_are_found_by_words_of_a_reseller(
    names: str, label: str, place: str
) -> None:
    assert found(names, label) == place


@pytest.mark.parametrize(("label", "place"), [
    ("Parkett Reihe 4 - freie Platzwahl in der Reihe", "Parkett/4"),
    ("Parkett row 6, free seating", "Parkett/6"),
    ("Parkett, freie Platzwahl", ""),
    ("Parkett rang XI place 8", "Parkett/11/8"),
    ("Parkett rang XX place 8", ""),
    ("Temporada 2025/26 Parkett fila 3 asiento 4", "Parkett/3/4"),
    ("Sezonska ulaznica 2025./26. Parkett red 3 sedište 4", "Parkett/3/4"),
    ("Memb. No. 20418 - Reserved - Parkett, Row 1, Seat 4", "Parkett/1/4"),
    ("Parkett row 3 seat 4 £35.00 + £3.80 fee", "Parkett/3/4"),
    ("Parkett rida 3 koht 4, saatja tasuta", "Parkett/3/4"),
    ("lugar 12 da fila 8, Parkett", "Parkett/8/12"),
    ("Parkett da fila 8", ""),
    ("Bună ziua, Parkett rd. 9 loc 2", "Parkett/9/2"),
])  # fmt: skip
def test_what_stands_beside_a_place_is_set_aside_in_every_language(label: str, place: str) -> None:
    assert found("Parkett|Balkon", label) == place


def test_a_title_and_a_greeting_stand_beside_a_table_without_rows() -> None:
    seats = {"": RowNames("", SEATS)}
    tables = [SectionNames(id=f"T{n}", name=f"Table {n}", rows=seats, rows_by_id=seats) for n in (2, 28)]
    matcher = NameMatcher(tables)
    for label in ("Hello Martha, see you: Table 28, seat 3, Wonderbar", "La Traviata, table 28, place 3"):
        resolution = matcher.resolve(label)
        assert resolution.status == "matched"
        assert matched_keys(resolution) == ("T28//3",)


@pytest.mark.parametrize(("label", "place"), [
    ("Rollstuhl: Parkett Reihe 3 Platz 1 / Begleitung Platz 2", "Parkett/3/1 Parkett/3/2"),
    ("PMR : Parkett rang 3 place 1 + accompagnateur place 2", "Parkett/3/1 Parkett/3/2"),
    ("PCD: Parkett fila 3 cadeira 1 + acompanhante cadeira 2", "Parkett/3/1 Parkett/3/2"),
    ("Parkett fila 3, dal posto 1 al posto 4", "Parkett/3/1 Parkett/3/2 Parkett/3/3 Parkett/3/4"),
    ("Parkett Reihe 3, Platz 5 bis Platz 7", "Parkett/3/5 Parkett/3/6 Parkett/3/7"),
    ("Parkett row 3 seat 7 to seat 5", ""),
    ("Parkett row 3 seat 5 or seat 7", ""),
    ("Hi Mrs Tran, Parkett row 3, seats 6 and 7. Please bring this email.", "Parkett/3/6 Parkett/3/7"),
    ("Parkett Reihe 3 Platz 6, 2. Stockbalkon", ""),
    ("Biete 1 Karte, Parkett 3. Reihe Platz 6, VB 25 €", "Parkett/3/6"),
    ("Vends 1 place : Parkett rang 3 place 6", "Parkett/3/6"),
    ("Transfer accepted: Parkett row 3 seat 6", "Parkett/3/6"),
    ("Parkett row 3 seat 6, veg meal", "Parkett/3/6"),
])  # fmt: skip
def test_companions_ranges_and_sentences_beside_seats(label: str, place: str) -> None:
    assert found("Parkett|Balkon", label) == place


@pytest.mark.parametrize(("names", "label", "place"), [
    ("Nord|Süd", "Nrod Reihe 3 Platz 6", "Nord/3/6"),
    ("West Stand|East Stand", "Wset Stand Row 3 Seat 6", "West Stand/3/6"),
    ("Nord|Nodr", "Nrdo Reihe 3 Platz 6", ""),
    ("Sala 1|Sala 2", "Slaa 2 fila 3 posto 6", "Sala 2/3/6"),
])  # fmt: skip
def test_two_letters_of_a_short_name_may_be_swapped(names: str, label: str, place: str) -> None:
    assert found(names, label) == place


@pytest.mark.parametrize(("label", "key"), [
    ("Loge 11 - Groupe Delvaux, 10 pers.", "L11"),
    ("Loge 11 - open bar - 15 convidados", "L11"),
    ("Loge 11 (catered, 12 guests)", "L11"),
    ("Delvaux Loge 11", ""),
    ("Loge 11 Sitz 3, Menü", "L11//3"),
    ("Loge 11 seat 3 - dinner & show $89.00", "L11//3"),
    ("Loge 11, dinner", ""),
])  # fmt: skip
def test_guests_and_meals_stand_beside_the_number_of_a_box(label: str, key: str) -> None:
    seats = {"": RowNames("", SEATS)}
    boxes = [SectionNames(id=f"L{n}", name=f"Loge {n}", rows=seats, rows_by_id=seats) for n in (2, 11)]
    resolution = NameMatcher(boxes).resolve(label)
    given = matched_keys(resolution) if resolution.status == "matched" else ()
    assert given == ((key,) if key else ())
