"""Which columns of a sales file hold the label and the known seat. No other column is looked at."""

from collections.abc import Callable, Sequence

from seatpreview.cli.label_groups import Cells
from seatpreview.values.command_error import EXIT_USAGE, CommandError

LABEL_COLUMNS_MAX = 3
_PARTS = ("section", "row", "seat")


def chosen_columns(columns: Sequence[str], named: Sequence[str]) -> list[int]:
    """Returns the indexes of the columns that hold the label: those that are named, or else the only column,
    a column called label, or those called section, row and seat."""
    if len(named) > LABEL_COLUMNS_MAX:
        raise CommandError(
            "Give --column once for the whole label, or up to three times: for section, row and seat.",
            exit_code=EXIT_USAGE,
        )
    if named:
        return [column_index(columns, name, "--column") for name in named]
    names = [column.strip().lower() for column in columns]
    if len(names) == 1:
        return [0]
    if names.count("label") == 1:
        return [names.index("label")]
    if all(names.count(part) == 1 for part in _PARTS[:2]):
        return [names.index(part) for part in _PARTS if names.count(part) == 1]
    raise CommandError(
        f"Say which column holds the label: --column NAME. {_listing(columns)}", exit_code=EXIT_USAGE
    )


def column_index(columns: Sequence[str], name: str, flag: str) -> int:
    """Returns the index of a column by its name, or by its number from 1."""
    wanted = name.strip().lower()
    found = [index for index, column in enumerate(columns) if column.strip().lower() == wanted]
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        numbers = ", ".join(str(index + 1) for index in found)
        raise CommandError(
            f"{flag}: several columns are called '{name}'. Give the number of one: {numbers}.",
            exit_code=EXIT_USAGE,
        )
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:6]) <= len(columns):
        return int(wanted) - 1
    raise CommandError(f"{flag}: there is no column '{name}'. {_listing(columns)}", exit_code=EXIT_USAGE)


def cells_reader(indexes: Sequence[int]) -> Callable[[list[str]], Cells]:
    """Returns a function that takes the cells of the label from a line, which may be short."""

    def cells(line: list[str]) -> Cells:
        width = len(line)
        return tuple(line[index].replace("\x00", "") if index < width else "" for index in indexes)

    return cells


def _listing(columns: Sequence[str]) -> str:
    names = "; ".join(
        f"{number} '{name}'" if name else f"{number}" for number, name in enumerate(columns, start=1)
    )
    return f"The columns are: {names}."
