"""What stands beside a place without being one, and what contradicts it: parking, codes, tickets, sides."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames

SEATS = frozenset(str(number) for number in range(1, 31))
ROWS = {
    **{str(number): RowNames(str(number), SEATS) for number in range(1, 21)},
    **{letter: RowNames(letter, SEATS) for letter in "JKLM"},
}
WITHOUT_ROWS = {"": RowNames("", SEATS)}


def found(names: str, label: str) -> str:
    """Returns the key of the place that a label names in a hall with these sections. Those with a star have
    no rows."""
    matcher = NameMatcher(
        SectionNames(id=name, name=name, rows={}, rows_by_id=WITHOUT_ROWS)
        if starred
        else SectionNames(id=name, name=name, rows=ROWS, rows_by_id=ROWS)
        for name, starred in ((each.rstrip("*"), each.endswith("*")) for each in names.split("|"))
    )
    resolution = matcher.resolve(label)
    return resolution.seat.key if resolution.status == "matched" and resolution.seat else ""


@pytest.mark.parametrize("thing", ["Car Park", "Cloak Room", "Car park", "Parking", "Garderobe", "Gift Card"])
def test_parking_and_the_like_beside_a_name_are_no_section(thing: str) -> None:
    assert found("Hill 16|Cusack Stand", f"{thing} - Hill 16") == ""


def test_a_level_beside_the_number_says_which_kind_of_section_is_meant() -> None:
    matcher = NameMatcher(
        SectionNames(id=name, name=name, level=level, rows=ROWS, rows_by_id=ROWS)
        for name, level in (("Balcony 217", "Upper"), ("Balcony 217A", "Upper"), ("Terrace 117", "Lower"))
    )
    seat = matcher.resolve("UPPER:217 row 13").seat
    assert seat is not None
    assert seat.key == "Balcony 217/13"
    assert matcher.resolve("217 row 13").status == "unmatched"


def test_a_number_of_people_needs_no_row_beside_it() -> None:
    assert found("Stalls|Circle", "Stalls, party of 4") == "Stalls"
    assert found("Stalls|Circle", "Party Stalls") == ""
    assert found("Stalls|Circle", "Party of 4") == ""


def test_a_hall_may_be_called_so() -> None:
    assert found("Car Park|Lawn", "Car Park Row 3 Seat 4") == "Car Park/3/4"


@pytest.mark.parametrize("rest", [
    "Concession 16-25", "(Concession, 16-25)", "incl. 1 drink",
    "x2", "x 2", "M-Ticket", "p-ticket", "party of 4", "BMS0098123", "Order 1234567", "Ref: AB1234567",
    "Order #48-20113/CIN", "Booking ID WK8X2QP", "Pedido 558-2210-7", "no. 004512", "gates open 5:35 PM",
    "R$ 60,00 + TX R$ 12,00", "| Conf# 7731-0423", "| Pris: DKK 295,00", "total 7,000.-", "18,00",
])  # fmt: skip
def test_what_stands_behind_a_seat_does_not_decline_it(rest: str) -> None:
    assert found("Stalls|Circle", f"Stalls Row 7 Seat 12 {rest}") == "Stalls/7/12"


@pytest.mark.parametrize(("names", "label", "place"), [
    ("Box|Arena", "Masu-seki Box East Row 3 No. 8", ""),
    ("Box|Arena", "Box Row 3 No. 8", "Box/3/8"),
    ("Stalls|Circle", "Rear Stalls Row 3 Seat 8", "Stalls/3/8"),
    ("East Stand|Arena", "Arena East Row 3", ""),
    ("Section 2|Section 3", "Section l2 Row K", ""),
    ("Section 2|Section 12", "Section l2 Row K", "Section 12/K"),
    ("Hill 16|Hogan Stand", "Hill 16 Terrace", "Hill 16"),
    ("Hill 16|Hill 16 Terrace", "Hill 16 Terrace Row 3", "Hill 16 Terrace/3"),
    ("Hill 16|Hogan Stand", "Hill 16 Balcony", ""),
    ("バルコニーボックス4*|バルコニーボックス3*", "バルコニーボックス4 席番3", "バルコニーボックス4//3"),
    ("Bar Rail*|Stalls", "Bar Rail 9", "Bar Rail//9"),
    ("Bar Rail*|Stalls", "Bar Rail, 9", "Bar Rail//9"),
    ("Bar Rail*|Stalls", "Bar Rail 99", ""),
    ("Bar*|Stalls", "Bar 9", ""),
    ("Stalls|Circle", "Stalls Reihe: 7 Platz: 12 Preis: 45,00", "Stalls/7/12"),
])  # fmt: skip
def test_what_a_word_says_of_a_place_decides(names: str, label: str, place: str) -> None:
    assert found(names, label) == place


ZONES = "Second Class Zone 2A|Second Class Zone 2B|First Class Zone 1A"
TIERS = "Tier 1 Stand 112|Tier 1 Stand 113|Tier 2 Stand 212"
EASTERN_TIERS = "一层看台112区|一层看台113区|二层看台212区"


@pytest.mark.parametrize(("names", "label", "place"), [
    (ZONES, "Zone 2A Row 3 Seat 4", "Second Class Zone 2A/3/4"),
    (ZONES, "Zone 1A Row 3 Seat 4", "First Class Zone 1A/3/4"),
    (ZONES, "First Class Zone 2A Row 3 Seat 4", ""),
    (f"{ZONES}|First Class Zone 2A", "Zone 2A Row 3 Seat 4", ""),
    ("Tribuna 6B Prima Variante|Tribuna 6A", "Tribuna 6B fila 3 posto 4", "Tribuna 6B Prima Variante/3/4"),
    (TIERS, "Stand 112 Row 3 Seat 4", "Tier 1 Stand 112/3/4"),
    (TIERS, "Tier 2 Stand 112 Row 3 Seat 4", ""),
    (TIERS, "Tier 1 Row 3 Seat 4", ""),
    (EASTERN_TIERS, "Stand 112 Row 3 Seat 4", "一层看台112区/3/4"),
    (EASTERN_TIERS, "112区3排4号", "一层看台112区/3/4"),
    (EASTERN_TIERS, "二层112区3排4号", ""),
    ("Tier 1 Block 2|Tier 2 Block 1", "Block 1 Row 3 Seat 4", "Tier 2 Block 1/3/4"),
    ("Tier 1 Block 1|Tier 2 Block 1", "Block 1 Row 3 Seat 4", ""),
    ("Tier 1 Block 2|Tier 2 Block 2|Tier 2 Block 1", "Tier 1 Block 1 Row 3 Seat 4", ""),
    ("Tier 1 Block 2|Tier 2 Block 2|Tier 2 Block 1", "Block 1 Row 3 Seat 4", ""),
])  # fmt: skip
def test_a_number_that_one_section_has_needs_no_tier_beside_it(names: str, label: str, place: str) -> None:
    assert found(names, label) == place


def test_a_letter_behind_the_number_of_a_table_is_a_seat_unless_a_table_is_called_so() -> None:
    seats = {"": RowNames("", frozenset("ABCDEFGH"))}
    tables = [SectionNames(id=f"Table {n}", name=f"Table {n}", rows_by_id=seats) for n in ("7", "8")]
    seat = NameMatcher(tables).resolve("Table 7B").seat
    assert seat is not None
    assert seat.key == "Table 7//B"
    tables += [SectionNames(id="Table 7B", name="Table 7B", rows_by_id=seats)]
    seat = NameMatcher(tables).resolve("Table 7B").seat
    assert seat is not None
    assert seat.key == "Table 7B"


@pytest.mark.parametrize(("names", "label", "place"), [
    ("Bancada 103|Bancada 203", "Portão 4 Setor A Bancada 103 Fila 3 Lugar 4", "Bancada 103/3/4"),
    ("Bancada 103|Bancada 203", "Bancada A 103 Fila 3 Lugar 4", ""),
    ("Bancada 103|Setor A", "Setor A Bancada 103 Fila 3 Lugar 4", ""),
    ("Section 101|Section 201", "Grand Circle Section 101 Row 3 Seat 4", "Section 101/3/4"),
    ("Section 101|Grand Circle", "Grand Circle Section 101 Row 3 Seat 4", ""),
    ("Upper Level|Lower Level", "You'll Row 3 Seat 4", ""),
    ("Upper Level|Lower Level", "LL Row 3 Seat 4", "Lower Level/3/4"),
    ("Upper Level|Section 101", "You'll love it! Section 101 Row 3 Seat 4", "Section 101/3/4"),
    ("Block M|Block B", "BMS0098123 Row 3 Seat 4", ""),
])  # fmt: skip
def test_what_the_venue_lacks_does_not_decide_where_the_number_does(
    names: str, label: str, place: str
) -> None:
    assert found(names, label) == place


@pytest.mark.parametrize("form", [
    "Area: {0} Row: {1} Seat: {2} Type: ADULT", "Section={0};Row={1};Seat={2};Price=45.00",
    "Row:{1};Seat:{2};Section:{0}", '{{"section":"{0}","row":"{1}","seat":"{2}"}}',
    "Section|{0}|Row|{1}|Seat|{2}",
    "Section -> {0}, Row -> {1}, Seat -> {2}", "section_name={0} row_name={1} seat_number={2}",
    "Vak: {0} Rij: {1} Stoel: {2} Prijs: € 45,00", "Сектор: {0} Ряд: {1} Место: {2} Цена: 1500 руб.",
    "区域：{0} 排：{1} 座：{2} 票价：180元", "Katsomo: {0} Rivi: {1} Paikka: {2} Hinta: 45,00 €",
])  # fmt: skip
def test_forms_with_a_word_for_each_value_are_read_with_any_sign_between(form: str) -> None:
    assert found("Stalls|Circle", form.format("Stalls", "7", "12")) == "Stalls/7/12"


@pytest.mark.parametrize("end", ["Ref: TKM-5512-IE", "Localizador: X7KQ2P", "Price: 45,00", "Door 3"])
def test_the_last_field_of_a_form_keeps_its_value_whatever_stands_behind_it(end: str) -> None:
    assert found("Stalls|Circle", f"Level: Stalls | Row: 7 | Seat: 12 | {end}") == "Stalls/7/12"


def test_a_place_behind_the_number_of_an_order_is_no_part_of_it() -> None:
    assert found("101|107", "Order 12345-107-K-9") != "101"
    assert found("101|107", "Order 48-20113/CIN, 107 Row K Seat 9") == "107/K/9"


@pytest.mark.parametrize("label", [
    "Sektorius 113, šeimos bilietas (2+2)", "Family (2A+2C): Sektorius 113",
    "Sektorius 113 - family ticket 2+2",
])  # fmt: skip
def test_a_number_of_adults_and_one_of_children_are_no_row(label: str) -> None:
    assert found("Sektorius 113|Sektorius 114", label) in ("Sektorius 113", "")


def test_two_numbers_behind_a_row_stay_seats_although_a_plus_joins_them() -> None:
    assert found("Stalls|Circle", "Stalls Row 3 Seats (4+5)") == "Stalls/3/4"


def test_a_part_of_a_name_does_not_decide_between_tiers() -> None:
    boxes = "Lojă benoar 5*|Lojă rang I nr. 5*|Lojă rang I nr. 14*|Stal"
    for names in (boxes, f"{boxes}|Balcon I|Balcon II"):
        assert found(names, "Loja 5, loc 2") == ""
        assert found(names, "Loja benoar 5, loc 2") == "Lojă benoar 5//2"


@pytest.mark.parametrize("label", [
    "Suite 11 - catering included", "Suite 11 (champagne et cocktail inclus)",
    "Suite 11 (12 kişilik), yemek dahil",
    "Suite 11, dinner and drinks included",
])  # fmt: skip
def test_what_comes_with_a_box_does_not_decline_it(label: str) -> None:
    assert found("Suite 11*|Suite 12*", label) == "Suite 11"


def test_catering_alone_is_no_suite() -> None:
    assert found("Suite 11*|Suite 12*", "Catering Suite 11") == ""


@pytest.mark.parametrize("note", [
    "u. 26 år", "6.30pm", "22/11/24 6.30pm", "13.03.2026 g. 19:30", "abertura da casa 20h",
    "doors 20h", "19.00 น.", "85折", "€ 22,00",
])  # fmt: skip
def test_a_time_an_age_or_a_price_before_a_place_leaves_it_as_it_is(note: str) -> None:
    assert found("1e Balkon|2e Balkon", f"{note} 1e Balkon rij 3 stoel 4") == "1e Balkon/3/4"


def test_a_price_behind_the_name_of_a_section_is_no_row_of_it() -> None:
    assert (
        found("Входной билет без места*|Партер", "Входной билет без места 300 ₽") == "Входной билет без места"
    )


def test_vip_in_another_script_is_the_same_word() -> None:
    tables = "Столик 3*|VIP-столик 3*"
    assert found(tables, "ВІП столик 3") == "VIP-столик 3"
    assert found(tables, "Столик 3") == "Столик 3"


@pytest.mark.parametrize(
    "label", ["Stalls Row 3 Seat 11, Seat 12", "Parkett, Rad 3, Plats 11 och Plats 12", "Stalls J-11, J-12"]
)
def test_each_of_several_seats_may_have_its_own_word(label: str) -> None:
    matcher = NameMatcher(
        [SectionNames(id="S", name="Stalls", rows=ROWS), SectionNames(id="C", name="Circle", rows=ROWS)]
    )
    assert [seat.seat for seat in matcher.resolve(label.replace("Parkett", "Stalls")).seats] == ["11", "12"]


def test_seats_at_a_table_may_each_have_their_word() -> None:
    assert found("Bàn 3*|Bàn 4*", "Bàn 3 – ghế 2 và ghế 3") == "Bàn 3//2"
    assert found("Stôl 3*|Stôl 4*", "Stôl 3, miesto 1") == "Stôl 3//1"


def test_an_id_may_have_dots() -> None:
    assert found("DC|UC", "D.C. Row 3 Seat 5") == "DC/3/5"
