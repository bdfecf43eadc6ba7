// The toolbar on the view: back, compare, gyroscope, share, full screen, help.
import type { ComponentChildren } from "preact";
import { BackIcon, CloseIcon, CompareIcon, CompassIcon, FullScreenIcon, MapIcon, ShareIcon } from "../design/icons";
import type { FullScreen } from "./device";
import { hasGyroscope } from "./gyroscope";
import type { Messages } from "./messages";

type Toggle = {
  isOn: boolean;
  toggle: () => void;
};

export function Toolbar({
  messages,
  back,
  map,
  comparison,
  gyroscope,
  fullScreen,
  help,
  onShare,
  onHelp,
}: {
  messages: Messages;
  /** The way back to the last seat, if there is one. */
  back: { name: string; go: () => void } | undefined;
  /** The map over the whole view; null if there is nothing else to show, or no map. */
  map: Toggle | null;
  comparison: Toggle | null;
  gyroscope: Toggle;
  fullScreen: FullScreen;
  /** The name of the help. */
  help: string;
  /** Shares the view; null if there is nothing to share. */
  onShare: (() => void) | null;
  onHelp: () => void;
}) {
  if (fullScreen.isOn) {
    return (
      <div class="tools">
        <ToolButton isOn toggle={fullScreen.toggle} off={messages.fullScreen} on={messages.endFullScreen}>
          <CloseIcon />
        </ToolButton>
      </div>
    );
  }
  return (
    <div class="tools" role="toolbar" aria-label={messages.tools}>
      {back !== undefined && (
        <button type="button" class="tool tool-back" aria-label={back.name} title={back.name} onClick={back.go}>
          <BackIcon />
        </button>
      )}
      {map !== null && (
        <ToolButton {...map} off={messages.map} on={messages.hideMap}>
          {map.isOn ? <CloseIcon /> : <MapIcon />}
        </ToolButton>
      )}
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
      {onShare !== null && (
        <button type="button" class="tool" aria-label={messages.share} title={messages.share} onClick={onShare}>
          <ShareIcon />
        </button>
      )}
      <ToolButton
        isOn={fullScreen.isLarge}
        toggle={fullScreen.toggle}
        off={messages.fullScreen}
        on={messages.endFullScreen}
      >
        {fullScreen.isLarge ? <CloseIcon /> : <FullScreenIcon />}
      </ToolButton>
      <button
        type="button"
        class="tool tool-large"
        aria-label={messages.openLarge}
        title={messages.openLarge}
        onClick={fullScreen.openLarge}
      >
        <FullScreenIcon />
      </button>
      <button type="button" class="tool" aria-label={help} title={help} onClick={onHelp}>
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
