// The list of webhooks, with their state and their last delivery.

import type { Client } from "@seatpreview/client";
import { PlusIcon } from "../../design/icons";
import { DataTable } from "../shell/data-table";
import { SelectField } from "../shell/form-fields";
import { PagedList } from "../shell/paged-list";
import { FIRST_PAGE, usePagination } from "../shell/pagination";
import { refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { tenantColumns, VenuesOf } from "../shell/record-columns";
import { hashOf } from "../shell/route";
import { ScreenHeader } from "../shell/screen-header";
import { isAdmin, type ScreenProps } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import { type Tenant, useTenants, useVenues, type VenueSummary } from "../shell/venue-and-tenant-lists";
import { typesText } from "./change-types";
import { DeliveryStatus } from "./delivery-status";
import { type Webhook, webhookTitle } from "./draft";
import { PageLinks } from "./pages";
import { isDisabledByService, reasonText, WebhookStatus } from "./webhook-status";

/** Each row asks for its last delivery, so a page is short. */
const PAGE = 20;

type StateFilter = "" | "active" | "disabled";

export function WebhookList({ api, caller, query, setQuery }: ScreenProps) {
  const state: StateFilter = query.state === "active" || query.state === "disabled" ? query.state : "";
  const pagination = usePagination({ query, setQuery });
  const venues = useVenues(api, caller);
  const tenants = useTenants(api, caller);
  const filter = state === "" ? {} : { active: state === "active" };
  const page = useRequest(
    (signal) => api.webhooks.list({ limit: PAGE, ...filter }, { signal }).page(pagination.cursor),
    [state, pagination.cursor],
  );
  const create = <CreateButton refusal={refusalOf(caller, "createWebhook")} />;
  return (
    <>
      <ScreenHeader
        title="Webhooks"
        guide="webhooks"
        description="Addresses of your programs that the service tells of changes, such as a key that was revoked."
        actions={create}
      />
      <PageLinks shown="webhooks" />
      <search class="webhook-filter filters">
        <SelectField
          label="State"
          value={state}
          choices={[
            { value: "", text: "Any" },
            { value: "active", text: "Active" },
            { value: "disabled", text: "Off or disabled" },
          ]}
          onValue={(value) => setQuery({ state: value, ...FIRST_PAGE })}
        />
      </search>
      <PagedList
        page={page}
        pagination={pagination}
        loadingText="Loading the webhooks"
        empty={<NoWebhooks isFiltered={state !== ""}>{create}</NoWebhooks>}
      >
        {(webhooks) => (
          <WebhookTable
            api={api}
            webhooks={webhooks}
            venues={venues.data}
            tenants={isAdmin(caller) ? (tenants.data ?? []) : null}
          />
        )}
      </PagedList>
    </>
  );
}

type WebhookTableProps = {
  api: Client;
  webhooks: Webhook[];
  venues: VenueSummary[] | undefined;
  /** The tenants by name; null without admin scope. */
  tenants: Tenant[] | null;
};

function WebhookTable({ api, webhooks, venues, tenants }: WebhookTableProps) {
  return (
    <DataTable
      caption="Webhooks, newest first"
      isFolding
      rows={webhooks}
      rowKey={(webhook) => webhook.webhookId}
      columns={[
        { name: "Webhook", isRowHeader: true, cell: (webhook) => <WebhookLink webhook={webhook} /> },
        { name: "State", cell: stateOf },
        ...tenantColumns<Webhook>(tenants),
        { name: "Hears of", cell: ({ types }) => typesText(types) },
        { name: "Venues", cell: (webhook) => <VenuesOf ids={webhook.venues} venues={venues} /> },
        { name: "Last delivery", cell: (webhook) => <LastDelivery api={api} webhook={webhook} /> },
      ]}
    />
  );
}

function WebhookLink({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <a class="key-link" href={hashOf(`webhooks/${webhook.webhookId}`)}>
        {webhookTitle(webhook)}
      </a>
      <code class="soft small webhook-url">{webhook.url}</code>
    </>
  );
}

function stateOf(webhook: Webhook) {
  return (
    <>
      <WebhookStatus webhook={webhook} />
      {isDisabledByService(webhook) && (
        <p class="small disabled-reason">
          It {reasonText(webhook.disabledReason)}
          {webhook.disabledAt !== null && (
            <>
              , <TimeAgo at={webhook.disabledAt} />
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

/** The list of webhooks does not say how the last delivery went, so each row asks. */
function LastDelivery({ api, webhook }: { api: Client; webhook: Webhook }) {
  const request = useRequest(
    (signal) => api.webhooks.deliveries(webhook.webhookId, { limit: 1 }, { signal }).page(),
    [webhook.webhookId],
  );
  if (request.data === undefined) return <span class="soft">{request.problem === undefined ? "…" : "unknown"}</span>;
  const [last] = request.data.data;
  if (last === undefined) return <span class="soft">none</span>;
  return (
    <>
      <DeliveryStatus delivery={last} isActive={webhook.active} />{" "}
      <span class="soft small">
        <TimeAgo at={last.lastAttemptAt ?? last.createdAt} />
      </span>
    </>
  );
}

function CreateButton({ refusal }: { refusal: string | null }) {
  return (
    <Permitted refusal={refusal}>
      <a class="button button-primary" href={hashOf("webhooks/new")}>
        <PlusIcon /> Create a webhook
      </a>
    </Permitted>
  );
}

function NoWebhooks({ isFiltered, children }: { isFiltered: boolean; children: preact.ComponentChildren }) {
  if (isFiltered) {
    return (
      <div class="empty">
        <h2>No webhook has this state</h2>
        <p>Choose another state above.</p>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>No webhooks yet</h2>
      <p>
        With a webhook, your shop learns of a new seating plan or a revoked key within seconds, and does not have to ask
        again and again.
      </p>
      {children}
    </div>
  );
}
