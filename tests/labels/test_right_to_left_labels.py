"""Labels in Hebrew and Arabic: the order of what is written, letters that count, the article."""

import pytest

from seatpreview.labels.model import RowNames, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver

SEATS = frozenset(str(number) for number in range(1, 41))
NUMBERS = " ".join(map(str, range(1, 31)))


def section(id: str, name: str, level: str = "", rows: str = NUMBERS) -> SectionNames:
    named = {row: RowNames(row, SEATS) for row in rows.split()}
    return SectionNames(id=id, name=name, level=level, rows=named, rows_by_id=named)


def keys(resolver: Resolver, label: str) -> str:
    return " ".join(matched_keys(resolver.resolve(label)))


HEBREW_STADIUM = Resolver([
    section("A", "גוש א"),
    section("B", "גוש ב"),
    section("Y1", "יציע ימין"),
    section("Y2", "יציע מרכז"),
    section("P", "פרטר"),
    section("205", "אזור 205"),
    section("T", "תא 4", "", "1"),
    section("U", "יציע עליון"),
])  # fmt: skip
ARABIC_STADIUM = Resolver([
    section("N", "المدرج الشمالي"),
    section("S", "المدرج الجنوبي"),
    section("G1", "الدرجة الأولى"),
    section("G2", "الدرجة الثانية"),
    section("VIP", "المقصورة الرئيسية"),
    section("B2", "بلوك B2"),
    section("B3", "بلوك B3"),
    section("F1", "الطابق الأول يمين"),
    section("F2", "الطابق الأول يسار"),
])  # fmt: skip
HEBREW = Resolver([
    section("O", "אולם"),
    section("Y", "יציע"),
    section("YL", "יציע שמאל"),
    section("G5", "גוש 5"),
    section("G6", "גוש 6", "", "א ב ג ד ה ו ז ח ט י יא יב"),
])  # fmt: skip
ARABIC = Resolver([
    section("E", "المدرج الشرقي"),
    section("W", "المدرج الغربي"),
    section("104", "القسم ١٠٤"),
    section("105", "القسم ١٠٥"),
    section("B", "الشرفة"),
    section("ZA", "المنطقة أ"),
    section("ZB", "المنطقة ب"),
])  # fmt: skip


@pytest.mark.parametrize(("label", "expected"), [
    ("אולם שורה 5 כיסא 12", "O/5/12"),
    ("אולם, שורה 5, מושב 12", "O/5/12"),
    ("יציע שורה ה׳ כיסא 12", "Y/5/12"),
    ("גוש 6 שורה י״ב כסא 3", "G6/יב/3"),
    ("גוש 6 שורה 12 כסא 3", "G6/יב/3"),
    ('גוש 6 שורה י"ב כסא 3', "G6/יב/3"),
    ("גוש 6 שורה א' כסא 3", "G6/א/3"),
    ("שער 3 גוש 5 שורה 7 מקום 9", "G5/7/9"),
    ("\u200fאולם שורה \u200e5\u200f כיסא \u202a12\u202c", "O/5/12"),
    ("יציע צד שמאל שורה 4 כיסא 2", "YL/4/2"),
    ("אולם שורה חמישית כיסא 12", "O/5/12"),
    ("אולם שורה 5 כיסאות 12-14", "O/5/12 O/5/13 O/5/14"),
    ("גוש 7 שורה 7 מקום 9", ""),
    ("חניה", ""),
    ("12 כיסא 5 שורה אולם", ""),
    ("יום שני 18/11/2026 אולם שורה 5 כיסא 12", "O/5/12"),
    ("אולם שורה 5 כיסא 12 120 ₪", "O/5/12"),
])  # fmt: skip
def test_a_hebrew_label_names_its_place_or_none(label: str, expected: str) -> None:
    assert keys(HEBREW, label) == expected


@pytest.mark.parametrize(("label", "expected"), [
    ("المدرج الشرقي صف ٥ مقعد ١٢", "E/5/12"),
    ("مدرج شرقي الصف 5 المقعد 12", "E/5/12"),
    ("قسم 104 صف ٥ مقعد ١٢", "104/5/12"),
    ("القسم ١٠٤ الصف ٥ المقعد ١٢", "104/5/12"),
    ("بوابة ٣ القسم ١٠٥ الصف ٥ الكرسي ١٢", "105/5/12"),
    ("الشرفة، الصف ٥، المقعد ١٢", "B/5/12"),
    ("الشرفة الصف الخامس المقعد ١٢", "B/5/12"),
    ("المنطقة أ صف ٥ مقعد ١٢", "ZA/5/12"),
    ("منطقة ب صف ٥ مقاعد ١٢-١٤", "ZB/5/12 ZB/5/13 ZB/5/14"),
    ("المدرج الشمالي صف ٥ مقعد ١٢", ""),
    ("القسم ١٠٦ الصف ٥ المقعد ١٢", ""),
    ("موقف سيارات", ""),
    ("قسم 104 صف ٥ مقعد ١٢ 150 ريال", "104/5/12"),
])  # fmt: skip
def test_a_arabic_label_names_its_place_or_none(label: str, expected: str) -> None:
    assert keys(ARABIC, label) == expected


