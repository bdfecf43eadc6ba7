// The form that changes a key. It sends changed members only, with the ETag of the version that was read.

import { type Client, Problem } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { refusalOf } from "../shell/permissions";
import { changedMembers, reapplyChanges } from "../shell/record-drafts";
import { EditForm } from "../shell/record-forms";
import type { CallerInfo } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction } from "../shell/use-request";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import { KeyConflictDialog } from "./conflict-dialog";
import { hasNewVersion } from "./differences";
import { draftOf, type KeyDraft, type KeyWithEtag, keyWithEtag, POINTERS, trimmed, updateRequest } from "./draft";
import { KeyFields } from "./key-fields";

type EditKeyProps = {
  api: Client;
  caller: CallerInfo;
  read: KeyWithEtag;
  venues: VenueSummary[];
  onRead: (read: KeyWithEtag) => void;
};

export function EditKey({ api, caller, read, venues, onRead }: EditKeyProps) {
  const before = draftOf(read.key);
  const [draft, setDraft] = useState(before);
  const [theirs, setTheirs] = useState<KeyWithEtag>();
  const changed = changedMembers(before, trimmed(draft));
  const isRevoked = read.key.status === "revoked";
  const refusal = refusalOf(caller, "updateKey", { key: read.key });
  useUnsavedChanges(changed.length > 0);

  // The form is reset only if one of its own members has changed, not by changes such as a cancelled revoke.
  const shown = JSON.stringify(before);
  const first = useRef(shown);
  useEffect(() => {
    if (first.current === shown) return;
    first.current = shown;
    setDraft(before);
  }, [shown]);

  const save = async (from: KeyWithEtag, wanted: KeyDraft) => {
    const body = updateRequest(draftOf(from.key), wanted);
    const saved = await api.keys.update(from.key.keyId, body, { ifMatch: from.etag });
    first.current = JSON.stringify(draftOf(saved));
    setDraft(draftOf(saved));
    setTheirs(undefined);
    onRead(keyWithEtag(saved));
    showToast("Saved.");
  };

  const saving = useAction(async (from: KeyWithEtag, wanted: KeyDraft) => {
    try {
      await save(from, wanted);
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.status !== 409) throw failure;
      const now = await api.keys.get(from.key.keyId);
      if (!hasNewVersion(from.key, now)) throw failure;
      setTheirs(keyWithEtag(now));
    }
  });

  const submit = () => {
    const sent = trimmed(draft);
    setDraft(sent);
    if (changedMembers(before, sent).length > 0) void saving.run(read, sent);
  };

  return (
    <EditForm
      noun="key"
      head={isRevoked && <p class="soft">This key is revoked. It stays on record and cannot be changed.</p>}
      isBusy={saving.isBusy}
      isChanged={changed.length > 0}
      isFixed={isRevoked}
      refusal={refusal}
      problem={saving.problem}
      pointers={POINTERS}
      onSubmit={submit}
      onDiscard={() => {
        setDraft(before);
        saving.clearProblem();
      }}
      dialog={
        theirs !== undefined && (
          <KeyConflictDialog
            before={read.key}
            theirs={theirs.key}
            yours={trimmed(draft)}
            venues={venues}
            isBusy={saving.isBusy}
            problem={saving.problem}
            onClose={() => setTheirs(undefined)}
            onTakeTheirs={() => {
              setTheirs(undefined);
              setDraft(draftOf(theirs.key));
              onRead(theirs);
            }}
            onApplyMine={() => void saving.run(theirs, reapplyChanges(before, draftOf(theirs.key), trimmed(draft)))}
          />
        )
      }
    >
      <KeyFields
        draft={draft}
        onDraft={setDraft}
        kind={read.key.kind}
        scope={read.key.scope}
        // A form that only shows the key offers all choices, so that it shows those that the key has.
        caller={refusal === null ? caller : { ...caller, groups: null, venues: null }}
        venues={venues}
        problem={saving.problem}
      />
    </EditForm>
  );
}
