"""Groups of labels by shape, counted line by line in bounded memory. The console makes the same groups."""

import zlib

import msgspec

from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.suggestions.label_shapes import shape_of

SHAPES_MAX = 4_000
"""The most shapes that are kept. When there are more, the rarer half is left out."""
SAMPLES_MAX = 8
"""The most different labels that are kept of each shape."""
PART_CHARACTERS_MAX = 100

Cells = tuple[str, ...]
"""A label as its cells: the text, or section, row and seat."""


class Sample(msgspec.Struct):
    """A label of a group, and the seat that the file states for it."""

    cells: Cells
    seat: str = ""
    """Empty if the file does not say, or names several seats for the same label."""
    is_contradicted: bool = False

    def state(self, seat: str) -> None:
        """Takes over what another line states about the same label."""
        if self.is_contradicted or not seat or seat == self.seat:
            return
        self.is_contradicted = bool(self.seat)
        self.seat = "" if self.is_contradicted else seat


class Samples(msgspec.Struct):
    """The labels whose checksums are lowest: the same ones in any order of the lines."""

    labels: dict[Cells, Sample] = {}
    highest: tuple[int, Cells] = (0, ())
    """The highest checksum among them, once there are enough."""

    def add(self, cells: Cells, seat: str) -> None:
        """Takes a label, or leaves it out."""
        known = self.labels.get(cells)
        if known is not None:
            known.state(seat)
            return
        if len(self.labels) == SAMPLES_MAX:
            if _rank(cells) > self.highest:
                return
            del self.labels[self.highest[1]]
        self.labels[cells] = Sample(cells, seat)
        if len(self.labels) == SAMPLES_MAX:
            self.highest = max(map(_rank, self.labels))


class Group(msgspec.Struct):
    """Labels of one shape."""

    shape: str
    lines: int = 0
    with_seat: Samples = msgspec.field(default_factory=Samples)
    without_seat: Samples = msgspec.field(default_factory=Samples)

    def add(self, cells: Cells, seat: str) -> None:
        """Counts a line."""
        self.lines += 1
        (self.with_seat if seat else self.without_seat).add(cells, seat)

    @property
    def samples(self) -> list[Sample]:
        """Labels of the group. Those whose seat the file states come first, since they show what is right."""
        labels = self.without_seat.labels | self.with_seat.labels
        known = sorted(self.with_seat.labels, key=_rank)
        others = sorted(self.without_seat.labels.keys() - self.with_seat.labels.keys(), key=_rank)
        return [labels[cells] for cells in (*known, *others)[:SAMPLES_MAX]]


def _rank(cells: Cells) -> tuple[int, Cells]:
    return zlib.crc32("\n".join(cells).encode("utf-8", "replace")), cells


class LabelGroups:
    """Counts lines by the shape of their labels."""

    def __init__(self) -> None:
        self._groups: dict[str, Group] = {}
        self.lines = 0
        self.blank_lines = 0
        self.long_lines = 0
        """Lines whose label is longer than a label may be."""
        self.rare_lines = 0
        """Lines of shapes that were left out, since there are too many shapes."""

    def add(self, cells: Cells, seat: str) -> None:
        """Counts a line of the file."""
        self.lines += 1
        if not cells[0] and not any(cells):
            self.blank_lines += 1
            return
        if len(cells[0]) > LABEL_CHARACTERS_MAX or any(len(cell) > PART_CHARACTERS_MAX for cell in cells[1:]):
            self.long_lines += 1
            return
        shape = shape_of(cells[0]) if len(cells) == 1 else " | ".join(map(shape_of, cells))
        group = self._groups.get(shape)
        if group is None:
            self._make_room()
            group = self._groups[shape] = Group(shape)
        group.add(cells, seat)

    def most_frequent(self, most: int) -> list[Group]:
        """Returns the groups with the most lines."""
        return sorted(self._groups.values(), key=lambda group: (-group.lines, group.shape))[:most]

    def __len__(self) -> int:
        return len(self._groups)

    def _make_room(self) -> None:
        if len(self._groups) < SHAPES_MAX:
            return
        kept = self.most_frequent(SHAPES_MAX // 2)
        self.rare_lines += sum(group.lines for group in self._groups.values())
        self._groups = {group.shape: group for group in kept}
        self.rare_lines -= sum(group.lines for group in kept)
