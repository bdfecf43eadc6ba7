// How many findings the checks have, on the button of their mode. It also keeps the checks running in every mode.
import type { DesignerProps } from "./designer-props";
import { useWatched } from "./watched";

export function ChecksMark({ designer }: DesignerProps) {
  const { length } = useWatched(designer.findings);
  return length === 0 ? null : <span class="badge badge-warn">{length}</span>;
}
