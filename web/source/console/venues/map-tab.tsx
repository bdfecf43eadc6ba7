// The map tab: the edited layout in any of its configurations.
import { useId, useMemo, useState } from "preact/hooks";

import { InfoIcon } from "../../design/icons";
import { ENGLISH } from "../../plan/map-messages";
import { keyOfIds, namedRows, type Picked, type Plan, PlanIndex, type PlanSection, seatCount } from "../../plan/plan";
import { locationPosition, seatPosition } from "../../plan/positions";
import {
  categoriesOf,
  foundSeats,
  kindTexts,
  propertiesOf,
  type SeatProperty,
  seatKind,
} from "../../plan/seat-properties";
import { VenueMap } from "../../plan/venue-map";
import type { Designer } from "../designer/designer";
import { Permitted } from "../shell/permitted";
import { ConfigurationSelect } from "./configuration-select";
import { type LivePlan, useLivePlan } from "./live-plan";

export function MapTab(props: {
  designer: Designer;
  isShown: boolean;
  isChanged: boolean;
  isDraft: boolean;
  /** Why the record can only be read; null if it can be changed. */
  refusal: string | null;
  onEdit: () => void;
}) {
  const livePlan = useLivePlan(props.designer, props.isShown);
  const { plan } = livePlan;
  const [picked, setPicked] = useState<Picked | null>(null);
  const section = picked === null ? null : new PlanIndex(plan).section(picked.section);
  // The map of a large hall is drawn again only when there is something else on it.
  const map = useMemo(
    () => (
      <VenueMap
        plan={plan}
        label={`Map of ${plan.name}`}
        selected={picked}
        place={placeOf(livePlan, picked)}
        onPick={(sectionId, row, seat) => setPicked({ section: sectionId, row, seat })}
      />
    ),
    [plan, picked],
  );
  if (plan.sections.length === 0) {
    return (
      <div class="card empty">
        <h2>No sections yet</h2>
        <p>
          The map is drawn from <code>rules.layout.sections</code> of the record: say which rows and seats a section
          has, and with <code>geometry</code> where it is.
        </p>
        <Permitted refusal={props.refusal}>
          <button type="button" class="button button-primary" onClick={props.onEdit}>
            Edit the record
          </button>
        </Permitted>
      </div>
    );
  }
  return (
    <div class="map-tab">
      <div class="card panel">
        <MapToolbar livePlan={livePlan} isChanged={props.isChanged} isDraft={props.isDraft} />
        {map}
      </div>
      <aside class="card panel map-about" aria-label="What was picked">
        {section === null || picked === null ? (
          <VenueFacts livePlan={livePlan} />
        ) : (
          <SectionFacts plan={plan} section={section} picked={picked} />
        )}
      </aside>
    </div>
  );
}

/** The toolbar above the map: the configuration, and whether the map is up to date with the text. */
export function MapToolbar(props: { livePlan: LivePlan; isChanged: boolean; isDraft: boolean }) {
  const { livePlan, isChanged, isDraft } = props;
  const { plan, fault } = livePlan;
  const selectId = useId();
  return (
    <div class="row map-bar">
      {plan.configurations.length > 0 && (
        <div class="row small">
          <label for={selectId}>Configuration</label>
          <ConfigurationSelect
            id={selectId}
            class="input map-select"
            configurations={plan.configurations}
            defaultId={plan.defaultConfiguration}
            value={livePlan.configuration}
            onValue={livePlan.setConfiguration}
          />
        </div>
      )}
      <span role="status" class="small">
        {fault !== null && (
          <span class="badge badge-warn">
            <InfoIcon /> Map not updated: {fault.pointer === "" ? "" : `${fault.pointer} `}
            {fault.detail}
          </span>
        )}
        {fault === null && isChanged && <span class="badge badge-accent">Shows unsaved changes</span>}
        {fault === null && !isChanged && isDraft && <span class="badge badge-accent">Shows the draft</span>}
      </span>
    </div>
  );
}

