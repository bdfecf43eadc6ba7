// Whether the views follow how the phone is held.
import { type MutableRef, useCallback, useState } from "preact/hooks";
import type { Stage } from "./view-controller";

export type Stages = MutableRef<[Stage | null, Stage | null]>;

export function useFollowing(stages: Stages, onRefused: () => void): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false);
  const toggle = useCallback(() => {
    const those = stages.current.filter((stage) => stage !== null);
    if (isOn) {
      for (const stage of those) stage.unfollow();
      setOn(false);
      return;
    }
    void Promise.all(those.map((stage) => stage.follow())).then((answers) => {
      setOn(answers.includes(true));
      if (!answers.includes(true)) onRefused();
    });
  }, [isOn, onRefused]);
  return { isOn, toggle };
}
