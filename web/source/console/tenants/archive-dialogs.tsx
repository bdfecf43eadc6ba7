// The dialogs that archive a tenant, bring it back, and delete it.
import type { Client } from "@seatpreview/client";
import { Confirm } from "../../design/dialog";
import { ProblemNotice } from "../shell/problem-notice";
import { showToast } from "../shell/toasts";
import { useAction } from "../shell/use-request";
import type { Tenant } from "../shell/venue-and-tenant-lists";

type TenantDialogProps = { api: Client; tenant: Tenant; onClose: () => void; onDone: () => void };

export function ArchiveTenantDialog({ api, tenant, onClose, onDone }: TenantDialogProps) {
  const archiving = useAction(async () => {
    await api.tenants.archive(tenant.tenantId);
    showToast(`Tenant “${tenant.name}” was archived`);
    onDone();
  });
  return (
    <Confirm
      title={`Archive ${tenant.name}?`}
      action="Archive"
      isBusy={archiving.isBusy}
      onClose={onClose}
      onConfirm={() => void archiving.run()}
    >
      <p>
        Its venues are not shown any more, also to tenants that were granted them, and all its sessions end. Its keys
        can still read here, revoke keys and end sessions, and do nothing else. Its pages keep their origins.
      </p>
      <p>You can bring it back at any time, with everything but the sessions.</p>
      <ProblemNotice problem={archiving.problem} />
    </Confirm>
  );
}

export function UnarchiveTenantDialog({ api, tenant, onClose, onDone }: TenantDialogProps) {
  const unarchiving = useAction(async () => {
    await api.tenants.unarchive(tenant.tenantId);
    showToast(`Tenant “${tenant.name}” is back`);
    onDone();
  });
  return (
    <Confirm
      title={`Unarchive ${tenant.name}?`}
      action="Unarchive"
      isDanger={false}
      isBusy={unarchiving.isBusy}
      onClose={onClose}
      onConfirm={() => void unarchiving.run()}
    >
      <p>Its keys, venues and grants work again at once. Venues that were archived one by one stay archived.</p>
      <ProblemNotice problem={unarchiving.problem} />
    </Confirm>
  );
}

export function DeleteTenantDialog({ api, tenant, onClose, onDone }: TenantDialogProps) {
  const deleting = useAction(async () => {
    await api.tenants.delete(tenant.tenantId, { confirm: tenant.name });
    showToast(`Tenant “${tenant.name}” was deleted`);
    onDone();
  });
  return (
    <Confirm
      title={`Delete ${tenant.name}?`}
      action="Delete for good"
      isBusy={deleting.isBusy}
      typedConfirmation={{
        texts: [tenant.name],
        prompt: (
          <>
            Type <code>{tenant.name}</code> to confirm
          </>
        ),
      }}
      onClose={onClose}
      onConfirm={() => void deleting.run()}
    >
      <p>
        Its keys are revoked, and its venues with their records, versions, images and events are deleted. Others can use
        its origins and names. Nothing brings it back but a backup of the service.
      </p>
      <ProblemNotice problem={deleting.problem} />
    </Confirm>
  );
}
