// The notice that something is in the way of a view, with its reason. It stands high in the sheet.
import { WarningIcon } from "../design/icons";
import type { Messages } from "./messages";
import type { Preview } from "./types";

type Restriction = { reason: string | null; source?: "owner" | "computed" };

export function RestrictionNotice({ preview, messages }: { preview: Preview; messages: Messages }) {
  const restriction = restrictionOf(preview);
  if (restriction === null) return null;
  return (
    <p class="restriction">
      <WarningIcon />
      <span>
        <strong>{messages.venueMap.properties.restrictedView}</strong>
        {restriction.reason !== null && (
          <span class={`restriction-reason is-${restriction.source ?? "owner"}`}>{restriction.reason}</span>
        )}
      </span>
    </p>
  );
}

/** Why the view is restricted: as the service computed it or, from an older one, as the venue marked the seat. */
export function restrictionOf({ seat, sightline }: Pick<Preview, "seat" | "sightline">): Restriction | null {
  const { restriction } = sightline as { restriction?: Restriction | null };
  if (restriction != null) return restriction;
  const { properties = [], viewNote = null } = seat as { properties?: readonly string[]; viewNote?: string | null };
  return properties.includes("restrictedView") ? { reason: viewNote } : null;
}
