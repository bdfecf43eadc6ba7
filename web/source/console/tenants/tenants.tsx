// The tenants screen for admin scope: list, create, rename, and set rate limits.
import { useState } from "preact/hooks";

import type { components } from "../../api/schema";
import { EditIcon, PlusIcon } from "../../design/icons";
import { CopyableText } from "../shell/copy-button";
import { PageButtons, usePagination } from "../shell/pagination";
import { ProblemNotice } from "../shell/problem-notice";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { formatSeconds, TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import type { Tenant } from "../shell/venue-and-tenant-lists";
import { TenantForm } from "./form";
import "./tenants.css";

type Page = components["schemas"]["TenantList"];

const PAGE = 25;

export function Tenants({ api }: ScreenProps) {
  const pagination = usePagination();
  const [edited, setEdited] = useState<Tenant | "new" | null>(null);
  const page = useRequest(
    async (signal) =>
      (await api.get<Page>("/manage/tenants", { query: { limit: PAGE, cursor: pagination.cursor }, signal })).data,
    [pagination.cursor],
  );
  const create = (
    <button type="button" class="button button-primary" onClick={() => setEdited("new")}>
      <PlusIcon /> Create a tenant
    </button>
  );
  return (
    <>
      <ScreenHeader
        title="Tenants"
        description="Organisations with keys and venues: a venue, a ticket seller, a platform."
        actions={create}
      />
      <ProblemNotice problem={page.problem} onRetry={page.reload} />
      {page.data === undefined && page.problem === undefined && (
        <div class="card panel" aria-busy="true">
          <div class="ghost ghost-row" />
          <div class="ghost ghost-row" />
          <div class="ghost ghost-row" />
        </div>
      )}
      {page.data !== undefined && (
        <section class={`card panel-flush${page.isLoading ? " waiting" : ""}`}>
          {page.data.data.length === 0 ? (
            <div class="empty">
              <h2>No tenants yet</h2>
              <p>Keys and venues belong to a tenant. Create the first one, then a key for it.</p>
              {create}
            </div>
          ) : (
            <TenantTable tenants={page.data.data} onEdit={setEdited} />
          )}
        </section>
      )}
      <PageButtons pagination={pagination} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isLoading} />
      {edited !== null && (
        <TenantForm
          api={api}
          tenant={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            page.reload();
          }}
        />
      )}
    </>
  );
}

function TenantTable({ tenants, onEdit }: { tenants: Tenant[]; onEdit: (tenant: Tenant) => void }) {
  return (
    <table class="table folding">
      <caption class="visually-hidden">Tenants, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">tenantId</th>
          <th scope="col">Rate limit</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <tr key={tenant.tenantId}>
            <th scope="row">{tenant.name}</th>
            <td data-head="tenantId">
              <CopyableText text={tenant.tenantId} name="tenantId" />
            </td>
            <td data-head="Rate limit">{limitOf(tenant)}</td>
            <td data-head="Created">
              <TimeAgo at={tenant.createdAt} />
            </td>
            <td class="number">
              <button
                type="button"
                class="button button-small"
                aria-label={`Edit ${tenant.name}`}
                onClick={() => onEdit(tenant)}
              >
                <EditIcon /> Edit
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function limitOf({ rateLimit }: Tenant) {
  if (rateLimit === null) return <span class="soft">default</span>;
  const burst = rateLimit.burst === undefined ? "" : `, ${rateLimit.burst} at once`;
  return `${rateLimit.requests} in ${formatSeconds(rateLimit.windowSeconds)}${burst}`;
}
