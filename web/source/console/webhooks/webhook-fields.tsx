// The form fields of a webhook. The create form and the edit form share them.
import type { Problem } from "@seatpreview/client";
import { VenueCheckboxes } from "../keys/venue-choice";
import { RadioField, TextField } from "../shell/form-fields";
import { faultsOf } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { Member, WebhookDraft } from "./draft";
import { TypeChoice } from "./type-choice";

type WebhookFieldsProps = {
  draft: WebhookDraft;
  onDraft: (draft: WebhookDraft) => void;
  caller: CallerInfo;
  venues: VenueSummary[];
  problem: Problem | undefined;
};

const ALL_VENUES = {
  value: "all" as const,
  text: "All that the tenant may use",
  help: "Including venues that it is granted later, and all keys.",
};
const SOME_VENUES = {
  value: "some" as const,
  text: "Only these",
  help: "Also keys that may use nothing but some of these venues.",
};

export function WebhookFields({ draft, onDraft, caller, venues, problem }: WebhookFieldsProps) {
  const set =
    <M extends Member>(member: M) =>
    (value: WebhookDraft[M]) =>
      onDraft({ ...draft, [member]: value });
  const venueFaults = faultsOf(problem, "/venues");
  return (
    <>
      <TextField
        label="Address"
        help="Where the service sends what changed, as a signed POST. It starts with https:// and can be reached from the internet."
        placeholder="https://shop.example/hooks/seats"
        inputMode="url"
        isMono
        value={draft.url}
        onValue={set("url")}
        faults={faultsOf(problem, "/url")}
      />
      <TextField
        label="Label"
        isOptional
        help="A name for the webhook: which program listens there."
        placeholder="Ticket shop, production"
        value={draft.label}
        onValue={set("label")}
        faults={faultsOf(problem, "/label")}
      />
      <TypeChoice chosen={draft.types} onChosen={set("types")} problem={problem} />
      <div class="stack-small">
        <RadioField
          legend="Which venues is it about?"
          {...(caller.venues === null
            ? {}
            : { help: "Your own key is restricted to venues, so this webhook must be too." })}
          faults={venueFaults.length > 0 && draft.venues?.length === 0 ? ["Select at least one venue."] : venueFaults}
          value={draft.venues === null ? "all" : "some"}
          choices={caller.venues === null ? [ALL_VENUES, SOME_VENUES] : [SOME_VENUES]}
          onValue={(value) => set("venues")(value === "all" ? null : [])}
        />
        {draft.venues !== null && (
          <VenueCheckboxes
            legend="Venues that the webhook hears of"
            chosen={draft.venues}
            onChosen={set("venues")}
            venues={venues}
            problem={problem}
          />
        )}
      </div>
    </>
  );
}
