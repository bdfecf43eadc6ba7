// The screen of one venue, with its tabs.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CopyableText } from "../../design/copy-button";
import { DesignerTab } from "../designer/designer-tab";
import { RulesTab } from "../label-rules/rules-tab";
import type { GuidePage } from "../shell/guide-pages";
import { may, isOwner as ownsVenue, refusalOf } from "../shell/permissions";
import { ProblemNotice } from "../shell/problem-notice";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { useUnsavedChanges } from "../shell/unsaved-changes";
import { useRequest } from "../shell/use-request";
import { AliasTab } from "./aliases-tab";
import { readDraft, type StoredDraft } from "./draft";
import { ExportMenu } from "./export-menu";
import { GrantTab } from "./grants-tab";
import { ImageryTab } from "./imagery-tab";
import { useLivePlan } from "./live-plan";
import { MapTab } from "./map-tab";
import { PreviewTab } from "./preview-tab";
import { formatRecord, recordOf, type SeatKeys, type StoredVenue, storedVenue, type Venue } from "./record";
import { RecordTab } from "./record-tab";
import { type Tab, Tabs } from "./tabs";
import { useDesigner } from "./use-designer";
import { ArchivedNote, VenueMenu } from "./venue-menu";
import { VersionsTab } from "./versions-tab";

type DetailProps = ScreenProps & { venueId: string; tab: string | null };

export function VenueDetail(props: DetailProps) {
  const { venueId } = props;
  const request = useRequest<LoadedVenue>((signal) => loadVenue(props, signal), [venueId]);
  if (request.data === undefined) {
    return (
      <>
        <ScreenHeader title="Venue" guide="venues" parent={{ path: "/venues", name: "Venues" }} />
        <ProblemNotice problem={request.problem} onRetry={request.reload} />
        {request.problem === undefined && <div class="ghost venues-ghost" aria-hidden="true" />}
      </>
    );
  }
  return <OpenVenue {...props} loaded={request.data} />;
}

type LoadedVenue = { stored: StoredVenue; draft: StoredDraft | null };

async function loadVenue({ api, caller, venueId }: DetailProps, signal: AbortSignal): Promise<LoadedVenue> {
  const stored = storedVenue(await api.venues.get(venueId, { signal }));
  return { stored, draft: may(caller, "getDraft", stored) ? await readDraft(api, venueId, signal) : null };
}

/** The tabs of a loaded venue. The record's text is kept here, so that the map follows it while it is edited. */
function OpenVenue(props: DetailProps & { loaded: LoadedVenue }) {
  const { api, caller, loaded } = props;
  const [stored, setStored] = useState(loaded.stored);
  const [draft, setDraft] = useState(loaded.draft);
  const { venue } = stored;
  const isOwner = ownsVenue(caller, venue);
  const storedText = useMemo(() => formatRecord(recordOf(venue)), [venue]);
  const savedText = useMemo(() => (draft === null ? storedText : formatRecord(draft.record)), [draft, storedText]);
  const [text, setText] = useState(savedText);
  const [hasRuleChanges, setRuleChanges] = useState(false);
  const refusal = refusalOf(caller, "replaceVenue", { venue });
  const shown = TABS.find((tab) => tab === props.tab) ?? "map";
  const isArchived = venue.archivedAt !== null;
  const isChanged = text !== savedText;
  const before = useRef(storedText);
  useUnsavedChanges(isChanged || hasRuleChanges);

  useEffect(() => {
    if (before.current === storedText) return;
    // Another tab saved the venue. Edited text is kept, with the saved aliases and label rules merged in. A draft is left
    // alone: its panel says that the venue has moved on.
    if (draft === null)
      setText((written) => (written === before.current ? storedText : (merged(written, venue) ?? written)));
    before.current = storedText;
  }, [storedText]);

  const livePlan = useLivePlan(text);
  const designer = useDesigner(text, setText);
  const address = { query: props.query, setQuery: props.setQuery };
  const show = (tab: string) => props.go(`/venues/${venue.venueId}/${tab}`);
  const own = { api, caller, stored, onStored: setStored, isOwner };
  const tabs: Tab[] = [
    {
      id: "map",
      title: "Map",
      panel: () => (
        <MapTab
          livePlan={livePlan}
          isChanged={isChanged}
          isDraft={draft !== null}
          refusal={refusal}
          onEdit={() => show("record")}
        />
      ),
    },
    {
      id: "record",
      title: "Record",
      mark: isChanged ? "not saved" : draft === null ? null : "draft",
      panel: () => (
        <RecordTab
          {...own}
          draft={draft}
          onDraft={setDraft}
          text={text}
          onText={setText}
          savedText={savedText}
          livePlan={livePlan}
        />
      ),
    },
    {
      id: "rules",
      title: "Rules",
      mark: hasRuleChanges ? "not published" : null,
      panel: () => <RulesTab {...own} plan={livePlan.plan} onChanged={setRuleChanges} />,
    },
    { id: "versions", title: "Versions", panel: () => <VersionsTab {...own} {...address} isChanged={isChanged} /> },
    { id: "imagery", title: "Imagery", panel: () => <ImageryTab {...own} /> },
    { id: "aliases", title: "Aliases", panel: () => <AliasTab {...own} plan={livePlan.plan} /> },
    { id: "grants", title: "Grants", panel: () => <GrantTab {...own} /> },
    {
      id: "preview",
      title: "Preview",
      panel: () => <PreviewTab {...own} isChanged={isChanged || hasRuleChanges} isDraft={draft !== null} />,
    },
  ];
  if (refusal === null) {
    tabs.push({
      id: "design",
      title: "Design",
      panel: () => <DesignerTab {...own} designer={designer} draft={draft} />,
    });
  }
  return (
    <>
      <ScreenHeader
        title={venue.name}
        guide={shown}
        part={tabs.find(({ id }) => id === shown)?.title}
        parent={{ path: "/venues", name: "Venues" }}
        description={
          <span class="row small">
            <CopyableText text={venue.venueId} name="venue id" />
            <span>
              {venue.seatCount.toLocaleString()} seats · version {venue.version} · {venue.timezone}
            </span>
            {isArchived && <span class="badge badge-warn">archived</span>}
            {!isOwner && <span class="badge">granted to you: read only</span>}
          </span>
        }
        actions={
          <>
            <ExportMenu api={api} venue={venue} />
            <VenueMenu api={api} caller={caller} venue={venue} onStored={setStored} go={props.go} />
          </>
        }
      />
      {isArchived && <ArchivedNote api={api} caller={caller} venue={venue} onStored={setStored} />}
      <Tabs tabs={tabs} shown={shown} onShow={show} />
    </>
  );
}

const TABS = [
  "design",
  "map",
  "record",
  "rules",
  "versions",
  "imagery",
  "aliases",
  "grants",
  "preview",
] as const satisfies readonly GuidePage[];

/** Merges the saved aliases and label rules into the edited text; null if the text is not JSON. */
function merged(text: string, venue: Venue): string | null {
  try {
    const record = JSON.parse(text) as { rules?: { seatKeys?: SeatKeys } };
    const rules = { ...record.rules, seatKeys: venue.rules.seatKeys };
    return formatRecord({ ...record, aliases: venue.aliases, rules });
  } catch {
    return null;
  }
}
