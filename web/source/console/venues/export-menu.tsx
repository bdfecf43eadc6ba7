// The menu that saves a venue as a file, in one of the formats that the service writes.
import type { Client, ExportVenueQuery } from "@seatpreview/client";
import { useRef } from "preact/hooks";
import { DownIcon } from "../../design/icons";
import { ProblemNotice } from "../shell/problem-notice";
import { useAction } from "../shell/use-request";
import type { Venue } from "./record";
import { fileName, saveFile } from "./save-file";

type ExportFormat = NonNullable<ExportVenueQuery["format"]>;

const FORMATS: readonly { format: ExportFormat; text: string; ending: string }[] = [
  { format: "csv", text: "Table of seats (CSV)", ending: "csv" },
  { format: "xlsx", text: "Table of seats (XLSX)", ending: "xlsx" },
  { format: "pretix", text: "Seating plan of pretix", ending: "pretix.json" },
  { format: "geojson", text: "Map (GeoJSON)", ending: "geojson" },
  { format: "svg", text: "Map (SVG)", ending: "svg" },
  { format: "json", text: "Record (JSON)", ending: "json" },
];

/** What is exported is the venue as it is stored, without changes that were not saved. */
export function ExportMenu({ api, venue }: { api: Client; venue: Venue }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current?.open) menu.current.querySelector("summary")?.focus();
    menu.current?.removeAttribute("open");
  };
  const exporting = useAction(async (format: ExportFormat, ending: string) => {
    saveFile(await api.venues.export(venue.venueId, { format }), `${fileName(venue.name)}.${ending}`);
    close();
  });
  return (
    <details class="export-menu" ref={menu} onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary class="button">
        Export <DownIcon />
      </summary>
      <div class="export-menu-list card">
        {FORMATS.map(({ format, text, ending }) => (
          <button
            key={format}
            type="button"
            class="button button-quiet"
            disabled={exporting.isBusy}
            onClick={() => void exporting.run(format, ending)}
          >
            {text}
          </button>
        ))}
        <ProblemNotice problem={exporting.problem} />
      </div>
    </details>
  );
}
