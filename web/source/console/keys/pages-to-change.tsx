// What to do with pages that name a key, while it is being replaced or before it is revoked.

import type { Client } from "@seatpreview/client";
import { CopyableText } from "../../design/copy-button";
import { WarningIcon } from "../../design/icons";
import type { CallerInfo } from "../shell/screen-props";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ApiKey } from "./draft";
import { EmbedSnippet } from "./embed-code";
import { pageUsesText } from "./page-uses";
import { missingForEmbedding } from "./snippets";

/** What the screens of a key need for the element that its pages have to hold. */
export type PagesContext = { api: Client; caller: CallerInfo; venues: VenueSummary[] };

/** Says before a rotation that pages name the key, and how many requests do. */
export function PagesNameKey({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div class="note note-warn">
      <WarningIcon />
      <div>
        <strong>Pages may use this key without its secret.</strong> They name its id, and the replacement has another
        one: change it in every page before the old key expires, or they show no views. Requests of pages:{" "}
        {pageUsesText(apiKey, Date.now())}.
      </div>
    </div>
  );
}

/** Says after a rotation which id pages have to name, with the element to copy. */
export function NewIdForPages(props: PagesContext & { apiKey: ApiKey; newKeyId: string }) {
  const { apiKey, newKeyId, ...context } = props;
  const replacement = { ...apiKey, keyId: newKeyId };
  return (
    <div class="stack-small">
      <p>
        In your pages, write <CopyableText text={newKeyId} name="new keyId" /> in place of <code>{apiKey.keyId}</code>.
      </p>
      {missingForEmbedding(apiKey) === null && <EmbedSnippet {...context} apiKey={replacement} />}
    </div>
  );
}
