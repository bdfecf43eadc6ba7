"""Collects and counts what an import took, inferred or left out, for its report."""

from seatpreview.imports.json_file import TEXT_CHARACTERS_MAX, text_of
from seatpreview.imports.model import FoundHall, ImportReport, ReportItem

EXAMPLE_CHARACTERS_MAX = 100


def add_item(items: list[ReportItem], text: str, count: int, example: str | None) -> None:
    """Adds an item to a list of a report, unless it is about nothing."""
    if count > 0:
        items.append(
            ReportItem(text=text, count=count, example=(example or "")[:EXAMPLE_CHARACTERS_MAX] or None)
        )


class ReportCounts:
    """Items of a report, in the order in which they first occurred. Equal sentences are one item."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, str] = {}

    def add(self, text: str, example: str = "", count: int = 1) -> None:
        """Counts something. The first example that is not empty is kept."""
        self._counts[text] = self._counts.get(text, 0) + count
        if example and text not in self._examples:
            self._examples[text] = example[:EXAMPLE_CHARACTERS_MAX]

    def items(self) -> list[ReportItem]:
        return [
            ReportItem(text=text, count=count, example=self._examples.get(text))
            for text, count in self._counts.items()
            if count
        ]


class UnknownMembers:
    """Counts members of a file that its reader does not know, so that none is dropped in silence."""

    def __init__(self, counts: ReportCounts) -> None:
        self._counts = counts
        self._names: set[tuple[str, str]] = set()

    def count(self, kind: str, found: dict[str, object], known: frozenset[str]) -> None:
        """Counts the members of an object that are not in `known`, unless their value says nothing."""
        if found.keys() <= known:
            return
        for name, value in found.items():
            if name not in known and value not in _SAYS_NOTHING:
                self._add(kind, name, value)

    def _add(self, kind: str, name: str, value: object) -> None:
        example = str(value) if isinstance(value, str | int | float) else ""
        if (kind, name) not in self._names and len(self._names) >= _NAMES_MAX:
            self._counts.add("Further members that are not known are not taken.", name)
            return
        self._names.add((kind, name))
        self._counts.add(f"The member {name[:60]!r} of a {kind} is not known, and is not taken.", example)


class ImportCounts:
    """The three lists of a report, while a file is read."""

    def __init__(self) -> None:
        self.taken = ReportCounts()
        self.inferred = ReportCounts()
        self.left_out = ReportCounts()
        self.unknown = UnknownMembers(self.left_out)

    def text(self, value: object) -> str:
        """Reads a name, and counts it if it is so long that it is cut."""
        text = text_of(value)
        if isinstance(value, str) and len(value) > TEXT_CHARACTERS_MAX:
            self.left_out.add(f"The end of texts with more than {TEXT_CHARACTERS_MAX} characters.", text)
        return text

    def entries_that_are_not_objects(self, value: object) -> None:
        """Counts what `objects_of` skips."""
        if isinstance(value, list):
            skipped = [item for item in value if not isinstance(item, dict)]
            if skipped:
                self.left_out.add("Entries of lists that are not objects.", text_of(skipped[0]), len(skipped))
        elif value:
            self.left_out.add("Values that should be lists.", text_of(value))

    def fill(self, hall: FoundHall) -> FoundHall:
        """Adds everything that was counted to the hall's report."""
        hall.taken += self.taken.items()
        hall.inferred += self.inferred.items()
        hall.left_out += self.left_out.items()
        return hall


_SAYS_NOTHING: tuple[object, ...] = (None, False, "", [], {})
_NAMES_MAX = 30


def headline(candidates: int, kind: str, seats: int, left_out: int) -> str:
    """Returns the sentence at the top of a report, such as '190 lines, 187 seats taken, 3 left out'."""
    rest = f"{left_out:,} left out" if left_out else "none left out"
    return f"{candidates:,} {kind}; {seats:,} seats taken, {rest}."


class FittingReport:
    """The three lists of a report. What the reader of the file found comes first."""

    def __init__(self, found: FoundHall) -> None:
        self._found = found
        self._taken = list(found.taken)
        self._inferred = list(found.inferred)
        self._left_out = list(found.left_out)
        self._made: list[str] = []

    def taken(self, text: str, count: int, example: str = "") -> None:
        """Adds what the record has from the file, unless the reader of the file has told it."""
        noun = text.split()[0].rstrip(".,")
        if not any(item.text.split()[0].rstrip(".,") == noun for item in self._found.taken if item.text):
            add_item(self._taken, text, count, example)

    def inferred(self, text: str, count: int, example: str = "") -> None:
        """Adds what the file does not state."""
        add_item(self._inferred, text, count, example)

    def made_names(self, rows: int, seats: int) -> None:
        """Says in the headline how many rows and seats have a name that is not in the file."""
        counts = ((rows, "row", "rows"), (seats, "seat", "seats"))
        made = [f"{count:,} {one if count == 1 else more}" for count, one, more in counts if count]
        if made:
            have = "has" if rows + seats == 1 else "have"
            self._made = [f"{' and '.join(made)} {have} no name in the file and got a number."]

    def left_out(self, text: str, count: int, example: str = "") -> None:
        """Adds what the record does not have."""
        add_item(self._left_out, text, count, example)

    def result(self, seats: int) -> ImportReport:
        """Returns the report of a record with this many seats."""
        found = self._found
        candidates = len(found.seats) if found.candidates is None else found.candidates
        left_out = found.candidates_left_out
        left_out = max(0, candidates - seats) if left_out is None else left_out
        return ImportReport(
            format=found.format,
            headline=" ".join([headline(candidates, found.candidate_kind, seats, left_out), *self._made]),
            seats=seats,
            seats_in_file=candidates,
            seats_left_out=left_out,
            taken=tuple(self._taken),
            inferred=tuple(self._inferred),
            left_out=tuple(self._left_out),
            columns=tuple(found.columns),
        )
