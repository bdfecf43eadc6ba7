// The menu of a venue: import a plan over it, copy, archive, bring back and delete it.
import { useRef, useState } from "preact/hooks";
import { DownIcon, WarningIcon } from "../../design/icons";
import { may } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import { showToast } from "../shell/toasts";
import { useAction } from "../shell/use-request";
import { ArchiveDialog, CopyDialog, DeleteDialog, type VenueMenuProps } from "./archive-dialogs";
import type { DraftSaver } from "./draft-saver";
import { ImportAgainDialog } from "./plan-import/import-again-dialog";
import { storedVenue } from "./record";

type Asked = "import" | "copy" | "archive" | "delete";

export function VenueMenu(props: VenueMenuProps & { saver: DraftSaver }) {
  const { caller, venue } = props;
  const menu = useRef<HTMLDetailsElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isArchived = venue.archivedAt !== null;
  const close = () => {
    if (menu.current?.open) menu.current.querySelector("summary")?.focus();
    menu.current?.removeAttribute("open");
  };
  const choices: [Asked, string][] = [
    ...(may(caller, "putDraft", { venue }) ? [["import", "Import a plan again..."] satisfies [Asked, string]] : []),
    ...(may(caller, "copyVenue", { venue }) ? [["copy", "Copy..."] satisfies [Asked, string]] : []),
    ...(!isArchived && may(caller, "archiveVenue", { venue })
      ? [["archive", "Archive..."] satisfies [Asked, string]]
      : []),
    ...(isArchived && may(caller, "deleteVenue", { venue }) ? [["delete", "Delete..."] satisfies [Asked, string]] : []),
  ];
  if (choices.length === 0) return null;
  return (
    <>
      <details class="export-menu" ref={menu} onKeyDown={(event) => event.key === "Escape" && close()}>
        <summary class="button">
          More <DownIcon />
        </summary>
        <div class="export-menu-list card">
          {choices.map(([action, text]) => (
            <button
              key={action}
              type="button"
              class="button button-quiet"
              onClick={() => {
                close();
                setAsked(action);
              }}
            >
              {text}
            </button>
          ))}
        </div>
      </details>
      {asked === "import" && (
        <ImportAgainDialog
          api={props.api}
          saver={props.saver}
          onDone={() => {
            setAsked(null);
            props.go(`/venues/${venue.venueId}/design`);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "copy" && <CopyDialog {...props} onClose={() => setAsked(null)} />}
      {asked === "archive" && <ArchiveDialog {...props} onClose={() => setAsked(null)} />}
      {asked === "delete" && <DeleteDialog {...props} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Says that a venue is archived, and brings it back. */
export function ArchivedNote({ api, caller, venue, onStored }: Omit<VenueMenuProps, "go">) {
  const [isOwnerArchived, setOwnerArchived] = useState(false);
  const unarchiving = useAction(async () => {
    const saved = storedVenue(await api.venues.unarchive(venue.venueId));
    onStored(saved);
    setOwnerArchived(saved.venue.archivedAt !== null);
    if (saved.venue.archivedAt === null) showToast("The venue is back");
  });
  return (
    <div class="note note-warn">
      <WarningIcon />
      <div class="stack-small">
        <p>
          <strong>This venue is archived.</strong> Buyers do not see it, its sessions have ended, and nothing about it
          can be changed. Its names, images and grants are kept for it.
        </p>
        {isOwnerArchived && (
          <p role="alert">
            It stays archived, because the tenant that owns it is archived. The operator of the service can bring the
            tenant back.
          </p>
        )}
        {may(caller, "unarchiveVenue", { venue }) && (
          <div class="row">
            <button
              type="button"
              class="button button-small"
              disabled={unarchiving.isBusy}
              onClick={() => void unarchiving.run()}
            >
              Unarchive
            </button>
          </div>
        )}
        <ProblemNotice problem={unarchiving.problem} />
      </div>
    </div>
  );
}
