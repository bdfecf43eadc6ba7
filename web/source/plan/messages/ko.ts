// The texts of the map in Korean.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const KOREAN: MapMessages = {
  wholeVenue: "전체 보기",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity}석`];
    if (value !== null) parts.push(`값 ${value}`);
    if (isClosed) parts.push("이용 불가");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `${row}열`,
  seat: (row, seat) => (row === null ? `${seat}번` : `${row}열, ${seat}번`),
  notPlaced: "배치도에 없는 구역",
  schematic: "이 구역의 위치를 알 수 없어 열을 약도로 표시합니다.",
  tooMany: "열을 선택하면 좌석이 표시됩니다.",
  levels: "층",
  allLevels: "모든 층",
  values: "낮은 순에서 높은 순",
  here: "내 좌석",
  hereSeveral: "내 좌석",
  properties: {
    wheelchair: "휠체어석",
    companion: "동반자석",
    stepFree: "계단 없이 이동",
    easyAccess: "출입이 편한 좌석",
    restrictedView: "시야 제한",
    aisle: "통로 쪽 좌석",
    limitedLegroom: "다리 공간이 좁은 좌석",
  },
  seatKinds: "좌석 종류",
  filter: "이 종류의 좌석만 보기",
  seatsFound: (count) => `좌석 ${count.toLocaleString("ko")}개 찾음`,
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "시선의 중심";
    return `위에서 본 배치도입니다. ${levels}개 층, ${plan.sections.length}개 구역, ${seatCount(plan)}석. 모든 좌석의 방향: ${focus}.`;
  },
  keys: "화살표 키로 구역을 이동하고 Enter로 선택하며 Escape로 전체 보기로 돌아갑니다.",
};
