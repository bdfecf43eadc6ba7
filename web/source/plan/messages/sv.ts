// The texts of the map in Swedish.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const SWEDISH: MapMessages = {
  wholeVenue: "Hela lokalen",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("sv", section.capacity, { one: `${section.capacity} plats`, other: `${section.capacity} platser` }),
    ];
    if (value !== null) parts.push(`värde ${value}`);
    if (isClosed) parts.push("stängd");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rad ${row}`,
  seat: (row, seat) => (row === null ? `Plats ${seat}` : `Rad ${row}, plats ${seat}`),
  notPlaced: "Sektioner som inte finns på kartan",
  schematic: "Sektionens läge är inte känt. Raderna visas schematiskt.",
  tooMany: "Välj en rad för att se dess platser.",
  levels: "Våningar",
  allLevels: "Alla våningar",
  values: "Från minst till mest",
  here: "Din plats",
  hereSeveral: "Dina platser",
  properties: {
    wheelchair: "rullstolsplats",
    companion: "ledsagarplats",
    stepFree: "stegfri åtkomst",
    easyAccess: "lätt att nå",
    restrictedView: "begränsad sikt",
    aisle: "plats vid gången",
    limitedLegroom: "lite benutrymme",
  },
  seatKinds: "Typer av platser",
  filter: "Visa bara de här typerna av platser",
  seatsFound: (count) =>
    plural("sv", count, {
      one: `${count.toLocaleString("sv")} plats hittades`,
      other: `${count.toLocaleString("sv")} platser hittades`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Blickpunkt";
    return `Sett uppifrån. Sektioner: ${plan.sections.length}, våningar: ${levels}, platser: ${seatCount(plan)}. Alla platser är vända mot: ${focus}.`;
  },
  keys: "Piltangenterna går från sektion till sektion, Enter väljer en, Escape visar hela lokalen igen.",
};
