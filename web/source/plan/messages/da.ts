// The texts of the map in Danish.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const DANISH: MapMessages = {
  wholeVenue: "Hele stedet",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("da", section.capacity, { one: `${section.capacity} plads`, other: `${section.capacity} pladser` }),
    ];
    if (value !== null) parts.push(`værdi ${value}`);
    if (isClosed) parts.push("lukket");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Række ${row}`,
  seat: (row, seat) => (row === null ? `Plads ${seat}` : `Række ${row}, plads ${seat}`),
  notPlaced: "Sektioner, der ikke er på oversigten",
  schematic: "Sektionens placering er ikke kendt. Rækkerne vises skematisk.",
  tooMany: "Vælg en række for at se dens pladser.",
  levels: "Etager",
  allLevels: "Alle etager",
  values: "Fra mindst til mest",
  here: "Din plads",
  hereSeveral: "Dine pladser",
  properties: {
    wheelchair: "kørestolsplads",
    companion: "ledsagerplads",
    stepFree: "trinfri adgang",
    easyAccess: "nem adgang",
    restrictedView: "begrænset udsyn",
    aisle: "plads ved gangen",
    limitedLegroom: "lidt benplads",
  },
  seatKinds: "Typer af pladser",
  filter: "Vis kun disse typer af pladser",
  seatsFound: (count) =>
    plural("da", count, {
      one: `${count.toLocaleString("da")} plads fundet`,
      other: `${count.toLocaleString("da")} pladser fundet`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Blikpunkt";
    return `Set fra oven. Sektioner: ${plan.sections.length}, etager: ${levels}, pladser: ${seatCount(plan)}. Alle pladser vender mod: ${focus}.`;
  },
  keys: "Piletasterne går fra sektion til sektion, Enter vælger en, Escape viser hele stedet igen.",
};
