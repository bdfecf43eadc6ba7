// The texts of the map in Ukrainian.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const UKRAINIAN: MapMessages = {
  wholeVenue: "Увесь майданчик",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("uk", section.capacity, {
        one: `${section.capacity} місце`,
        few: `${section.capacity} місця`,
        other: `${section.capacity} місць`,
      }),
    ];
    if (value !== null) parts.push(`значення ${value}`);
    if (isClosed) parts.push("закрито");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Ряд ${row}`,
  seat: (row, seat) => (row === null ? `Місце ${seat}` : `Ряд ${row}, місце ${seat}`),
  notPlaced: "Сектори, яких немає на схемі",
  schematic: "Розташування цього сектора невідоме. Ряди показано умовно.",
  tooMany: "Виберіть ряд, щоб побачити його місця.",
  levels: "Яруси",
  allLevels: "Усі яруси",
  values: "Від меншого до більшого",
  here: "Ваше місце",
  hereSeveral: "Ваші місця",
  properties: {
    wheelchair: "місце для крісла колісного",
    companion: "місце для супроводу",
    stepFree: "доступ без сходинок",
    easyAccess: "зручний доступ",
    restrictedView: "обмежений огляд",
    aisle: "місце біля проходу",
    limitedLegroom: "мало місця для ніг",
  },
  seatKinds: "Види місць",
  filter: "Показати лише такі місця",
  seatsFound: (count) =>
    plural("uk", count, {
      one: `Знайдено ${count.toLocaleString("uk")} місце`,
      few: `Знайдено ${count.toLocaleString("uk")} місця`,
      other: `Знайдено ${count.toLocaleString("uk")} місць`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Центр уваги";
    return `Вид зверху. Сектори: ${plan.sections.length}, яруси: ${levels}, місця: ${seatCount(plan)}. Усі місця звернені до точки: ${focus}.`;
  },
  keys: "Стрілки переходять від сектора до сектора, Enter вибирає сектор, Escape знову показує весь майданчик.",
};
