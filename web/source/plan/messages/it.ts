// The texts of the map in Italian.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const ITALIAN: MapMessages = {
  wholeVenue: "Tutta la mappa",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} posti`];
    if (value !== null) parts.push(`valore ${value}`);
    if (isClosed) parts.push("chiuso");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Fila ${row}`,
  seat: (row, seat) => (row === null ? `Posto ${seat}` : `Fila ${row}, posto ${seat}`),
  notPlaced: "Settori non presenti sulla mappa",
  schematic: "La posizione di questo settore non è nota. Le sue file sono mostrate in modo schematico.",
  tooMany: "Scegli una fila per vedere i suoi posti.",
  levels: "Livelli",
  allLevels: "Tutti i livelli",
  values: "Dal minimo al massimo",
  here: "Il tuo posto",
  hereSeveral: "I tuoi posti",
  properties: {
    wheelchair: "posto per sedia a rotelle",
    companion: "posto per accompagnatore",
    stepFree: "accesso senza gradini",
    easyAccess: "accesso facile",
    restrictedView: "visibilità ridotta",
    aisle: "posto sul corridoio",
    limitedLegroom: "spazio ridotto per le gambe",
  },
  seatKinds: "Tipi di posti",
  filter: "Mostra solo questi tipi di posti",
  seatsFound: (count) => (count === 1 ? "1 posto trovato" : `${count.toLocaleString("it")} posti trovati`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "punto d’attenzione";
    const on = levels === 1 ? "un livello" : `${levels} livelli`;
    return `${plan.sections.length} settori su ${on}, ${seatCount(plan)} posti, visti dall’alto. Tutti i posti sono rivolti verso: ${focus}.`;
  },
  keys: "Le frecce portano da un settore all’altro, Invio ne sceglie uno, Esc mostra di nuovo tutta la mappa.",
};
