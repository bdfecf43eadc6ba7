// The viewer in a frame of the console.

import type { components } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { InfoIcon, LinkIcon } from "../../design/icons";
import { hashOf } from "../shell/route";

type Session = components["schemas"]["IssuedSession"];
type Key = components["schemas"]["ApiKey"];

const SELF = "'self'";

/**
 * What the viewer may do in the frame. Without `allow-same-origin` it has an origin of its own, and reaches neither this
 * page nor the key in its storage. Windows that it opens are sandboxed as well: browsers copy the storage of the tab to
 * them (decision 0094).
 */
const SANDBOX = "allow-scripts allow-popups";

/** The origin that messages of a sandboxed frame come from. */
const OPAQUE_ORIGIN = "null";

/** An opaque origin cannot be named. The messages only say which seat to show. */
const ANY_ORIGIN = "*";

/** The messages of the viewer that name seats. */
type ViewerMessage = {
  type?: unknown;
  event?: unknown;
  seat?: unknown;
  seats?: string[];
  label?: string;
};

/** The viewer in a frame if the key's frame-ancestors allow it, and a link to it otherwise. */
export function ViewerFrame(props: {
  session: Session;
  /** The key of the seat to show, or the label of several seats. */
  seat: string;
  /** The keys of all seats that the page around the frame shows. */
  shownKeys: readonly string[];
  frames: Key | null;
  /** Whether the caller may change that key. */
  mayChangeKey: boolean;
  onSeat: (seat: string) => void;
}) {
  const { session, seat, shownKeys, frames, onSeat } = props;
  const shown = shownKeys.join(" ");
  const frame = useRef<HTMLIFrameElement>(null);
  // Another seat is requested by a message, so that the viewer does not reload.
  const [first, setFirst] = useState({ session, seat });
  useEffect(() => {
    if (first.session !== session) setFirst({ session, seat });
    else frame.current?.contentWindow?.postMessage({ type: "seat-preview", ask: "show", seat }, ANY_ORIGIN);
  }, [session, seat]);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<ViewerMessage | null>) => {
      if (source !== frame.current?.contentWindow || origin !== OPAQUE_ORIGIN) return;
      if (data?.type !== "seat-preview" || data.event !== "seat" || typeof data.seat !== "string") return;
      // Of several seats, `seat` is the first, and `label` is the text that names them all.
      const keys = data.seats ?? [data.seat];
      if (keys.join(" ") !== shown) onSeat(data.label ?? data.seat);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [shown]);
  // The viewer sends messages once it knows the origin of this page.
  const greet = () => frame.current?.contentWindow?.postMessage({ type: "seat-preview" }, ANY_ORIGIN);

  const address = `${session.viewerUrl}&seat=${encodeURIComponent(seat)}`;
  const mayFrame = frames?.embedFrameAncestors.includes(SELF) ?? false;
  return (
    <>
      {mayFrame ? (
        <iframe
          key={first.session.sessionId}
          ref={frame}
          class="preview-frame"
          title="The viewer, as a buyer sees it"
          sandbox={SANDBOX}
          src={`${first.session.viewerUrl}&seat=${encodeURIComponent(first.seat)}`}
          allow="gyroscope; accelerometer; fullscreen; xr-spatial-tracking"
          onLoad={greet}
        />
      ) : (
        <div class="note">
          <InfoIcon />
          <div class="stack-small">
            <p>
              The viewer cannot be shown on this page: <code>embedFrameAncestors</code> of the key that you signed in
              with does not hold <code>{SELF}</code>, so browsers refuse to frame it here.
            </p>
            <p>
              Open it in a tab of its own
              {frames !== null && props.mayChangeKey && (
                <>
                  , or add <code>{SELF}</code> to <a href={hashOf(`/keys/${frames.keyId}`)}>the key</a>
                </>
              )}
              .
            </p>
          </div>
        </div>
      )}
      <p>
        <a class="button" href={address} target="_blank" rel="noreferrer">
          <LinkIcon /> Open the viewer in a new tab
        </a>
      </p>
    </>
  );
}
