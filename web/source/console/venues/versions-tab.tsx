// The versions tab: every record that was published, to compare, restore, download and delete.
import type { Client, components } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { ConfirmAction } from "../shell/confirm-action";
import { type Column, DataTable } from "../shell/data-table";
import { FIRST_PAGE, PageButtons, usePagination } from "../shell/pagination";
import { may, refusalOf } from "../shell/permissions";
import { Refusal } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import type { AddressQuery } from "../shell/route";
import type { CallerInfo } from "../shell/screen-props";
import { TimeAgo } from "../shell/times";
import { showToast } from "../shell/toasts";
import { useAction, useRequest } from "../shell/use-request";
import { count } from "./changes-in-words";
import { type KeyNames, useKeyNames } from "./key-names";
import { formatRecord, type StoredVenue, storedVenue } from "./record";
import { fileName, saveFile } from "./save-file";
import { CompareDialog, RestoreDialog } from "./version-dialogs";
import "./versions.css";

type Version = components["schemas"]["VersionSummary"];

const PAGE = 25;

type VersionsTabProps = AddressQuery & {
  api: Client;
  caller: CallerInfo;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  /** Whether the record has changes that are not saved, which a restore does not touch. */
  isChanged: boolean;
};

export function VersionsTab(props: VersionsTabProps) {
  const refusal = refusalOf(props.caller, "listVersions", props.stored);
  if (refusal === null) return <Versions {...props} />;
  return (
    <div class="card panel">
      <Refusal reason={refusal} />
    </div>
  );
}

type Asked = { action: "compare" | "restore" | "delete"; version: Version };

function Versions(props: VersionsTabProps) {
  const { api, caller, stored } = props;
  const { venue } = stored;
  const pagination = usePagination(props);
  const nameOf = useKeyNames(api, caller, venue.tenantId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const page = useRequest(
    (signal) => api.versions.list(venue.venueId, { limit: PAGE }, { signal }).page(pagination.cursor),
    [venue.venueId, venue.version, pagination.cursor],
  );
  const download = useAction(async ({ version }: Version) => {
    const kept = await api.versions.get(venue.venueId, String(version));
    const text = new Blob([formatRecord(kept.record)], { type: "application/json" });
    saveFile(text, `${fileName(venue.name)}.version-${version}.json`);
    if (kept.imagesGoneCount > 0) {
      showToast(`Version ${version} names ${count(kept.imagesGoneCount, "image")} that do not exist any more`);
    }
  });
  const close = () => setAsked(null);
  const restored = async () => {
    close();
    props.setQuery(FIRST_PAGE);
    props.onStored(storedVenue(await api.venues.get(venue.venueId)));
  };
  return (
    <div class="stack">
      <p class="soft">
        Each published record is kept as a version, up to a limit that the service sets. Restoring one publishes it
        again as a new version.
      </p>
      <ProblemNotice problem={page.problem} onRetry={page.reload} />
      <ProblemNotice problem={download.problem} />
      {page.data === undefined && page.problem === undefined && <div class="ghost venues-ghost" aria-hidden="true" />}
      {page.data !== undefined && (
        <section class={`card panel-flush${page.isLoading ? " waiting" : ""}`}>
          <DataTable
            caption="Versions, newest first"
            isFolding
            class="versions-table"
            rows={page.data.data}
            rowKey={({ version }) => version}
            columns={[
              ...columns(nameOf),
              actionColumn({
                mayRestore: may(caller, "restoreVersion", stored),
                mayDelete: may(caller, "deleteVersion", stored),
                onAsk: setAsked,
                onDownload: (version) => void download.run(version),
              }),
            ]}
          />
        </section>
      )}
      <PageButtons pagination={pagination} nextCursor={page.data?.nextCursor ?? null} isBusy={page.isLoading} />
      {asked?.action === "compare" && (
        <CompareDialog api={api} venue={venue} version={asked.version.version} onClose={close} />
      )}
      {asked?.action === "restore" && (
        <RestoreDialog
          api={api}
          venue={venue}
          version={asked.version.version}
          isChanged={props.isChanged}
          onClose={close}
          onRestored={restored}
        />
      )}
      {asked?.action === "delete" && (
        <DeleteVersionDialog
          api={api}
          venueId={venue.venueId}
          version={asked.version.version}
          onClose={close}
          onDeleted={() => {
            close();
            page.reload();
          }}
        />
      )}
    </div>
  );
}

function columns(nameOf: KeyNames): Column<Version>[] {
  return [
    {
      name: "Version",
      isRowHeader: true,
      cell: ({ version, isPublished }) => (
        <span class="row">
          {version} {isPublished && <span class="badge badge-good">published</span>}
        </span>
      ),
    },
    { name: "When", cell: ({ publishedAt }) => <TimeAgo at={publishedAt} /> },
    { name: "By", cell: ({ publishedBy }) => nameOf(publishedBy) },
    { name: "Message", cell: (version) => <Message version={version} /> },
    {
      name: "Seats",
      isNumber: true,
      cell: ({ seats }) => seats?.toLocaleString("en") ?? <span class="soft">not known</span>,
    },
  ];
}

function Message({ version: { message, restoredFrom } }: { version: Version }) {
  return (
    <div class="version-message">
      {message}
      {restoredFrom !== null && <div class="soft small">Version {restoredFrom} restored</div>}
      {message === null && restoredFrom === null && <span class="soft">none</span>}
    </div>
  );
}

type Actions = {
  mayRestore: boolean;
  mayDelete: boolean;
  onAsk: (asked: Asked) => void;
  onDownload: (version: Version) => void;
};

function actionColumn({ mayRestore, mayDelete, onAsk, onDownload }: Actions): Column<Version> {
  const button = (text: string, version: Version, onClick: () => void) => (
    <button
      type="button"
      class="button button-small"
      aria-label={`${text} version ${version.version}`}
      onClick={onClick}
    >
      {text}
    </button>
  );
  return {
    name: "Actions",
    isNameHidden: true,
    isNumber: true,
    cell: (version) => (
      <div class="row-actions">
        {!version.isPublished && button("Compare", version, () => onAsk({ action: "compare", version }))}
        {button("Download", version, () => onDownload(version))}
        {!version.isPublished && mayRestore && button("Restore", version, () => onAsk({ action: "restore", version }))}
        {!version.isPublished && mayDelete && button("Delete", version, () => onAsk({ action: "delete", version }))}
      </div>
    ),
  };
}

type DeleteVersionDialogProps = {
  api: Client;
  venueId: string;
  version: number;
  onClose: () => void;
  onDeleted: () => void;
};

function DeleteVersionDialog({ api, venueId, version, onClose, onDeleted }: DeleteVersionDialogProps) {
  const remove = async () => {
    await api.versions.delete(venueId, String(version));
    showToast(`Version ${version} was deleted`);
    onDeleted();
  };
  return (
    <ConfirmAction title={`Delete version ${version}?`} action="Delete" onClose={onClose} onConfirm={remove}>
      <p>It can then not be read, compared or restored any more. Buyers notice nothing. This cannot be undone.</p>
    </ConfirmAction>
  );
}
