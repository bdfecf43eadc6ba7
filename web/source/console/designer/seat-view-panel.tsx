// The drawn view from the seat that is pinned, or from the one under the pointer.
import { ViewFromSeat } from "../venues/view-from-seat";
import type { DesignerProps } from "./designer-props";
import { useWatched } from "./watched";

export function SeatViewPanel({ designer }: DesignerProps) {
  const plan = useWatched(designer.plan);
  const [hovered, pinned] = [useWatched(designer.hovered), useWatched(designer.pinned)];
  return <ViewFromSeat plan={plan} seat={pinned ?? hovered} />;
}
