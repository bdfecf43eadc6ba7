// The texts of the map in French.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const FRENCH: MapMessages = {
  wholeVenue: "Tout le plan",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} places`];
    if (value !== null) parts.push(`valeur ${value}`);
    if (isClosed) parts.push("fermé");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rang ${row}`,
  seat: (row, seat) => (row === null ? `Place ${seat}` : `Rang ${row}, place ${seat}`),
  notPlaced: "Blocs absents du plan",
  schematic: "L’emplacement de ce bloc n’est pas connu. Ses rangs sont représentés de façon schématique.",
  tooMany: "Choisissez un rang pour voir ses places.",
  levels: "Niveaux",
  allLevels: "Tous les niveaux",
  values: "Du moins au plus",
  here: "Votre place",
  hereSeveral: "Vos places",
  properties: {
    wheelchair: "emplacement pour fauteuil roulant",
    companion: "place d’accompagnateur",
    stepFree: "accès de plain-pied",
    easyAccess: "accès facile",
    restrictedView: "visibilité réduite",
    aisle: "place côté allée",
    limitedLegroom: "espace limité pour les jambes",
  },
  seatKinds: "Types de places",
  filter: "N’afficher que ces types de places",
  seatsFound: (count) => (count === 1 ? "1 place trouvée" : `${count.toLocaleString("fr")} places trouvées`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "point de mire";
    const on = levels === 1 ? "un niveau" : `${levels} niveaux`;
    return `${plan.sections.length} blocs sur ${on}, ${seatCount(plan)} places, vues de dessus. Toutes les places sont tournées vers : ${focus}.`;
  },
  keys: "Les flèches mènent de bloc en bloc, Entrée en choisit un, Échap affiche à nouveau tout le plan.",
};
