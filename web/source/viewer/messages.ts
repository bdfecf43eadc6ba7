// All texts of the viewer, in each language.
import type { ImageryKind } from "./imagery-kinds";
import type { Locale, Side } from "./types";

export type Messages = {
  title: string;
  sides: Record<Side, string>;
  moves: string;
  move: Record<Side, string>;
  row: string;
  seat: string;
  seats: string;
  /** The word between the last two of several seats. */
  and: string;
  /** The word between the first and the last of many successive seats. */
  to: string;
  distance: string;
  below: string;
  above: string;
  level: string;
  rowInFront: string;
  clear: string;
  good: string;
  acceptable: string;
  tight: string;
  hidden: string;
  inTheWay: string;
  nothingInTheWay: string;
  obstructions: Record<string, string>;
  imagery: Record<ImageryKind, string>;
  drawing: string;
  /** What the picture shows if it was taken for this seat, row, section or venue. */
  own: Record<"seat" | "row" | "section" | "venue", string>;
  /** Stands before the seat that the view is from, if several seats are named. */
  fromSeat: string;
  from: string;
  section: string;
  ofRow: string;
  ofSeat: string;
  away: string;
  viewKind: string;
  map: string;
  chooseOnMap: string;
  find: string;
  findHint: string;
  show: string;
  compare: string;
  endCompare: string;
  compared: string;
  first: string;
  second: string;
  active: string;
  choose: string;
  yourSeats: string;
  tools: string;
  help: string;
  close: string;
  fullScreen: string;
  endFullScreen: string;
  gyroscope: string;
  endGyroscope: string;
  gyroscopeRefused: string;
  more: string;
  less: string;
  ad: string;
  buy: string;
  buySeveral: string;
  newTab: string;
  loading: string;
  view: string;
  viewKeys: string;
  sectionOnly: string;
  noWebGl: string;
  tryAgain: string;
  shortcuts: readonly (readonly [keys: string, what: string])[];
  hints: string;
  letterKeys: string;
  problems: Record<string, string> & { other: string };
};

