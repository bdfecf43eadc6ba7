// One venue: its record, and the tabs in which it is looked at and changed.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Workshop } from "../label-rules/rules-tab";
import { Copyable } from "../shell/copy-button";
import { Trouble } from "../shell/problem-notice";
import { hashOf } from "../shell/route";
import { Head } from "../shell/screen-header";
import type { ScreenProps } from "../shell/screen-props";
import { useUnsaved } from "../shell/unsaved-changes";
import { useAsked } from "../shell/use-request";
import { AliasTab } from "./aliases-tab";
import { GrantTab } from "./grants-tab";
import { ImageryTab } from "./imagery-tab";
import { useFollowedPlan } from "./live-plan";
import { MapTab } from "./map-tab";
import { PreviewTab } from "./preview-tab";
import { recordOf, type SeatKeys, type Stored, type Venue, written } from "./record";
import { RecordTab } from "./record-tab";
import { type Tab, Tabs } from "./tabs";

type DetailProps = ScreenProps & { venueId: string; tab: string | null };

export function VenueDetail(props: DetailProps) {
  const { api, venueId } = props;
  const asked = useAsked<Stored>(
    (signal) =>
      api.get<Venue>(`/manage/venues/${venueId}`, { signal }).then(({ data, etag }) => ({ venue: data, etag })),
    [venueId],
  );
  if (asked.data === undefined) {
    return (
      <>
        <Head title="Venue" up={{ path: "/venues", name: "Venues" }} />
        <Trouble problem={asked.problem} onRetry={asked.again} />
        {asked.problem === undefined && <div class="ghost venues-ghost" aria-hidden="true" />}
      </>
    );
  }
  return <OpenVenue {...props} stored={asked.data} onStored={asked.put} />;
}

/** What the tabs work on. The record's text is kept here, so that the map follows it while it is written. */
function OpenVenue(props: DetailProps & { stored: Stored; onStored: (stored: Stored) => void }) {
  const { api, caller, stored } = props;
  const { venue } = stored;
  const isOwner = caller.scope === "admin" || caller.tenantId === venue.tenantId;
  const storedText = useMemo(() => written(recordOf(venue)), [venue]);
  const [text, setText] = useState(storedText);
  const [hasRules, setRulesChanged] = useState(false);
  const [shown, setShown] = useState(TABS.includes(props.tab ?? "") ? (props.tab as string) : "map");
  const isChanged = text !== storedText;
  const before = useRef(storedText);
  useUnsaved(isChanged || hasRules);

  useEffect(() => {
    if (before.current === storedText) return;
    // Stored by another tab: text that was being written is kept, with what that tab has stored put in.
    setText((written) => (written === before.current ? storedText : (merged(written, venue) ?? written)));
    before.current = storedText;
  }, [storedText]);

  const followed = useFollowedPlan(text);
  const show = (tab: string) => {
    setShown(tab);
    // Not by the address's own event: moving between tabs is not leaving.
    history.replaceState(null, "", hashOf(`/venues/${venue.venueId}/${tab}`));
  };
  const own = { api, stored, onStored: props.onStored, isOwner };
  const tabs: Tab[] = [
    {
      id: "map",
      title: "Map",
      panel: () => <MapTab followed={followed} isChanged={isChanged} onEdit={() => show("record")} />,
    },
    {
      id: "record",
      title: "Record",
      mark: isChanged ? "not saved" : null,
      panel: () => <RecordTab {...own} text={text} onText={setText} storedText={storedText} followed={followed} />,
    },
    {
      id: "rules",
      title: "Rules",
      mark: hasRules ? "not published" : null,
      panel: () => <Workshop {...own} plan={followed.plan} onChanged={setRulesChanged} />,
    },
    { id: "imagery", title: "Imagery", panel: () => <ImageryTab {...own} /> },
    { id: "aliases", title: "Aliases", panel: () => <AliasTab {...own} caller={caller} plan={followed.plan} /> },
    { id: "grants", title: "Grants", panel: () => <GrantTab {...own} caller={caller} /> },
    { id: "preview", title: "Preview", panel: () => <PreviewTab {...own} caller={caller} /> },
  ];
  return (
    <>
      <Head
        title={venue.name}
        up={{ path: "/venues", name: "Venues" }}
        about={
          <span class="row small">
            <Copyable text={venue.venueId} name="venue id" />
            <span>
              {venue.seatCount.toLocaleString()} seats · version {venue.version} · {venue.timezone}
            </span>
            {!isOwner && <span class="badge">granted to you: read only</span>}
          </span>
        }
      />
      <Tabs tabs={tabs} shown={shown} onShow={show} />
    </>
  );
}

const TABS = ["map", "record", "rules", "imagery", "aliases", "grants", "preview"];

/** Text that is being written, with the aliases and label rules that are stored; null where it is not JSON now. */
function merged(text: string, venue: Venue): string | null {
  try {
    const record = JSON.parse(text) as { rules?: { seatKeys?: SeatKeys } };
    const rules = { ...record.rules, seatKeys: venue.rules.seatKeys };
    return written({ ...record, aliases: venue.aliases, rules });
  } catch {
    return null;
  }
}
