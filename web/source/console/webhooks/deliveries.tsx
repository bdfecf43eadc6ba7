// The deliveries of a webhook: a list by status, and buttons that send them again.
import type { Client } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { RotateIcon } from "../../design/icons";
import { ConfirmAction } from "../shell/confirm-action";
import { DataTable } from "../shell/data-table";
import { SelectField } from "../shell/form-fields";
import { FIRST_PAGE, PageButtons, usePagination } from "../shell/pagination";
import { ProblemNotice } from "../shell/problem-notice";
import type { AddressQuery } from "../shell/route";
import { TimeAgo } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import { typeName } from "./change-types";
import { DeliveryDialog } from "./delivery-dialog";
import { answerText, DeliveryStatus, isAboutToChange, NextAttempt } from "./delivery-status";
import type { Delivery, Webhook } from "./draft";

const PAGE = 20;
const REFRESH_MS = 2000;
/** A list that is left open does not ask for ever, even if deliveries are not sent. */
const REFRESHES_MAX = 30;

const STATUSES = [
  { value: "" as const, text: "Any" },
  { value: "pending" as const, text: "To be sent" },
  { value: "delivered" as const, text: "Delivered" },
  { value: "failed" as const, text: "Failed" },
];

type DeliveriesProps = AddressQuery & {
  api: Client;
  webhook: Webhook;
  /** Why the caller may not send anything; null if it may. */
  refusal: string | null;
  /** Grows whenever something was sent from elsewhere on the screen. */
  sentCount: number;
  /** Called after a delivery has gone well or failed: the state of the webhook may have changed. */
  onFinished: () => void;
};

export function Deliveries({ api, webhook, query, setQuery, refusal, sentCount, onFinished }: DeliveriesProps) {
  const { webhookId, active } = webhook;
  const status = STATUSES.find(({ value }) => value === query.status)?.value ?? "";
  const [openId, setOpenId] = useState<string | null>(null);
  const [isAskingAll, setAskingAll] = useState(false);
  const pagination = usePagination({ query, setQuery });
  const page = useRequest(
    (signal) =>
      api.webhooks
        .deliveries(webhookId, { limit: PAGE, ...(status === "" ? {} : { status }) }, { signal })
        .page(pagination.cursor),
    [webhookId, status, pagination.cursor, sentCount],
  );
  const deliveries = page.data?.data ?? [];
  useRefresh(active ? deliveries : [], page.reload, sentCount);
  useOnFinished(deliveries, onFinished);

  const sending = useAction(async (delivery: Delivery) => {
    await api.webhooks.redeliver(webhookId, delivery.deliveryId);
    showToast("The delivery is sent again.");
    page.reload();
  });
  const opened = deliveries.find(({ deliveryId }) => deliveryId === openId);
  const maySend = refusal === null && active;
  return (
    <section class="card panel deliveries" aria-labelledby="deliveries-title">
      <div class="panel-head">
        <div>
          <h2 id="deliveries-title">Deliveries</h2>
          <p class="soft small">What was sent in the last 30 days, or is still to be sent, newest first.</p>
        </div>
        <div class="row">
          <button type="button" class="button button-small" onClick={page.reload}>
            Refresh
          </button>
          {maySend && (
            <button type="button" class="button button-small" onClick={() => setAskingAll(true)}>
              <RotateIcon /> Send all failed again
            </button>
          )}
        </div>
      </div>
      <search class="webhook-filter filters">
        <SelectField
          label="Status"
          value={status}
          choices={STATUSES}
          onValue={(value) => setQuery({ status: value, ...FIRST_PAGE })}
        />
      </search>
      <ProblemNotice problem={page.problem} onRetry={page.reload} />
      <ProblemNotice problem={sending.problem} />
      {page.data === undefined && page.problem === undefined && <div class="ghost ghost-row" aria-busy="true" />}
      {page.data !== undefined && (
        <DataTable
          caption="Deliveries, newest first"
          isFolding
          rows={deliveries}
          rowKey={({ deliveryId }) => deliveryId}
          emptyText={
            status === ""
              ? "Nothing was sent yet. Send a test to see whether your receiver answers."
              : "No delivery has this status."
          }
          columns={[
            {
              name: "What",
              isRowHeader: true,
              cell: (delivery) => (
                <button type="button" class="link-button" onClick={() => setOpenId(delivery.deliveryId)}>
                  {typeName(delivery.type)}
                </button>
              ),
            },
            { name: "Made", cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
            { name: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} isActive={active} /> },
            { name: "Attempts", cell: ({ attempts }) => attempts },
            { name: "Last answer", cell: answerText },
            { name: "Next attempt", cell: (delivery) => <NextAttempt delivery={delivery} isActive={active} /> },
            ...(maySend ? [sendColumn((delivery: Delivery) => void sending.run(delivery), sending.isBusy)] : []),
          ]}
        />
      )}
      <PageButtons pagination={pagination} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isLoading} />
      {opened !== undefined && (
        <DeliveryDialog
          delivery={opened}
          isActive={active}
          problem={sending.problem}
          isBusy={sending.isBusy}
          onSendAgain={maySend ? () => void sending.run(opened) : null}
          onClose={() => setOpenId(null)}
        />
      )}
      {isAskingAll && (
        <SendAllDialog api={api} webhook={webhook} onClose={() => setAskingAll(false)} onSent={page.reload} />
      )}
    </section>
  );
}

