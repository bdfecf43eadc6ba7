// The dialog of one delivery: what was sent, what the address answered, and a button that sends it again.
import type { Problem } from "@seatpreview/client";
import { CopyableText } from "../../design/copy-button";
import { Dialog } from "../../design/dialog";
import { Fact } from "../shell/facts";
import { ProblemNotice } from "../shell/problem-notice";
import { formatDateTime } from "../shell/times";
import { typeName } from "./change-types";
import { answerText, DeliveryStatus, missingAnswerText, NextAttempt, readableBody } from "./delivery-status";
import type { Delivery } from "./draft";

type DeliveryDialogProps = {
  delivery: Delivery;
  isActive: boolean;
  problem: Problem | undefined;
  isBusy: boolean;
  /** Sends it again; null if the caller may not, or if the webhook is off. */
  onSendAgain: (() => void) | null;
  onClose: () => void;
};

export function DeliveryDialog({ delivery, isActive, problem, isBusy, onSendAgain, onClose }: DeliveryDialogProps) {
  const missing = missingAnswerText(delivery);
  return (
    <Dialog
      title={`Delivery: ${typeName(delivery.type)}`}
      isWide
      onClose={onClose}
      footer={
        <>
          {onSendAgain !== null && (
            <button type="button" class="button" disabled={isBusy} onClick={onSendAgain}>
              Send again
            </button>
          )}
          <button type="button" class="button button-primary" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      <div class="stack">
        <ProblemNotice problem={problem} />
        <dl class="delivery-facts">
          <Fact name="Status">
            <DeliveryStatus delivery={delivery} isActive={isActive} />
          </Fact>
          <Fact name="Attempts">{delivery.attempts}</Fact>
          <Fact name="Made">{formatDateTime(delivery.createdAt)}</Fact>
          {delivery.lastAttemptAt !== null && <Fact name="Last attempt">{formatDateTime(delivery.lastAttemptAt)}</Fact>}
          {delivery.nextAttemptAt !== null && (
            <Fact name="Next attempt">
              <NextAttempt delivery={delivery} isActive={isActive} />
            </Fact>
          )}
          <Fact name="webhook-id">
            <CopyableText text={delivery.deliveryId} name="webhook-id" />
          </Fact>
        </dl>
        <div class="stack-small">
          <h3>Last answer</h3>
          <p>{answerText(delivery)}</p>
          {missing !== null && <p class="soft small">{missing}</p>}
          {missing === null && delivery.lastAnswer !== null && (
            <Text name="The first kilobyte of the answer">{delivery.lastAnswer}</Text>
          )}
        </div>
        <div class="stack-small">
          <h3>What is sent</h3>
          <Text name="The body of the delivery">{readableBody(delivery.body)}</Text>
        </div>
      </div>
    </Dialog>
  );
}

function Text({ name, children }: { name: string; children: string }) {
  return (
    <pre class="delivery-text" role="region" aria-label={name} tabIndex={0}>
      {children}
    </pre>
  );
}