const ENGLISH: Messages = {
  title: "View from the seat",
  sides: { left: "Left", right: "Right", inFront: "In front", behind: "Behind" },
  moves: "Move to another seat",
  move: { left: "Seat to the left", right: "Seat to the right", inFront: "Row in front", behind: "Row behind" },
  row: "Row",
  seat: "Seat",
  seats: "Seats",
  and: "and",
  to: "to",
  distance: "Distance",
  below: "below your eyes",
  above: "above your eyes",
  level: "level with your eyes",
  rowInFront: "View over the row in front",
  clear: "Clear",
  good: "Good",
  acceptable: "Acceptable",
  tight: "Tight",
  hidden: "Blocked by heads",
  inTheWay: "Obstructions",
  nothingInTheWay: "None",
  obstructions: {
    stage: "Stage",
    screen: "Screen",
    pillar: "Pillar",
    rail: "Rail",
    rigging: "Rigging",
    camera: "Camera",
    wall: "Wall",
    other: "Obstruction",
  },
  imagery: { panorama: "Panorama", photo: "Photo" },
  drawing: "Drawing",
  own: { seat: "from this seat", row: "from this row", section: "from this section", venue: "of the venue" },
  fromSeat: "from seat",
  from: "from",
  section: "section",
  ofRow: "row",
  ofSeat: "seat",
  away: "away",
  viewKind: "Kind of view",
  map: "Map of the venue",
  chooseOnMap: "Choose a seat on the map, or enter it as on your ticket.",
  find: "Go to a seat",
  findHint: "As on your ticket: 104 C 7",
  show: "Show",
  compare: "Compare",
  endCompare: "End comparison",
  compared: "Comparison of two views",
  first: "First view",
  second: "Second view",
  active: "Selected view",
  choose: "Select this view",
  yourSeats: "Your seats",
  tools: "View tools",
  help: "Keyboard shortcuts and gestures",
  close: "Close",
  fullScreen: "Full screen",
  endFullScreen: "Leave full screen",
  gyroscope: "Look around by moving the phone",
  endGyroscope: "Stop motion control",
  gyroscopeRefused: "This device does not allow motion control.",
  more: "More about this seat",
  less: "Less",
  ad: "Ad",
  buy: "Choose this seat",
  buySeveral: "Choose these seats",
  newTab: "opens in a new tab",
  loading: "Loading the view",
  view: "View from",
  viewKeys: "Turn with the arrow keys, zoom with plus and minus.",
  sectionOnly: "This seat is not on the plan. This is the view from its section.",
  noWebGl: "This browser cannot show 3D views. Here is a description.",
  tryAgain: "Try again",
  shortcuts: [
    ["← → ↑ ↓", "Look around, while the view has the focus"],
    ["+ −", "Zoom in and out"],
    ["A D", "Seat to the left, seat to the right"],
    ["W S", "Row in front, row behind"],
    ["G", "Enter a seat to go to"],
    ["M", "Go to the map"],
    ["C", "Compare two seats, or end the comparison"],
    ["X", "Switch between the two views"],
    ["P", "Picture or drawing"],
    ["F", "Full screen"],
    ["?", "This help"],
  ],
  hints: "Drag to look around. Pinch or turn the wheel to zoom.",
  letterKeys: "Keyboard shortcuts",
  problems: {
    none: "This link is incomplete. Go back to the shop and open the view again.",
    session_expired: "This preview has ended. Go back to the shop and open it again.",
    key_invalid: "This preview has ended. Go back to the shop and open it again.",
    key_revoked: "This preview has ended. Go back to the shop and open it again.",
    not_found: "This seat was not found. Enter it as on your ticket, or choose it on the map.",
    scope_insufficient: "This preview is for other seats. Choose one of yours.",
    validation_failed: "This is not a valid seat. Enter it as on your ticket, or choose it on the map.",
    rate_limited: "Too many requests. Wait a moment and try again.",
    origin_not_allowed: "This page may not show the preview. The shop has to allow it.",
    unreachable: "The service cannot be reached. Check your connection and try again.",
    other: "Something went wrong on our side. Try again in a moment.",
  },
};

