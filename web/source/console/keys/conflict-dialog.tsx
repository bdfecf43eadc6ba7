// The dialog for a key that somebody else changed meanwhile. It shows the differences and the choices.
import type { Problem } from "@seatpreview/client";
import { Dialog } from "../../design/dialog";
import { DataTable } from "../shell/data-table";
import { ProblemNotice } from "../shell/problem-notice";
import { ScrollRegion } from "../shell/scroll-region";
import { formatDateTime, formatSeconds } from "../shell/times";
import { type VenueSummary, venueName } from "../shell/venue-and-tenant-lists";
import { differencesOf } from "./differences";
import { type ApiKey, draftOf, type KeyDraft, type LimitDraft, type Member } from "./draft";
import { type Groups, groupsText } from "./groups";

const NAMES: Record<Member, string> = {
  label: "Label",
  allowedOrigins: "Allowed origins",
  allowOriginOnly: "Without the secret",
  embedFrameAncestors: "May embed",
  venues: "Venues",
  groups: "Groups",
  rateLimit: "Rate limit",
};

type KeyConflictDialogProps = {
  before: ApiKey;
  theirs: ApiKey;
  yours: KeyDraft;
  venues: VenueSummary[];
  isBusy: boolean;
  problem: Problem | undefined;
  onClose: () => void;
  onTakeTheirs: () => void;
  onApplyMine: () => void;
};

export function KeyConflictDialog(props: KeyConflictDialogProps) {
  const { before, theirs, yours, venues, isBusy, problem, onClose, onTakeTheirs, onApplyMine } = props;
  const differences = differencesOf(draftOf(before), draftOf(theirs), yours);
  const isRevoked = theirs.status === "revoked";
  return (
    <Dialog
      title="The key was changed meanwhile"
      isWide
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onTakeTheirs} disabled={isBusy}>
            Use their version
          </button>
          <button type="button" class="button button-primary" onClick={onApplyMine} disabled={isBusy || isRevoked}>
            Apply my changes
          </button>
        </>
      }
    >
      <div class="stack">
        <p>
          {isRevoked
            ? "Somebody revoked it, so it can no longer be changed. Your changes were not saved."
            : `Somebody saved version ${theirs.version} on ${formatDateTime(theirs.updatedAt)}. Your changes were not saved. Using their version discards them; applying them changes only what you edited, on top of their version.`}
        </p>
        <ProblemNotice problem={problem} />
        <ScrollRegion label="What changed">
          <DataTable
            caption="What changed"
            isFolding
            rows={differences}
            rowKey={({ member }) => member}
            emptyText="No field of this form differs. Its revoke was scheduled, cancelled or carried out."
            columns={[
              {
                name: "Field",
                isRowHeader: true,
                cell: ({ member, isContested }) => (
                  <>
                    {NAMES[member]}
                    {isContested && <span class="badge badge-warn contested">both changed it</span>}
                  </>
                ),
              },
              { name: "Before", cell: (each) => valueText(each.member, each.before, venues) },
              {
                name: "Theirs",
                cell: (each) => valueText(each.member, each.theirs, venues),
                cellClass: (each) => mark(each.before, each.theirs),
              },
              {
                name: "Yours",
                cell: (each) => valueText(each.member, each.yours, venues),
                cellClass: (each) => mark(each.before, each.yours),
              },
            ]}
          />
        </ScrollRegion>
      </div>
    </Dialog>
  );
}

function mark(was: unknown, is: unknown): string {
  return JSON.stringify(was) === JSON.stringify(is) ? "" : "changed";
}

function valueText(member: Member, value: KeyDraft[Member], venues: VenueSummary[]): string {
  if (member === "groups") return groupsText(value as Groups);
  if (value === null) return "default";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((each) => venueName(venues, each)).join(", ");
  return limitText(value);
}

function limitText({ requests, windowSeconds, burst }: LimitDraft): string {
  const window = /^\d+$/.test(windowSeconds) ? formatSeconds(Number(windowSeconds)) : windowSeconds;
  return `${requests} in ${window}${burst === "" ? "" : `, ${burst} at once`}`;
}
