// The table of all lists in the console: columns describe their header and their cells.
import type { ComponentChildren } from "preact";

export type Column<R> = {
  name: string;
  cell: (row: R) => ComponentChildren;
  /** Whether the column names the row. Its cells are row headers. */
  isRowHeader?: boolean;
  /** Whether the column contains numbers, which are aligned to the right. */
  isNumber?: boolean;
  /** Whether only screen readers get the column's name. */
  isNameHidden?: boolean;
  /** A class for the header and the cells of the column. */
  class?: string;
  /** A class for the cell of one row, such as a highlight. */
  cellClass?: (row: R) => string;
};

type DataTableProps<R> = {
  /** The accessible name of the table, unless a region around it has one. */
  caption?: string;
  columns: Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  /** Whether each row becomes a card on narrow screens. */
  isFolding?: boolean;
  /** The text of the only row if there are none. */
  emptyText?: string;
  class?: string;
};

export function DataTable<R>(props: DataTableProps<R>) {
  const { caption, columns, rows, rowKey, isFolding = false, emptyText, class: more } = props;
  return (
    <table class={classes("table", isFolding && "folding", more)}>
      {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={columnClass(column)}>
              {column.isNameHidden ? <span class="visually-hidden">{column.name}</span> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <Cell key={column.name} column={column} row={row} isFolding={isFolding} />
            ))}
          </tr>
        ))}
        {rows.length === 0 && emptyText !== undefined && (
          <tr>
            <td colSpan={columns.length}>{emptyText}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

type CellProps<R> = { column: Column<R>; row: R; isFolding: boolean };

function Cell<R>({ column, row, isFolding }: CellProps<R>) {
  const content = column.cell(row);
  if (column.isRowHeader) return <th scope="row">{content}</th>;
  const hasHeading = isFolding && !column.isNameHidden;
  return (
    <td
      class={classes(columnClass(column), column.cellClass?.(row))}
      {...(hasHeading ? { "data-head": column.name } : {})}
    >
      {content}
    </td>
  );
}

function columnClass<R>(column: Column<R>): string | undefined {
  return classes(column.isNumber && "number", column.class);
}

function classes(...names: (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
