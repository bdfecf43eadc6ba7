// The screen of one venue, with its tabs.

import type { Client, ExportVenueQuery } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { CopyableText } from "../../design/copy-button";
import { DownIcon } from "../../design/icons";
import type { Json } from "../../layouts/written-json";
import { DesignerTab } from "../designer/designer-tab";
import { keepHistory } from "../designer/kept-history";
import { RulesTab } from "../label-rules/rules-tab";
import type { GuidePage } from "../shell/guide-pages";
import { Named, useNames } from "../shell/names";
import { may, isOwner as ownsVenue, refusalOf } from "../shell/permissions";
import { Refusal } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { ScreenHeader } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { useUnsavedChanges } from "../shell/unsaved-changes";
import { useAction, useRequest } from "../shell/use-request";
import { useWatched } from "../shell/watched";
import { AliasTab } from "./aliases-tab";
import { readDraft, type StoredDraft } from "./draft";
import { useIsChanged } from "./draft-bar";
import { DraftConflictDialog } from "./draft-conflict-dialog";
import { DraftSaver } from "./draft-saver";
import { GrantTab } from "./grants-tab";
import { ImageryTab } from "./imagery-tab";
import { type KeyNames, useKeyNames } from "./key-names";
import { WithLivePlan } from "./live-plan";
import { MapTab } from "./map-tab";
import { PreviewTab } from "./preview-tab";
import { PublishDialog } from "./publish-dialog";
import { recordOf, type StoredVenue, storedVenue, type Venue } from "./record";
import { RecordDocument } from "./record-document";
import { type PlaceAsked, RecordTab } from "./record-tab";
import { fileName, saveFile } from "./save-file";
import { type Tab, Tabs } from "./tabs";
import { ArchivedNote, VenueMenu } from "./venue-menu";
import { VersionsTab } from "./versions-tab";
import { SavedWarnings } from "./warning-list";

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

/** The tabs of a loaded venue. The record is kept here, so that what is changed in one tab is seen in all. */
function OpenVenue(props: DetailProps & { loaded: LoadedVenue }) {
  const { api, caller } = props;
  const [saver] = useState(() => saverOf(props));
  const { designer } = saver.document;
  const stored = useWatched(saver.stored);
  const draft = useWatched(saver.draft);
  const { venue } = stored;
  const isOwner = ownsVenue(caller, venue);
  const [hasRuleChanges, setRuleChanges] = useState(false);
  const [placeAsked, askForPlace] = useState<PlaceAsked | null>(null);
  const refusal = refusalOf(caller, "putDraft", { venue });
  const shown = TABS.find((tab) => tab === props.tab && (tab !== "design" || refusal === null)) ?? firstTab(refusal);
  const isArchived = venue.archivedAt !== null;
  const isChanged = useIsChanged(saver);
  const nameOf = useKeyNames(api, caller, venue.tenantId);
  useUnsavedChanges(isChanged || hasRuleChanges);
  useEffect(() => (refusal === null ? saver.start() : undefined), [saver, refusal]);
  useEffect(() => (refusal === null ? keepHistory(designer, venue.venueId) : undefined), [designer, refusal]);

  const address = { query: props.query, setQuery: props.setQuery };
  const show = (tab: string) => props.go(`/venues/${venue.venueId}/${tab}`);
  const onStored = (next: StoredVenue) => saver.venueChanged(next);
  const own = { api, caller, stored, onStored, isOwner };
  const drafting = { saver, nameOf };
  const showPlace = (pointer: string | null) => {
    show("record");
    askForPlace({ pointer });
  };
  const tabs: Tab[] = [
    {
      id: "map",
      title: "Map",
      panel: () => (
        <MapTab
          designer={designer}
          isShown={shown === "map"}
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
      panel: () => <RecordTab {...own} {...drafting} isShown={shown === "record"} placeAsked={placeAsked} />,
    },
    {
      id: "rules",
      title: "Rules",
      mark: hasRuleChanges ? "not published" : null,
      panel: () => (
        <WithLivePlan designer={designer} isShown={shown === "rules"}>
          {(plan) => <RulesTab {...own} saver={saver} plan={plan} onChanged={setRuleChanges} />}
        </WithLivePlan>
      ),
    },
    { id: "versions", title: "Versions", panel: () => <VersionsTab {...own} {...address} isChanged={isChanged} /> },
    { id: "imagery", title: "Imagery", panel: () => <ImageryTab {...own} /> },
    {
      id: "aliases",
      title: "Aliases",
      panel: () => (
        <WithLivePlan designer={designer} isShown={shown === "aliases"}>
          {(plan) => <AliasTab {...own} plan={plan} />}
        </WithLivePlan>
      ),
    },
    { id: "grants", title: "Grants", panel: () => <GrantTab {...own} /> },
    {
      id: "preview",
      title: "Preview",
      panel: () => <PreviewTab {...own} isChanged={isChanged || hasRuleChanges} isDraft={draft !== null} />,
    },
  ];
  if (refusal === null) {
    tabs.unshift({
      id: "design",
      title: "Design",
      panel: () => (
        <DesignerTab {...own} {...drafting} designer={designer} draft={draft} onShowFault={() => showPlace(null)} />
      ),
    });
  }
  return (
    <>
      <ScreenHeader
        isFlat
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
            {caller.tenantId === null && <Owner api={api} caller={caller} tenantId={venue.tenantId} />}
            {isArchived && <span class="badge badge-warn">archived</span>}
            {!isOwner && <span class="badge">granted to you: read only</span>}
          </span>
        }
        actions={
          <>
            <ExportMenu api={api} venue={venue} />
            <VenueMenu api={api} caller={caller} venue={venue} saver={saver} onStored={onStored} go={props.go} />
          </>
        }
      />
      {isArchived && <ArchivedNote api={api} caller={caller} venue={venue} onStored={onStored} />}
      {props.tab === "design" && refusal !== null && <Refusal reason={`The designer is not shown. ${refusal}`} />}
      <SavedWarnings venueId={venue.venueId} onJump={showPlace} />
      <Tabs tabs={tabs} shown={shown} onShow={show} />
      <DraftDialogs api={api} {...drafting} onJump={showPlace} />
    </>
  );
}

