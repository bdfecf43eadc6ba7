// The dialog that creates or changes a tenant.

import { type Client, Problem } from "@seatpreview/client";
import { useId, useRef, useState } from "preact/hooks";
import { Dialog } from "../../design/dialog";
import { limitDraftOf, toRateLimit } from "../keys/draft";
import { RateLimitFields } from "../keys/rate-limit-fields";
import { TextField } from "../shell/form-fields";
import { faultsOf, ProblemNotice } from "../shell/problem-notice";
import { useRepeatableRequest } from "../shell/repeatable-request";
import { SAVE_KEYS } from "../shell/save-shortcut";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import type { Tenant } from "../shell/venue-and-tenant-lists";
import { QuotaFields, UsageList } from "./quota-fields";
import { quotaDraftOf, toQuotas } from "./quotas";

type TenantFormProps = {
  api: Client;
  /** The tenant to change; null to create one. */
  tenant: Tenant | null;
  onClose: () => void;
  onSaved: (tenant: Tenant) => void;
};

export function TenantForm({ api, tenant, onClose, onSaved }: TenantFormProps) {
  const [name, setName] = useState(tenant?.name ?? "");
  const [limit, setLimit] = useState(tenant?.rateLimit == null ? null : limitDraftOf(tenant.rateLimit));
  const [quotas, setQuotas] = useState(quotaDraftOf(tenant?.quotas));
  const [version, setVersion] = useState(tenant?.version ?? 1);
  const [meanwhile, setMeanwhile] = useState<Tenant>();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const request = useRepeatableRequest();
  const stored = useRequest(
    (signal) => (tenant === null ? Promise.resolve(null) : api.tenants.get(tenant.tenantId, { signal })),
    [tenant?.tenantId],
  );

  const saving = useAction(async () => {
    const body = { name: name.trim(), rateLimit: toRateLimit(limit), quotas: toQuotas(quotas) };
    let saved: Tenant;
    if (tenant === null) {
      saved = await request.send(body, (options) => api.tenants.create(body, options));
    } else {
      try {
        saved = await api.tenants.update(tenant.tenantId, body, { ifMatch: `"${version}"` });
      } catch (failure) {
        // Both statuses mean that the tenant has changed since it was read.
        if (!(failure instanceof Problem) || (failure.status !== 409 && failure.status !== 412)) throw failure;
        const theirs = await api.tenants.get(tenant.tenantId);
        setMeanwhile(theirs);
        setVersion(theirs.version);
        return;
      }
    }
    showToast(tenant === null ? `Tenant “${body.name}” created.` : "Saved.");
    onSaved(saved);
  });

  const takeTheirs = (theirs: Tenant) => {
    setName(theirs.name);
    setLimit(theirs.rateLimit === null ? null : limitDraftOf(theirs.rateLimit));
    setQuotas(quotaDraftOf(theirs.quotas));
    setMeanwhile(undefined);
  };

  return (
    <Dialog
      title={tenant === null ? "Create a tenant" : `Edit ${tenant.name}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            form={formId}
            class="button button-primary"
            disabled={saving.isBusy}
            aria-keyshortcuts={SAVE_KEYS}
          >
            {tenant === null ? "Create the tenant" : meanwhile === undefined ? "Save changes" : "Save my version"}
          </button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saving.run();
        }}
      >
        <ProblemNotice problem={saving.problem} fieldPointers={["/name", "/rateLimit", "/quotas"]} />
        {meanwhile !== undefined && (
          <div class="note note-warn" role="alert">
            <div class="stack-small">
              <p>
                <strong>The tenant was changed meanwhile.</strong> It is called “{meanwhile.name}” now
                {meanwhile.rateLimit === null
                  ? ", with the default limit."
                  : `, with ${meanwhile.rateLimit.requests} requests in ${meanwhile.rateLimit.windowSeconds} s.`}{" "}
                Your changes were not saved.
              </p>
              <button type="button" class="button button-small" onClick={() => takeTheirs(meanwhile)}>
                Use their version
              </button>
            </div>
          </div>
        )}
        <TextField
          label="Name"
          help="A name for the tenant."
          value={name}
          onValue={setName}
          faults={faultsOf(saving.problem, "/name")}
        />
        <RateLimitFields
          limit={limit}
          onLimit={setLimit}
          problem={saving.problem}
          help="Shared by all keys of the tenant."
        />
        <QuotaFields draft={quotas} onDraft={setQuotas} problem={saving.problem} />
        {stored.data?.usage !== undefined && <UsageList usage={stored.data.usage} />}
      </form>
    </Dialog>
  );
}
