// The texts of the map in Dutch.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const DUTCH: MapMessages = {
  wholeVenue: "Hele plattegrond",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `capaciteit ${section.capacity}`];
    if (value !== null) parts.push(`waarde ${value}`);
    if (isClosed) parts.push("gesloten");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rij ${row}`,
  seat: (row, seat) => (row === null ? `Stoel ${seat}` : `Rij ${row}, stoel ${seat}`),
  notPlaced: "Vakken die niet op de plattegrond staan",
  schematic: "De ligging van dit vak is niet bekend. De rijen zijn schematisch getekend.",
  tooMany: "Kies een rij om de stoelen te zien.",
  levels: "Niveaus",
  allLevels: "Alle niveaus",
  values: "Van minst naar meest",
  here: "Je stoel",
  hereSeveral: "Je stoelen",
  properties: {
    wheelchair: "rolstoelplaats",
    companion: "begeleidersplaats",
    stepFree: "drempelvrij bereikbaar",
    easyAccess: "makkelijk toegankelijk",
    restrictedView: "beperkt zicht",
    aisle: "stoel aan het gangpad",
    limitedLegroom: "beperkte beenruimte",
  },
  seatKinds: "Soorten stoelen",
  filter: "Alleen deze soorten stoelen tonen",
  seatsFound: (count) => (count === 1 ? "1 stoel gevonden" : `${count.toLocaleString("nl")} stoelen gevonden`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "middelpunt";
    const on = levels === 1 ? "één niveau" : `${levels} niveaus`;
    return `${plan.sections.length} vakken op ${on}, ${seatCount(plan)} stoelen, van bovenaf gezien. Alle stoelen kijken naar: ${focus}.`;
  },
  keys: "Met de pijltjestoetsen ga je van vak naar vak, met Enter kies je er een, met Escape zie je weer de hele plattegrond.",
};
