"""Connections as stores use them: SQLAlchemy composes the statements, and the drivers run them.

A statement that is kept in a module is composed once. SQLAlchemy's own connections could run it too, but they
take three times as long as the driver to read a row by its key.
"""

from abc import ABC, abstractmethod
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable, TextClause
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.selectable import SelectBase

Parameters = Mapping[str, Any]


class Result:
    """All rows of a statement. The names of the columns are attributes of a row."""

    __slots__ = ("_rows", "rowcount")

    def __init__(self, rows: list[Any], rowcount: int) -> None:
        self._rows = rows
        self.rowcount = rowcount
        """The number of rows that the statement wrote, if it returns none."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def all(self) -> list[Any]:
        """Returns the rows."""
        return self._rows

    def first(self) -> Any | None:
        """Returns the first row; None if there is none."""
        return self._rows[0] if self._rows else None

    def one(self) -> Any:
        """Returns the only row."""
        [row] = self._rows
        return row


class Connection(ABC):
    """A connection to one of the engines. Whoever opens it decides whether its statements are committed one
    by one or form a transaction."""

    __slots__ = ()

    dialect: Dialect

    @abstractmethod
    async def run(self, statement: "ComposedStatement", values: list[Any]) -> Result:
        """Runs a statement with the values of its placeholders, in their order."""

    @abstractmethod
    async def run_many(self, sql: str, rows: list[list[Any]]) -> None:
        """Runs a statement once for each row of values."""

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> Result:
        """Runs a statement and fetches everything that it returns."""
        composed = _composed(statement, self.dialect, parameters or {})
        return await self.run(composed, composed.values(parameters or {}))

    async def execute_many(self, statement: Executable, rows: Sequence[Parameters]) -> None:
        """Runs a statement that returns nothing once for each row."""
        composed = _composed(statement, self.dialect, rows[0])
        await self.run_many(composed.sql, [composed.values(row) for row in rows])

    async def scalar(self, statement: Executable, parameters: Parameters | None = None) -> Any:
        """Runs a statement, and returns the first column of its first row; None if there is none."""
        row = (await self.execute(statement, parameters)).first()
        return None if row is None else row[0]

    async def scalars(self, statement: Executable, parameters: Parameters | None = None) -> list[Any]:
        """Runs a statement, and returns the first column of each row."""
        return [row[0] for row in await self.execute(statement, parameters)]


class ComposedStatement:
    """A statement as text for one of the engines."""

    __slots__ = ("_literals", "_make_row", "_names", "returns_rows", "sql")

    def __init__(self, compiled: SQLCompiler, parameters: Parameters) -> None:
        self.returns_rows = isinstance(compiled.statement, SelectBase | TextClause) or bool(
            compiled.effective_returning
        )
        self._make_row: Callable[[Iterable[Any]], Any] | None = None
        if compiled.post_compile_params:
            # IN (...) has a placeholder for each of its values.
            expanded = compiled.construct_expanded_state(parameters)
            self.sql = expanded.statement
            self._names = tuple(expanded.positiontup or ())
            self._literals = dict(expanded.parameters)
            return
        required = {name for name, parameter in compiled.binds.items() if parameter.required}
        self.sql = compiled.string
        self._names = tuple(compiled.positiontup or ())
        self._literals = {name: value for name, value in compiled.params.items() if name not in required}

    def values(self, parameters: Parameters) -> list[Any]:
        """Returns the values of the placeholders, in their order."""
        literals = self._literals
        return [parameters[name] if name in parameters else literals[name] for name in self._names]

    def rows(self, columns: Sequence[str], fetched: Sequence[Sequence[Any]]) -> list[Any]:
        """Returns rows that have the names of these columns as attributes."""
        if self._make_row is None:
            row_type: Any = namedtuple("Row", list(columns), rename=True)  # type: ignore[misc]  # known when it runs
            self._make_row = row_type._make
        return list(map(self._make_row, fetched))


_kept: "WeakKeyDictionary[Executable, dict[tuple[str, ...], ComposedStatement]]" = WeakKeyDictionary()
"""Composed statements by engine and parameters, which decide the columns of an INSERT or UPDATE.

A statement that is built for a single call is composed for it, and discarded with it.
"""


def _composed(statement: Executable, dialect: Dialect, parameters: Parameters) -> ComposedStatement:
    name = (dialect.name, *parameters)
    kept = _kept.get(statement)
    if kept is None:
        kept = _kept[statement] = {}
    composed = kept.get(name)
    if composed is None:
        clause: Any = statement
        compiled = clause.compile(dialect=dialect, column_keys=list(parameters))
        composed = kept[name] = ComposedStatement(compiled, parameters)
    return composed
