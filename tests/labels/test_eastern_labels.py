"""Labels in Chinese, Japanese and Korean: numbers before their words, text without spaces, numerals."""

import pytest

from seatpreview.labels.model import Parts, RowNames, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.text.spelling import folded
from seatpreview.labels.text.tokens import readable, tokens_of

SEATS = frozenset(str(number) for number in range(1, 41))
NUMBERS = " ".join(map(str, range(1, 31)))


def section(id: str, name: str, level: str = "", rows: str = NUMBERS) -> SectionNames:
    named = {row: RowNames(row, SEATS) for row in rows.split()}
    return SectionNames(id=id, name=name, level=level, rows=named, rows_by_id=named)


def keys(resolver: Resolver, label: str) -> str:
    return " ".join(matched_keys(resolver.resolve(label)))


VENUES = {
    "hall": [
        section("1F", "1階", "1階", "A B C D E"),
        section("2F", "2階", "2階", "A B C D E"),
        section("3FL", "3階 下手", "3階"),
        section("3FR", "3階 上手", "3階"),
    ],
    "arena": [
        *(
            section(f"{letter}{n}", f"アリーナ {letter}{n}ブロック", "アリーナ")
            for letter in "AB"
            for n in range(1, 7)
        ),
        section("213", "スタンド 北 213通路", "スタンド"),
        section("215", "スタンド 北東 215通路", "スタンド"),
        section("I", "内野自由席", "内野", ""),
        section("S", "スタンディング A", "", ""),
    ],
    "theatre": [
        section("P", "池座", "一楼"),
        section("L2", "二楼楼座", "二楼"),
        section("L3", "三楼楼座", "三楼"),
        section("BX", "包厢 3", "二楼", "1 2"),
    ],
    "stadium": [
        *(section(f"{n}", f"{n}区", "看台") for n in (101, 102, 112, 201)),
        section("A", "内场A区", "内场"),
        section("B", "内场B区", "内场"),
        section("VIP", "内场VIP区", "内场"),
        section("N", "北看台", "北看台"),
        section("K", "嘉宾席"),
    ],
    "gongyeon": [section(f"{f}{b}", f"{f}층 {b}구역", f"{f}층") for f in (1, 2) for b in "ABC"],
    "yagu": [
        section("101", "1루 101블록", "1루"),
        section("102", "1루 102블록", "1루"),
        section("301", "3루 301블록", "3루"),
        section("ST", "스탠딩 가구역", "", ""),
        section("SN", "스탠딩 나구역", "", ""),
        section("R", "R석"),
        section("G", "플로어 가구역"),
        section("H", "플로어 나구역", "", "가 나 다"),
    ],
    "dome": [
        section("1B1", "1階1塁側", "1階"),
        section("1B3", "1階3塁側", "1階"),
        section("2B1", "2階1塁側", "2階"),
        section("2B3", "2階3塁側", "2階"),
        section("1C", "1階中央", "1階"),
        section("AR", "アリーナ", "アリーナ"),
        section("BAL", "バルコニー", "2階", ""),
    ],
    "english": [
        section("ST", "Stalls"),
        section("BA", "Balcony"),
        section("ND", "North Stand"),
        section("101", "Block 101"),
        section("102", "Block 102"),
    ],
    "sejong": [
        section("W", "세종 1층 왼쪽", "1층"),
        section("C", "세종 1층 중앙", "1층"),
        section("R", "세종 1층 오른쪽", "1층"),
        section("C2", "세종 2층 중앙", "2층"),
        section("BX", "2층 BOX 5", "2층", "1 2"),
        section("H", "합창석 G블록"),
    ],
    "sides": [
        section("1", "一楼单号", "一楼"),
        section("2", "一楼双号", "一楼"),
        section("3", "二楼单号", "二楼"),
        section("4", "二楼双号", "二楼"),
        section("V", "贵宾厅"),
        section("D1", "地面A区"),
        section("D2", "地面B区"),
    ],
    "levels": [section(f"{f}{b}", f"{f}층 {b}구역") for f, b in ((1, 1), (1, 2), (2, 2), (1, 3))],
    "blocks": [
        section(f"{f}{b}", f"{f}階{b}ブロック", f"{f}階") for f, b in ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3))
    ],
}
RESOLVERS = {name: Resolver(sections) for name, sections in VENUES.items()}

