// The form fields of a key that can be changed at any time. The create form and the edit form share them.
import type { Problem } from "@seatpreview/client";
import { CheckField, TextField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import { type CallerInfo, isAdmin } from "../shell/screen-props";
import { TextListField } from "../shell/text-list-field";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ApiKey, KeyDraft, Member } from "./draft";
import { GroupChoice } from "./group-choice";
import { RateLimitFields } from "./rate-limit-fields";
import { VenueChoice } from "./venue-choice";

type KeyFieldsProps = {
  draft: KeyDraft;
  onDraft: (draft: KeyDraft) => void;
  kind: ApiKey["kind"];
  scope: ApiKey["scope"];
  caller: CallerInfo;
  venues: VenueSummary[];
  problem: Problem | undefined;
};

export function KeyFields({ draft, onDraft, kind, scope, caller, venues, problem }: KeyFieldsProps) {
  const set =
    <M extends Member>(member: M) =>
    (value: KeyDraft[M]) =>
      onDraft({ ...draft, [member]: value });
  const isKeyless = kind === "keyless";
  const mayChangeOrigins = !isKeyless || isAdmin(caller);
  return (
    <>
      <TextField
        label="Label"
        help="A name for the key: who uses it, and where."
        placeholder="Box office, production"
        value={draft.label}
        onValue={set("label")}
        faults={faultsOf(problem, "/label")}
      />
      <GroupChoice
        chosen={draft.groups}
        onChosen={set("groups")}
        kind={kind}
        scope={scope}
        caller={caller}
        problem={problem}
      />
      <TextListField
        label="Allowed origins"
        help={
          isKeyless
            ? "The pages that use this key, such as https://shop.example. No wildcards, and no other keyless key may list the same origin."
            : "Pages from which the key may be used, such as https://shop.example or https://*.shop.example. Leave empty for no restriction."
        }
        texts={draft.allowedOrigins}
        onTexts={set("allowedOrigins")}
        faults={faultsOf(problem, "/allowedOrigins")}
        faultsAt={(line) => faultsOf(problem, `/allowedOrigins/${line}`)}
        placeholder="https://shop.example"
        itemName="origin"
        isDisabled={!mayChangeOrigins}
      />
      {!mayChangeOrigins && <p class="soft small">Only admin scope changes the origins of a keyless key.</p>}
      {scope === "tenant" && (
        <CheckField
          label="Pages may use it without the secret"
          help="From an allowed origin, with the keyId alone. Outside of browsers an Origin can be forged, so such callers can only show seats and report events."
          isChecked={draft.allowOriginOnly}
          isDisabled={!mayChangeOrigins}
          onChecked={set("allowOriginOnly")}
          faults={faultsOf(problem, "/allowOriginOnly")}
        />
      )}
      <TextListField
        label="Pages that may embed the viewer"
        help="Sites that may show the viewer in a frame: https://shop.example, https://*.shop.example for all of its subdomains, or 'self' for this service. Without any, no page may."
        texts={draft.embedFrameAncestors}
        onTexts={set("embedFrameAncestors")}
        faults={faultsOf(problem, "/embedFrameAncestors")}
        faultsAt={(line) => faultsOf(problem, `/embedFrameAncestors/${line}`)}
        placeholder="https://shop.example"
        itemName="page"
      />
      {scope === "tenant" && (
        <VenueChoice
          chosen={draft.venues}
          onChosen={set("venues")}
          venues={venues}
          problem={problem}
          within={caller.venues}
        />
      )}
      {isAdmin(caller) && (
        <RateLimitFields
          limit={draft.rateLimit}
          onLimit={set("rateLimit")}
          problem={problem}
          help="How many requests the key may make. A rotated key and its replacement share it."
        />
      )}
    </>
  );
}
