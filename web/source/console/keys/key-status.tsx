// The status of a key as a badge, and the time left until a scheduled revoke.
import { useEffect } from "preact/hooks";

import { ClockIcon } from "../../design/icons";
import { formatDateTime, formatTimeLeft, useNow } from "../shell/times";
import type { ApiKey } from "./draft";

export function KeyStatus({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.status === "revoked") return <span class="badge badge-danger">Revoked</span>;
  if (apiKey.revokeAt !== null) {
    return (
      <span class="badge badge-warn">
        <ClockIcon /> <Countdown until={apiKey.revokeAt} />
      </span>
    );
  }
  return <span class="badge badge-good">Active</span>;
}

/** A countdown, updated every second. It is not a live region, because screen readers would never stop reading it. */
export function Countdown({ until, onOver }: { until: string; onOver?: () => void }) {
  const now = useNow(1000);
  const ms = Date.parse(until) - now;
  const isOver = ms <= 0;
  useEffect(() => {
    if (isOver) onOver?.();
  }, [isOver]);
  return (
    <time dateTime={until} title={formatDateTime(until)}>
      {isOver ? "expired" : `${formatTimeLeft(ms)} left`}
    </time>
  );
}

/** The name of a key in a sentence: its label, or its keyId if it has none. */
export function keyName(apiKey: ApiKey): string {
  return apiKey.label === "" ? apiKey.keyId : `“${apiKey.label}”`;
}
