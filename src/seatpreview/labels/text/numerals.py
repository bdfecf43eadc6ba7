"""Numbers that are written with letters: '十二' in Chinese and Japanese, 'יב' in Hebrew, 'XII'."""

import re
from itertools import pairwise

_CHINESE_DIGITS = {character: value for value, characters in enumerate(
    ("〇零", "一壱壹", "二弐貳两兩", "三参叁參", "四肆", "五伍", "六陸", "七柒", "八捌", "九玖")
) for character in characters}  # fmt: skip
_CHINESE_UNITS = {"十": 10, "百": 100}
CHINESE_NUMERAL = re.compile(f"[{''.join((*_CHINESE_DIGITS, *_CHINESE_UNITS))}]{{1,6}}")

_HEBREW_VALUES = dict(
    zip("אבגדהוזחטיכלמנסעפצקרשת", (*range(1, 10), *range(10, 100, 10), 100, 200, 300, 400), strict=True)
)
_HEBREW_LETTERS_MAX = 4


def chinese_number(text: str) -> str:
    """Returns the digits of a Chinese numeral: '12' for '十二', '105' for '一〇五'; empty if it is none."""
    if not any(character in _CHINESE_UNITS for character in text):
        digits = "".join(str(_CHINESE_DIGITS[character]) for character in text)
        return digits.lstrip("0") or "0"
    total, digit, unit_before = 0, -1, 1000
    for character in text:
        unit = _CHINESE_UNITS.get(character)
        if unit is None:
            if digit > 0:
                return ""
            digit = _CHINESE_DIGITS[character]
        elif unit >= unit_before:
            return ""
        else:
            total += unit * (1 if digit < 0 else digit)
            digit, unit_before = -1, unit
    return str(total + max(digit, 0))


def hebrew_number(text: str) -> str:
    """Returns the value of Hebrew letters that count: '12' for 'יב'; empty if they do not stand from the
    largest to the smallest."""
    if not text or len(text) > _HEBREW_LETTERS_MAX or any(letter not in _HEBREW_VALUES for letter in text):
        return ""
    values = [_HEBREW_VALUES[letter] for letter in text]
    is_counted = all(first > second for first, second in pairwise(values))
    return str(sum(values)) if is_counted else ""


def roman_number(text: str) -> str:
    """Returns the value of a Roman numeral up to 39 in small letters: '5' for 'v'; empty if it is none."""
    return _ROMAN.get(text, "")


_ROMAN_DIGITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN = {
    tens * "x" + digit: str(10 * tens + value)
    for tens in range(4)
    for value, digit in enumerate(_ROMAN_DIGITS)
    if tens or value
}