function VenueFacts({ livePlan: { plan } }: { livePlan: LivePlan }) {
  const levels = [...new Set(plan.sections.map((section) => section.level ?? ""))];
  return (
    <>
      <h2>{plan.name}</h2>
      <dl class="facts">
        <dt>Seats</dt>
        <dd>{seatCount(plan).toLocaleString()}</dd>
        <dt>Sections</dt>
        <dd>{plan.sections.length}</dd>
        <dt>Levels</dt>
        <dd>{levels.map((level) => level || "without a name").join(", ")}</dd>
        <dt>Focus</dt>
        <dd>{plan.focus.name ?? "without a name"}</dd>
        <SeatKindFacts plan={plan} />
      </dl>
      <p class="soft small">Pick a section to see its rows and seats. Arrow keys move between sections.</p>
    </>
  );
}

/** The categories and properties of the venue's seats with their numbers, and what an import has assumed. */
function SeatKindFacts({ plan }: { plan: Plan }) {
  const categories = categoriesOf(plan).map(({ id, name }) => `${name ?? id} (${countOf(plan, { categories: [id] })})`);
  const properties = propertiesOf(plan).map(
    (name) => `${ENGLISH.properties[name]} (${countOf(plan, { properties: [name] })})`,
  );
  return (
    <>
      {categories.length > 0 && (
        <>
          <dt>Categories</dt>
          <dd>{categories.join(", ")}</dd>
        </>
      )}
      {properties.length > 0 && (
        <>
          <dt>Properties</dt>
          <dd>{properties.join(", ")}</dd>
        </>
      )}
      {plan.assumed.length > 0 && (
        <>
          <dt>Not checked</dt>
          <dd>
            {plan.assumed.join(", ")}. An import assumed this: check it, and remove it from <code>assumed</code>.
          </dd>
        </>
      )}
    </>
  );
}

function countOf(plan: Plan, wanted: { properties?: SeatProperty[]; categories?: string[] }): string {
  const filter = { properties: new Set(wanted.properties), categories: new Set(wanted.categories) };
  return [...foundSeats(plan, filter).values()].reduce((sum, count) => sum + count, 0).toLocaleString();
}

function SectionFacts({ plan, section, picked }: { plan: Plan; section: PlanSection; picked: Picked }) {
  const spot = new PlanIndex(plan).locate(section.id, picked.row ?? null, picked.seat ?? null);
  const kind = spot?.slot == null ? null : seatKind(plan, section, spot.rowIndex ?? 0, spot.slot);
  const has = kind === null ? [] : kindTexts(plan, kind, ENGLISH.properties);
  const first = seatPosition(plan, section);
  const key = keyOfIds({ section: picked.section, row: picked.row ?? null, seat: picked.seat ?? null });
  return (
    <>
      <h2>{section.name}</h2>
      <dl class="facts">
        <dt>Key</dt>
        <dd>
          <code>{key}</code>
        </dd>
        <dt>Level</dt>
        <dd>{section.level || "without a name"}</dd>
        <dt>Kind</dt>
        <dd>{section.kind}</dd>
        <dt>Places</dt>
        <dd>{section.capacity.toLocaleString()}</dd>
        <dt>Rows</dt>
        <dd>{rowsOf(section)}</dd>
        {has.length > 0 && (
          <>
            <dt>This seat</dt>
            <dd>{has.join(", ")}</dd>
          </>
        )}
        {first !== null && (
          <>
            <dt>{namedRows(section).length === 0 ? "Position" : "First row"}</dt>
            <dd>
              {rounded(Math.hypot(first.x - plan.focus.x, first.y - plan.focus.y))} m away, {rounded(first.z)} m high
            </dd>
          </>
        )}
      </dl>
      {section.isClosed && <p class="badge badge-warn">Closed in this configuration</p>}
    </>
  );
}

function rounded(metres: number): number {
  return Math.round(metres * 10) / 10;
}

function rowsOf(section: PlanSection): string {
  const rows = namedRows(section);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return "none";
  return rows.length === 1 ? first.id : `${first.id} to ${last.id} (${rows.length})`;
}

function placeOf({ plan }: LivePlan, picked: Picked | null) {
  if (picked === null || (picked.row == null && picked.seat == null)) return null;
  const spot = new PlanIndex(plan).locate(picked.section, picked.row ?? null, picked.seat ?? null);
  return spot === null ? null : locationPosition(plan, spot);
}