@pytest.mark.parametrize(("label", "expected"), [
    ("גוש א' שורה 5 כיסא 12", "A/5/12"),
    ("גוש א שורה 5 כיסא 12", "A/5/12"),
    ("גוש ג שורה 5 כיסא 12", ""),
    ("יציע ימין שורה 5 מושב 12", "Y1/5/12"),
    ("יציע מרכזי שורה 5 מושב 12", "Y2/5/12"),
    ("יציע עליון, שורה 5, מושב 12", "U/5/12"),
    ("יציע שורה 5 מושב 12", ""),
    ('פרטר שורה י"ב כיסא 7', "P/12/7"),
    ("פרטר שורה טו כיסא 7", "P/15/7"),
    ("שער 4 | אזור 205 | שורה 12 | כיסא 7", "205/12/7"),
    ("אזור 205 שורה 12 מקומות 7-8", "205/12/7 205/12/8"),
    ("אזור 205 שורה 12 מקום 7 כרטיס נכה", "205/12/7"),
    ("2 כרטיסים אזור 205 שורה 12 מקומות 7, 8", "205/12/7 205/12/8"),
    ("אזור 206 שורה 12 כיסא 7", ""),
    ("אזור 205 שורה 12 כיסא 7 או 8", ""),
    ("תא 4 כיסא 2", "T/1/2"),
    ("היכל מנורה אזור 205 שורה 12 כיסא 7", "205/12/7"),
    ("18:30 אזור 205 שורה 12 כיסא 7", "205/12/7"),
    ("שורה 12 כיסא 7 אזור 205", "205/12/7"),
    ("section 205 row 12 seat 7", "205/12/7"),
])  # fmt: skip
def test_a_label_of_a_stadium_in_hebrew_names_its_place_or_none(label: str, expected: str) -> None:
    assert keys(HEBREW_STADIUM, label) == expected


@pytest.mark.parametrize(("label", "expected"), [
    ("المدرج الشمالي الصف ٥ المقعد ١٢", "N/5/12"),
    ("شمالي صف ٥ مقعد ١٢", "N/5/12"),
    ("مدرج جنوب صف ٥ كرسي ١٢", "S/5/12"),
    ("الدرجة الأولى صف ٥ مقعد ١٢", "G1/5/12"),
    ("الدرجة الثانية - الصف 5 - المقعد 12", "G2/5/12"),
    ("درجة ثانية صف 5 مقعد 12", "G2/5/12"),
    ("المقصورة الرئيسية صف 5 مقعد 12", "VIP/5/12"),
    ("بلوك B2 صف 5 مقعد 12", "B2/5/12"),
    ("بلوك B٢ الصف ٥ المقاعد ١٢، ١٣", "B2/5/12 B2/5/13"),
    ("بلوك B4 صف 5 مقعد 12", ""),
    ("البوابة 7 بلوك B3 صف 5 مقعد رقم 12", "B3/5/12"),
    ("صف رقم ٥ مقعد رقم ١٢ بلوك B3", "B3/5/12"),
    ("الطابق الأول يمين صف 5 مقعد 12", "F1/5/12"),
    ("الطابق الاول يسار صف 5 مقعد 12", "F2/5/12"),
    ("الطابق الثاني يسار صف 5 مقعد 12", ""),
    ("تذكرتان بلوك B3 صف 5 مقعد 12", "B3/5/12"),
    ("بلوك B3 الصف الثالث المقعد 12", "B3/3/12"),
    ("موقف السيارات بلوك B3", ""),
    ("بلوك B3 صف 5 مقعد 12 أو 13", ""),
    ("المدرج الشرقي صف 5 مقعد 12", ""),
])  # fmt: skip
def test_a_label_of_a_stadium_in_arabic_names_its_place_or_none(label: str, expected: str) -> None:
    assert keys(ARABIC_STADIUM, label) == expected


@pytest.mark.parametrize(("resolver", "label", "noise"), [
    (HEBREW, "אולם שורה 5 כיסא 12", "18/11/2026 בשעה 20:30|2 כרטיסים|מחיר: 250 ₪|הזמנה מספר 55|נגיש"),
    (ARABIC, "القسم ١٠٤ الصف ٥ المقعد ١٢", "٢ تذاكر|الأربعاء ١٨ نوفمبر|الساعة ٨ مساءً|الفئة الأولى|250 SAR"),
])  # fmt: skip
def test_what_stands_before_a_place_changes_nothing(resolver: Resolver, label: str, noise: str) -> None:
    for words in noise.split("|"):
        assert keys(resolver, f"{words} {label}") == keys(resolver, label) != "", words
