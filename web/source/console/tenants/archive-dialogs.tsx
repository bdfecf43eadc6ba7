// The dialogs that archive a tenant, bring it back, and delete it.
import type { Client } from "@seatpreview/client";
import { ConfirmAction, typedName } from "../shell/confirm-action";
import { showToast } from "../shell/toasts";
import type { Tenant } from "../shell/venue-and-tenant-lists";

type TenantDialogProps = { api: Client; tenant: Tenant; onClose: () => void; onDone: () => void };

export function ArchiveTenantDialog({ api, tenant, onClose, onDone }: TenantDialogProps) {
  const archive = async () => {
    await api.tenants.archive(tenant.tenantId);
    showToast(`Tenant “${tenant.name}” was archived`);
    onDone();
  };
  return (
    <ConfirmAction title={`Archive ${tenant.name}?`} action="Archive" onClose={onClose} onConfirm={archive}>
      <p>
        Its venues are not shown any more, also to tenants that were granted them, and all its sessions end. Its keys
        can still read here, revoke keys and end sessions, and do nothing else. Its pages keep their origins.
      </p>
      <p>You can bring it back at any time, with everything but the sessions.</p>
    </ConfirmAction>
  );
}

export function UnarchiveTenantDialog({ api, tenant, onClose, onDone }: TenantDialogProps) {
  const unarchive = async () => {
    await api.tenants.unarchive(tenant.tenantId);
    showToast(`Tenant “${tenant.name}” is back`);
    onDone();
  };
  return (
    <ConfirmAction
      title={`Unarchive ${tenant.name}?`}
      action="Unarchive"
      isDanger={false}
      onClose={onClose}
      onConfirm={unarchive}
    >
      <p>Its keys, venues and grants work again at once. Venues that were archived one by one stay archived.</p>
    </ConfirmAction>
  );
}

export function DeleteTenantDialog({ api, tenant, onClose, onDone }: TenantDialogProps) {
  const remove = async () => {
    await api.tenants.delete(tenant.tenantId, { confirm: tenant.name });
    showToast(`Tenant “${tenant.name}” was deleted`);
    onDone();
  };
  return (
    <ConfirmAction
      title={`Delete ${tenant.name}?`}
      action="Delete for good"
      typedConfirmation={typedName(tenant.name)}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        Its keys are revoked, and its venues with their records, versions, images and events are deleted. Others can use
        its origins and names. Nothing brings it back but a backup of the service.
      </p>
    </ConfirmAction>
  );
}
