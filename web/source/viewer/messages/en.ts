// The viewer's texts in English. Their type is the type of the other languages: what is missing there fails the build.
import { ENGLISH } from "../../plan/map-messages";
import type { ImageryKind } from "../imagery-kinds";
import type { Side } from "../types";

export type Messages = typeof messages;

export const messages = {
  title: "View from the seat",
  sides: { left: "Left", right: "Right", inFront: "In front", behind: "Behind" } satisfies Record<Side, string>,
  moves: "Move to another seat",
  move: {
    left: "Seat to the left",
    right: "Seat to the right",
    inFront: "Row in front",
    behind: "Row behind",
  } satisfies Record<Side, string>,
  /** A section that has only a number. */
  section: (name: string) => `Section ${name}`,
  row: (row: string) => `Row ${row}`,
  seat: (seat: string) => `Seat ${seat}`,
  seats: (seats: string) => `Seats ${seats}`,
  /** Stands between the parts of a list. */
  comma: ", ",
  /** Stands between the last two of several seats. */
  and: " and ",
  /** Stands between the first and the last of many successive seats. */
  to: " to ",
  distance: "Distance",
  below: (height: string) => `${height} below your eyes`,
  above: (height: string) => `${height} above your eyes`,
  level: "level with your eyes",
  /** Stand before a height. */
  floor: { stage: "floor", screen: "lower edge", field: "ground" },
  /** Names the share of the stage, screen or field that is seen. */
  inView: "In view",
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
    parapet: "Parapet",
    front: "Front edge of the stand",
    partition: "Side of the box",
    overhang: "Level above",
    dugout: "Dugout",
    people: "People in front",
  },
  imagery: { panorama: "Panorama", photo: "Photo", rendered: "Drawing" } satisfies Record<ImageryKind, string>,
  drawing: "Drawing",
  /** What the picture shows if it was taken for this seat, row, section or venue. */
  own: { seat: "from this seat", row: "from this row", section: "from this section", venue: "of the venue" },
  /** The seat that the view is from, if several seats are named. */
  fromSeat: (seat: string) => `from seat ${seat}`,
  /** From a row, from a section that has only a number, and from a section by its name. */
  fromRow: (row: string) => `from row ${row}`,
  fromSection: (name: string) => `from section ${name}`,
  from: (name: string) => `from ${name}`,
  /** Stand behind a section or a row. */
  ofRow: (row: string) => `row ${row}`,
  ofSeat: (seat: string) => `seat ${seat}`,
  /** Stands for the section, row and seat if the camera stood at no seat. */
  elsewhere: "from another spot in the venue",
  /** A distance that is only roughly known. */
  about: (distance: string) => `about ${distance}`,
  away: (distance: string) => `${distance} away`,
  viewKind: "Kind of view",
  /** Announced when the buyer switches between picture and drawing. */
  nowShown: (what: string) => `Now shown: ${what}`,
  map: "Map of the venue",
  /** The accessible name of the button that ends the large map. */
  hideMap: "Back to the view",
  /** Opens a small frame on the whole screen. */
  openLarge: "Open large",
  best: {
    title: "Best seats for how many people?",
    count: (count: number) => (count === 1 ? "Best for 1 person" : `Best for ${count} people`),
    none: "There are not that many seats side by side.",
    /** Why seats are among the best. */
    straight: "straight in front",
    aside: (degrees: number) => `${degrees}° to the side`,
    clear: "nothing in the way",
  },
  chooseOnMap: "Choose a seat on the map, or enter it as on your ticket.",
  find: "Go to a seat",
  show: "Show",
  back: "Back",
  /** The accessible name of the button that goes back to the last seat. */
  backTo: (seat: string) => `Back to ${seat}`,
  configuration: "Set-up",
  /** The choice of no configuration: the venue without stage and closed sections. */
  bareHall: "Empty venue",
  share: "Share this view",
  linkCopied: "Link copied.",
  /** Heads the dialog with the link, where the browser does not allow to copy it. */
  link: "Link to this view",
  linkUntil: (time: string) => `The link works until ${time}.`,
  linkFailed: "The link could not be made. Try again in a moment.",
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
  helpTouch: "Gestures",
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
  view: (seat: string) => `View from ${seat}`,
  viewKeys: "Turn with the arrow keys, zoom with plus and minus.",
  sectionOnly: "This seat is not on the plan. This is the view from its section.",
  noWebGl: "This browser cannot show 3D views. Here is a description.",
  tryAgain: "Try again",
  shortcuts: [
    { keys: "← → ↑ ↓", what: "Look around, while the view has the focus" },
    { keys: "+ −", what: "Zoom in and out" },
    { keys: "A D", what: "Seat to the left, seat to the right" },
    { keys: "W S", what: "Row in front, row behind" },
    { keys: "B", what: "Back to the last seat" },
    { keys: "G", what: "Enter a seat to go to" },
    { keys: "M", what: "Go to the map" },
    { keys: "C", what: "Compare two seats, or end the comparison" },
    { keys: "X", what: "Switch between the two views" },
    { keys: "P", what: "Photo or drawing" },
    { keys: "F", what: "Full screen" },
    { keys: "?", what: "This help" },
  ],
  gestures: [
    { gesture: "One finger", what: "Look around: drag the picture" },
    { gesture: "Two fingers", what: "Zoom: pull apart or pinch" },
    { gesture: "Tap on the map", what: "Section, then seat" },
    { gesture: "Swipe up", what: "More about the seat" },
  ],
  hints: "Drag to look around. Turn the wheel to zoom.",
  letterKeys: "Keyboard shortcuts",
  closedSeat: (seat: string, configuration: string) =>
    `${seat} is closed in the set-up “${configuration}”. Choose another seat.`,
  unknownSeat: (asked: string) =>
    `“${asked}” was not found. Enter the seat as on your ticket, or choose it on the map.`,
  ambiguousSeat: (asked: string) => `“${asked}” can be several places. Which one do you mean?`,
  uncertainSeat: (asked: string) => `“${asked}” is not clear. Do you mean this one?`,
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
  offers: {
    held: "Reserved",
    sold: "Sold",
    notOnSale: "Not on sale",
    /** Stands before seats that can be bought, if the one that is shown cannot. */
    near: "Available nearby:",
    /** The accessible name of the part of the panel with price and state. */
    offer: "Offer",
    total: "in total",
    choose: "Choose this seat",
    chooseSeveral: "Choose these seats",
    remove: "Remove this seat",
    removeSeveral: "Remove these seats",
    chosen: "Chosen",
    onlyOnSale: "Only seats on sale",
    legend: "Prices",
    /** The lowest price of a section. */
    from: (price: string) => `from ${price}`,
    onSale: (count: string) => `${count} on sale`,
    /** Announced after the seat was chosen or removed. */
    wasChosen: "The seat was chosen.",
    wasRemoved: "The seat was removed.",
  },
  /** Leaves out people and bodies near the eye, and the note on the picture while it does. */
  lookPast: { button: "Look past", note: "People and objects close by are hidden." },
  headset: {
    enter: "View in VR headset",
    leave: "Leave VR headset",
    inside: "The view is now in your headset.",
    failed: "The headset did not start. Check that it is connected and that your browser may use it, then try again.",
  },
  /** Said to the venue's own people, who see a draft. */
  draft: "Draft: buyers do not see this yet",
  /** What the drawing assumes: a few words on the drawing, and a sentence for each. */
  assumptions: {
    partly: "partly assumed",
    unplaced_sections: (count: number) =>
      count === 1
        ? "Drawn without a section whose place is not known."
        : `Drawn without ${count} sections whose place is not known.`,
    assumed_rows: "The number of rows is partly assumed.",
    assumed_seats: "The number of seats is partly assumed.",
    assumed_heights: "Heights are not known: all seats are drawn on the floor.",
    assumed_stage: "The stage or field is assumed.",
  },
  venueMap: ENGLISH,
};
