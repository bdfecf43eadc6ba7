// The tenants screen for admin scope: list, create, rename, set rate limits, archive and delete.

import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { CopyableText } from "../../design/copy-button";
import { Dialog } from "../../design/dialog";
import { EditIcon, KeyIcon, PlusIcon } from "../../design/icons";
import { ArchivedSwitch } from "../shell/archived-switch";
import { type Column, DataTable } from "../shell/data-table";
import { PagedList } from "../shell/paged-list";
import { FIRST_PAGE, usePagination } from "../shell/pagination";
import { may, refusalOf } from "../shell/permissions";
import { Permitted } from "../shell/permitted";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { formatSeconds, TimeAgo } from "../shell/times";
import { useRequest } from "../shell/use-request";
import type { Tenant } from "../shell/venue-and-tenant-lists";
import { ArchiveTenantDialog, DeleteTenantDialog, UnarchiveTenantDialog } from "./archive-dialogs";
import { TenantForm } from "./form";
import "./tenants.css";

const PAGE = 25;

export function Tenants({ api, caller, go, query, setQuery }: ScreenProps) {
  const pagination = usePagination({ query, setQuery });
  const [edited, setEdited] = useState<Tenant | "new" | null>(null);
  const [created, setCreated] = useState<Tenant | null>(null);
  const hasArchived = query.archived === "yes";
  const [asked, setAsked] = useState<Asked | null>(null);
  const page = useRequest(
    (signal) =>
      api.tenants.list({ limit: PAGE, ...(hasArchived ? { archived: true } : {}) }, { signal }).page(pagination.cursor),
    [pagination.cursor, hasArchived],
  );
  const create = (
    <Permitted refusal={refusalOf(caller, "createTenant")}>
      <button type="button" class="button button-primary" onClick={() => setEdited("new")}>
        <PlusIcon /> Create a tenant
      </button>
    </Permitted>
  );
  return (
    <>
      <ScreenHeader
        title="Tenants"
        guide="tenants"
        description="Organisations with keys and venues: a venue, a ticket seller, a platform."
        actions={create}
      />
      <ArchivedSwitch
        isShown={hasArchived}
        isBusy={page.isLoading}
        onShown={(isShown) => setQuery({ archived: isShown ? "yes" : "", ...FIRST_PAGE })}
      />
      <PagedList
        page={page}
        pagination={pagination}
        loadingText="Loading the tenants"
        empty={
          <div class="empty">
            <h2>No tenants yet</h2>
            <p>Keys and venues belong to a tenant. Create the first one, then a key for it.</p>
            {create}
          </div>
        }
      >
        {(tenants) => (
          <TenantTable
            tenants={tenants}
            actions={
              may(caller, "updateTenant")
                ? { onEdit: setEdited, onAsk: (action, tenant) => setAsked({ action, tenant }) }
                : null
            }
          />
        )}
      </PagedList>
      {edited !== null && (
        <TenantForm
          api={api}
          tenant={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(saved) => {
            if (edited === "new") setCreated(saved);
            setEdited(null);
            page.reload();
          }}
        />
      )}
      {asked !== null && (
        <AskedDialog
          {...asked}
          api={api}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            page.reload();
          }}
        />
      )}
      {created !== null && (
        <FirstKeyDialog
          tenant={created}
          refusal={refusalOf(caller, "createKey")}
          onClose={() => setCreated(null)}
          onCreate={() => go(`/keys/new/${created.tenantId}`)}
        />
      )}
    </>
  );
}

type FirstKeyDialogProps = { tenant: Tenant; refusal: string | null; onClose: () => void; onCreate: () => void };

/** Offers the first key of a tenant that was just created: without one, nobody can do anything for it. */
function FirstKeyDialog({ tenant, refusal, onClose, onCreate }: FirstKeyDialogProps) {
  return (
    <Dialog
      title={`${tenant.name} was created`}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Later
          </button>
          <Permitted refusal={refusal}>
            <button type="button" class="button button-primary" onClick={onCreate}>
              <KeyIcon /> Create its first key
            </button>
          </Permitted>
        </>
      }
    >
      <p>
        The tenant has no key yet. Its people need one to sign in here, to describe their venues, and to make keys for
        their shops.
      </p>
    </Dialog>
  );
}

type TenantAction = "archive" | "unarchive" | "delete";
type Asked = { action: TenantAction; tenant: Tenant };

function AskedDialog({ action, ...props }: Asked & { api: Client; onClose: () => void; onDone: () => void }) {
  if (action === "archive") return <ArchiveTenantDialog {...props} />;
  if (action === "unarchive") return <UnarchiveTenantDialog {...props} />;
  return <DeleteTenantDialog {...props} />;
}

type TenantActions = {
  onEdit: (tenant: Tenant) => void;
  onAsk: (action: TenantAction, tenant: Tenant) => void;
};

/** The tenants. Without `actions`, they can only be looked at. */
function TenantTable({ tenants, actions }: { tenants: Tenant[]; actions: TenantActions | null }) {
  return (
    <DataTable
      caption="Tenants, newest first"
      isFolding
      rows={tenants}
      rowKey={(tenant) => tenant.tenantId}
      columns={[
        {
          name: "Name",
          isRowHeader: true,
          cell: (tenant) => (
            <>
              {tenant.name} {tenant.archivedAt !== null && <span class="badge badge-warn">archived</span>}
            </>
          ),
        },
        { name: "tenantId", cell: (tenant) => <CopyableText text={tenant.tenantId} name="tenantId" /> },
        { name: "Rate limit", cell: rateLimitText },
        { name: "Created", cell: (tenant) => <TimeAgo at={tenant.createdAt} /> },
        ...(actions === null ? [] : [actionColumn(actions)]),
      ]}
    />
  );
}

function actionColumn({ onEdit, onAsk }: TenantActions): Column<Tenant> {
  const button = (text: string, tenant: Tenant, onClick: () => void) => (
    <button type="button" class="button button-small" aria-label={`${text} ${tenant.name}`} onClick={onClick}>
      {text === "Edit" && <EditIcon />} {text}
    </button>
  );
  return {
    name: "Actions",
    isNameHidden: true,
    isNumber: true,
    cell: (tenant) => (
      <div class="row-actions">
        {tenant.archivedAt === null ? (
          <>
            {button("Edit", tenant, () => onEdit(tenant))}
            {button("Archive", tenant, () => onAsk("archive", tenant))}
          </>
        ) : (
          <>
            {button("Unarchive", tenant, () => onAsk("unarchive", tenant))}
            {button("Delete", tenant, () => onAsk("delete", tenant))}
          </>
        )}
      </div>
    ),
  };
}

function rateLimitText({ rateLimit }: Tenant) {
  if (rateLimit === null) return <span class="soft">default</span>;
  const burst = rateLimit.burst === undefined ? "" : `, ${rateLimit.burst} at once`;
  return `${rateLimit.requests} in ${formatSeconds(rateLimit.windowSeconds)}${burst}`;
}
