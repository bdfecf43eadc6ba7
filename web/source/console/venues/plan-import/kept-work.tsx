// What becomes of a venue's work when a plan is imported over it: what is lost comes first.
import type { VenueImport } from "@seatpreview/client";
import { ReportList } from "./report-list";

export function KeptWork({ over }: { over: NonNullable<VenueImport["over"]> }) {
  return (
    <div class={over.notKept.length > 0 ? "note note-warn stack-small" : "stack-small"}>
      <ReportList title="Not kept" items={over.notKept} none="Nothing that was made of the venue is lost." />
      <ReportList title="Changed by the plan" items={over.changed} none="No seat changes." />
      <ReportList title="Kept" items={over.kept} none="Nothing of the venue is in the plan." />
    </div>
  );
}
