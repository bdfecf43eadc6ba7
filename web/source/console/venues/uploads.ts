// The state of an upload of several files: what is done, what failed and why, and what can be tried again.

export type Upload = {
  name: string;
  file: File;
  state: "waiting" | "uploading" | "done" | "failed";
  /** The progress while it is uploading, the reason if it failed. */
  detail: string;
};

export type UploadSummary = {
  uploaded: number;
  failed: number;
  /** The reasons of failures with the names of their files, the most frequent reason first. */
  reasons: { reason: string; names: string[] }[];
};

/** Returns the summary once nothing is left to do; null before. */
export function summaryOf(uploads: readonly Upload[]): UploadSummary | null {
  if (uploads.length === 0 || uploads.some(({ state }) => state === "waiting" || state === "uploading")) return null;
  const failed = failedOf(uploads);
  const byReason = new Map<string, string[]>();
  for (const { name, detail } of failed) byReason.set(detail, [...(byReason.get(detail) ?? []), name]);
  const reasons = [...byReason].map(([reason, names]) => ({ reason, names }));
  reasons.sort((one, other) => other.names.length - one.names.length);
  return { uploaded: uploads.length - failed.length, failed: failed.length, reasons };
}

export function failedOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ state }) => state === "failed");
}

/** Says in one sentence what became of the files. */
export function summaryText({ uploaded, failed }: UploadSummary): string {
  const done = uploaded === 1 ? "1 image was uploaded" : `${uploaded || "No"} images were uploaded`;
  if (failed === 0) return `${done}.`;
  return `${done}, ${failed} failed.`;
}

/**
 * Gives each file the name that it is stored under. Files that would have the same one, such as those of several
 * folders, are told apart by a number.
 */
export function withNames(files: readonly File[], nameOf: (file: File) => string): Upload[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const name = freeName(nameOf(file), taken);
    taken.add(name);
    return { name, file, state: "waiting", detail: "" };
  });
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const dot = wanted.lastIndexOf(".");
  const [stem, ending] = dot > wanted.lastIndexOf("/") + 1 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ""];
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${stem}-${number}${ending}`;
  return name;
}