LABELS = {
    "hall": """
        1階A列12番 => 1F/A/12
        1階 A列 12番 => 1F/A/12
        １階Ａ列１２番 => 1F/A/12
        S席 1階A列12番 => 1F/A/12
        二階席 C列 5番 => 2F/C/5
        2階席C列5番 => 2F/C/5
        2026年11月18日(水) 18:30開演 S席 2階 C列 5番 => 2F/C/5
        2階C列5番〜7番 => 2F/C/5 2F/C/6 2F/C/7
        2階C列5・6番 => 2F/C/5 2F/C/6
        2階C列5番、6番 大人2枚 ￥12,000 => 2F/C/5 2F/C/6
        2F C列5番 => 2F/C/5
        3F下手 5列12番 => 3FL/5/12
        4F C列5番 =>
        3階下手5列12番 => 3FL/5/12
        3階 左側 5列 12番 => 3FL/5/12
        3階上手 5列12番 => 3FR/5/12
        3階5列12番 =>
        4階A列12番 =>
        A列12番 =>
        1階 自由席 =>
        1階A列12番 9,800円 => 1F/A/12
        座席：1階 A列 12番 => 1F/A/12
        1階 A-12 => 1F/A/12
        駐車場 1階 =>
    """,
    "arena": """
        アリーナ A5ブロック 12列 34番 => A5/12/34
        アリーナA5ブロック12列34番 => A5/12/34
        A5ブロック12列34番 => A5/12/34
        アリーナ席 B2ブロック 3列15番 => B2/3/15
        スタンド 北東 215通路 5列 12番 => 215/5/12
        スタンド215通路5列12番 => 215/5/12
        5番ゲート アリーナ A5ブロック 12列 34番 => A5/12/34
        アリーナ C5ブロック 12列 34番 =>
        アリーナ 12列 34番 =>
        スタンド 北東 216通路 5列 12番 =>
        内野自由席 => I
        スタンディングA => S
        アリーナA5ブロック 3列目 12番 => A5/3/12
    """,
    "theatre": """
        池座 3排 5号 => P/3/5
        一楼池座3排5号 => P/3/5
        池座3排5座 => P/3/5
        二楼5排12号 => L2/5/12
        二楼楼座5排12号 => L2/5/12
        2层5排12座 => L2/5/12
        2楼 第五排 第12号 => L2/5/12
        三樓 5排 12號 => L3/5/12
        四楼5排12号 =>
        池座3排5号6号 => P/3/5 P/3/6
        池座3排5-7号 => P/3/5 P/3/6 P/3/7
        1楼3排5号 => P/3/5
        3号门 池座 3排5号 580元 => P/3/5
        2张 池座3排5号 => P/3/5
        包厢3 1排2号 => BX/1/2
        停车券 池座 =>
        楼座5排12号 =>
    """,
    "stadium": """
        看台112区5排12号 => 112/5/12
        112区5排12座 => 112/5/12
        112區 5排 12號 => 112/5/12
        内场A区3排15号 => A/3/15
        內場A區3排15號 => A/3/15
        A区3排15号 => A/3/15
        内场VIP区3排15号 => VIP/3/15
        内场C区3排15号 =>
        103区5排12号 =>
        北看台5排12号 => N/5/12
        南看台5排12号 =>
    """,
    "gongyeon": """
        1층 B구역 5열 12번 => 1B/5/12
        1층B구역5열12번 => 1B/5/12
        R석 1층 C블록 7열 12번 => 1C/7/12
        VIP석 1층 C블럭 7열 12번 => 1C/7/12
        2층 A구역 3열 4번, 5번 => 2A/3/4 2A/3/5
        2층 A구역 3열 4~6번 => 2A/3/4 2A/3/5 2A/3/6
        2층 A구역 3열 4번 99,000원 => 2A/3/4
        2026년 11월 18일 19시 30분 1층 B구역 5열 12번 => 1B/5/12
        3층 A구역 3열 4번 =>
        1F B구역 5열 12번 => 1B/5/12
        B구역 5열 12번 =>
        1층 5열 12번 =>
        휠체어석 1층 B구역 5열 12번 => 1B/5/12
        5번 게이트 1층 B구역 5열 12번 => 1B/5/12
        구역 B 층 1 열 5 번 12 => 1B/5/12
        1층 D구역 5열 12번 =>
    """,
    "yagu": """
        1루 101블록 5열 12번 => 101/5/12
        1루측 101블럭 5열 12번 => 101/5/12
        101블록 5열 12번 => 101/5/12
        3루 101블록 5열 12번 =>
        스탠딩 가구역 => ST
        스탠딩 나구역 => SN
        R석 5열 12번 => R/5/12
        S석 5열 12번 =>
        S석 플로어 가구역 5열 12번 => G/5/12
        플로어 가구역 5열 12번 => G/5/12
        플로어 다구역 5열 12번 =>
    """,
    "dome": """
        1階1塁側 22通路 15列 18番 =>
        1階1塁側15列38番 => 1B1/15/38
        1階 三塁側 15列 38番 => 1B3/15/38
        東京ドーム 1階3塁側15列38番 => 1B3/15/38
        22ゲート 1階1塁側15列38番 => 1B1/15/38
        ゲート22 1階1塁側15列38番 => 1B1/15/38
        アリーナ席 3列 20番 => AR/3/20
        1階中央 2列3番 => 1C/2/3
        1階センター 2列3番 => 1C/2/3
        2階1塁側 8列 12番,13番 => 2B1/8/12 2B1/8/13
        2階1塁側 8列 12番13番 => 2B1/8/12 2B1/8/13
        2階1塁側 8列 12番から14番 => 2B1/8/12 2B1/8/13 2B1/8/14
        1塁側15列38番 =>
        2階レフト 8列 12番 => 2B3/8/12
        指定席S 1階1塁側15列38番 => 1B1/15/38
        S指定席 1階1塁側15列38番 => 1B1/15/38
        1階1塁側15列38番 一般 8,800円(税込) => 1B1/15/38
        【一般】1階1塁側15列38番 => 1B1/15/38
        1階1塁側15列38番または39番 =>
        3階1塁側15列38番 =>
        2026/11/18(水) 18:00開場 19:00開演 1階1塁側15列38番 => 1B1/15/38
        1枚 1階1塁側15列38番 => 1B1/15/38
        大人 1名 1階1塁側 15列 38番 => 1B1/15/38
        1階1塁側 15列38 => 1B1/15/38
        1階1塁側15-38 => 1B1/15/38
        バルコニー席 => BAL
        Row 15 Seat 38, 1階1塁側 => 1B1/15/38
        整理番号 A123 スタンディング =>
        車椅子席 1階1塁側 15列 38番 => 1B1/15/38
    """,
    "english": """
        バルコニー5列12番 => BA/5/12
        발코니 5열 12번 => BA/5/12
        池座5排12号 => ST/5/12
        楼座5排12号 => BA/5/12
        北看台5排12号 => ND/5/12
        101区5排12号 => 101/5/12
        101구역 5열 12번 => 101/5/12
        103区5排12号 =>
    """,
    "sejong": """
        1층 중앙 5열 12번 => C/5/12
        1층 중앙블록 5열 12번 => C/5/12
        1층 좌측 5열 12번 => W/5/12
        1층 우측 5열 12번 => R/5/12
        세종문화회관 대극장 1층 중앙 5열 12번 => C/5/12
        VIP석 1층 중앙 05열 012번 => C/5/12
        S석 2층 중앙 5열 12번 1매 => C2/5/12
        2층 중앙 5행 12번 => C2/5/12
        2층 중앙 5줄 12번 => C2/5/12
        2층 BOX5 1열 2번 => BX/1/2
        합창석 G블록 3열 4번 => H/3/4
        시야제한석 1층 중앙 5열 12번 => C/5/12
        1층 중앙 5열 12번 또는 13번 =>
        3층 중앙 5열 12번 =>
        주차권 1층 =>
        1층 중앙 5열 => C/5
        1층 중앙 A열 12번 =>
        2026.11.18 (수) 19:30 1층 중앙 5열 12번 => C/5/12
        1층 중앙 5열 12번(통로) => C/5/12
    """,
    "sides": """
        一楼单号5排11号 => 1/5/11
        一楼双号5排12号 => 2/5/12
        1楼5排12号 单号 => 1/5/12
        1楼 5排 12号 =>
        二樓雙號5排12號 => 4/5/12
        贵宾厅 1排2座 => V/1/2
        貴賓廳1排2座 => V/1/2
        地面A区10排8座 => D1/10/8
        地面Ａ区１０排８座 => D1/10/8
        地面C区10排8座 =>
        2026年11月18日 19:30 地面A区10排8座 580元 => D1/10/8
        2026-11-18 地面A区10排8座 => D1/10/8
        成人票 1张 地面A区10排8座 ¥580 => D1/10/8
        地面A区10排8座、9座 => D1/10/8 D1/10/9
        地面A区10排8、9座 => D1/10/8 D1/10/9
        地面A区10排8至10座 => D1/10/8 D1/10/9 D1/10/10
        地面A区第10排第8座 => D1/10/8
        北门入口 地面A区10排8座 => D1/10/8
        轮椅席 地面A区10排8座 => D1/10/8
        地面A区 => D1
        地面 =>
        排：10 座：8 区：地面A => D1/10/8
    """,
    "levels": """
        2층 1구역 5열 12번 =>
        1층 2구역 5열 12번 => 12/5/12
        3층 1구역 5열 12번 =>
        2구역 5열 12번 =>
        2층 2구역 5열 12번 => 22/5/12
    """,
    "blocks": """
        2階1ブロック5列12番 =>
        1階2ブロック5列12番 => 12/5/12
        3階1ブロック5列12番 =>
        2ブロック5列12番 =>
        1ブロック5列12番 =>
        2階3ブロック5列12番 => 23/5/12
        3階2ブロック5列12番 =>
    """,
}
CASES = [(venue, *line.split("=>")) for venue, lines in LABELS.items() for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("venue", "label", "expected"), CASES)
def test_a_label_names_its_place_or_none(venue: str, label: str, expected: str) -> None:
    assert keys(RESOLVERS[venue], label.strip()) == expected.strip()


