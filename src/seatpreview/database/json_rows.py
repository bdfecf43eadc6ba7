"""Passes many rows in one parameter, as JSON. A parameter for each value would take several times as long,
and a statement for each row would need as many round trips."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import Column


def rows_parameter(rows: Iterable[Any]) -> dict[str, str]:
    """Returns the parameter of a statement that reads rows from JSON."""
    return {"rows": msgspec.json.encode(list(rows)).decode()}


def rows_from_json(dialect: str, width: int) -> tuple[FromClause, list[ColumnElement[Any]]]:
    """Returns the rows of the parameter as a table, and its columns, which are texts on PostgreSQL."""
    parameter = bindparam("rows", type_=Text)
    if dialect == "postgresql":
        rows = func.jsonb_array_elements(cast(parameter, postgresql.JSONB)).table_valued("value")
        return rows, [rows.c.value.op("->>")(literal_column(str(index))) for index in range(width)]
    rows = func.json_each(parameter).table_valued("value")
    return rows, [func.json_extract(rows.c.value, literal_column(f"'$[{index}]'")) for index in range(width)]


def select_rows(dialect: str, columns: Iterable[Column[Any]]) -> Select[Any]:
    """Returns a SELECT of the parameter's rows with values of these columns' types, for an INSERT."""
    types = [column.type for column in columns]
    rows, cells = rows_from_json(dialect, len(types))
    values = [cast(cell, type_) for cell, type_ in zip(cells, types, strict=True)]
    # Without a WHERE, SQLite would parse the ON of ON CONFLICT as the ON of a join.
    return select(*values).select_from(rows).where(true())
