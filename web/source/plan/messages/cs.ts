// The texts of the map in Czech.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const CZECH: MapMessages = {
  wholeVenue: "Celý areál",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("cs", section.capacity, {
        one: `${section.capacity} sedadlo`,
        few: `${section.capacity} sedadla`,
        other: `${section.capacity} sedadel`,
      }),
    ];
    if (value !== null) parts.push(`hodnota ${value}`);
    if (isClosed) parts.push("uzavřeno");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Řada ${row}`,
  seat: (row, seat) => (row === null ? `Sedadlo ${seat}` : `Řada ${row}, sedadlo ${seat}`),
  notPlaced: "Sektory, které nejsou na plánu",
  schematic: "Poloha tohoto sektoru není známa. Řady jsou zobrazeny schematicky.",
  tooMany: "Vyberte řadu, aby se zobrazila její sedadla.",
  levels: "Patra",
  allLevels: "Všechna patra",
  values: "Od nejnižší po nejvyšší",
  here: "Vaše sedadlo",
  hereSeveral: "Vaše sedadla",
  properties: {
    wheelchair: "místo pro vozíčkáře",
    companion: "sedadlo pro doprovod",
    stepFree: "bezbariérový přístup",
    easyAccess: "snadný přístup",
    restrictedView: "omezený výhled",
    aisle: "sedadlo u uličky",
    limitedLegroom: "málo místa pro nohy",
  },
  seatKinds: "Druhy sedadel",
  filter: "Zobrazit jen tyto druhy sedadel",
  seatsFound: (count) =>
    plural("cs", count, {
      one: `Nalezeno ${count.toLocaleString("cs")} sedadlo`,
      few: `Nalezena ${count.toLocaleString("cs")} sedadla`,
      other: `Nalezeno ${count.toLocaleString("cs")} sedadel`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Bod zájmu";
    return `Pohled shora. Sektory: ${plan.sections.length}, patra: ${levels}, sedadla: ${seatCount(plan)}. Všechna sedadla směřují k bodu: ${focus}.`;
  },
  keys: "Šipky přecházejí mezi sektory, Enter vybere sektor, Escape znovu zobrazí celý areál.",
};
