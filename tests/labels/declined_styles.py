"""Styles of labels that name no place of a generated venue, or more than one: each is to be declined."""

from collections import Counter
from collections.abc import Callable

from labels.generated_venues import OPPOSITES, Section
from labels.listing_writer import Listing, Spot, Writer, require

Style = Callable[[Writer, str], Listing]

# Letters that begin no word for section, row, seat, level or category in any of the languages.
FOREIGN_LETTERS = "QXYJW"
SEATING_WORDS = {
    "en": {"tier": "Balcony", "box": "Box", "ground": "Stalls"},
    "de": {"tier": "Balkon", "box": "Loge", "ground": "Parkett"},
    "fr": {"tier": "Balcon", "box": "Loge", "ground": "Parterre"},
    "es": {"tier": "Anfiteatro", "box": "Palco", "ground": "Platea"},
    "it": {"tier": "Galleria", "box": "Palco", "ground": "Platea"},
    "nl": {"tier": "Balkon", "box": "Loge", "ground": "Parterre"},
    "pt": {"tier": "Balcão", "box": "Camarote", "ground": "Plateia"},
}


def no_such_number(write: Writer, style: str) -> Listing:
    """'Section 999, Row K', 'Loge 25', '4th Balcony'."""
    section = write.section()
    if section.ordinal:
        number = max(write.venue.ordinals)
        name = f"{write.pick(write.words.ordinals[number])} {section.noun}"
        return write.refused(style, write.place(write.spot(section), name))
    require(section.number.isdigit())
    number = max(int(n) for n in write.venue.numbers if n.isdigit()) + write.random.randint(1, 40)
    require(str(number) not in write.venue.rows)
    noun = section.noun or write.pick(write.section_words())
    return write.refused(style, write.place(write.spot(section), f"{noun} {number}"))


def no_such_row(write: Writer, style: str) -> Listing:
    """'Section 107, Row ZZ', and any row of an area without rows."""
    section = write.section()
    rows = section.seating.rows
    row = (
        str(write.random.randint(60, 90))
        if rows and rows[0].isdigit()
        else write.pick(("X", "Z", "XX", "ZZ", "GA"))
    )
    if not rows:
        row = write.pick(("B", "7"))
    spot = Spot(section, row, (4,) if write.chance(0.6) else ())
    return write.refused(style, write.place(spot))


def no_such_seat(write: Writer, style: str) -> Listing:
    """'Section 107, Row K, Seat 260', and an even seat where there are only odd ones."""
    spot = write.seat()
    first, second, *_, last = spot.section.seating.seats
    seat = last + write.random.randint(31, 60)
    if second - first == 2 and write.chance(0.4):
        seat = spot.seats[0] + 1
    return write.refused(style, write.place(Spot(spot.section, spot.row, (seat,))))


def row_range(write: Writer, style: str) -> Listing:
    """'Section 107, Rows A-E', 'Row 1-5'."""
    section = write.section(with_rows=True)
    rows = section.seating.rows
    first = write.random.randint(0, len(rows) - 3) if len(rows) > 3 else 0
    last = write.random.randint(first + 1, len(rows) - 1)
    span = write.pick(write.words.row_range).format(a=rows[first], b=rows[last])
    word = write.marker(write.words.rows if write.chance(0.8) else write.words.row)
    return write.refused(style, f"{write.name(section)} {word} {span}")


def section_range(write: Writer, style: str) -> Listing:
    """'Sections 101-110', 'Sections 101, 102'."""
    first, last = _two_blocks(write)
    word = write.pick(write.words.sections)
    templates = (*write.words.row_range, "{a}, {b}", *write.words.several[2:])
    return write.refused(style, f"{word} {write.pick(templates).format(a=first.number, b=last.number)}")


def one_or_the_other(write: Writer, style: str) -> Listing:
    """'Section 107 or 108'."""
    first, last = _two_blocks(write)
    span = write.pick(write.words.either).format(a=first.number, b=last.number)
    return write.refused(style, f"{write.pick(write.section_words())} {span}")


def or_better(write: Writer, style: str) -> Listing:
    """'Section 107 or better'."""
    spot = write.spot()
    return write.refused(style, f"{write.place(spot)} {write.pick(write.words.or_better)}")


def not_a_seat(write: Writer, style: str) -> Listing:
    """'Parking 107', 'Cloakroom'."""
    numbers = [section.number for section in write.venue.sections if section.number]
    template = write.pick(write.words.no_seat)
    require(not write.is_used(template.format(n="")) and (numbers or "{n}" not in template))
    return write.refused(style, template.format(n=write.pick(numbers or ["0"])))


def level_alone(write: Writer, style: str) -> Listing:
    """'Upper Tier', which has several sections."""
    levels = [level for level, count in write.venue.levels.items() if count > 1]
    return write.refused(style, write.pick(levels))


