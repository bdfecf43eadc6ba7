// The example venues of the program (src/seatpreview/venues/examples), which the command line offers too.
import index from "../../../../src/seatpreview/venues/examples/index.json";
import { smallHall } from "./small-hall";

type VenueRecord = Record<string, unknown>;

/** The small hall of the tutorial is written in this folder; the others are loaded when they are chosen. */
const SMALL_HALL = "hall";

const RECORDS: Record<string, () => Promise<{ default: VenueRecord }>> = {
  theatre: () => import("../../../../src/seatpreview/venues/examples/theatre.json"),
  stadium: () => import("../../../../src/seatpreview/venues/examples/stadium.json"),
  amphitheatre: () => import("../../../../src/seatpreview/venues/examples/amphitheatre.json"),
  club: () => import("../../../../src/seatpreview/venues/examples/club.json"),
};

export const EXAMPLES: readonly { id: string; title: string; description: string }[] = [
  { id: SMALL_HALL, title: "Small hall", description: "Stalls, a balcony and two boxes that you can adapt." },
  ...index,
];

/** The record of an example, under a name and a time zone of its own. */
export async function exampleRecord(id: string, name: string, timezone: string): Promise<VenueRecord> {
  const load = RECORDS[id];
  if (load === undefined) return smallHall(name, timezone);
  return { ...(await load()).default, name, timezone };
}

/** The configuration in which an example is shown. */
export function shownConfiguration(record: VenueRecord): string | null {
  const { rules } = record as {
    rules: { layout: { defaultConfiguration?: string; configurations?: { id: string }[] } };
  };
  return rules.layout.defaultConfiguration ?? rules.layout.configurations?.[0]?.id ?? null;
}
