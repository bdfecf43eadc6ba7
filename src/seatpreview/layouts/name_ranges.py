"""Names as a person writes them, one by one or by range: read, and counted before they are listed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from seatpreview.layouts.faults import FaultPath
from seatpreview.layouts.model import NameRange, PlaceName, Written
from seatpreview.layouts.series import Series, series_between
from seatpreview.problems import MemberFault

WrittenNames = tuple[Written | NameRange, ...] | NameRange

_SHOWN_MAX = 3


class Piece(msgspec.Struct, frozen=True):
    """The names that one item of a list stands for."""

    at: FaultPath
    names: Series | tuple[str, ...]

    def __str__(self) -> str:
        """In a sentence: "sections/0/ids ('101' to '124')"."""
        return f"{self.at} ({NameList((self,))})"


class NameList(msgspec.Struct, frozen=True):
    """Names in their order. Its length is known without listing them."""

    pieces: tuple[Piece, ...]

    def __len__(self) -> int:
        return sum(len(piece.names) for piece in self.pieces)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(piece.names for piece in self.pieces)

    def __str__(self) -> str:
        """In a sentence: "'101' to '124'"."""
        names = self.pieces[0].names if self.pieces else ()
        if len(self.pieces) == 1 and isinstance(names, Series) and names.count > 1:
            return f"{names.name_at(0)!r} to {names.name_at(names.count - 1)!r}"
        return shown(tuple(self))


class Repetition(msgspec.Struct, frozen=True):
    """Names of a piece that an earlier one has already."""

    piece: Piece
    earlier: Piece
    names: tuple[str, ...]


def read_names(written: WrittenNames, at: FaultPath, *, most: int) -> NameList | None:
    """None where any of the names cannot be read; the reasons are among the faults then."""
    if isinstance(written, NameRange):
        pieces = [_read_range(written, at)]
    else:
        pieces = [_read_item(item, at / index) for index, item in enumerate(written)]
    read = tuple(piece for piece in pieces if piece is not None)
    if len(read) < len(pieces):
        return None
    listing = NameList(read)
    if len(listing) > most:
        at.refuse(f"gives {len(listing):,} names; at most {most:,} can be given here")
        return None
    return listing


def read_name(written: Written, at: FaultPath) -> str | None:
    """The name in plain text."""
    try:
        return str(PlaceName.parse(str(written)))
    except ValueError as refusal:
        at.refuse(str(refusal))
        return None


def read_skips(skip: tuple[Written, ...], series: Series, at: FaultPath) -> Series | None:
    """The series without the names that are skipped, each of which must be in it."""
    read = [_skipped(written, series, at / position) for position, written in enumerate(skip)]
    indices = {index for index in read if index is not None}
    if None in read:
        return None
    return msgspec.structs.replace(series, skipped=tuple(sorted(indices)))


def claimed(pieces: Iterable[Piece]) -> tuple[dict[str, Piece], list[Repetition]]:
    """Each name with the first piece that gives it, and what other pieces give a second time."""
    owners: dict[str, Piece] = {}
    again: list[Repetition] = []
    for piece in pieces:
        shared: dict[int, tuple[Piece, list[str]]] = {}
        for name in piece.names:
            owner = owners.setdefault(name, piece)
            if owner is not piece:
                shared.setdefault(id(owner), (owner, []))[1].append(name)
        again += [Repetition(piece, owner, tuple(names)) for owner, names in shared.values()]
    return owners, again


def shown(names: Sequence[str]) -> str:
    """Names in a sentence, and of many the first few: "'A', 'B', 'C' and 2 more"."""
    quoted = [repr(name) for name in names[:_SHOWN_MAX]]
    if len(names) > _SHOWN_MAX:
        quoted.append(f"{len(names) - _SHOWN_MAX} more")
    *first, last = quoted
    return f"{', '.join(first)} and {last}" if first else last


def _skipped(written: Written, series: Series, at: FaultPath) -> int | None:
    name = read_name(written, at)
    if name is None:
        return None
    index = series.index_of(name)
    if index is None:
        at.refuse(f"is {name!r}, which is not among {NameList((Piece(at, series),))}")
    return index


def _read_item(item: Written | NameRange, at: FaultPath) -> Piece | None:
    if isinstance(item, NameRange):
        return _read_range(item, at)
    name = read_name(item, at)
    return None if name is None else Piece(at, (name,))


def _read_range(written: NameRange, at: FaultPath) -> Piece | None:
    first = read_name(written.first, at / "first")
    last = read_name(written.last, at / "last")
    if first is None or last is None:
        return None
    try:
        series = series_between(first, last, step=written.step, style=written.style)
    except MemberFault as fault:
        (at / fault.member).refuse(fault.detail)
        return None
    names = read_skips(written.skip, series, at / "skip")
    if names is None:
        return None
    if not len(names):
        (at / "skip").refuse("leaves none of the names")
        return None
    return Piece(at, names)
