"""The grammar of listings: styles of labels that name a place of a generated venue, each with its truth."""

from collections.abc import Callable
from random import Random

from labels.declined_styles import DECLINED_STYLES
from labels.generated_venues import Section, Venue, folded, words_of
from labels.listing_words import ENGLISH
from labels.listing_writer import (
    LETTERS_OF_DIRECTIONS,
    LETTERS_THAT_ARE_WORDS,
    Listing,
    Spot,
    Unwritable,
    Writer,
    distance_is_small,
    long_words,
    require,
    without_accents,
)
from seatpreview.labels.model import Parts

Style = Callable[[Writer, str], Listing]

DECLINED_SHARE = 0.35
TRIES = 40


def listings(venue: Venue, random: Random, count: int) -> list[Listing]:
    """Returns listings of random styles; fewer than `count` where a venue has too little to write about."""
    write = Writer(venue, random)
    written: list[Listing] = []
    for _ in range(count * TRIES):
        if len(written) == count:
            break
        styles = DECLINED_STYLES if random.random() < DECLINED_SHARE else MATCHED_STYLES
        style = random.choice(tuple(styles))
        try:
            written.append(styles[style](write, style))
        except Unwritable:
            continue
    return written


def plain(write: Writer, style: str) -> Listing:
    """'Section 107, Row K, Seat 9'."""
    spot = write.spot()
    return write.listing(style, write.place(spot), spot)


def abbreviated(write: Writer, style: str) -> Listing:
    """'Sec. 107 Rw K St. 9'."""
    spot = write.seat() if write.chance(0.7) else write.spot(write.section(with_rows=True))
    name = write.own_name(spot.section)
    if spot.section.kind == "block" and write.chance(0.7):
        name = f"{write.pick(write.section_words(short=True))} {spot.section.number}"
    texts = [name, f"{write.marker(write.words.row_short)} {spot.row}"]
    if spot.seats:
        texts.append(f"{write.marker(write.words.seat_short)} {spot.seats[0]}")
    return write.listing(style, write.pick((" ", ", ")).join(texts), spot)


def with_colons(write: Writer, style: str) -> Listing:
    """'Section: 107 | Row: K | Seat: 9'."""
    spot = write.seat()
    section = spot.section
    name = section.number if section.kind == "block" else section.spoken
    texts = (
        f"{write.pick(write.section_words())}: {name}",
        f"{write.marker(write.words.row)}: {spot.row}",
        f"{write.marker(write.words.seat)}: {spot.seats[0]}",
    )
    return write.listing(style, write.pick((" | ", ", ", " / ", "; ", " ")).join(texts), spot)


def section_last(write: Writer, style: str) -> Listing:
    """'Row K, Seat 9, Section 107'."""
    spot = write.seat()
    section = spot.section
    name = section.spoken
    if section.kind == "block":
        name = f"{write.pick(write.section_words())} {section.number}"
    row = f"{write.marker(write.words.row)} {spot.row}"
    seat = f"{write.marker(write.words.seat)} {spot.seats[0]}"
    return write.listing(
        style, ", ".join((row, seat, name) if write.chance(0.7) else (seat, row, name)), spot
    )


def alias(write: Writer, style: str) -> Listing:
    """'Kop, Row K, Seat 9', where a section is known by another name."""
    fit = [s for s in write.venue.sections if s.alias]
    require(fit)
    spot = write.spot(fit[0])
    return write.listing(style, write.place(spot, write.pick((fit[0].alias, fit[0].alias.upper()))), spot)


def english_markers(write: Writer, style: str) -> Listing:
    """'Parkett links, Row K, Seat 9'."""
    spot = write.spot(write.section(with_rows=True))
    name = write.own_name(spot.section)
    return write.listing(style, write.place(spot, name, words=ENGLISH), spot)