/** Whose venue it is, for who sees those of all tenants. */
function Owner({ api, caller, tenantId }: Pick<ScreenProps, "api" | "caller"> & { tenantId: string }) {
  return (
    <span class="row">
      owned by <Named name={useNames(api, caller).tenant(tenantId)} id={tenantId} noun="tenantId" />
    </span>
  );
}

/** Who may change the venue begins where it is drawn; others see its map. */
function firstTab(refusal: string | null): "design" | "map" {
  return refusal === null ? "design" : "map";
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

function saverOf({ api, loaded: { stored, draft } }: DetailProps & { loaded: LoadedVenue }): DraftSaver {
  const record = (draft?.record ?? recordOf(stored.venue)) as Json;
  return new DraftSaver(api, new RecordDocument(record), stored, draft);
}

type DraftDialogsProps = {
  api: Client;
  saver: DraftSaver;
  nameOf: KeyNames;
  /** Shows the place of the record that a pointer names. */
  onJump: (pointer: string) => void;
};

/** The dialogs about a venue's draft that any of its tabs may lead to: what somebody else did meanwhile, and publishing. */
function DraftDialogs({ api, saver, nameOf, onJump }: DraftDialogsProps) {
  const conflict = useWatched(saver.conflict);
  const publishing = useWatched(saver.publishing);
  return (
    <>
      {conflict !== null && (
        <DraftConflictDialog
          conflict={conflict}
          nameOf={nameOf}
          onResolve={(record) => void saver.resolve(record, conflict)}
          onTakeTheirs={() => saver.takeTheirs(conflict)}
          onClose={() => saver.conflict.set(null)}
        />
      )}
      {publishing !== null && (
        <PublishDialog
          api={api}
          venueId={saver.stored.value.venue.venueId}
          published={recordOf(saver.stored.value.venue)}
          draft={publishing}
          onPublished={(version) => saver.finishPublish(version)}
          onOutdated={() => void saver.explain()}
          onJump={(pointer) => {
            saver.publishing.set(null);
            onJump(pointer);
          }}
          onClose={() => saver.publishing.set(null)}
        />
      )}
    </>
  );
}

type ExportFormat = NonNullable<ExportVenueQuery["format"]>;

const FORMATS: readonly { format: ExportFormat; text: string; ending: string }[] = [
  { format: "csv", text: "Table of seats (CSV)", ending: "csv" },
  { format: "xlsx", text: "Table of seats (XLSX)", ending: "xlsx" },
  { format: "pretix", text: "Seating plan of pretix", ending: "pretix.json" },
  { format: "geojson", text: "Map (GeoJSON)", ending: "geojson" },
  { format: "svg", text: "Map (SVG)", ending: "svg" },
  { format: "json", text: "Record (JSON)", ending: "json" },
];

/** What is exported is the venue as it is stored, without changes that were not saved. */
function ExportMenu({ api, venue }: { api: Client; venue: Venue }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current?.open) menu.current.querySelector("summary")?.focus();
    menu.current?.removeAttribute("open");
  };
  const exporting = useAction(async (format: ExportFormat, ending: string) => {
    saveFile(await api.venues.export(venue.venueId, { format }), `${fileName(venue.name)}.${ending}`);
    close();
  });
  return (
    <details class="export-menu" ref={menu} onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary class="button">
        Export <DownIcon />
      </summary>
      <div class="export-menu-list card">
        {FORMATS.map(({ format, text, ending }) => (
          <button
            key={format}
            type="button"
            class="button button-quiet"
            disabled={exporting.isBusy}
            onClick={() => void exporting.run(format, ending)}
          >
            {text}
          </button>
        ))}
        <ProblemNotice problem={exporting.problem} />
      </div>
    </details>
  );
}
