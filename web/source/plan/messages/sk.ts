// The texts of the map in Slovak.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const SLOVAK: MapMessages = {
  wholeVenue: "Celý areál",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("sk", section.capacity, {
        one: `${section.capacity} sedadlo`,
        few: `${section.capacity} sedadlá`,
        other: `${section.capacity} sedadiel`,
      }),
    ];
    if (value !== null) parts.push(`hodnota ${value}`);
    if (isClosed) parts.push("zatvorené");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rad ${row}`,
  seat: (row, seat) => (row === null ? `Sedadlo ${seat}` : `Rad ${row}, sedadlo ${seat}`),
  notPlaced: "Sektory, ktoré nie sú na pláne",
  schematic: "Poloha tohto sektora nie je známa. Rady sú zobrazené schematicky.",
  tooMany: "Vyberte rad, aby sa zobrazili jeho sedadlá.",
  levels: "Poschodia",
  allLevels: "Všetky poschodia",
  values: "Od najnižšej po najvyššiu",
  here: "Vaše sedadlo",
  hereSeveral: "Vaše sedadlá",
  properties: {
    wheelchair: "miesto pre vozičkára",
    companion: "sedadlo pre sprievod",
    stepFree: "bezbariérový prístup",
    easyAccess: "ľahký prístup",
    restrictedView: "obmedzený výhľad",
    aisle: "sedadlo pri uličke",
    limitedLegroom: "málo miesta na nohy",
  },
  seatKinds: "Druhy sedadiel",
  filter: "Zobraziť len tieto druhy sedadiel",
  seatsFound: (count) =>
    plural("sk", count, {
      one: `Nájdené ${count.toLocaleString("sk")} sedadlo`,
      few: `Nájdené ${count.toLocaleString("sk")} sedadlá`,
      other: `Nájdených ${count.toLocaleString("sk")} sedadiel`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Bod záujmu";
    return `Pohľad zhora. Sektory: ${plan.sections.length}, poschodia: ${levels}, sedadlá: ${seatCount(plan)}. Všetky sedadlá smerujú k bodu: ${focus}.`;
  },
  keys: "Šípky prechádzajú medzi sektormi, Enter vyberie sektor, Escape znova zobrazí celý areál.",
};