def bare(write: Writer, style: str) -> Listing:
    """'107 K 9', 'Parkett links K 9'."""
    spot = write.seat()
    section, row, seat = spot.section, spot.row, str(spot.seats[0])
    name = section.number if section.kind == "block" and write.is_single_number(section) else section.spoken
    require(row not in LETTERS_THAT_ARE_WORDS | LETTERS_OF_DIRECTIONS and name not in LETTERS_THAT_ARE_WORDS)
    require(row.isdigit() or not write.begins_a_name(row))
    require(not write.is_number(row) and not write.is_number(seat) and name not in write.venue.rows)
    require(not section.ordinal and (name == section.number or not section.number))
    separators: tuple[str, ...] = (" ", ", ") if " " in name else (" ", "-", ", ", " / ")
    if name.isdigit() and row.isdigit() and int(name) < 100:
        separators = (" ",)  # "20/4/11" would be a date, "20, 4, 11" a list
    return write.listing(style, write.pick(separators).join((name, row, seat)), spot)


def by_id(write: Writer, style: str) -> Listing:
    """'NS12, Row K, Seat 9', by the id of the section."""
    spot = write.spot(write.section(with_rows=True))
    id = spot.section.id
    require(len(id) > 1 and sum(folded(s.id) == folded(id) for s in write.venue.sections) == 1)
    words = set(words_of(id))
    require(not any(words <= set(words_of(s.spoken)) for s in write.venue.sections if s != spot.section))
    return write.listing(style, write.place(spot, id), spot)


def exact_key(write: Writer, style: str) -> Listing:
    """'107/K/9', by ids."""
    spot = write.spot(write.section(with_rows=True))
    seats = map(str, spot.seats)
    return write.listing(style, "/".join((spot.section.id, spot.row, *seats)), spot)


def glued(write: Writer, style: str) -> Listing:
    """'Block107 Reihe12 Platz7'."""
    spot = write.seat()
    require(spot.row.isdigit())
    section = spot.section
    name = write.own_name(section)
    if section.kind == "block" and section.number.isdigit():
        name = f"{write.pick(write.section_words())}{section.number}"
    row, seat = write.marker(write.words.row), write.marker(write.words.seat)
    return write.listing(style, f"{name} {row}{spot.row} {seat}{spot.seats[0]}", spot)


def glued_letters(write: Writer, style: str) -> Listing:
    """'Parkett links R7 P12'."""
    spot = write.seat()
    require(spot.row.isdigit())
    row, seat = write.words.row_letter, write.words.seat_letter
    require(not write.begins_a_name(row) and not write.begins_a_name(seat))
    return write.listing(style, f"{write.name(spot.section)} {row}{spot.row} {seat}{spot.seats[0]}", spot)


def level_in_front(write: Writer, style: str) -> Listing:
    """'Lower Tier, Section 107, Row K', or with the level behind the section."""
    section = write.section("block", with_rows=True)
    require(section.level)
    spot = write.spot(section)
    number = f"{write.pick(write.section_words())} {section.number}"
    names = (f"{section.level} {number}", f"{section.level}, {number}", f"{number} ({section.level})")
    return write.listing(style, write.place(spot, write.pick(names)), spot)


def upper_case(write: Writer, style: str) -> Listing:
    """'PARKETT LINKS REIHE K PLATZ 9'."""
    spot = write.spot()
    label = write.place(spot)
    require("º" not in label and "ß" not in label)
    # "FILA E POSTO 7" could be "row and seat 7".
    require(not LETTERS_THAT_ARE_WORDS & {spot.row, spot.section.number})
    return write.listing(style, label.upper() if write.chance(0.6) else label.lower(), spot)


def no_accents(write: Writer, style: str) -> Listing:
    """'Amphitheatre', 'Suedtribuene'."""
    spot = write.spot()
    label = write.place(spot)
    plain_label = without_accents(label, german=write.words.code == "de" and write.chance(0.7))
    require(plain_label != label)
    return write.listing(style, plain_label, spot)


