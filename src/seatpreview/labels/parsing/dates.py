"""Sets aside dates, times of the day, seasons, ages and percentages, as all languages write them."""

import re
from collections.abc import Iterable, Iterator

from seatpreview.labels.parsing.label_draft import Draft
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.labels.text.spelling import spellings

_LETTERS_BETWEEN_MAX = 4
_DAYS_OF_MONTH_MAX = 31
_MONTHS = 12
_DIGITS_OF_YEAR = 4
_POINT = frozenset((".",))
_COMMA = frozenset((",",))
_AROUND_A_DAY = frozenset((".", ",", "(", ")"))


def set_dates_aside(draft: Draft) -> None:
    """Sets aside dates, times of the day and seasons, with the short name of a day beside them ('So.
    12.05.2026'), and a small word between a date and a time ('12. 3. 2026 v 19:00')."""
    end_before = -1
    for found in _WHEN.finditer(draft.text):
        at = [index for index, token in enumerate(draft.tokens) if found.start() <= token.start < found.end()]
        for index in at:
            draft.roles[index] = "aside"
        if at:
            set_day_aside(draft, range(at[0] - 1, -1, -1))
            set_day_aside(draft, range(at[-1] + 1, len(draft.tokens)))
            _set_word_between_aside(draft, end_before, at[0])
            end_before = at[-1]


def set_day_aside(draft: Draft, beside: range) -> None:
    """Sets aside the short name of a day or month that stands beside a date, after signs only."""
    for index in beside:
        token = draft.tokens[index]
        if not (token.is_sign and token.text in _AROUND_A_DAY):
            if token.text in SHORT_DATES and not draft.own[index] and not token.touches:
                draft.roles[index] = "aside"
                if beside.step < 0:
                    _set_day_of_month_aside(draft, index - 1)
            return


def _set_day_of_month_aside(draft: Draft, index: int) -> None:
    """Sets aside the day before a short month, if the label begins with it or with the name of the day: 'vr
    21 nov 20:15'."""
    if not draft.is_free_number(index) or int(draft.tokens[index].text[:3]) > _DAYS_OF_MONTH_MAX:
        return
    before = index - 1
    has_day = before == 0 and draft.tokens[0].text in SHORT_DATES and not draft.own[0]
    if before < 0 or has_day:
        for at in range(max(0, before), index + 1):
            draft.roles[at] = "aside"


def set_day_with_date_aside(draft: Draft, index: int) -> bool:
    """Sets aside the short name of a day with a date behind it: 'qui 12/03', 'Sa. 14.05'. Returns whether
    this is one."""
    if draft.own[index]:
        return False
    at = index + 1
    while draft.is_sign_at(at, _AROUND_A_DAY):
        at += 1
    if not draft.is_free_number(at) or not draft.is_free_number(at + 2):
        return False
    day, sign, month = draft.tokens[at : at + 3]
    is_tight = day.end == sign.start and sign.end == month.start and sign.text in ("/", ".")
    if not is_tight or not _may_be_day_and_month(day.text, month.text):
        return False
    for position in range(index, at + 3):
        draft.roles[position] = "aside"
    return True


def _may_be_day_and_month(day: str, month: str) -> bool:
    return max(len(day), len(month)) <= 2 and int(day) <= _DAYS_OF_MONTH_MAX and int(month) <= _MONTHS


def set_year_aside(draft: Draft, month: int) -> None:
    """Sets aside the year behind a month and perhaps its day: 'Mar 14, 2026', 'marzo de 2026'."""
    at = month + 1
    while at < len(draft.tokens) and (draft.roles[at] == "aside" or _is_before_year(draft, at)):
        at += 1
    year = draft.tokens[at].text if draft.is_free_number(at) else ""
    if len(year) == _DIGITS_OF_YEAR and year[:2] in ("19", "20"):
        for position in range(month, at + 1):
            draft.roles[position] = "aside"


def _is_before_year(draft: Draft, index: int) -> bool:
    return draft.is_sign_at(index, _AROUND_A_DAY) or "filler" in draft.kinds_at(index)


def set_minutes_aside(draft: Draft, hour: int) -> None:
    """Sets aside the minutes behind a number that stands behind a day: '22 Kasım Cumartesi 20.30'."""
    point, minutes = hour + 1, hour + 2
    if not draft.is_sign_at(point, _POINT) or not draft.is_free_number(minutes):
        return
    first, last = draft.tokens[hour], draft.tokens[minutes]
    if last.start - first.end == 1 and last.end - last.start == 2:
        draft.roles[minutes] = "aside"


def _set_word_between_aside(draft: Draft, before: int, behind: int) -> None:
    """Sets aside a small word that joins a date and a time: 'v', 'um', 'às'."""
    has_comma = draft.is_sign_at(behind - 1, _COMMA)  # '23.11.2025 г., 17:30'
    end = behind - 1 if has_comma else behind
    has_stop = draft.is_sign_at(end - 1, _POINT)  # '13.03.2026 g. 19:30'
    if before >= 0 and end == before + (3 if has_stop else 2) and has_stop >= has_comma:
        between = draft.tokens[before + 1]
        if not (between.is_sign or between.is_number) and len(between.text) <= _LETTERS_BETWEEN_MAX:
            draft.roles[before + 1] = "aside"


