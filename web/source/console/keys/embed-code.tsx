// The HTML snippet that embeds the viewer with this key, or what is still missing for that.

import type { Client } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { CopyButton } from "../../design/copy-button";
import { SelectField } from "../shell/form-fields";
import { may } from "../shell/permissions";
import type { CallerInfo } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ApiKey } from "./draft";
import { embedHtml, missingForEmbedding, venuesOfKey } from "./snippets";

/** An example of a label, used if the venue has no seats yet. */
const ANY_SEAT = "Section 102, Row C, Seat 4";

type EmbedCodeProps = { api: Client; caller: CallerInfo; apiKey: ApiKey; venues: VenueSummary[] };

export function EmbedCode(props: EmbedCodeProps) {
  return (
    <section class="card panel" aria-labelledby="embedding">
      <h2 id="embedding">Embed on a page</h2>
      <EmbedSnippet {...props} />
    </section>
  );
}

/** The HTML to copy, for a venue that can be chosen. */
export function EmbedSnippet({ api, caller, apiKey, venues }: EmbedCodeProps) {
  const usable = venuesOfKey(apiKey, venues, caller);
  const [venueId, setVenueId] = useState("");
  const chosen = venueId === "" ? usable[0]?.venueId : venueId;
  const missing = missingForEmbedding(apiKey);
  const seat = useRequest(
    async (signal) =>
      chosen === undefined || !may(caller, "listSeats") ? ANY_SEAT : await firstSeat(api, chosen, signal),
    [chosen],
  );
  return (
    <>
      {missing !== null && <p class="soft">To embed the viewer with this key: {missing}</p>}
      {missing === null && chosen === undefined && <p class="soft">The key cannot use any venue yet.</p>}
      {missing === null && chosen !== undefined && (
        <>
          {usable.length > 1 && (
            <SelectField
              label="Venue"
              value={chosen}
              choices={usable.map((venue) => ({ value: venue.venueId, text: venue.name }))}
              onValue={setVenueId}
            />
          )}
          <CodeSnippet text={embedHtml(location.origin, apiKey, chosen, seat.data ?? ANY_SEAT)} name="HTML" />
          <p class="soft small">
            On {apiKey.allowedOrigins.join(", ")}. The seat can be any label that the venue knows.
          </p>
        </>
      )}
    </>
  );
}

/** Fetches an existing seat, so that the pasted snippet shows something. */
async function firstSeat(api: Client, venue: string, signal: AbortSignal): Promise<string> {
  const { data } = await api.seats.list({ venue, limit: 1 }, { signal }).page();
  return data[0]?.key ?? ANY_SEAT;
}

/** A block of code with a button that copies it. */
export function CodeSnippet({ text, name, onCopied }: { text: string; name: string; onCopied?: () => void }) {
  return (
    <div class="lines-to-paste">
      <pre role="region" tabIndex={0} aria-label={name}>
        {text}
      </pre>
      <CopyButton text={text} {...(onCopied === undefined ? {} : { onCopied })} />
    </div>
  );
}
