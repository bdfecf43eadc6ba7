// The preview tab: a label, its seat on the map, and the view from there in the viewer.

import type { Client, components } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { EyeIcon } from "../../design/icons";
import { keyOfIds, type Plan } from "../../plan/plan";
import { mapMarks, previewName, seatsOf } from "../../plan/previewed-seats";
import { VenueMap } from "../../plan/venue-map";
import { TextField } from "../shell/form-fields";
import { may, refusalOf } from "../shell/permissions";
import { Refusal } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import type { CallerInfo } from "../shell/screen-props";
import { useAction, useRequest } from "../shell/use-request";
import { BARE_HALL, ConfigurationSelect } from "./configuration-select";
import type { StoredVenue } from "./record";
import { ViewerFrame } from "./viewer-frame";

type Preview = components["schemas"]["Preview"];
/** A preview, and the label that it was requested by. */
type Shown = { preview: Preview; label: string };
type Key = components["schemas"]["ApiKey"];

type PreviewTabProps = {
  api: Client;
  stored: StoredVenue;
  caller: CallerInfo;
  /** Whether the record or the rules have changes that are not saved, which a preview cannot show. */
  isChanged: boolean;
  /** Whether the venue has a draft, which a preview does not show either. */
  isDraft: boolean;
};

export function PreviewTab(props: PreviewTabProps) {
  const refusal = refusalOf(props.caller, "previewSeat", props.stored);
  if (refusal === null) return <SeatPreview {...props} />;
  return (
    <div class="card panel">
      <Refusal reason={refusal} />
    </div>
  );
}

function SeatPreview(props: PreviewTabProps) {
  const { api, caller } = props;
  const { venue } = props.stored;
  // A venue that was only given a name has no layout yet.
  const layout: Partial<typeof venue.rules.layout> = venue.rules.layout ?? {};
  const { configurations = [] } = layout;
  const defaultId =
    layout.defaultConfiguration ?? (configurations.length === 1 ? (configurations[0]?.id ?? null) : null);
  const [label, setLabel] = useState("");
  const [configuration, setConfiguration] = useState<string | null>(defaultId);
  const [shown, setShown] = useState<Shown | null>(null);
  const query = { venue: venue.venueId, configuration: configuration ?? BARE_HALL };

  const plan = useRequest<Plan>((signal) => api.seats.plan(query, { signal }), [venue.version, configuration]);
  const key = useRequest<Key | null>(
    (signal) => (caller.keyId === null ? Promise.resolve(null) : api.keys.get(caller.keyId, { signal })),
    [caller.keyId],
  );
  const refusal = refusalOf(caller, "createSession", { venue });
  const session = useRequest(
    // Who tries a venue out here is no buyer: reports leave these events out.
    (signal) =>
      refusal === null ? api.sessions.create({ ...query, purpose: "staff" }, { signal }) : Promise.resolve(undefined),
    [venue.venueId, configuration],
  );
  const loadPreview = useAction(async (seat: string) => {
    // In the language and the units that the viewer beside it chooses by itself.
    const preview = await api.seats.preview({ ...query, seat, locale: navigator.language });
    setShown({ preview, label: seat });
  });
  useEffect(() => {
    if (shown !== null) void loadPreview.run(shown.label);
  }, [configuration]);

  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a small screen the view is below the map, so it is scrolled into view.
    if (shown !== null) view.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  const look = (text: string) => {
    setLabel(text);
    void loadPreview.run(text);
  };
  return (
    <div class="preview-tab">
      <div class="card panel">
        <SeatForm
          label={label}
          onLabel={setLabel}
          configurations={configurations}
          defaultId={defaultId}
          configuration={configuration}
          onConfiguration={setConfiguration}
          isBusy={loadPreview.isBusy}
          onSubmit={look}
        />
        {props.isChanged && (
          <p class="note note-warn">The preview shows the saved venue, without your unsaved changes.</p>
        )}
        {props.isDraft && !props.isChanged && (
          <p class="note note-warn">
            The preview shows the published venue. To look at the draft, choose “Open in viewer” on the tab Design.
          </p>
        )}
        <ProblemNotice problem={loadPreview.problem} />
        <ProblemNotice problem={plan.problem} onRetry={plan.reload} />
        {plan.data !== undefined && (
          <VenueMap
            plan={plan.data}
            label={`Map of ${venue.name}`}
            {...(shown === null ? {} : mapMarks(plan.data, shown.preview))}
            onPick={(section, row, seat) => {
              if (row !== null || seat !== null) look(keyOfIds({ section, row, seat }));
            }}
          />
        )}
      </div>
      <div class="card panel preview-view" ref={view}>
        <ProblemNotice problem={session.problem} onRetry={session.reload} />
        {shown === null ? (
          <div class="empty">
            <h2>The view from a seat</h2>
            <p>Type a label and press Enter, or pick a section on the map and then a seat.</p>
          </div>
        ) : (
          <>
            <p aria-live="polite">{shown.preview.description}</p>
            {refusal !== null && <Refusal reason={`The viewer is not shown here. ${refusal}`} />}
            {session.data !== undefined && key.data !== undefined && (
              <ViewerFrame
                session={session.data}
                seat={previewName(shown.preview, shown.label)}
                shownKeys={seatsOf(shown.preview).map((each) => each.key)}
                frames={key.data}
                mayChangeKey={key.data !== null && may(caller, "updateKey", { key: key.data })}
                onSeat={look}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}

type Configuration = { id: string; name?: string | null };

function SeatForm(props: {
  label: string;
  onLabel: (label: string) => void;
  configurations: Configuration[];
  defaultId: string | null;
  configuration: string | null;
  onConfiguration: (id: string | null) => void;
  isBusy: boolean;
  onSubmit: (label: string) => void;
}) {
  const { label, configurations } = props;
  return (
    <form
      class="preview-ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() !== "") props.onSubmit(label.trim());
      }}
    >
      <TextField
        label="Seat"
        help="A label as a ticket has it, of one seat or several, or a key such as 101/C/4. Or pick a seat on the map."
        value={label}
        onValue={props.onLabel}
      />
      {configurations.length > 0 && (
        <div class="field">
          <label class="field-label" for="preview-configuration">
            Configuration
          </label>
          <ConfigurationSelect
            id="preview-configuration"
            class="input"
            configurations={configurations}
            defaultId={props.defaultId}
            value={props.configuration}
            onValue={props.onConfiguration}
          />
        </div>
      )}
      <button type="submit" class="button button-primary" disabled={props.isBusy || label.trim() === ""}>
        <EyeIcon /> Show
      </button>
    </form>
  );
}
