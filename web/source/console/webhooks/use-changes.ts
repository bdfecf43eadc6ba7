// Follows the change feed while the page is looked at. What came before is read from the audit list, newest first.
import type { Client, Problem } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { toApiProblem } from "../shell/use-request";
import { type Change, KINDS, mergedAudit, withNew } from "./change-list";

const EARLIER_MAX = 50;

export type FollowedChanges = {
  /** Newest first; undefined until the first answer. */
  changes: Change[] | undefined;
  problem: Problem | undefined;
  /** Whether changes appear by themselves now. */
  isFollowing: boolean;
  retry: () => void;
};

export function useChanges(api: Client): FollowedChanges {
  const [changes, setChanges] = useState<Change[]>();
  const [problem, setProblem] = useState<Problem>();
  const [tries, setTries] = useState(0);
  const isVisible = useVisibility();
  // Where to go on after the page was hidden; null before the first answer.
  const position = useRef<string | null>(null);

  useEffect(() => {
    if (!isVisible) return;
    const control = new AbortController();
    const { signal } = control;
    const start = async () => {
      setProblem(undefined);
      // The position is read first: what happens while the earlier changes are read comes again, and is shown once.
      const { next } = await api.changes.list({ after: "now" }, { signal });
      const earlier = await earlierChanges(api, signal);
      setChanges((shown) => withNew(shown ?? [], earlier));
      return next;
    };
    const follow = async () => {
      position.current ??= await start();
      const follower = api.changes.follow({ after: position.current }, { signal });
      signal.addEventListener("abort", () => {
        position.current = follower.position;
      });
      for await (const page of follower.pages()) {
        if (page.restarted) {
          // A backup was restored: what is shown may never have happened.
          setChanges(undefined);
          position.current = await start();
          return follow();
        }
        setChanges((shown) => withNew(shown ?? [], page.data));
      }
    };
    follow().catch((failure: unknown) => {
      if (!signal.aborted) setProblem(toApiProblem(failure));
    });
    return () => control.abort();
  }, [api, isVisible, tries]);

  return {
    changes,
    problem,
    isFollowing: isVisible && changes !== undefined && problem === undefined,
    retry: () => {
      position.current = null;
      setProblem(undefined);
      setTries((count) => count + 1);
    },
  };
}

async function earlierChanges(api: Client, signal: AbortSignal): Promise<Change[]> {
  // The audit list has other kinds as well, such as sessions that ended, which could fill a page by themselves.
  return mergedAudit(
    await Promise.all(KINDS.map((kind) => api.audit.list({ kind, limit: EARLIER_MAX }, { signal }).page())),
  );
}

/** Whether somebody can see the page: it is not in a hidden tab. */
function useVisibility(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState !== "hidden");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState !== "hidden");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}
