// The texts of the map in Hebrew.
import { isolated, plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const HEBREW: MapMessages = {
  wholeVenue: "המתחם כולו",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("he", section.capacity, { one: "מושב אחד", other: `${section.capacity} מושבים` }),
    ];
    if (value !== null) parts.push(`ערך ${value}`);
    if (isClosed) parts.push("סגור");
    return parts
      .filter((part) => part !== "")
      .map(isolated)
      .join(", ");
  },
  row: (row) => `שורה ${isolated(row)}`,
  seat: (row, seat) => (row === null ? `מושב ${isolated(seat)}` : `שורה ${isolated(row)}, מושב ${isolated(seat)}`),
  notPlaced: "גושים שאינם במפה",
  schematic: "מיקומו של גוש זה אינו ידוע. השורות מוצגות באופן סכמטי.",
  tooMany: "נא לבחור שורה כדי לראות את המושבים שלה.",
  levels: "קומות",
  allLevels: "כל הקומות",
  values: "מהנמוך לגבוה",
  here: "המושב שלך",
  hereSeveral: "המושבים שלך",
  properties: {
    wheelchair: "מקום לכיסא גלגלים",
    companion: "מושב למלווה",
    stepFree: "גישה ללא מדרגות",
    easyAccess: "גישה נוחה",
    restrictedView: "שדה ראייה מוגבל",
    aisle: "מושב ליד המעבר",
    limitedLegroom: "מעט מקום לרגליים",
  },
  seatKinds: "סוגי מושבים",
  filter: "הצגת מושבים מסוגים אלה בלבד",
  seatsFound: (count) =>
    plural("he", count, { one: "נמצא מושב אחד", other: `נמצאו ${count.toLocaleString("he")} מושבים` }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "מוקד המבט";
    return `מבט מלמעלה. גושים: ${plan.sections.length}, קומות: ${levels}, מושבים: ${seatCount(plan)}. כל המושבים פונים אל: ${isolated(focus)}.`;
  },
  keys: "מקשי החצים עוברים מגוש לגוש, Enter בוחר גוש, Escape חוזר למתחם כולו.",
};
