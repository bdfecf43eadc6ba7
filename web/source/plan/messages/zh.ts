// The texts of the map in Chinese.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const CHINESE: MapMessages = {
  wholeVenue: "整个场馆",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity}个座位`];
    if (value !== null) parts.push(`数值${value}`);
    if (isClosed) parts.push("不开放");
    return parts.filter((part) => part !== "").join("，");
  },
  row: (row) => `${row}排`,
  seat: (row, seat) => (row === null ? `${seat}座` : `${row}排，${seat}座`),
  notPlaced: "不在场馆图上的区",
  schematic: "此区位置未知，各排仅为示意。",
  tooMany: "请选择一排以查看座位。",
  levels: "楼层",
  allLevels: "所有楼层",
  values: "从低到高",
  here: "您的座位",
  hereSeveral: "您的座位",
  properties: {
    wheelchair: "轮椅席位",
    companion: "陪同席位",
    stepFree: "无台阶通道",
    easyAccess: "出入方便",
    restrictedView: "视线受限",
    aisle: "靠过道",
    limitedLegroom: "腿部空间较小",
  },
  seatKinds: "座位类型",
  filter: "仅显示这些类型的座位",
  seatsFound: (count) => `找到${count.toLocaleString("zh")}个座位`,
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "视线焦点";
    return `俯视图：${levels}层，${plan.sections.length}个区，${seatCount(plan)}个座位。所有座位朝向：${focus}。`;
  },
  keys: "方向键在各区之间移动，Enter选择，Escape返回整个场馆。",
};