const GERMAN: Messages = {
  title: "Blick vom Platz",
  sides: { left: "Links", right: "Rechts", inFront: "Davor", behind: "Dahinter" },
  moves: "Zu einem anderen Platz",
  move: { left: "Platz links", right: "Platz rechts", inFront: "Reihe davor", behind: "Reihe dahinter" },
  row: "Reihe",
  seat: "Platz",
  seats: "Plätze",
  and: "und",
  to: "bis",
  distance: "Entfernung",
  below: "unter Augenhöhe",
  above: "über Augenhöhe",
  level: "auf Augenhöhe",
  rowInFront: "Sicht über die Reihe davor",
  clear: "Frei",
  good: "Gut",
  acceptable: "Ausreichend",
  tight: "Knapp",
  hidden: "Von Köpfen verdeckt",
  inTheWay: "Sichthindernisse",
  nothingInTheWay: "Keine",
  obstructions: {
    stage: "Bühne",
    screen: "Bildschirm",
    pillar: "Pfeiler",
    rail: "Geländer",
    rigging: "Traverse",
    camera: "Kamera",
    wall: "Wand",
    other: "Hindernis",
  },
  imagery: { panorama: "Panorama", photo: "Foto" },
  drawing: "Zeichnung",
  own: { seat: "von diesem Platz", row: "aus dieser Reihe", section: "aus diesem Block", venue: "der Halle" },
  fromSeat: "von Platz",
  from: "aus",
  section: "Block",
  ofRow: "Reihe",
  ofSeat: "Platz",
  away: "entfernt",
  viewKind: "Art der Ansicht",
  map: "Plan der Halle",
  chooseOnMap: "Wählen Sie einen Platz auf dem Plan, oder geben Sie ihn ein, wie er auf dem Ticket steht.",
  find: "Zu einem Platz gehen",
  findHint: "Wie auf dem Ticket: 104 C 7",
  show: "Zeigen",
  compare: "Vergleichen",
  endCompare: "Vergleich beenden",
  compared: "Zwei Ansichten im Vergleich",
  first: "Erste Ansicht",
  second: "Zweite Ansicht",
  active: "Ausgewählte Ansicht",
  choose: "Diese Ansicht auswählen",
  yourSeats: "Ihre Plätze",
  tools: "Werkzeuge der Ansicht",
  help: "Tastenkürzel und Gesten",
  close: "Schließen",
  fullScreen: "Vollbild",
  endFullScreen: "Vollbild verlassen",
  gyroscope: "Durch Bewegen des Telefons umsehen",
  endGyroscope: "Bewegungssteuerung beenden",
  gyroscopeRefused: "Dieses Gerät erlaubt keine Bewegungssteuerung.",
  more: "Mehr über diesen Platz",
  less: "Weniger",
  ad: "Anzeige",
  buy: "Diesen Platz wählen",
  buySeveral: "Diese Plätze wählen",
  newTab: "öffnet sich in einem neuen Tab",
  loading: "Die Ansicht wird geladen",
  view: "Blick von",
  viewKeys: "Umsehen mit den Pfeiltasten, zoomen mit Plus und Minus.",
  sectionOnly: "Dieser Platz steht nicht im Plan. Sie sehen den Blick aus seinem Block.",
  noWebGl: "Dieser Browser kann keine 3D-Ansichten zeigen. Hier ist eine Beschreibung.",
  tryAgain: "Erneut versuchen",
  shortcuts: [
    ["← → ↑ ↓", "Umsehen, solange die Ansicht den Fokus hat"],
    ["+ −", "Vergrößern und verkleinern"],
    ["A D", "Platz links, Platz rechts"],
    ["W S", "Reihe davor, Reihe dahinter"],
    ["G", "Einen Platz eingeben"],
    ["M", "Zum Plan"],
    ["C", "Zwei Plätze vergleichen oder den Vergleich beenden"],
    ["X", "Zwischen den beiden Ansichten wechseln"],
    ["P", "Bild oder Zeichnung"],
    ["F", "Vollbild"],
    ["?", "Diese Hilfe"],
  ],
  hints: "Ziehen, um sich umzusehen. Mit zwei Fingern oder dem Mausrad zoomen.",
  letterKeys: "Tastenkürzel",
  problems: {
    none: "Dieser Link ist unvollständig. Öffnen Sie die Ansicht noch einmal im Shop.",
    session_expired: "Diese Vorschau ist abgelaufen. Öffnen Sie sie noch einmal im Shop.",
    key_invalid: "Diese Vorschau ist abgelaufen. Öffnen Sie sie noch einmal im Shop.",
    key_revoked: "Diese Vorschau ist abgelaufen. Öffnen Sie sie noch einmal im Shop.",
    not_found:
      "Dieser Platz wurde nicht gefunden. Geben Sie ihn wie auf dem Ticket ein, oder wählen Sie ihn auf dem Plan.",
    scope_insufficient: "Diese Vorschau ist für andere Plätze. Wählen Sie einen von Ihren.",
    validation_failed:
      "Das ist keine gültige Platzangabe. Geben Sie den Platz wie auf dem Ticket ein, oder wählen Sie ihn auf dem Plan.",
    rate_limited: "Zu viele Anfragen. Warten Sie einen Moment, und versuchen Sie es noch einmal.",
    origin_not_allowed: "Diese Seite darf die Vorschau nicht zeigen. Der Shop muss es erlauben.",
    unreachable: "Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
    other: "Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.",
  },
};

export const MESSAGES: Record<Locale, Messages> = { en: ENGLISH, de: GERMAN };

/** Returns the first requested language that the viewer supports. */
export function chooseLocale(...asked: (string | null | undefined)[]): Locale {
  for (const language of asked) {
    const short = language?.slice(0, 2).toLowerCase();
    if (short === "en" || short === "de") return short;
  }
  return "en";
}
