// The result of a label in a dry run, as the service returns it.
import type { components } from "../../api/schema";

export type LabelResult = components["schemas"]["LabelResult"];
