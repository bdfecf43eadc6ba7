// The form that changes a webhook. It sends changed members only, with the ETag of the version that was read.
import { type Client, Problem } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { InfoIcon } from "../../design/icons";
import { refusalOf } from "../shell/permissions";
import { changedMembers, reapplyChanges } from "../shell/record-drafts";
import { EditForm } from "../shell/record-forms";
import type { CallerInfo } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import { draftOf, MEMBER_NAMES, POINTERS, type ReadWebhook, trimmed, updateRequest } from "./draft";
import { WebhookFields } from "./webhook-fields";

type EditWebhookProps = {
  api: Client;
  caller: CallerInfo;
  read: ReadWebhook;
  venues: VenueSummary[];
  onRead: (read: ReadWebhook) => void;
};

export function EditWebhook({ api, caller, read, venues, onRead }: EditWebhookProps) {
  const before = draftOf(read);
  const [draft, setDraft] = useState(before);
  const [theirChanges, setTheirChanges] = useState<string[]>([]);
  const changed = changedMembers(before, trimmed(draft));
  const refusal = refusalOf(caller, "updateWebhook");
  useUnsavedChanges(changed.length > 0);

  // What was edited here stays when another version of the webhook is read.
  const shown = useRef(before);
  useEffect(() => {
    const was = shown.current;
    shown.current = before;
    if (changedMembers(was, before).length > 0) setDraft((yours) => reapplyChanges(was, before, yours));
  }, [JSON.stringify(before)]);

  const saving = useAction(async () => {
    const sent = trimmed(draft);
    setDraft(sent);
    setTheirChanges([]);
    try {
      const saved = await api.webhooks.update(read.webhookId, updateRequest(before, sent), { ifMatch: read.etag });
      shown.current = draftOf(saved);
      setDraft(draftOf(saved));
      onRead(saved);
      showToast("Saved.");
    } catch (failure) {
      if (!(failure instanceof Problem) || ![409, 412].includes(failure.status)) throw failure;
      const now = await api.webhooks.get(read.webhookId);
      if (now.version === read.version) throw failure;
      const theirs = changedMembers(before, draftOf(now)).map((member) => MEMBER_NAMES[member]);
      setTheirChanges(theirs.length === 0 ? ["secret or state"] : theirs);
      onRead(now);
    }
  });

  return (
    <EditForm
      noun="webhook"
      head={<h2>Settings</h2>}
      notice={
        theirChanges.length > 0 && (
          <div class="note note-warn" role="alert">
            <InfoIcon />
            <div>
              Somebody else changed the {theirChanges.join(" and the ")} of this webhook meanwhile, and nothing of yours
              was saved. The form shows their version with your changes on top. Look at it, then save again.
            </div>
          </div>
        )
      }
      isBusy={saving.isBusy}
      isChanged={changed.length > 0}
      refusal={refusal}
      problem={saving.problem}
      pointers={POINTERS}
      onSubmit={() => {
        if (changed.length > 0) void saving.run();
      }}
      onDiscard={() => {
        setDraft(before);
        setTheirChanges([]);
        saving.clearProblem();
      }}
    >
      <WebhookFields draft={draft} onDraft={setDraft} caller={caller} venues={venues} problem={saving.problem} />
    </EditForm>
  );
}
