// The texts of the map in Portuguese.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const PORTUGUESE: MapMessages = {
  wholeVenue: "Todo o recinto",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} lugares`];
    if (value !== null) parts.push(`valor ${value}`);
    if (isClosed) parts.push("fechado");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Fila ${row}`,
  seat: (row, seat) => (row === null ? `Lugar ${seat}` : `Fila ${row}, lugar ${seat}`),
  notPlaced: "Setores que não estão no mapa",
  schematic: "A posição deste setor não é conhecida. As suas filas são mostradas de forma esquemática.",
  tooMany: "Escolha uma fila para ver os seus lugares.",
  levels: "Níveis",
  allLevels: "Todos os níveis",
  values: "Do menor ao maior",
  here: "Seu lugar",
  hereSeveral: "Seus lugares",
  properties: {
    wheelchair: "lugar para cadeira de rodas",
    companion: "lugar de acompanhante",
    stepFree: "acesso sem degraus",
    easyAccess: "acesso fácil",
    restrictedView: "visibilidade reduzida",
    aisle: "lugar junto ao corredor",
    limitedLegroom: "espaço reduzido para as pernas",
  },
  seatKinds: "Tipos de lugares",
  filter: "Mostrar só estes tipos de lugares",
  seatsFound: (count) => (count === 1 ? "1 lugar encontrado" : `${count.toLocaleString("pt")} lugares encontrados`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "ponto de atenção";
    const on = levels === 1 ? "um nível" : `${levels} níveis`;
    return `${plan.sections.length} setores em ${on}, ${seatCount(plan)} lugares, vistos de cima. Todos os lugares estão virados para: ${focus}.`;
  },
  keys: "As setas levam de setor em setor, Enter escolhe um, Escape mostra de novo todo o recinto.",
};
