// The button that shows the view in a headset, where the browser has one. It is loaded after the first view.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Messages } from "./messages";
import type { Headset } from "./renderer";

/** Nothing is shown where the browser has no headset. Another seat is shown in the headset, too. */
export function HeadsetButton({ headset, messages }: { headset: Headset; messages: Messages }) {
  const isThere = useHeadsetThere();
  const { isInside, hasFailed, toggle } = useSession(headset);
  if (!isThere && !isInside) return null;
  const { enter, leave, inside, failed } = messages.headset;
  const told = isInside ? inside : hasFailed ? failed : null;
  return (
    <>
      <div class="choice">
        <button type="button" onClick={toggle}>
          {isInside ? leave : enter}
        </button>
      </div>
      <p class="told-on-view" role="status" hidden={told === null}>
        {told}
      </p>
    </>
  );
}

/** Whether the browser has a headset that this page may use. It may be plugged in or out at any time. */
function useHeadsetThere(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const { xr } = navigator;
    // In a frame that may not use headsets, the question is refused.
    const ask = () => xr?.isSessionSupported("immersive-vr").then(setThere, () => setThere(false));
    void ask();
    xr?.addEventListener("devicechange", ask);
    return () => xr?.removeEventListener("devicechange", ask);
  }, []);
  return isThere;
}

/** The session with the headset: it is asked for by a press, and ends by another, in the headset, or with the view. */
function useSession(headset: Headset): { isInside: boolean; hasFailed: boolean; toggle: () => void } {
  const [isInside, setInside] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const session = useRef<Promise<XRSession> | null>(null);
  const end = () => {
    // It may have ended already, or never begun.
    void session.current?.then((begun) => begun.end()).catch(() => {});
    session.current = null;
  };
  useEffect(() => end, []);

  const start = async () => {
    // Browsers grant a session only right after a press, so it is asked for before any script is loaded.
    const asked = navigator.xr!.requestSession("immersive-vr", { optionalFeatures: ["layers"] });
    session.current = asked;
    setFailed(false);
    try {
      const begun = await asked;
      begun.addEventListener("end", () => {
        if (session.current === asked) session.current = null;
        setInside(false);
      });
      endWhenUnseen(begun);
      await headset.show(begun);
      setInside(session.current === asked);
    } catch {
      // Nothing has failed where somebody has ended it meanwhile.
      if (session.current !== asked) return;
      end();
      setFailed(true);
    }
  };
  const toggle = () => {
    if (isInside) end();
    else if (session.current === null) void start();
  };
  return { isInside, hasFailed, toggle };
}

/** Ends a session that nobody sees: the page is hidden, and the headset shows something else. */
function endWhenUnseen(session: XRSession): void {
  const ended = new AbortController();
  const look = () => {
    if (document.hidden && session.visibilityState === "hidden") session.end().catch(() => {});
  };
  session.addEventListener("end", () => ended.abort());
  session.addEventListener("visibilitychange", look);
  document.addEventListener("visibilitychange", look, ended);
}
