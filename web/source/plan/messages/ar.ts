// The texts of the map in Arabic.
import { isolated } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const ARABIC: MapMessages = {
  wholeVenue: "المكان كله",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `عدد المقاعد: ${section.capacity}`];
    if (value !== null) parts.push(`القيمة ${value}`);
    if (isClosed) parts.push("مغلق");
    return parts
      .filter((part) => part !== "")
      .map(isolated)
      .join("، ");
  },
  row: (row) => `الصف ${isolated(row)}`,
  seat: (row, seat) => (row === null ? `المقعد ${isolated(seat)}` : `الصف ${isolated(row)}، المقعد ${isolated(seat)}`),
  notPlaced: "أقسام غير موجودة على الخريطة",
  schematic: "موضع هذا القسم غير معروف. صفوفه مرسومة تخطيطيًا.",
  tooMany: "يرجى اختيار صف لرؤية مقاعده.",
  levels: "الطوابق",
  allLevels: "كل الطوابق",
  values: "من الأقل إلى الأكثر",
  here: "مقعدك",
  hereSeveral: "مقاعدك",
  properties: {
    wheelchair: "مكان لكرسي متحرك",
    companion: "مقعد للمرافق",
    stepFree: "وصول بلا درجات",
    easyAccess: "سهل الوصول",
    restrictedView: "رؤية محدودة",
    aisle: "مقعد بجانب الممر",
    limitedLegroom: "مساحة ضيقة للساقين",
  },
  seatKinds: "أنواع المقاعد",
  filter: "عرض هذه الأنواع من المقاعد فقط",
  seatsFound: (count) => `عدد المقاعد المطابقة: ${count.toLocaleString("ar")}`,
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "نقطة النظر";
    return `منظر من أعلى. الأقسام: ${plan.sections.length}، الطوابق: ${levels}، المقاعد: ${seatCount(plan)}. جميع المقاعد تتجه نحو: ${isolated(focus)}.`;
  },
  keys: "مفاتيح الأسهم تنتقل من قسم إلى قسم، ومفتاح Enter يختار قسمًا، ومفتاح Escape يعيد عرض المكان كله.",
};
