"""Turns the lines of a list into seats, once its columns are known."""

import re
from collections.abc import Collection
from functools import lru_cache
from operator import itemgetter

from seatpreview.imports.model import (
    FOUND_SEATS_MAX,
    FoundArea,
    FoundCategory,
    FoundHall,
    FoundSeat,
    UnreadableFile,
)
from seatpreview.imports.report_counts import ImportCounts
from seatpreview.imports.tables.cell_values import (
    count_between,
    expand_rows,
    expand_seats,
    parse_flag,
    parse_number,
)
from seatpreview.imports.tables.spreadsheet import Sheet
from seatpreview.imports.tables.table_columns import TableColumns
from seatpreview.imports.words.field_words import Field, property_of
from seatpreview.imports.words.property_words import properties_in
from seatpreview.layouts.model import SEAT_PROPERTIES, SeatProperty

CAPACITY_MAX = 1_000_000
_NUMBER = re.compile(r"[0-9]{1,5}")
_REMARK_CHARACTERS_MAX = 400


class SeatLines:
    """Reads the lines of one sheet into a hall. A file that this project exported is taken as it stands."""

    def __init__(
        self,
        sheet: Sheet,
        columns: TableColumns,
        hall: FoundHall,
        counts: ImportCounts,
        *,
        section: str,
        level: str,
        is_own: bool,
    ) -> None:
        self._sheet, self._columns, self._hall, self._counts = sheet, columns, hall, counts
        self._section, self._level, self._is_own = section, level, is_own
        self._at = columns.places
        self._flags = [(prop, self._at[prop]) for prop in SEAT_PROPERTIES if prop in self._at]
        self._width = max(map(len, sheet.rows)) + 1
        self._colours: dict[str, str] = {category.key: category.colour for category in hall.categories}
        self._texts = itemgetter(*(self._at.get(field, -1) for field in _TEXTS))
        self._coordinates = itemgetter(*(self._at.get(field, -1) for field in _AXES))
        self._has_properties = (
            bool(self._flags)
            or bool(columns.remarks)
            or not self._at.keys().isdisjoint(("properties", "viewNote"))
        )
        self._is_count = self._seats_are_counts()
        self.lines_taken = 0
        """How many lines became seats or standing areas."""

    def read(self) -> None:
        """Adds a seat, the seats of a range, or a standing area for each line; reports every other line."""
        header = [cell for cell in self._columns.last_header_line if cell]
        lines = self._sheet.rows[self._columns.first_row :]
        for number, row in enumerate(lines, start=self._sheet.first_line + self._columns.first_row):
            if not any(row):
                continue
            cells = self._padded(row)
            if header and not self._is_own and [cell for cell in row if cell][: len(header)] == header:
                self._counts.left_out.add("Lines repeat the header.", f"line {number}")
                continue
            self._read_line(number, cells)
        self._hall.categories = [
            FoundCategory(key=name, name=name, colour=colour) for name, colour in self._colours.items()
        ]

    def _read_line(self, number: int, cells: list[str]) -> None:
        seat = self._seat(cells)
        self.lines_taken += 1
        names = self._names(cells, seat)
        if names is None:
            self._add(seat)
        elif names:
            self._add_range(seat, names, self._seats_meant(cells, names) if seat.properties else None)
        elif self._capacity(cells):
            self._add_area(seat, self._capacity(cells))
        elif seat.x is not None or seat.ref:
            self._counts.inferred.add("Seats have no name in the file.", f"line {number}")
            self._add(seat)
        else:
            self.lines_taken -= 1
            shown = f"line {number}: {' '.join(filter(None, cells))}"
            self._counts.left_out.add("Lines name no seat.", shown)

    def _names(self, cells: list[str], seat: FoundSeat) -> list[str] | None:
        """The names of the seats of a line; None if `seat` has its name; empty if the line names no seat."""
        if "seat" in self._at and seat.name:
            has_own_place = self._is_own or seat.x is not None or seat.ref
            return None if has_own_place else _expanded(seat.name)
        if "firstSeat" in self._at and (first := cells[self._at["firstSeat"]]):
            seat.name = first
            return count_between(first, self._cell(cells, "lastSeat") or first)
        if "seats" in self._at and not self._is_count and (text := cells[self._at["seats"]]):
            seat.name = text
            return _expanded(text)
        capacity = self._capacity(cells)
        if not seat.row or not capacity or capacity > 5_000:
            return []
        self._counts.inferred.add("Seats of rows with a count are numbered from 1.", seat.row, capacity)
        return [str(name) for name in range(1, capacity + 1)]

    def _capacity(self, cells: list[str]) -> int:
        text = self._cell(cells, "capacity") or (self._cell(cells, "seats") if self._is_count else "")
        value = parse_number(text) if text else None
        return int(value) if value and 1 <= value <= CAPACITY_MAX else 0

    def _seats_are_counts(self) -> bool:
        """Whether the column 'Seats' has one number for each row."""
        if "seats" not in self._at or "seat" in self._at:
            return False
        lines = [self._padded(row) for row in self._sheet.rows[self._columns.first_row :] if any(row)]
        rows = [
            (self._cell(row, "level"), self._cell(row, "section"), self._cell(row, "row")) for row in lines
        ]
        texts = [self._cell(row, "seats") for row in lines]
        return all(text.isdigit() for text in texts if text) and len(set(rows)) == len(rows)

    def _padded(self, row: list[str]) -> list[str]:
        """The row in full width and a blank cell, which stands for every field that has no column."""
        return row + [""] * (self._width - len(row))

    def _cell(self, cells: list[str], field: Field) -> str:
        return cells[self._at.get(field, -1)]

    def _seat(self, cells: list[str]) -> FoundSeat:
        name, row, section, section_name, level, ref, label, category, facing = self._texts(cells)
        x, y, z = self._place(cells)
        section = section or self._section
        if section_name and section_name != section:
            self._name_section(section, section_name)
        properties = self._properties(cells) if self._has_properties else ()
        return FoundSeat(
            name=name,
            row=row,
            section=section,
            level=level or self._level,
            x=x,
            y=y,
            z=z,
            facing_deg=self._number(facing, "facing") if facing else None,
            category=self._category(category, cells) if category else "",
            properties=properties,
            view_note=self._view_note(cells, properties),
            ref=ref,
            printed_label=label,
        )

    def _place(self, cells: list[str]) -> tuple[float | None, float | None, float | None]:
        x_text, y_text, z_text = self._coordinates(cells)
        x = self._number(x_text, "x") if x_text else None
        y = self._number(y_text, "y") if y_text else None
        z = self._number(z_text, "z") if z_text else None
        if (x is None) != (y is None):
            self._counts.left_out.add("Places that lack x or y.", " ".join(filter(None, cells)))
        return (None, None, z) if x is None or y is None else (x, y, z)

    def _number(self, text: str, field: Field) -> float | None:
        number = parse_number(text, has_decimal_comma=self._sheet.has_decimal_comma)
        if number is None:
            self._counts.left_out.add(f"Cells of {field} that hold no usable number.", text)
        return number

    def _name_section(self, section: str, name: str) -> None:
        first = self._hall.section_names.setdefault(section, name)
        if first != name:
            self._counts.left_out.add("Sections have a second name.", f"{section}: {first}, {name}")

    def _category(self, name: str, cells: list[str]) -> str:
        if not self._colours.get(name):
            colour = self._cell(cells, "colour").lower()
            is_colour = (
                len(colour) == 7 and colour[0] == "#" and all(c in "0123456789abcdef" for c in colour[1:])
            )
            self._colours[name] = colour if is_colour else ""
        return name

    def _properties(self, cells: list[str]) -> tuple[SeatProperty, ...]:
        found: list[SeatProperty] = []
        for prop, index in self._flags:
            text = cells[index]
            answer = parse_flag(text) if text else False
            if answer is None and prop != "restrictedView" and property_of(text) != prop:
                self._counts.left_out.add(f"Cells of {prop} that are neither yes nor no.", text)
            elif answer is not False:
                found.append(prop)
        if text := self._cell(cells, "properties"):
            found += self._listed(text)
        if not self._is_own:
            found += properties_in(self._cell(cells, "viewNote"))
        for index in self._columns.remarks:
            found += properties_in(cells[index])
        return tuple(dict.fromkeys(found))

    def _listed(self, text: str) -> list[SeatProperty]:
        known, unknown = _listed_properties(text)
        for word in unknown:
            self._counts.left_out.add("Properties that no seat can have.", word)
        return known

    def _view_note(self, cells: list[str], properties: tuple[SeatProperty, ...]) -> str:
        """A sentence in the column of restricted views is the note where no other column has one. A remark
        that names other properties, such as 'Wheelchair space', says nothing of the view."""
        note = self._cell(cells, "viewNote")
        if "restrictedView" not in properties:
            return "" if properties_in(note) and not self._is_own else note
        if note:
            return note
        text = self._cell(cells, "restrictedView")
        return text if text and parse_flag(text) is None else ""

    def _add(self, seat: FoundSeat) -> None:
        self._hall.seats.append(seat)
        if len(self._hall.seats) > FOUND_SEATS_MAX:
            raise UnreadableFile(f"The file has more than {FOUND_SEATS_MAX:,} seats.")

    def _seats_meant(self, cells: list[str], names: Collection[str]) -> frozenset[str]:
        """Returns the seats of a line that a remark is about: '17 and 18: wheelchair' names two of them."""
        texts = [self._cell(cells, "viewNote"), *(cells[index] for index in self._columns.remarks)]
        numbers = {number for text in texts for number in _NUMBER.findall(text[:_REMARK_CHARACTERS_MAX])}
        return frozenset(numbers if numbers and numbers.issubset(names) else names)

    def _add_range(self, seat: FoundSeat, names: list[str], meant: frozenset[str] | None) -> None:
        """Adds the seats of a line. Those that are meant have its properties; all of them if it is None."""
        if seat.ref or seat.x is not None:
            self._counts.left_out.add("Ids and places of lines that stand for several seats.", seat.row)
        rows = expand_rows(seat.row)
        if len(rows) > 1:
            self._counts.inferred.add("Lines stand for several rows.", seat.row)
        for row in rows:
            for name in names:
                self._add(
                    FoundSeat(
                        name=name,
                        row=row,
                        section=seat.section,
                        level=seat.level,
                        category=seat.category,
                        properties=seat.properties if meant is None or name in meant else (),
                        view_note=seat.view_note if meant is None or name in meant else "",
                    )
                )
        self._counts.inferred.add("Lines stand for several seats.", f"{seat.row} {names[0]} to {names[-1]}")

    def _add_area(self, seat: FoundSeat, capacity: int) -> None:
        self._hall.areas.append(
            FoundArea(
                kind="standing",
                name=seat.section,
                capacity=capacity,
                level=seat.level,
                section=seat.section,
                category=seat.category,
                ref=seat.ref,
            )
        )
        self._counts.inferred.add("Lines with a capacity and no row are standing areas.", seat.section)


@lru_cache(maxsize=4096)
def _expanded(text: str) -> list[str] | None:
    return expand_seats(text)


@lru_cache(maxsize=4096)
def _listed_properties(text: str) -> tuple[list[SeatProperty], list[str]]:
    known: list[SeatProperty] = []
    unknown: list[str] = []
    for word in text.replace(",", ";").replace("|", ";").replace("/", ";").split(";")[:100]:
        prop = property_of(word)
        if prop and prop not in known:
            known.append(prop)
        elif word.strip() and not prop:
            unknown.append(word.strip())
    return known, unknown


_TEXTS: tuple[Field, ...] = (
    "seat",
    "row",
    "section",
    "sectionName",
    "level",
    "ref",
    "label",
    "category",
    "facing",
)
_AXES: tuple[Field, ...] = ("x", "y", "z")
