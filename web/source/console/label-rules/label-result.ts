// The result of a label in a dry run, as the service returns it.
import type { components } from "@seatpreview/client";

type Result = components["schemas"]["LabelResult"];

/** During an upgrade a worker of the version before may answer, without `text` and `words`. */
export type LabelResult = Omit<Result, "text" | "words"> & Partial<Pick<Result, "text" | "words">>;
