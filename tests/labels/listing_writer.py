"""Listings with their truth, and the parts that all styles of listings are written from."""

import re
from dataclasses import dataclass
from random import Random
from typing import Literal

from labels.generated_venues import Section, Venue, folded, words_of
from labels.listing_words import Forms, Words
from seatpreview.labels.model import Parts, Resolution

Outcome = Literal["right", "declined", "wrong"]

# Letters that are words in one of the languages ("a", "e", "o", "y"), and those that stand for directions.
LETTERS_THAT_ARE_WORDS = frozenset("AEIOUY")
LETTERS_OF_DIRECTIONS = frozenset("NSEWOLRCGDM")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A label, and what it names. A label without a section is to be declined."""

    style: str
    language: str
    label: str | Parts
    section: str | None = None
    row: str | None = None
    seats: tuple[str, ...] = ()

    def outcome(self, resolution: Resolution) -> Outcome:
        """Whether the resolution is right. An answer that is true but less deep counts as declined."""
        place = resolution.seat
        if resolution.status != "matched" or place is None:
            return "right" if self.section is None else "declined"
        if self.section is None or place.section != self.section or place.row not in (None, self.row):
            return "wrong"
        found = tuple(seat.seat or "" for seat in resolution.seats) or ((place.seat,) if place.seat else ())
        if (place.row, found) == (self.row, self.seats):
            return "right"
        return "declined" if set(found) <= set(self.seats) else "wrong"

    def truth(self) -> str:
        """The truth in words, for the message of a failing test."""
        if self.section is None:
            return "to be declined"
        return f"section {self.section!r}, row {self.row!r}, seats {' '.join(self.seats) or '-'}"


class Unwritable(Exception):
    """This style has nothing to write here, or nothing of which the truth would be certain."""


def require(certain: object) -> None:
    """Gives up the listing unless its truth is certain."""
    if not certain:
        raise Unwritable


@dataclass(frozen=True, slots=True)
class Spot:
    """A section, one of its rows and one or more of its seats, as far as a listing names them."""

    section: Section
    row: str = ""
    seats: tuple[int, ...] = ()


class Writer:
    """Writes the parts of listings for one venue: names, rows, seats and asides."""

    def __init__(self, venue: Venue, random: Random) -> None:
        self.venue = venue
        self.random = random
        self.words = venue.words
        self._used: dict[tuple[str, tuple[str, ...]], bool] = {}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, choices: Forms | list[str]) -> str:
        require(choices)
        return self.random.choice(choices)

    def section(self, *kinds: str, with_rows: bool = False) -> Section:
        """A random section of one of these kinds, or of any."""
        fit = [
            s
            for s in self.venue.sections
            if (not kinds or s.kind in kinds) and (s.seating.rows or not with_rows)
        ]
        require(fit)
        return self.random.choice(fit)

    def spot(self, section: Section | None = None) -> Spot:
        """A random seat; only the row where seats are unknown, only the section where there are no rows."""
        section = section or self.section()
        if not section.seating.rows:
            return Spot(section)
        row = self.random.choice(section.seating.rows)
        seats = (self.random.choice(section.seating.seats),) if section.seating.seats else ()
        return Spot(section, row, seats if self.chance(0.8) else ())

    def seat(self, section: Section | None = None) -> Spot:
        """A random seat of a section whose seats are known."""
        fit = [s for s in self.venue.sections if s.seating.seats and s.seating.rows]
        require(fit)
        section = section or self.random.choice(fit)
        require(section.seating.seats)
        return Spot(
            section, self.random.choice(section.seating.rows), (self.random.choice(section.seating.seats),)
        )

    def name(self, section: Section) -> str:
        """A full name of the section: its own, or a word for 'section' and its number."""
        if section.kind == "block" and self.chance(0.7):
            return f"{self.pick(self.section_words())} {section.number}"
        return section.spoken if self.chance(0.7) else self.own_name(section)

    def own_name(self, section: Section) -> str:
        """The section's name as the venue writes it, where it names the section without its level."""
        words = set(words_of(section.name))
        having = [s for s in self.venue.sections if words <= set(words_of(s.spoken))]
        return section.name if len(having) == 1 and len(section.name) > 1 else section.spoken

    def section_words(self, short: bool = False) -> list[str]:
        """Words for 'section' that are not part of names; the venue's own such word is one of them."""
        forms = self.words.section_short if short else self.words.section
        generic = words_of(self.words.section[0])
        return [form for form in forms if not self.is_used(form, besides=generic)]

    def is_used(self, form: str, besides: tuple[str, ...] = ()) -> bool:
        """Whether a name of the venue has this word or one that is much like it."""
        if (form, besides) not in self._used:
            used_words = self.venue.used_words.difference(besides)
            self._used[form, besides] = any(
                _are_alike(word, used) for word in words_of(form) for used in used_words
            )
        return self._used[form, besides]

    def marker(self, forms: Forms) -> str:
        """One of the words for 'row' or 'seat' that no name of the venue has."""
        return self.pick([form for form in forms if not self.is_used(form)])

    def place(self, spot: Spot, name: str | None = None, *, words: Words | None = None) -> str:
        """The plain listing: name, 'row' and 'seat', separated by commas or spaces."""
        words = words or self.words
        texts = [name or self.name(spot.section)]
        if spot.row:
            texts.append(f"{self.marker(words.row)} {spot.row}")
        if spot.seats:
            forms = words.seat if len(spot.seats) == 1 else words.seats
            texts.append(f"{self.marker(forms)} {self.seat_text(spot.seats, words)}")
        return self.pick((", ", " ", " ", " - ")).join(texts)

    def seat_text(self, seats: tuple[int, ...], words: Words) -> str:
        if len(seats) == 1:
            return str(seats[0])
        if len(seats) == 2 and self.chance(0.7):
            return self.pick(words.several).format(a=seats[0], b=seats[1])
        if seats[1] - seats[0] == 1 and self.chance(0.8):
            return self.pick(words.seat_range).format(a=seats[0], b=seats[-1])
        return self.pick((", ", ",")).join(map(str, seats))

    def aside(self, template: str) -> str:
        """The aside with a small number or letter that names no section of this venue by itself."""
        return template.format(n=self.random.randint(1, 6), l=self.pick(("B", "F", "K")))

    def listing(self, style: str, label: str | Parts, spot: Spot) -> Listing:
        """The listing of a place that exists."""
        seats = tuple(map(str, spot.seats))
        return Listing(
            style=style,
            language=self.words.code,
            label=label,
            section=spot.section.id,
            row=spot.row or None,
            seats=seats,
        )

    def refused(self, style: str, label: str | Parts) -> Listing:
        """The listing of something that is no place here."""
        return Listing(style=style, language=self.words.code, label=label)

    def is_single_number(self, section: Section) -> bool:
        """Whether no other section, tier or row of the venue has this section's number or letter."""
        number = section.number
        ordinal = number.isdigit() and int(number) in self.venue.ordinals
        return bool(number) and self.venue.numbers[number] == 1 and not ordinal

    def is_number(self, text: str) -> bool:
        """Whether the text is the number or letter of a section, or of a tier."""
        text = text.lstrip("0")
        return text in self.venue.numbers or (text.isdigit() and int(text) in self.venue.ordinals)

    def begins_a_name(self, letters: str) -> bool:
        """Whether a word of the venue's names begins with these letters."""
        letters = folded(letters)
        return any(word.startswith(letters) for word in self.venue.used_words)

    def begins_a_word(self, letters: str) -> bool:
        """Whether a word of the venue's names, or of rows, begins with these letters."""
        letters = folded(letters)
        words = [*self.venue.used_words, *(word for row in self.venue.rows for word in words_of(row))]
        return any(word.startswith(letters) for word in words)


def _are_alike(one: str, other: str) -> bool:
    """Whether two words are the same, begin with the same five letters, or one may shorten the other."""
    shorter = min(len(one), len(other), 5)
    return one == other or (shorter != 2 and one[:shorter] == other[:shorter])


def without_accents(text: str, *, german: bool) -> str:
    """The text without accents; German umlauts become two letters, as on tickets of old printers."""
    if german:
        for letter, two in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")):
            text = text.replace(letter, two)
    return "".join(c if c in "ºª°" else _plain_letter(c) for c in text)


def _plain_letter(letter: str) -> str:
    plain = folded(letter)
    return plain.upper() if letter.isupper() else plain


def distance_is_small(one: str, other: str, most: int) -> bool:
    """Whether at most so many letters have to change, to come or to go between two words."""
    if abs(len(one) - len(other)) > most:
        return False
    before = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        now = [i]
        for j, b in enumerate(other, 1):
            now.append(min(before[j] + 1, now[j - 1] + 1, before[j - 1] + (a != b)))
        before = now
    return before[-1] <= most


def long_words(text: str) -> list[str]:
    """The words of at least seven letters in a text."""
    return re.findall(r"[^\W\d_]{7,}", text)
