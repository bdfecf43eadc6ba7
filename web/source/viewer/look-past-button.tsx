// The button that leaves out people and bodies near the eye, and the note on the picture while it does. Both are loaded
// after the first view.
import { useEffect, useState } from "preact/hooks";
import type { Messages } from "./messages";
import type { LookPast } from "./renderer";
import type { Preview } from "./types";

export type LookPastButtonProps = {
  lookPast: LookPast;
  sightline: Preview["sightline"];
  messages: Messages;
};

/** Nothing is shown where nothing near hides what people look at. Each view begins with everything in it. */
export function LookPastButton({ lookPast, sightline, messages }: LookPastButtonProps) {
  const [isUseful, setUseful] = useState(false);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    setUseful(false);
    setOn(false);
  }, [lookPast]);
  // What hides something may be known only later.
  useEffect(() => {
    let isCurrent = true;
    void lookPast.isUseful(toldBy(sightline)).then((is) => isCurrent && setUseful(is));
    return () => {
      isCurrent = false;
    };
  }, [lookPast, sightline]);
  if (!isUseful && !isOn) return null;
  const { button, note } = messages.lookPast;
  const toggle = () => {
    setOn(!isOn);
    void lookPast.set(!isOn, toldBy(sightline));
  };
  return (
    <>
      <div class="choice">
        <button type="button" aria-pressed={isOn} onClick={toggle}>
          {button}
        </button>
      </div>
      <p class="told-on-view" role="status" hidden={!isOn}>
        {isOn && note}
      </p>
    </>
  );
}

function toldBy({ visibleShare, obstructions }: Preview["sightline"]): Set<string> | null {
  return visibleShare === null ? null : new Set(obstructions.map(({ id }) => id));
}
