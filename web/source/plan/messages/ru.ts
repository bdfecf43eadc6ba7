// The texts of the map in Russian.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const RUSSIAN: MapMessages = {
  wholeVenue: "Вся площадка",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("ru", section.capacity, {
        one: `${section.capacity} место`,
        few: `${section.capacity} места`,
        other: `${section.capacity} мест`,
      }),
    ];
    if (value !== null) parts.push(`значение ${value}`);
    if (isClosed) parts.push("закрыто");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Ряд ${row}`,
  seat: (row, seat) => (row === null ? `Место ${seat}` : `Ряд ${row}, место ${seat}`),
  notPlaced: "Секторы, которых нет на схеме",
  schematic: "Положение этого сектора неизвестно. Ряды показаны условно.",
  tooMany: "Выберите ряд, чтобы увидеть его места.",
  levels: "Ярусы",
  allLevels: "Все ярусы",
  values: "От меньшего к большему",
  here: "Ваше место",
  hereSeveral: "Ваши места",
  properties: {
    wheelchair: "место для инвалидной коляски",
    companion: "место для сопровождающего",
    stepFree: "доступ без ступеней",
    easyAccess: "удобный доступ",
    restrictedView: "ограниченный обзор",
    aisle: "место у прохода",
    limitedLegroom: "мало места для ног",
  },
  seatKinds: "Виды мест",
  filter: "Показать только такие места",
  seatsFound: (count) =>
    plural("ru", count, {
      one: `Найдено ${count.toLocaleString("ru")} место`,
      few: `Найдено ${count.toLocaleString("ru")} места`,
      other: `Найдено ${count.toLocaleString("ru")} мест`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Центр внимания";
    return `Вид сверху. Секторы: ${plan.sections.length}, ярусы: ${levels}, места: ${seatCount(plan)}. Все места обращены к точке: ${focus}.`;
  },
  keys: "Стрелки переходят от сектора к сектору, Enter выбирает сектор, Escape снова показывает всю площадку.",
};
