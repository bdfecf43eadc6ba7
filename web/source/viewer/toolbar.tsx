// The buttons on the view: compare, follow the phone, full screen, help.
import type { ComponentChildren } from "preact";
import { CompareIcon, CompassIcon, FullScreenIcon } from "../design/icons";
import { hasGyroscope } from "./gyroscope";
import type { Words } from "./messages";

type Switch = {
  isOn: boolean;
  toggle: () => void;
};

export function Tools({
  words,
  comparison,
  following,
  fullScreen,
  onHelp,
}: {
  words: Words;
  comparison: Switch | null;
  following: Switch;
  fullScreen: Switch | null;
  onHelp: () => void;
}) {
  return (
    <div class="tools" role="toolbar" aria-label={words.tools}>
      {comparison !== null && (
        <Tool {...comparison} off={words.compare} on={words.endCompare}>
          <CompareIcon />
        </Tool>
      )}
      {hasGyroscope() && (
        <Tool {...following} off={words.gyroscope} on={words.endGyroscope}>
          <CompassIcon />
        </Tool>
      )}
      {fullScreen !== null && (
        <Tool {...fullScreen} off={words.fullScreen} on={words.endFullScreen}>
          <FullScreenIcon />
        </Tool>
      )}
      <button type="button" class="tool" aria-label={words.help} title={words.help} onClick={onHelp}>
        <span aria-hidden="true">?</span>
      </button>
    </div>
  );
}

function Tool({ isOn, toggle, off, on, children }: Switch & { off: string; on: string; children: ComponentChildren }) {
  const label = isOn ? on : off;
  return (
    <button type="button" class="tool" aria-label={label} title={label} data-on={isOn} onClick={toggle}>
      {children}
    </button>
  );
}