def letter_touches_number(write: Writer, style: str) -> Listing:
    """'W107', '107C', where there is only 107."""
    section = write.section("block")
    require(section.number.isdigit())
    if write.chance(0.5):
        letter = write.pick([letter for letter in FOREIGN_LETTERS if not write.begins_a_word(letter)])
        require(letter != "W" or all(s.direction != "west" for s in write.venue.sections))
        number = f"{letter}{section.number}"
    else:
        letter = write.pick([letter for letter in "ACJQX" if not write.begins_a_word(letter)])
        number = f"{section.number}{letter}"
    spot = write.spot(section)
    if write.chance(0.3):
        return write.refused(style, number)
    return write.refused(style, write.place(spot, f"{write.pick(write.section_words())} {number}"))


def opposite_direction(write: Writer, style: str) -> Listing:
    """'South Stand 105' where 105 is in the north; 'Balcony Left' where there is only the right."""
    section = write.random.choice(write.venue.sections)
    opposite = OPPOSITES.get(section.direction, "")
    require(opposite)
    words = write.words
    if section.kind == "block":
        stand = words.stands[("north", "south", "east", "west").index(opposite)]
        number = f"{write.pick(write.section_words())} {section.number}"
        return write.refused(style, write.place(write.spot(section), f"{stand} {number}"))
    family = {s.direction for s in write.venue.sections if s.noun == section.noun}
    require(opposite not in family)
    word = {"left": words.left, "right": words.right}[opposite][0]
    return write.refused(style, write.place(write.spot(section), f"{section.noun} {word}"))


def seating_word_of_others(write: Writer, style: str) -> Listing:
    """'Balcony 2', where there are only blocks."""
    kinds = {section.kind for section in write.venue.sections}
    words = SEATING_WORDS[write.words.code]
    section = write.section()
    missing = [kind for kind in words if kind not in kinds and not write.is_used(words[kind])]
    # Some call a suite a box, or a floor the stalls.
    if "suite" in kinds:
        missing = [kind for kind in missing if kind != "box"]
    if kinds & {"floor", "standing"}:
        missing = [kind for kind in missing if kind != "ground"]
    if section.kind == "block":
        # Somebody may well call an upper block a balcony, or one whose level is unknown.
        require(section.level in [lower for lower, _ in write.words.levels])
        missing = [kind for kind in missing if kind == "tier"]
    word = words[write.pick(missing)]
    spot = write.spot(section)
    return write.refused(style, write.place(spot, f"{word} {section.number}".strip()))


def other_level(write: Writer, style: str) -> Listing:
    """'Upper Tier 107', where 107 is in the lower tier."""
    section = write.section("block")
    others = [level for level in write.venue.levels if level != section.level]
    require(section.level and others)
    name = f"{write.pick(others)} {write.pick(write.section_words())} {section.number}"
    return write.refused(style, write.place(write.spot(section), name))


def shared_name(write: Writer, style: str) -> Listing:
    """'Stalls, Row K', where there are Stalls Left and Stalls Right; 'Loge', where there are many."""
    nouns = Counter(s.noun for s in write.venue.sections if s.noun)
    noun = write.pick([noun for noun, count in nouns.items() if count > 1])
    family = [s for s in write.venue.sections if s.noun == noun]
    spot = write.spot(write.random.choice(family))
    having = [s for s in family if _has(s, spot)]
    require(len(having) > 1)
    return write.refused(style, write.place(spot, noun))


def number_of_two(write: Writer, style: str) -> Listing:
    """'12', where there are Suite 12 and Club 12; 'Box 3', where it is on the left and on the right."""
    section = write.section("box", "suite", "club", "table")
    same = [s for s in write.venue.sections if s.number == section.number]
    require(len(same) > 1)
    alike = [s for s in same if s.noun == section.noun]
    return write.refused(style, f"{section.noun} {section.number}" if len(alike) > 1 else section.number)


def row_alone(write: Writer, style: str) -> Listing:
    """'Row K, Seat 9', which several sections have."""
    spot = write.seat()
    require(sum(_has(s, spot) for s in write.venue.sections) > 1)
    return write.refused(
        style, f"{write.marker(write.words.row)} {spot.row} {write.marker(write.words.seat)} {spot.seats[0]}"
    )


DECLINED_STYLES: dict[str, Style] = {
    style.__name__: style
    for style in (
        no_such_number,
        no_such_row,
        no_such_seat,
        row_range,
        section_range,
        one_or_the_other,
        or_better,
        not_a_seat,
        level_alone,
        letter_touches_number,
        opposite_direction,
        seating_word_of_others,
        other_level,
        shared_name,
        number_of_two,
        row_alone,
    )
}


def _two_blocks(write: Writer) -> tuple[Section, Section]:
    """Two sections with numbers that are no rows, the lower one first."""
    blocks = [s for s in write.venue.sections if s.kind == "block"]
    require(len(blocks) > 1)
    first = write.random.randint(0, len(blocks) - 2)
    last = write.random.randint(first + 1, len(blocks) - 1)
    require(blocks[last].number not in write.venue.rows and blocks[first].number not in write.venue.rows)
    return blocks[first], blocks[last]


def _has(section: Section, spot: Spot) -> bool:
    """Whether the section has this row and seat, as far as they are given."""
    rows, seats = section.seating.rows, section.seating.seats
    return (not spot.row or spot.row in rows) and (not spot.seats or spot.seats[0] in seats)