@pytest.mark.parametrize(("text", "words"), [
    ("1階A列12番", "階 1 列 a 番 12"),
    ("二楼第十二排一〇五号", "楼 2 排 12 号 105"),
    ("ﾌﾞﾛｯｸ Ａ５", "ブロック a 5"),
    ("12番-14番", "番 12 - 14"),
    ("5列12番、13番", "列 5 番 12 , 13"),
    ("Vak 201, 5列, 9番", "vak 201 , 列 5 , 番 9"),
    ("Block H, I열 11번", "block h , 열 i 번 11"),
    ("열: 5 번: 12", "열 : 5 번 : 12"),
    ("5번 게이트 3열", "게이트 5 열 3"),
    ("5列12席", "列 5 座席 12"),
    ("東京ドーム", "東京 ドーム"),
    ("三井一般", "三井 一般"),
    ("嘉宾席", "嘉宾席"),
    ("가열", "열 가"),
    ("Row 5 Seat 12", "row 5 seat 12"),
])  # fmt: skip
def test_words_without_spaces_are_told_apart_and_stand_before_their_numbers(text: str, words: str) -> None:
    tokens = tokens_of(readable(text))
    assert [token.text for token in tokens] == [folded(word) for word in words.split()]
    assert all(token.end <= len(readable(text)) for token in tokens)


