"""Digits of all scripts are digits, in labels and in the names of a venue alike."""

import pytest

from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.text.tokens import readable, tokens_of


def _rows(names: str, seats: str) -> dict[str, RowNames]:
    return {name: RowNames(name, frozenset(seats.split())) for name in names.split()}


PLAIN = _rows("1 2 3 12", "1 2 3 7 12")
ARABIC = _rows("١ ٢ ٣ ١٢", "١ ٢ ٣ ٧ ١٢")
RESOLVER = Resolver([
    SectionNames(id="104", name="Block 104", rows=PLAIN, rows_by_id=PLAIN),
    SectionNames(id="ق٥", name="قسم ٥", rows=ARABIC, rows_by_id=ARABIC),
])  # fmt: skip


@pytest.mark.parametrize(("label", "keys"), [
    ("Block ١٠٤ row ٣ seat ٧", ["104/3/7"]),
    ("Block ۱۰۴ row ۳ seat ۷", ["104/3/7"]),
    ("Block १०४ row ३ seat ७", ["104/3/7"]),
    ("Block ১০৪ row ৩ seat ৭", ["104/3/7"]),
    ("Block ๑๐๔ row ๓ seat ๗", ["104/3/7"]),
    ("Block １０４ row ３ seat ７", ["104/3/7"]),
    ("Block 104 row ٣ seats ١-٣", ["104/3/1", "104/3/2", "104/3/3"]),
    ("Block 104 row ٠٣ seat ٠٧", ["104/3/7"]),
    ("Block ١٠٥ row ٣ seat ٧", []),
    ("104/٣/٧", ["104/3/7"]),
    ("قسم 5 row 12 seat 7", ["ق٥/١٢/٧"]),
    ("قسم 5 row ۱۲ seats 2-3", ["ق٥/١٢/٢", "ق٥/١٢/٣"]),
    ("ق٥/١٢/٧", ["ق٥/١٢/٧"]),
    (Parts(section="١٠٤", row="٣", seat="٧"), ["104/3/7"]),
    (Parts(section="قسم 5", row="3", seat="7"), ["ق٥/٣/٧"]),
])  # fmt: skip
def test_a_digit_of_any_script_is_a_digit(label: str | Parts, keys: list[str]) -> None:
    found = RESOLVER.resolve(label)
    places = found.seats or ((found.seat,) if found.status == "matched" and found.seat else ())
    assert [place.key for place in places] == keys


def test_a_digit_stays_where_it_stands() -> None:
    text = readable("R٣ / ۱۲")
    assert text == "R3 / 12"
    assert [(token.start, token.end) for token in tokens_of(text)] == [(0, 1), (1, 2), (3, 4), (5, 7)]
