// The texts of the map in Spanish.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const SPANISH: MapMessages = {
  wholeVenue: "Todo el recinto",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} plazas`];
    if (value !== null) parts.push(`valor ${value}`);
    if (isClosed) parts.push("cerrado");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Fila ${row}`,
  seat: (row, seat) => (row === null ? `Asiento ${seat}` : `Fila ${row}, asiento ${seat}`),
  notPlaced: "Sectores que no están en el plano",
  schematic: "No se conoce la posición de este sector. Sus filas se muestran de forma esquemática.",
  tooMany: "Elige una fila para ver sus asientos.",
  levels: "Niveles",
  allLevels: "Todos los niveles",
  values: "De menos a más",
  here: "Tu asiento",
  hereSeveral: "Tus asientos",
  properties: {
    wheelchair: "espacio para silla de ruedas",
    companion: "asiento de acompañante",
    stepFree: "acceso sin escalones",
    easyAccess: "acceso fácil",
    restrictedView: "visibilidad reducida",
    aisle: "asiento de pasillo",
    limitedLegroom: "espacio reducido para las piernas",
  },
  seatKinds: "Tipos de asientos",
  filter: "Mostrar solo estos tipos de asientos",
  seatsFound: (count) => (count === 1 ? "1 asiento encontrado" : `${count.toLocaleString("es")} asientos encontrados`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "punto de atención";
    const on = levels === 1 ? "un nivel" : `${levels} niveles`;
    return `${plan.sections.length} sectores en ${on}, ${seatCount(plan)} asientos, vistos desde arriba. Todos los asientos miran hacia: ${focus}.`;
  },
  keys: "Las flechas llevan de sector en sector, Intro elige uno, Escape vuelve a mostrar todo el recinto.",
};