function sendColumn(onSend: (delivery: Delivery) => void, isBusy: boolean) {
  return {
    name: "Actions",
    isNameHidden: true,
    isNumber: true,
    cell: (delivery: Delivery) => (
      <button
        type="button"
        class="button button-small"
        disabled={isBusy}
        aria-label={`Send again: ${typeName(delivery.type)}, ${delivery.deliveryId}`}
        onClick={() => onSend(delivery)}
      >
        Send again
      </button>
    ),
  };
}

type SendAllDialogProps = { api: Client; webhook: Webhook; onClose: () => void; onSent: () => void };

function SendAllDialog({ api, webhook, onClose, onSent }: SendAllDialogProps) {
  const send = async () => {
    const { redelivered, left } = await api.webhooks.redeliverFailed(webhook.webhookId);
    showToast(sentAgainText(redelivered, left));
    onSent();
    onClose();
  };
  return (
    <ConfirmAction
      title="Send all failed deliveries again?"
      action="Send them again"
      isDanger={false}
      onClose={onClose}
      onConfirm={send}
    >
      <p>
        Every delivery of the last 30 days that was given up is sent again, the oldest first. Your receiver may have
        handled some of them already: each keeps its <code>webhook-id</code>, so that it can tell.
      </p>
    </ConfirmAction>
  );
}

export function sentAgainText(redelivered: number, left: number): string {
  if (redelivered === 0) return "No delivery has failed, so nothing is sent again.";
  const sent = redelivered === 1 ? "1 delivery is sent again." : `${redelivered} deliveries are sent again.`;
  return left === 0 ? sent : `${sent} ${left} more have failed: press the button again for them.`;
}

/** Reads the list again while one of its deliveries is about to be sent and the page is looked at. */
function useRefresh(deliveries: Delivery[], reload: () => void, sentCount: number): void {
  const count = useRef(0);
  useEffect(() => {
    count.current = 0;
  }, [sentCount]);
  useEffect(() => {
    if (count.current >= REFRESHES_MAX || !isAboutToChange(deliveries, Date.now())) return;
    const timer = setTimeout(() => {
      count.current += 1;
      if (document.visibilityState === "visible") reload();
    }, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [deliveries]);
}

/** Tells when a delivery that was pending is not any more. */
function useOnFinished(deliveries: Delivery[], onFinished: () => void): void {
  const pending = useRef<ReadonlySet<string>>(new Set());
  const seen = deliveries.map(({ deliveryId, status, attempts }) => `${deliveryId} ${status} ${attempts}`).join();
  useEffect(() => {
    const isFinished = deliveries.some(
      ({ deliveryId, status, attempts }) => pending.current.has(deliveryId) && (status !== "pending" || attempts > 0),
    );
    pending.current = new Set(
      deliveries.filter(({ status }) => status === "pending").map(({ deliveryId }) => deliveryId),
    );
    if (isFinished) onFinished();
  }, [seen]);
}