def test_words_of_the_venue_are_told_apart_too() -> None:
    venue = Resolver([section("U", "雲海"), section("H", "飛翔")])
    assert keys(venue, "大和会館雲海5列12番") == "U/5/12"


def test_an_explanation_has_the_words_where_they_stand() -> None:
    resolution = RESOLVERS["hall"].resolve("S席 2階C列5番", explain=True)
    taken = {resolution.text[word.start : word.end]: word.taken_for for word in resolution.words}
    assert taken == {
        "S": "aside", "席": "aside", "2": "section", "階": "section", "C": "row", "列": "marker", "5": "seat",
        "番": "marker",
    }  # fmt: skip


NOISE = {
    ("hall", "2階C列5番"): """
        SS席|【S席】|全席指定|11/18(水)|11月18日 18:30|昼の部|第3回公演|1日目|西口入口|3番入口|Aゲート
        東京国際フォーラム ホールA|予約番号 12345|車いす席|2名様|×1|8800円（税込）|大人1名|通路側
        17:30開場|紙チケット|同行者募集|良席|整理番号123""",
    ("gongyeon", "1층 B구역 5열 12번"): """
        VIP석|[R석]|R석 지정석|11월 18일 오후 7시 30분|1회차|세종문화회관 대극장|예매번호 T123456
        게이트 3|2연석|성인 1매|현장수령|시야제한|(통로)""",
    ("theatre", "池座 5排12号"): """
        580档|早鸟票|星期三 19:30|上海大剧院 大剧场|东1门入场|订单号123456|2张连座|第2场|实名制
        视线不佳|3号门入场|(VIP)|¥580""",
}


