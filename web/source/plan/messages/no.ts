// The texts of the map in Norwegian.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const NORWEGIAN: MapMessages = {
  wholeVenue: "Hele stedet",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("no", section.capacity, { one: `${section.capacity} sete`, other: `${section.capacity} seter` }),
    ];
    if (value !== null) parts.push(`verdi ${value}`);
    if (isClosed) parts.push("stengt");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rad ${row}`,
  seat: (row, seat) => (row === null ? `Sete ${seat}` : `Rad ${row}, sete ${seat}`),
  notPlaced: "Felt som ikke er på kartet",
  schematic: "Plasseringen av feltet er ikke kjent. Radene vises skjematisk.",
  tooMany: "Velg en rad for å se setene.",
  levels: "Etasjer",
  allLevels: "Alle etasjer",
  values: "Fra minst til mest",
  here: "Ditt sete",
  hereSeveral: "Dine seter",
  properties: {
    wheelchair: "rullestolplass",
    companion: "ledsagersete",
    stepFree: "trinnfri adkomst",
    easyAccess: "lett adkomst",
    restrictedView: "begrenset sikt",
    aisle: "sete ved midtgangen",
    limitedLegroom: "liten beinplass",
  },
  seatKinds: "Typer seter",
  filter: "Vis bare disse typene seter",
  seatsFound: (count) =>
    plural("no", count, {
      one: `${count.toLocaleString("no")} sete funnet`,
      other: `${count.toLocaleString("no")} seter funnet`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Blikkpunkt";
    return `Sett ovenfra. Felt: ${plan.sections.length}, etasjer: ${levels}, seter: ${seatCount(plan)}. Alle seter vender mot: ${focus}.`;
  },
  keys: "Piltastene går fra felt til felt, Enter velger et, Escape viser hele stedet igjen.",
};
