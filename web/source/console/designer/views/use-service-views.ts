// What the service says of all seats, for a part of the designer that needs it: asked for when it is opened, and anew when
// another layout was saved.
import { useEffect } from "preact/hooks";
import { valueAt } from "../../../layout-edits/record-edit";
import { seatCount } from "../../../plan/plan";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { isSameLayout, savedLayout, serviceViewsOf, type ViewsState } from "./service-views";

/** In larger halls, a person asks anew: it takes the service a while. */
const ANEW_SEATS_MAX = 3000;

export type UsedViews = {
  state: ViewsState;
  seatCount: number;
  /** Whether the answers are of what is drawn now. Otherwise the layout has changed since. */
  isOfNow: boolean;
  /** Whether the service could look anew: something else was saved than what it has looked at. */
  canLookAgain: boolean;
  look: () => void;
};

export function useServiceViews(props: DesignerProps, isOpen: boolean): UsedViews {
  const { designer, stored, draft } = props;
  const views = serviceViewsOf(designer);
  const state = useWatched(views.state);
  const settled = useWatched(designer.settled);
  const configuration = useWatched(designer.configuration);
  const saved = savedLayout(stored, draft);
  const seats = seatCount(designer.plan.value);
  const isLookedAt = state.configuration === configuration && isSameLayout(state.layout, saved);
  const isFailed = state.status === "failed" && isLookedAt;
  const isInterrupted = state.status === "interrupted";
  const look = () => void views.load(props, configuration);
  useEffect(() => {
    const isWanted = isOpen && !isFailed && (!isLookedAt || isInterrupted || state.status === "none") && seats > 0;
    if (isWanted && (state.status === "none" || seats <= ANEW_SEATS_MAX)) look();
  }, [isOpen, saved, configuration, isInterrupted]);
  return {
    state,
    seatCount: seats,
    isOfNow: isLookedAt && isSameLayout(valueAt(settled, ["rules", "layout"]), saved),
    canLookAgain: state.status !== "loading" && (!isLookedAt || isFailed || isInterrupted),
    look,
  };
}
