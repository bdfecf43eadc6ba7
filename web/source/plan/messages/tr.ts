// The texts of the map in Turkish.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const TURKISH: MapMessages = {
  wholeVenue: "Tüm mekân",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} koltuk`];
    if (value !== null) parts.push(`değer ${value}`);
    if (isClosed) parts.push("kapalı");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Sıra ${row}`,
  seat: (row, seat) => (row === null ? `Koltuk ${seat}` : `Sıra ${row}, koltuk ${seat}`),
  notPlaced: "Planda olmayan bloklar",
  schematic: "Bu bloğun yeri bilinmiyor. Sıralar şematik gösteriliyor.",
  tooMany: "Koltukları görmek için bir sıra seçin.",
  levels: "Katlar",
  allLevels: "Tüm katlar",
  values: "En azdan en çoğa",
  here: "Koltuğunuz",
  hereSeveral: "Koltuklarınız",
  properties: {
    wheelchair: "tekerlekli sandalye yeri",
    companion: "refakatçi koltuğu",
    stepFree: "basamaksız erişim",
    easyAccess: "kolay erişim",
    restrictedView: "kısıtlı görüş",
    aisle: "koridor koltuğu",
    limitedLegroom: "dar bacak mesafesi",
  },
  seatKinds: "Koltuk türleri",
  filter: "Yalnızca bu tür koltukları göster",
  seatsFound: (count) => `${count.toLocaleString("tr")} koltuk bulundu`,
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Odak noktası";
    return `Yukarıdan görünüm. Blok: ${plan.sections.length}, kat: ${levels}, koltuk: ${seatCount(plan)}. Tüm koltukların baktığı yer: ${focus}.`;
  },
  keys: "Ok tuşları bloktan bloğa geçer, Enter seçer, Escape tüm mekânı yeniden gösterir.",
};
