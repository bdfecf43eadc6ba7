"""Reads lists of names and ranges as a person writes them. Ranges are counted before they are expanded."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import NameRange, PlaceName, WrittenName
from seatpreview.layouts.series import Series, series_between
from seatpreview.problems import MemberFault

WrittenNames = tuple[WrittenName | NameRange, ...] | NameRange

_QUOTED_MAX = 3


class NameListItem(msgspec.Struct, frozen=True):
    """One item of a name list, a name or a range, with the names that it stands for."""

    path: FaultPath
    names: Series | tuple[str, ...]

    def __str__(self) -> str:
        """Returns the path and the names for a sentence: "sections/0/ids ('101' to '124')"."""
        return f"{self.path} ({NameList((self,))})"


class NameList(msgspec.Struct, frozen=True):
    """Names in their order. Computing its length does not expand ranges."""

    items: tuple[NameListItem, ...]

    def __len__(self) -> int:
        return sum(len(item.names) for item in self.items)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(item.names for item in self.items)

    def __str__(self) -> str:
        """Returns the names for a sentence: "'101' to '124'"."""
        names = self.items[0].names if self.items else ()
        if len(self.items) == 1 and isinstance(names, Series) and names.count > 1:
            return f"{names.name_at(0)!r} to {names.name_at(names.count - 1)!r}"
        return quote_names(tuple(self))


class Repetition(msgspec.Struct, frozen=True):
    """Names of an item that an earlier item also has."""

    item: NameListItem
    first_item: NameListItem
    names: tuple[str, ...]


def read_names(written: WrittenNames, path: FaultPath, *, most: int) -> NameList | None:
    """Reads names and ranges. If any of them cannot be read, notes the faults and returns None."""
    if isinstance(written, NameRange):
        items = [_read_range(written, path)]
    else:
        items = [_read_item(item, path / index) for index, item in enumerate(written)]
    read = tuple(item for item in items if item is not None)
    if len(read) < len(items):
        return None
    names = NameList(read)
    if len(names) > most:
        path.refuse(f"gives {len(names):,} names; at most {most:,} can be given here")
        return None
    return names


def read_name(written: WrittenName, path: FaultPath) -> str | None:
    """Reads one name. If it is not valid, notes the fault and returns None."""
    try:
        return str(PlaceName.parse(str(written)))
    except ValueError as refusal:
        path.refuse(str(refusal))
        return None


def read_skips(skip: tuple[WrittenName, ...], series: Series, path: FaultPath) -> Series | None:
    """Returns the series without the skipped names, each of which must be in it.

    If one is not, notes the faults and returns None.
    """
    read = [_read_skip(written, series, path / position) for position, written in enumerate(skip)]
    indices = {index for index in read if index is not None}
    if None in read:
        return None
    return msgspec.structs.replace(series, skipped=tuple(sorted(indices)))


def index_names(items: Iterable[NameListItem]) -> tuple[dict[str, NameListItem], list[Repetition]]:
    """Returns each name with the first item that has it, and the names that later items repeat."""
    first_items: dict[str, NameListItem] = {}
    repetitions: list[Repetition] = []
    for item in items:
        shared: dict[int, tuple[NameListItem, list[str]]] = {}
        for name in item.names:
            first_item = first_items.setdefault(name, item)
            if first_item is not item:
                shared.setdefault(id(first_item), (first_item, []))[1].append(name)
        repetitions += [Repetition(item, first_item, tuple(names)) for first_item, names in shared.values()]
    return first_items, repetitions


def quote_names(names: Sequence[str]) -> str:
    """Quotes names for a sentence; if there are many, the first few: "'A', 'B', 'C' and 2 more"."""
    quoted = [repr(name) for name in names[:_QUOTED_MAX]]
    if len(names) > _QUOTED_MAX:
        quoted.append(f"{len(names) - _QUOTED_MAX} more")
    *first, last = quoted
    return f"{', '.join(first)} and {last}" if first else last


def _read_skip(written: WrittenName, series: Series, path: FaultPath) -> int | None:
    name = read_name(written, path)
    if name is None:
        return None
    index = series.index_of(name)
    if index is None:
        path.refuse(f"is {name!r}, which is not among {NameList((NameListItem(path, series),))}")
    return index


def _read_item(item: WrittenName | NameRange, path: FaultPath) -> NameListItem | None:
    if isinstance(item, NameRange):
        return _read_range(item, path)
    name = read_name(item, path)
    return None if name is None else NameListItem(path, (name,))


def _read_range(written: NameRange, path: FaultPath) -> NameListItem | None:
    first = read_name(written.first, path / "first")
    last = read_name(written.last, path / "last")
    if first is None or last is None:
        return None
    try:
        series = series_between(first, last, step=written.step, style=written.style)
    except MemberFault as fault:
        (path / fault.member).refuse(fault.detail)
        return None
    names = read_skips(written.skip, series, path / "skip")
    if names is None:
        return None
    if not len(names):
        (path / "skip").refuse("leaves none of the names")
        return None
    return NameListItem(path, names)