def ordinal(write: Writer, style: str) -> Listing:
    """'Premier Balcon', '2ème Balcon', 'Balcon 1'."""
    section = write.section("tier")
    require(section.ordinal)
    spot = write.spot(section)
    forms = write.words.ordinals[section.ordinal - 1]
    name = f"{write.pick(forms)} {section.noun}"
    if write.chance(0.2):
        name = f"{section.noun} {section.ordinal}"
    return write.listing(style, write.place(spot, name), spot)


def several_seats(write: Writer, style: str) -> Listing:
    """'Seats 9-10', 'Plätze 3 bis 5', '9 & 10', and pairs of odd numbers."""
    spot = _several(write)
    return write.listing(style, write.place(spot), spot)


def range_of_odd_seats(write: Writer, style: str) -> Listing:
    """'Seats 7-11' of a row that has only odd seats, or only even ones."""
    spot = _several(write)
    first, second, *_ = spot.seats
    require(second - first == 2)
    seats = write.pick(write.words.seat_range).format(a=first, b=spot.seats[-1])
    label = f"{write.place(Spot(spot.section, spot.row))}, {write.marker(write.words.seats)} {seats}"
    return write.listing(style, label, spot)


def aside(write: Writer, style: str) -> Listing:
    """'Gate 3, Section 107 Row K Seat 9 (obstructed view)'."""
    spot = write.spot()
    place = write.place(spot)
    before = write.chance(0.5)
    template = write.pick(write.words.before if before else write.words.after)
    require(not write.is_used(template.format(n="", l="")))
    # Two tickets for one seat would be a contradiction, and "2 x 107" a calculation.
    says_how_many = template.lstrip(" ,-").startswith(("{n}", "2 x"))
    require(not says_how_many or not (spot.seats or place[0].isdigit()))
    text = write.aside(template)
    return write.listing(style, text + place if before else place + text, spot)


def parts(write: Writer, style: str) -> Listing:
    """{section: '107', row: 'K', seat: '9'}, with and without words for them."""
    spot = write.spot()
    section = spot.section
    bare_number = section.kind == "block" and write.is_single_number(section) and write.chance(0.5)
    name = section.number if bare_number else write.name(section)
    row, seat = spot.row, str(spot.seats[0]) if spot.seats else ""
    if row and write.chance(0.3):
        row = f"{write.marker(write.words.row)} {row}"
        seat = seat and f"{write.marker(write.words.seat)} {seat}"
    elif row.isdigit() and write.chance(0.3):
        row, seat = row.zfill(2), seat and seat.zfill(2)
    return write.listing(style, Parts(section=name, row=row, seat=seat), spot)


def parts_with_several_seats(write: Writer, style: str) -> Listing:
    """{section: '107', row: 'K', seat: '9-10'}."""
    spot = _several(write)
    seat = write.seat_text(spot.seats, write.words)
    return write.listing(style, Parts(section=write.name(spot.section), row=spot.row, seat=seat), spot)


def typo(write: Writer, style: str) -> Listing:
    """'Dress Cirlce': one letter of a long word is wrong, missing or in the wrong place."""
    spot = write.spot()
    name = spot.section.spoken
    word = write.pick(long_words(name))
    n = write.random.randint(1, len(word) - 2)
    changed = write.pick((word[:n] + word[n + 1 :], word[:n] + word[n + 1] + word[n] + word[n + 2 :]))
    others = [used for used in write.venue.used_words if used not in words_of(name)]
    require(changed != word and not any(distance_is_small(folded(changed), other, 3) for other in others))
    return write.listing(style, write.place(spot, name.replace(word, changed)), spot)


