// The form fields of a new key that only admin scope may set, and that cannot be changed later.
import type { Problem } from "@seatpreview/client";
import { RadioField, SelectField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import type { Tenant } from "../shell/venue-and-tenant-lists";
import type { ApiKey } from "./draft";

type KeyTypeFieldsProps = {
  kind: ApiKey["kind"];
  onKind: (kind: ApiKey["kind"]) => void;
  scope: ApiKey["scope"];
  onScope: (scope: ApiKey["scope"]) => void;
  tenantId: string;
  onTenantId: (tenantId: string) => void;
  tenants: Tenant[];
  problem: Problem | undefined;
};

export function KeyTypeFields(props: KeyTypeFieldsProps) {
  const { kind, scope, problem } = props;
  return (
    <>
      <RadioField
        legend="Kind"
        faults={faultsOf(problem, "/kind")}
        value={kind}
        choices={[
          { value: "secret", text: "Secret", help: "For servers, which send the secret with each request." },
          {
            value: "keyless",
            text: "Keyless",
            help: "For pages without a server, which are recognised by their origin.",
          },
        ]}
        onValue={props.onKind}
      />
      {kind === "secret" && (
        <RadioField
          legend="Scope"
          faults={faultsOf(problem, "/scope")}
          value={scope}
          choices={[
            { value: "tenant", text: "Tenant", help: "One tenant, its keys, venues and events." },
            { value: "admin", text: "Admin", help: "The whole service: every tenant, every limit." },
          ]}
          onValue={props.onScope}
        />
      )}
      {scope === "tenant" && (
        <SelectField
          label="Tenant"
          help="The tenant that the key belongs to."
          faults={faultsOf(problem, "/tenantId")}
          value={props.tenantId}
          choices={[
            { value: "", text: "Choose a tenant" },
            ...props.tenants.map(({ tenantId, name }) => ({ value: tenantId, text: name })),
          ]}
          onValue={props.onTenantId}
        />
      )}
    </>
  );
}
