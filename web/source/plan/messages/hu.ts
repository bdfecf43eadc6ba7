// The texts of the map in Hungarian.
import { ordinal } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const HUNGARIAN: MapMessages = {
  wholeVenue: "Az egész helyszín",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} szék`];
    if (value !== null) parts.push(`érték: ${value}`);
    if (isClosed) parts.push("zárva");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `${ordinal(row)} sor`,
  seat: (row, seat) => (row === null ? `${ordinal(seat)} szék` : `${ordinal(row)} sor, ${ordinal(seat)} szék`),
  notPlaced: "A térképen nem szereplő szektorok",
  schematic: "Ennek a szektornak a helye nem ismert. A sorok vázlatosak.",
  tooMany: "Válasszon sort a székek megtekintéséhez.",
  levels: "Szintek",
  allLevels: "Minden szint",
  values: "A legkisebbtől a legnagyobbig",
  here: "Az Ön széke",
  hereSeveral: "Az Ön székei",
  properties: {
    wheelchair: "kerekesszékes hely",
    companion: "kísérőszék",
    stepFree: "lépcsőmentes megközelítés",
    easyAccess: "könnyű megközelítés",
    restrictedView: "korlátozott kilátás",
    aisle: "szék a folyosónál",
    limitedLegroom: "kevés hely a lábaknak",
  },
  seatKinds: "Székfajták",
  filter: "Csak ilyen székek mutatása",
  seatsFound: (count) => `${count.toLocaleString("hu")} szék található`,
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Középpont";
    return `Felülnézet. Szektorok: ${plan.sections.length}, szintek: ${levels}, székek: ${seatCount(plan)}. Minden szék erre néz: ${focus}.`;
  },
  keys: "A nyilak szektorról szektorra lépnek, az Enter választ, az Escape újra az egész helyszínt mutatja.",
};
