// The notice on all screens that the service has disabled webhooks, so that nobody waits for deliveries in vain.
import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { WarningIcon } from "../../design/icons";
import { may } from "../shell/permissions";
import { hashOf, linkTo } from "../shell/route";
import type { CallerInfo } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";
import { type Webhook, webhookName } from "./draft";
import { isDisabledByService, reasonText } from "./webhook-status";

const LISTED_MAX = 100;

type DisabledWebhooksNoticeProps = {
  api: Client;
  caller: CallerInfo;
  /** The name of the screen that is shown. The webhooks screen says it by itself. */
  screen: string | undefined;
};

export function DisabledWebhooksNotice({ api, caller, screen }: DisabledWebhooksNoticeProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const disabled = useRequest(
    async (signal) => {
      if (!may(caller, "listWebhooks") || screen === "webhooks") return [];
      const { data } = await api.webhooks.list({ active: false, limit: LISTED_MAX }, { signal }).page();
      return data.filter(isDisabledByService);
    },
    [api, caller, screen],
  );
  const shown = (disabled.data ?? []).filter(({ webhookId }) => !hidden.has(webhookId));
  if (shown.length === 0 || screen === "webhooks") return null;
  return (
    <div class="note note-danger">
      <WarningIcon />
      <div class="scheduled">
        <p>{noticeOf(shown)}</p>
        <button
          type="button"
          class="button button-small"
          onClick={() => setHidden(new Set([...hidden, ...shown.map(({ webhookId }) => webhookId)]))}
        >
          Hide this
        </button>
      </div>
    </div>
  );
}

function noticeOf(webhooks: Webhook[]) {
  const [first] = webhooks;
  if (first !== undefined && webhooks.length === 1) {
    return (
      <>
        The webhook <a href={hashOf(`webhooks/${first.webhookId}`)}>{webhookName(first)}</a>{" "}
        {reasonText(first.disabledReason)}. Nothing is sent to it.
      </>
    );
  }
  const count = webhooks.length === LISTED_MAX ? `${LISTED_MAX} or more` : webhooks.length;
  return (
    <>
      {count} webhooks were disabled, and nothing is sent to them.{" "}
      <a href={linkTo("webhooks", { state: "disabled" })}>See which ones, and why.</a>
    </>
  );
}
