// The texts of the map in Japanese.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const JAPANESE: MapMessages = {
  wholeVenue: "会場全体",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity}席`];
    if (value !== null) parts.push(`値 ${value}`);
    if (isClosed) parts.push("閉鎖中");
    return parts.filter((part) => part !== "").join("、");
  },
  row: (row) => `${row}列`,
  seat: (row, seat) => (row === null ? `${seat}番` : `${row}列 ${seat}番`),
  notPlaced: "会場図にないブロック",
  schematic: "このブロックの位置は分かっていません。列は略図です。",
  tooMany: "列を選ぶと席が表示されます。",
  levels: "階",
  allLevels: "すべての階",
  values: "低い順から高い順",
  here: "お客様の席",
  hereSeveral: "お客様の席",
  properties: {
    wheelchair: "車いす席",
    companion: "付き添い席",
    stepFree: "段差なし",
    easyAccess: "出入りしやすい",
    restrictedView: "見えにくい席",
    aisle: "通路側",
    limitedLegroom: "足元が狭い",
  },
  seatKinds: "席の種類",
  filter: "この種類の席だけを表示",
  seatsFound: (count) => `${count.toLocaleString("ja")}席見つかりました`,
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "視線の中心";
    return `上から見た図です。${levels}フロア、${plan.sections.length}ブロック、${seatCount(plan)}席。すべての席の向き：${focus}。`;
  },
  keys: "矢印キーでブロックを移動し、Enterで選び、Escapeで会場全体に戻ります。",
};
