// The texts of the map in Polish.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const POLISH: MapMessages = {
  wholeVenue: "Cały obiekt",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("pl", section.capacity, {
        one: `${section.capacity} miejsce`,
        few: `${section.capacity} miejsca`,
        other: `${section.capacity} miejsc`,
      }),
    ];
    if (value !== null) parts.push(`wartość ${value}`);
    if (isClosed) parts.push("zamknięty");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rząd ${row}`,
  seat: (row, seat) => (row === null ? `Miejsce ${seat}` : `Rząd ${row}, miejsce ${seat}`),
  notPlaced: "Sektory, których nie ma na planie",
  schematic: "Położenie tego sektora nie jest znane. Rzędy pokazano schematycznie.",
  tooMany: "Wybierz rząd, aby zobaczyć jego miejsca.",
  levels: "Poziomy",
  allLevels: "Wszystkie poziomy",
  values: "Od najmniejszej do największej",
  here: "Twoje miejsce",
  hereSeveral: "Twoje miejsca",
  properties: {
    wheelchair: "miejsce dla wózka",
    companion: "miejsce dla opiekuna",
    stepFree: "dostęp bez stopni",
    easyAccess: "łatwy dostęp",
    restrictedView: "ograniczona widoczność",
    aisle: "miejsce przy przejściu",
    limitedLegroom: "mało miejsca na nogi",
  },
  seatKinds: "Rodzaje miejsc",
  filter: "Pokaż tylko te rodzaje miejsc",
  seatsFound: (count) =>
    plural("pl", count, {
      one: `Znaleziono ${count.toLocaleString("pl")} miejsce`,
      few: `Znaleziono ${count.toLocaleString("pl")} miejsca`,
      other: `Znaleziono ${count.toLocaleString("pl")} miejsc`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Punkt centralny";
    return `Widok z góry. Sektory: ${plan.sections.length}, poziomy: ${levels}, miejsca: ${seatCount(plan)}. Wszystkie miejsca są zwrócone w stronę: ${focus}.`;
  },
  keys: "Strzałki przechodzą między sektorami, Enter wybiera sektor, Escape pokazuje znowu cały obiekt.",
};
