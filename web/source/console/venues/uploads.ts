// The state of an upload of several files: how many bytes were sent, what failed and why, and what can be tried again.

export type Upload = {
  name: string;
  file: File;
  state: "waiting" | "uploading" | "done" | "failed" | "cancelled";
  sentBytes: number;
  /** The reason if it failed. */
  detail: string;
};

export type UploadSummary = {
  uploaded: number;
  failed: number;
  cancelled: number;
  /** The reasons of failures with the names of their files, the most frequent reason first. */
  reasons: { reason: string; names: string[] }[];
};

/** Returns the summary once nothing is left to do; null before. */
export function summaryOf(uploads: readonly Upload[]): UploadSummary | null {
  if (uploads.length === 0 || uploads.some(isOpen)) return null;
  const failed = uploads.filter(({ state }) => state === "failed");
  const cancelled = uploads.filter(({ state }) => state === "cancelled");
  const byReason = new Map<string, string[]>();
  for (const { name, detail } of failed) byReason.set(detail, [...(byReason.get(detail) ?? []), name]);
  const reasons = [...byReason].map(([reason, names]) => ({ reason, names }));
  reasons.sort((one, other) => other.names.length - one.names.length);
  const uploaded = uploads.length - failed.length - cancelled.length;
  return { uploaded, failed: failed.length, cancelled: cancelled.length, reasons };
}

/** Whether a file is still to be sent, or being sent. */
export function isOpen({ state }: Upload): boolean {
  return state === "waiting" || state === "uploading";
}

/** Those that can be tried again. */
export function unsentOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ state }) => state === "failed" || state === "cancelled");
}

/** How many bytes of all files were sent, and how many there are. Files that failed or were cancelled count no more. */
export function bytesOf(uploads: readonly Upload[]): { sent: number; total: number } {
  const counted = uploads.filter(({ state }) => state !== "failed" && state !== "cancelled");
  const sent = counted.reduce((sum, upload) => sum + sentBytesOf(upload), 0);
  return { sent, total: counted.reduce((sum, { file }) => sum + file.size, 0) };
}

export function sentBytesOf({ state, sentBytes, file }: Upload): number {
  return state === "done" ? file.size : Math.min(sentBytes, file.size);
}

/** Says in one sentence what became of the files. */
export function summaryText({ uploaded, failed, cancelled }: UploadSummary): string {
  const done = uploaded === 1 ? "1 image was uploaded" : `${uploaded || "No"} images were uploaded`;
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} ${cancelled === 1 ? "was" : "were"} cancelled`] : []),
  ];
  return `${[done, ...rest].join(", ")}.`;
}

/** A number of bytes, for people: "830 kB", "12.4 MB". */
export function bytesText(count: number): string {
  if (count < 1000) return `${count} bytes`;
  return count < 1_000_000 ? `${Math.round(count / 1000)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

/** Makes a valid image name. Characters that the service would refuse become dashes. */
export function imageName(folder: string, file: string): string {
  const plain = file
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "");
  const parts = folder
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return [...parts, plain || "image"].join("/");
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
    return { name, file, state: "waiting", sentBytes: 0, detail: "" };
  });
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const dot = wanted.lastIndexOf(".");
  const [stem, ending] = dot > wanted.lastIndexOf("/") + 1 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ""];
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${stem}-${number}${ending}`;
  return name;
}
