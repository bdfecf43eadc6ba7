// The texts of the map in French.
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const FRENCH: MapMessages = {
  wholeVenue: "Toute la salle",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} places`];
    if (value !== null) parts.push(`valeur ${value}`);
    if (isClosed) parts.push("fermée");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Rang ${row}`,
  seat: (row, seat) => (row === null ? `Place ${seat}` : `Rang ${row}, place ${seat}`),
  notPlaced: "Sections absentes du plan",
  schematic: "L’emplacement de cette section n’est pas connu. Ses rangs sont représentés de façon schématique.",
  tooMany: "Choisissez un rang pour voir ses places.",
  levels: "Niveaux",
  allLevels: "Tous les niveaux",
  values: "Du moins au plus",
  here: "Votre place",
  hereSeveral: "Vos places",
  properties: {
    wheelchair: "emplacement fauteuil roulant",
    companion: "place d’accompagnateur",
    stepFree: "accès sans marches",
    easyAccess: "accès facile",
    restrictedView: "visibilité réduite",
    aisle: "place côté allée",
    limitedLegroom: "peu d’espace pour les jambes",
  },
  seatKinds: "Types de places",
  filter: "N’afficher que ces types de places",
  seatsFound: (count) => (count === 1 ? "1 place trouvée" : `${count.toLocaleString("fr")} places trouvées`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "centre d’attention";
    const on = levels === 1 ? "un niveau" : `${levels} niveaux`;
    return `${plan.sections.length} sections sur ${on}, ${seatCount(plan)} places, vues de dessus. Tous les sièges regardent vers : ${focus}.`;
  },
  keys: "Les flèches mènent de section en section, Entrée en choisit une, Échap affiche à nouveau toute la salle.",
};
