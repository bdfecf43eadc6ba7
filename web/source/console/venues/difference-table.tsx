// The members in which two records differ, side by side.
import { DataTable } from "../shell/data-table";
import { ScrollRegion } from "../shell/scroll-region";
import { differences } from "./record";

type DifferenceTableProps = {
  theirs: unknown;
  mine: unknown;
  /** The heading of their column. */
  theirsName: string;
};

export function DifferenceTable({ theirs, mine, theirsName }: DifferenceTableProps) {
  const found = differences(theirs, mine);
  if (found.length === 0) return <p>Both versions are the same now.</p>;
  return (
    <ScrollRegion label="Differences">
      <DataTable
        rows={found}
        rowKey={({ pointer }) => pointer}
        columns={[
          { name: "Where", isRowHeader: true, cell: ({ pointer }) => <code>{pointer}</code> },
          { name: theirsName, cell: (each) => <code>{shown(each.theirs)}</code> },
          { name: "Yours", cell: (each) => <code>{shown(each.mine)}</code> },
        ]}
      />
    </ScrollRegion>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)} ...` : text;
}
