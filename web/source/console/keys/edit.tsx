// Changing a key: only what differs is sent, and only onto the version that was read.
import { useEffect, useRef, useState } from "preact/hooks";

import { ApiProblem, type Client } from "../../api/client";
import { Trouble } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { say } from "../shell/toasts";
import { useUnsaved } from "../shell/unsaved-changes";
import { useDoing } from "../shell/use-request";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import { Changed } from "./conflict-dialog";
import { useFocusOnFault } from "./create";
import { hasMoved, reapplied } from "./differences";
import {
  type ApiKey,
  changedMembers,
  changesOf,
  draftOf,
  type KeyDraft,
  POINTERS,
  type ReadKey,
  tidied,
} from "./draft";
import { KeyFields } from "./key-fields";

type EditKeyProps = {
  api: Client;
  caller: CallerInfo;
  read: ReadKey;
  venues: VenueSummary[];
  onRead: (read: ReadKey) => void;
};

export function EditKey({ api, caller, read, venues, onRead }: EditKeyProps) {
  const before = draftOf(read.key);
  const [draft, setDraft] = useState(before);
  const [theirs, setTheirs] = useState<ReadKey>();
  const form = useRef<HTMLFormElement>(null);
  const changed = changedMembers(before, tidied(draft));
  const isRevoked = read.key.status === "revoked";
  useUnsaved(changed.length > 0);

  // What others see of the key, such as a cancelled revoke, leaves the form alone where its members did not change.
  const shown = JSON.stringify(before);
  const first = useRef(shown);
  useEffect(() => {
    if (first.current === shown) return;
    first.current = shown;
    setDraft(before);
  }, [shown]);

  const save = async (from: ReadKey, wanted: KeyDraft) => {
    const path = `/manage/keys/${from.key.keyId}`;
    const body = changesOf(draftOf(from.key), wanted);
    const { data, etag } = await api.patch<ApiKey>(path, { body, ifMatch: from.etag });
    first.current = JSON.stringify(draftOf(data));
    setDraft(draftOf(data));
    setTheirs(undefined);
    onRead({ key: data, etag });
    say("Saved.");
  };

  const saving = useDoing(async (from: ReadKey, wanted: KeyDraft) => {
    try {
      await save(from, wanted);
    } catch (failure) {
      if (!(failure instanceof ApiProblem) || failure.status !== 409) throw failure;
      const { data, etag } = await api.get<ApiKey>(`/manage/keys/${from.key.keyId}`);
      if (!hasMoved(from.key, data)) throw failure;
      setTheirs({ key: data, etag });
    }
  });
  useFocusOnFault(form, saving.problem);

  const submit = (event: Event) => {
    event.preventDefault();
    const sent = tidied(draft);
    setDraft(sent);
    if (changedMembers(before, sent).length > 0) void saving.run(read, sent);
  };

  return (
    <form class="card panel form" ref={form} noValidate onSubmit={submit}>
      {isRevoked && <p class="soft">This key is revoked. It stays on record and cannot be changed.</p>}
      <Trouble problem={saving.problem} beside={POINTERS} />
      <fieldset class="fieldset form-fields" disabled={isRevoked}>
        <legend class="visually-hidden">What can be changed</legend>
        <KeyFields
          draft={draft}
          onDraft={setDraft}
          kind={read.key.kind}
          scope={read.key.scope}
          caller={caller}
          venues={venues}
          problem={saving.problem}
        />
      </fieldset>
      {!isRevoked && (
        <div class="row form-foot">
          <button type="submit" class="button button-primary" disabled={changed.length === 0 || saving.isBusy}>
            {saving.isBusy ? "Saving…" : "Save changes"}
          </button>
          <button
            type="button"
            class="button button-quiet"
            disabled={changed.length === 0}
            onClick={() => {
              setDraft(before);
              saving.forget();
            }}
          >
            Undo
          </button>
          <span class="soft small">{changed.length === 0 ? "No changes." : "Not saved yet."}</span>
        </div>
      )}
      {theirs !== undefined && (
        <Changed
          before={read.key}
          theirs={theirs.key}
          yours={tidied(draft)}
          venues={venues}
          isBusy={saving.isBusy}
          problem={saving.problem}
          onClose={() => setTheirs(undefined)}
          onTakeTheirs={() => {
            setTheirs(undefined);
            setDraft(draftOf(theirs.key));
            onRead(theirs);
          }}
          onApplyMine={() => void saving.run(theirs, reapplied(before, draftOf(theirs.key), tidied(draft)))}
        />
      )}
    </form>
  );
}
