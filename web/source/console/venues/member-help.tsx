// Help about the member at the caret, from the API's OpenAPI document.

import { addressOf, readJson, sendRequest } from "@seatpreview/client";
import { useMemo } from "preact/hooks";
import { problemText } from "../shell/problem-text";
import { type RequestState, useRequest } from "../shell/use-request";
import { type ApiDocument, helpFor } from "./schema-help";

/** Loads the OpenAPI document. */
export function useApiDocument(): RequestState<ApiDocument> {
  return useRequest(fetchDocument, []);
}

type MemberHelpProps = { request: RequestState<ApiDocument>; record: unknown; pointer: string };

export function MemberHelp(props: MemberHelpProps) {
  const { request } = props;
  const help = useMemo(
    () =>
      request.data === undefined ? null : helpFor(request.data, "ReplaceVenueRequest", props.record, props.pointer),
    [request.data, props.record, props.pointer],
  );
  if (help === null) {
    return (
      <p class="soft small">
        {request.problem === undefined ? "Loading the reference …" : problemText(request.problem)}
      </p>
    );
  }
  return (
    <div class="member-help" aria-live="polite">
      <p class="soft small">
        <code>{props.pointer === "" ? "/" : props.pointer}</code>
      </p>
      <h2>{help.name}</h2>
      <p class="row small">
        {help.types.map((type) => (
          <span key={type} class="badge">
            {type}
          </span>
        ))}
        {help.bounds.map((bounds) => (
          <span key={bounds} class="soft">
            {bounds}
          </span>
        ))}
      </p>
      {help.descriptions.map((text) => (
        <p key={text}>{plain(text)}</p>
      ))}
      {help.values.length > 0 && (
        <p>
          One of{" "}
          {help.values.map((value, index) => (
            <span key={value}>
              {index > 0 && ", "}
              <code>{value}</code>
            </span>
          ))}
        </p>
      )}
      {help.fallback !== null && (
        <p class="small">
          Default: <code>{help.fallback}</code>
        </p>
      )}
      {help.example !== null && (
        <p class="small">
          For example <code>{help.example}</code>
        </p>
      )}
      {help.members.length > 0 && (
        <dl class="members">
          {help.members.map((member) => (
            <div key={member.name}>
              <dt>
                <code>{member.name}</code>{" "}
                <span class="soft small">
                  {member.types.filter((type) => type !== "null").join(" or ")}
                  {member.isRequired ? ", required" : ""}
                </span>
              </dt>
              <dd class="small">{plain(member.description)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

async function fetchDocument(signal: AbortSignal): Promise<ApiDocument> {
  return readJson(await sendRequest(addressOf("", "/openapi.json"), { signal }));
}

/** Removes the backticks that descriptions use as Markdown. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}
