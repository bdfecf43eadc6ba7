// The toolbar on the view: compare, gyroscope, full screen, help.
import type { ComponentChildren } from "preact";
import { CompareIcon, CompassIcon, FullScreenIcon } from "../design/icons";
import { hasGyroscope } from "./gyroscope";
import type { Messages } from "./messages/load";

type Toggle = {
  isOn: boolean;
  toggle: () => void;
};

export function Toolbar({
  messages,
  comparison,
  gyroscope,
  fullScreen,
  onHelp,
}: {
  messages: Messages;
  comparison: Toggle | null;
  gyroscope: Toggle;
  fullScreen: Toggle | null;
  onHelp: () => void;
}) {
  return (
    <div class="tools" role="toolbar" aria-label={messages.tools}>
      {comparison !== null && (
        <ToolButton {...comparison} off={messages.compare} on={messages.endCompare}>
          <CompareIcon />
        </ToolButton>
      )}
      {hasGyroscope() && (
        <ToolButton {...gyroscope} off={messages.gyroscope} on={messages.endGyroscope}>
          <CompassIcon />
        </ToolButton>
      )}
      {fullScreen !== null && (
        <ToolButton {...fullScreen} off={messages.fullScreen} on={messages.endFullScreen}>
          <FullScreenIcon />
        </ToolButton>
      )}
      <button type="button" class="tool" aria-label={messages.help} title={messages.help} onClick={onHelp}>
        <span aria-hidden="true">?</span>
      </button>
    </div>
  );
}

function ToolButton({
  isOn,
  toggle,
  off,
  on,
  children,
}: Toggle & { off: string; on: string; children: ComponentChildren }) {
  const label = isOn ? on : off;
  return (
    <button type="button" class="tool" aria-label={label} title={label} data-on={isOn} onClick={toggle}>
      {children}
    </button>
  );
}