@pytest.mark.parametrize(("venue", "label"), NOISE)
def test_what_stands_around_a_place_changes_nothing(venue: str, label: str) -> None:
    expected = keys(RESOLVERS[venue], label)
    assert expected
    for words in NOISE[venue, label].strip().replace("\n", "|").split("|"):
        assert keys(RESOLVERS[venue], f"{words.strip()} {label}") == expected, words
        assert keys(RESOLVERS[venue], f"{label} {words.strip()}") == expected, words


def test_a_letter_before_a_row_belongs_to_the_section_where_no_row_has_it() -> None:
    venue = Resolver([section("A", "指定席A"), section("B", "指定席B")])
    assert keys(venue, "指定席A5列12番") == "A/5/12"
    lettered = Resolver([section("A", "前方"), section("C", "後方", "", "A5 B5")])
    assert keys(lettered, "後方B5列12番") == "C/B5/12"
    blocks = Resolver([section("A", "Aブロック"), section("A1", "A1ブロック")])
    assert keys(blocks, "A15列12番") == ""


def test_the_number_of_a_level_is_not_that_of_a_block() -> None:
    venue = Resolver([section("L1B2", "Level 1 Block 2"), section("L3B1", "Level 3 Block 1")])
    assert keys(venue, "Level 1 Block 2 Row 5 Seat 12") == "L1B2/5/12"
    assert keys(venue, "Level 2 Block 1 Row 5 Seat 12") == ""
    assert keys(venue, "Level 1 Block 3 Row 5 Seat 12") == ""


@pytest.mark.parametrize(("row", "seat"), [("C列", "5番"), ("Ｃ", "５"), ("C열", "5번"), ("C排", "5号")])
def test_the_parts_of_a_label_may_have_words(row: str, seat: str) -> None:
    resolution = RESOLVERS["hall"].resolve(Parts(section="2階席", row=row, seat=seat))
    assert matched_keys(resolution) == ("2F/C/5",)


@pytest.mark.parametrize(("name", "label"), [
    ("스카이박스", "스카이박스 4 좌석 10번"),
    ("스카이박스", "스카이박스 4 좌석 10"),
    ("스카이박스", "스카이박스 4번 좌석 10번"),
    ("스카이박스", "스카이박스 4호 자리 10번"),
    ("包厢", "包厢4 座位 10号"),
    ("包厢", "包厢4座位10号"),
    ("包厢", "包厢4号 10座"),
    ("包厢", "包厢4号座位10号"),
    ("ボックス", "ボックス4 座席 10番"),
    ("ボックス", "ボックス4番 席番号10番"),
    ("ボックス", "ボックス4号 10番"),
])  # fmt: skip
def test_a_number_between_the_name_of_a_section_and_a_seat_belongs_to_the_name(name: str, label: str) -> None:
    rows = {"": RowNames("", SEATS)}
    venue = Resolver(
        SectionNames(id=f"B{number}", name=f"{name}{number}", rows_by_id=rows) for number in range(1, 13)
    )
    assert keys(venue, label) == "B4//10"


def test_a_number_of_people_begins_no_range_of_seats() -> None:
    assert keys(RESOLVERS["hall"], "party of 4 - 12番 C列 2階席") == "2F/C/12"
    assert keys(RESOLVERS["hall"], "4 - 6番 C列 2階席") == "2F/C/4 2F/C/5 2F/C/6"