def shortened_name(write: Writer, style: str) -> Listing:
    """'Orch. Left', 'Balc.': the first letters of a long noun that nothing else begins with."""
    spot = write.spot()
    section = spot.section
    require(len(section.noun) > 6 and " " not in section.noun and spot.row)
    short = section.noun[: write.random.choice((4, 4, 5))]
    alike = [word for word in write.venue.used_words if word.startswith(folded(short)[:4])]
    require(alike == [folded(section.noun)])
    return write.listing(style, write.place(spot, section.spoken.replace(section.noun, f"{short}.")), spot)


def shortened_direction(write: Writer, style: str) -> Listing:
    """'Platea dx', 'Stalls Ctr'."""
    spot = write.spot(_with_side(write))
    name = f"{spot.section.noun} {write.pick(_side(write, spot.section)[1:])}"
    return write.listing(style, write.place(spot, name), spot)


def direction_first(write: Writer, style: str) -> Listing:
    """'Left Stalls, Row K'."""
    spot = write.spot(_with_side(write))
    return write.listing(
        style, write.place(spot, f"{_side(write, spot.section)[0].capitalize()} {spot.section.noun}"), spot
    )


def told_by_seat(write: Writer, style: str) -> Listing:
    """'Orchestra Row K Seat 108', where only one part of the orchestra has such a seat."""
    spot = write.seat(_with_side(write))
    family = [s for s in write.venue.sections if s.noun == spot.section.noun]
    having = [s for s in family if spot.row in s.seating.rows and spot.seats[0] in s.seating.seats]
    require(len(having) == 1)
    return write.listing(style, write.place(spot, spot.section.noun), spot)


def standing(write: Writer, style: str) -> Listing:
    """'Floor (Standing)', 'Stehplatz Innenraum'."""
    section = write.section("standing")
    template = write.pick(write.words.standing_words)
    require(not write.is_used(template.format(name="")))
    return write.listing(style, template.format(name=section.name), Spot(section))


def row_without_its_letter(write: Writer, style: str) -> Listing:
    """'Row 7', where the rows are R01 to R12."""
    spot = write.seat()
    require(spot.row.startswith("R") and spot.row[1:].isdigit())
    label = f"{write.name(spot.section)}, {write.marker(write.words.row)} {int(spot.row[1:])}"
    return write.listing(style, label, Spot(spot.section, spot.row))


def stand_and_number(write: Writer, style: str) -> Listing:
    """'North Stand 105', 'North Stand, Block 105', of a stadium that is divided by stands."""
    section = write.section("block", with_rows=True)
    require(section.direction)
    stand = next(name for name in write.words.stands if name in section.spoken)
    word = write.pick(["", *(f"{word} " for word in write.section_words())])
    spot = write.spot(section)
    return write.listing(style, write.place(spot, f"{stand} {word}{section.number}"), spot)


_SIDES = ("left", "right", "centre")

MATCHED_STYLES: dict[str, Style] = {
    style.__name__: style
    for style in (
        plain,
        abbreviated,
        with_colons,
        section_last,
        alias,
        english_markers,
        bare,
        by_id,
        exact_key,
        glued,
        glued_letters,
        level_in_front,
        upper_case,
        no_accents,
        ordinal,
        several_seats,
        range_of_odd_seats,
        aside,
        parts,
        parts_with_several_seats,
        typo,
        shortened_name,
        shortened_direction,
        direction_first,
        told_by_seat,
        standing,
        row_without_its_letter,
        stand_and_number,
    )
}


def _several(write: Writer) -> Spot:
    spot = write.seat()
    seats = spot.section.seating.seats
    first = write.random.randint(0, len(seats) - 4)
    return Spot(spot.section, spot.row, seats[first : first + write.random.choice((2, 2, 2, 3, 4))])


def _with_side(write: Writer) -> Section:
    fit = [s for s in write.venue.sections if s.direction in _SIDES and not s.number]
    require(fit)
    return write.random.choice(fit)


def _side(write: Writer, section: Section) -> tuple[str, ...]:
    words = write.words
    return {"left": words.left, "right": words.right, "centre": words.centre}[section.direction]