def _short_dates() -> Iterator[str]:
    for language in LANGUAGES.values():
        for word in language.short_dates.split():
            yield word
            yield from spellings(word)


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


SHORT_DATES = frozenset(_short_dates())
"""Short names of months and days in all languages."""
_LETTERS_AND_SIGNS_MAX = max(map(len, SHORT_DATES)) + 2
_CLOCKS = (
    "kl",
    "klo",
    "kell",
    "klokken",
    "pukul",
    "ob",
    "val",
    "godz",
    "hod",
    "ore",
    "saat",
    "ώρα",
    "um",
    "om",
    "в",
    "о",
    "у",
    "u",
    "o",
    "v",
)
"""Words before a time of the day with a dot: 'kl. 19.30'."""


def _time_with_dot() -> str:
    """Returns a pattern for the second half of such a time. What stands before is looked at last, so that a
    label without a dot between two numbers does not pay for it."""
    before = (
        rf"(?<=\b{word}{between}[0-9]{{{digits}}}\.[0-9][0-9])"
        for word in _CLOCKS
        for between in (" ", r"\. ", r"\.")
        for digits in (1, 2)
    )
    return rf"\.[0-5][0-9]\b(?:{'|'.join(before)})"


_BEFORE_HOURS = (
    r"\b[\u00e0a]",
    r"\b[\u00e0a]s",
    r"\bcasa",
    r"\bportas",
    r"\bpuertas",
    r"\bportes",
    r"\bdoors",
)
"""Patterns for words before an hour without minutes: 'às 20h', 'abertura da casa 20h'."""


def _hour_alone() -> str:
    """Returns a pattern for the letter of an hour without minutes. 'Stalls 20H' is a seat."""
    before = (
        rf"(?<={text}\s[0-9]{{2}}{blank}h)"
        for text in ("[0-9]{4}", "[0-9]{4},", *_BEFORE_HOURS)
        for blank in ("", r"\s")
    )
    return rf"\s?(?-i:h)\b(?:{'|'.join(before)})"


_WHEN = re.compile(
    # With most labels, this is as far as it gets.
    rf"[0-9]{{1,4}}(?=[-./:%折håapu]|\s(?:[%håapuน]|\S{{1,{_LETTERS_AND_SIGNS_MAX}}}\s(?:19|20)))"
    r"(?:\.[0-9]{1,2}\.(?:[0-9]{2,4}\b)?"  # 12.05.2026
    r"|\.\s[0-9]{1,2}\.(?:\s?(?:19|20)[0-9]{2}\b|(?=\s[0-9]{1,2}:[0-9]{2}))"  # 12. 5. 2026
    r"|(?<=20[0-9]{2})\.\s[0-9]{1,2}\.\s[0-9]{1,2}\b"  # 2026. 05. 12.
    r"|(?<=(?:19|20)[0-9]{2})-[0-9]{1,2}-[0-9]{1,2}\b"  # 2026-05-12
    r"|[/-][0-9]{1,2}[/-](?:19|20)[0-9]{2}\b"  # 12/05/2026
    r"|(?<![0-9]{3})/[0-9]{1,2}(?:/[0-9]{2})?"  # 5/12 7:30 PM
    r"(?=,?\s(?:at\s|@\s?)?[0-9]{1,2}(?::[0-9]{2}|h[0-9]{2}|(?:\.[0-9]{2})?\s?[ap]\.?m\b))"
    r"|(?<=20[0-9]{2})/(?:20)?[0-9]{2}\b"  # 2026/27
    r"|:[0-9]{2}(?:\s?(?:h(?:rs?|s)?|ч|[ap]\.?m))?\b"  # 5:35 PM
    r"|[.:][0-9]{2}\s?น\."  # 19.00 น.
    r"|[hu][0-9]{2}\b|\sh\s[0-5][0-9]\b|\.[0-9]{2}\s?h\b"  # 20h15
    rf"|{_hour_alone()}"  # à 20h
    rf"|{_time_with_dot()}"  # kl. 20.15
    # The year is looked for first: there are hundreds of short dates. 5 okt. 2026
    rf"|\.?\s(?=\S{{1,{_LETTERS_AND_SIGNS_MAX}}}\s(?:19|20))"
    rf"(?:{_any_of(SHORT_DATES)})\b\.?,?\s(?:19|20)[0-9]{{2}}\b"
    r"|\s?år\b|\s?[%折]"  # 18 år, an age; 50 %, a discount
    r"|(?:[:.][0-9]{2})?\s?(?:[ap]\.?m\b|uhr\b|uur\b))",  # 8 pm, 20.15 Uhr
    re.IGNORECASE,
)
"""Dates, times of the day, seasons, ages and percentages. The pattern begins with digits, so it is tried only
where a digit stands."""
DAYS_WITH_DATES = re.compile(
    rf"\b(?:{_any_of(SHORT_DATES)})\.?,?\s[0-9]{{1,2}}[./][0-9]{{1,2}}(?![0-9]|[./][0-9])\.?", re.IGNORECASE
)
"""The short name of a day with a date: 'Gio 14.05'. It is searched only in labels that lead nowhere."""
