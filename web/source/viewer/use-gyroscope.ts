// The hook that makes the views follow the device's orientation.
import { type MutableRef, useCallback, useState } from "preact/hooks";
import type { ViewController } from "./view-controller";

export type ViewControllers = MutableRef<[ViewController | null, ViewController | null]>;

export function useGyroscope(
  controllers: ViewControllers,
  onRefused: () => void,
): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false);
  const toggle = useCallback(() => {
    const active = controllers.current.filter((controller) => controller !== null);
    if (isOn) {
      for (const controller of active) controller.stopFollowingDevice();
      setOn(false);
      return;
    }
    void Promise.all(active.map((controller) => controller.followDevice())).then((answers) => {
      setOn(answers.includes(true));
      if (!answers.includes(true)) onRefused();
    });
  }, [isOn, onRefused]);
  return { isOn, toggle };
}
