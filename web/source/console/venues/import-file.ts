// Reads a file with a seating plan by the service, which writes nothing: it returns a record and a report.
import type { Client, ImportReport } from "@seatpreview/client";
import type { FoundWarnings } from "./label-warnings";

export type ImportedPlan = {
  fileName: string;
  record: Record<string, unknown>;
  report: ImportReport;
} & FoundWarnings;

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
export async function importFile(api: Client, file: File): Promise<ImportedPlan> {
  return { fileName: file.name, ...(await api.venues.importFile(file, { name: file.name })) };
}
