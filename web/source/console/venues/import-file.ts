// Reads a file with a seating plan by the service, which writes nothing: it returns a record and a report.
import { sendToService } from "../signin/session";

/** One kind of thing that became of the file, with how often it occurred and an example. */
export type ReportItem = { text: string; count: number; example?: string | null };

export type ImportReport = {
  format: string;
  seats: number;
  seatsInFile: number;
  taken: readonly ReportItem[];
  inferred: readonly ReportItem[];
  leftOut: readonly ReportItem[];
};

export type ImportedPlan = {
  fileName: string;
  record: Record<string, unknown>;
  report: ImportReport;
};

/** The endings of files that can be read. Their content tells the format. */
export const FILE_ENDINGS = ".json,.geojson,.csv,.tsv,.txt,.xlsx,.svg";

const FILE_BYTES_MAX = 32 * 2 ** 20;

/** Returns why a file is not sent at all; null if it can be sent. */
export function fileFault({ name, size }: File): string | null {
  if (size === 0) return `“${name}” is empty. Choose a file with a seating plan.`;
  if (size <= FILE_BYTES_MAX) return null;
  return `“${name}” is too large: at most 32 MB are taken. Export only the seating plan, without pictures.`;
}

/** Throws a `Problem` if the file cannot be read. */
export async function importFile(file: File, signal?: AbortSignal): Promise<ImportedPlan> {
  const answer = await sendToService<Omit<ImportedPlan, "fileName">>(
    "/manage/venues/import",
    { name: file.name },
    { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" }, signal: signal ?? null },
  );
  return { fileName: file.name, ...answer };
}
