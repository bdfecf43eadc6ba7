// The texts of the map in German.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const GERMAN: MapMessages = {
  wholeVenue: "Ganzer Plan",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} Plätze`];
    if (value !== null) parts.push(`Wert ${value}`);
    if (isClosed) parts.push("geschlossen");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Reihe ${row}`,
  seat: (row, seat) => (row === null ? `Platz ${seat}` : `Reihe ${row}, Platz ${seat}`),
  notPlaced: "Blöcke, die nicht auf dem Plan sind",
  schematic: "Die Lage dieses Blocks ist nicht bekannt. Seine Reihen sind schematisch gezeichnet.",
  tooMany: "Wählen Sie eine Reihe, um ihre Plätze zu sehen.",
  levels: "Ränge",
  allLevels: "Alle Ränge",
  values: "Von wenig bis viel",
  here: "Ihr Platz",
  hereSeveral: "Ihre Plätze",
  properties: {
    wheelchair: "Rollstuhlplatz",
    companion: "Begleitplatz",
    stepFree: "stufenlos erreichbar",
    easyAccess: "leicht zugänglich",
    restrictedView: "eingeschränkte Sicht",
    aisle: "Platz am Gang",
    limitedLegroom: "wenig Beinfreiheit",
  },
  seatKinds: "Arten von Plätzen",
  filter: "Nur diese Arten von Plätzen zeigen",
  seatsFound: (count) => (count === 1 ? "1 Platz gefunden" : `${count.toLocaleString("de")} Plätze gefunden`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Blickpunkt";
    const ranks = levels === 1 ? "einem Rang" : `${levels} Rängen`;
    return `${plan.sections.length} Blöcke auf ${ranks}, ${seatCount(plan)} Plätze, von oben gesehen. Alle Plätze sind ausgerichtet auf: ${focus}.`;
  },
  keys: "Pfeiltasten führen von Block zu Block, die Eingabetaste wählt einen, Escape zeigt wieder den ganzen Plan.",
};
