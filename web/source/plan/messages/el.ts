// The texts of the map in Greek.
import { plural } from "../filled-texts";
import type { MapMessages } from "../map-messages";
import { seatCount } from "../plan";

export const GREEK: MapMessages = {
  wholeVenue: "Ολόκληρος ο χώρος",
  section: (section, isClosed, value) => {
    const parts = [
      section.name,
      section.level ?? "",
      plural("el", section.capacity, { one: `${section.capacity} θέση`, other: `${section.capacity} θέσεις` }),
    ];
    if (value !== null) parts.push(`τιμή ${value}`);
    if (isClosed) parts.push("κλειστός");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Σειρά ${row}`,
  seat: (row, seat) => (row === null ? `Θέση ${seat}` : `Σειρά ${row}, θέση ${seat}`),
  notPlaced: "Τομείς που δεν υπάρχουν στον χάρτη",
  schematic: "Η θέση αυτού του τομέα δεν είναι γνωστή. Οι σειρές εμφανίζονται σχηματικά.",
  tooMany: "Επιλέξτε σειρά για να δείτε τις θέσεις της.",
  levels: "Επίπεδα",
  allLevels: "Όλα τα επίπεδα",
  values: "Από το λιγότερο στο περισσότερο",
  here: "Η θέση σας",
  hereSeveral: "Οι θέσεις σας",
  properties: {
    wheelchair: "θέση για αναπηρικό αμαξίδιο",
    companion: "θέση συνοδού",
    stepFree: "πρόσβαση χωρίς σκαλοπάτια",
    easyAccess: "εύκολη πρόσβαση",
    restrictedView: "περιορισμένη ορατότητα",
    aisle: "θέση στον διάδρομο",
    limitedLegroom: "λίγος χώρος για τα πόδια",
  },
  seatKinds: "Είδη θέσεων",
  filter: "Εμφάνιση μόνο αυτών των ειδών θέσεων",
  seatsFound: (count) =>
    plural("el", count, {
      one: `Βρέθηκε ${count.toLocaleString("el")} θέση`,
      other: `Βρέθηκαν ${count.toLocaleString("el")} θέσεις`,
    }),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
    const focus = plan.focus.name ?? "Σημείο εστίασης";
    return `Κάτοψη. Τομείς: ${plan.sections.length}, επίπεδα: ${levels}, θέσεις: ${seatCount(plan)}. Όλες οι θέσεις κοιτούν προς: ${focus}.`;
  },
  keys: "Τα βέλη πηγαίνουν από τομέα σε τομέα, το Enter επιλέγει, το Escape δείχνει ξανά ολόκληρο τον χώρο.",
};
