// Whether a webhook is active, as a badge, and the notice that says why it is not and what to do.
import type { ComponentChildren } from "preact";
import { ClockIcon, InfoIcon, WarningIcon } from "../../design/icons";
import { formatDateTime, TimeAgo } from "../shell/times";
import type { Webhook } from "./draft";

type Reason = NonNullable<Webhook["disabledReason"]>;

/** Why a webhook is off, as the rest of a sentence that begins with its name. */
const REASONS: Record<Reason, string> = {
  requested: "was turned off",
  key_revoked: "was disabled because the key that made it, or changed it last, was revoked",
  gone: "was disabled because its address answered 410 Gone",
  failing: "was disabled because every delivery failed for five days",
};

const REMEDIES: Record<Reason, string> = {
  requested: "Turn it on when you want to hear of changes again.",
  key_revoked: "If you trust its address, turn it on: it then belongs to your key.",
  gone: "If the address is right and answers again, turn it on. If nobody listens there any more, delete it.",
  failing: "The deliveries below show what the address answered. Mend the receiver, then turn it on.",
};

export function reasonText(reason: Reason | null): string {
  return reason === null ? "is off" : (REASONS[reason] ?? "was disabled");
}

/** Whether the service has disabled a webhook, and nobody has asked for it. */
export function isDisabledByService({ active, disabledReason }: Webhook): boolean {
  return !active && disabledReason !== "requested";
}

export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  if (!webhook.active) {
    const isAsked = webhook.disabledReason === "requested";
    return <span class={`badge ${isAsked ? "" : "badge-danger"}`}>{isAsked ? "Off" : "Disabled"}</span>;
  }
  if (webhook.failingSince !== null) return <span class="badge badge-warn">Failing</span>;
  return <span class="badge badge-good">Active</span>;
}

/** What is wrong with a webhook, or will be; nothing if it is well. `turnOn` is the button that mends it. */
export function StatusNotice({ webhook, turnOn }: { webhook: Webhook; turnOn: ComponentChildren }) {
  const { active, disabledReason, disabledAt, failingSince } = webhook;
  if (!active) {
    const isAsked = disabledReason === "requested";
    return (
      <div class={`note ${isAsked ? "" : "note-danger"}`}>
        {isAsked ? <InfoIcon /> : <WarningIcon />}
        <div class="scheduled">
          <div>
            <strong>This webhook {reasonText(disabledReason)}</strong>
            {disabledAt !== null && (
              <>
                , <TimeAgo at={disabledAt} />
              </>
            )}
            . <p>{disabledReason !== null && REMEDIES[disabledReason]} Changes in the meantime are not sent later.</p>
          </div>
          {turnOn}
        </div>
      </div>
    );
  }
  if (failingSince === null) return null;
  return (
    <div class="note note-warn">
      <WarningIcon />
      <div>
        <strong>Every delivery has failed since {formatDateTime(failingSince)}.</strong>
        <p>Each is tried again for about three days. If all of them fail for five days, the webhook is disabled.</p>
      </div>
    </div>
  );
}

/** That deliveries are still signed with the secret before a rotation. */
export function RotationNotice({ webhook: { oldSecretUntil } }: { webhook: Webhook }) {
  if (oldSecretUntil === null) return null;
  return (
    <div class="note">
      <ClockIcon />
      <div>
        The secret was rotated. Until {formatDateTime(oldSecretUntil)}, deliveries are signed with the old secret as
        well, so a receiver may use either.
      </div>
    </div>
  );
}
