// The viewer: a client of the public API that holds a session token, and nothing else.

const WORDS = {
  en: {
    left: "Left", right: "Right", inFront: "In front", behind: "Behind",
    seat: "Another seat", show: "Show", ad: "Ad", drawing: "No picture yet",
    panorama: "Panorama", photo: "Photo", from: "from", away: "m away",
    none: "This address holds no session. Ask the shop for a new one.",
    ask: "Type a seat as your ticket has it.",
    offline: "The service cannot be reached. Try again in a moment.",
  },
  de: {
    left: "Links", right: "Rechts", inFront: "Davor", behind: "Dahinter",
    seat: "Anderer Platz", show: "Zeigen", ad: "Anzeige", drawing: "Noch kein Bild",
    panorama: "Panorama", photo: "Foto", from: "von", away: "m entfernt",
    none: "Diese Adresse enthält keine Sitzung. Bitten Sie den Shop um eine neue.",
    ask: "Geben Sie einen Platz ein, wie er auf Ihrem Ticket steht.",
    offline: "Der Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  },
};
const SIDES = ["left", "right", "inFront", "behind"];
const DEGREES_OF_A_KEY = 8;

const [token, ...more] = location.hash.slice(1).split("&");
const wanted = new URLSearchParams(more.join("&")).get("seat");
const element = (id) => document.getElementById(id);
const view = element("view");
const shownAds = new Set();
const state = { words: WORDS.en, yaw: 0, fov: 75, pitch: 0, isPanorama: false, seat: null };

start();

async function start() {
  lookAround();
  element("seat").form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(element("seat").value);
  });
  const caller = token.startsWith("st_") ? await ask("/v1/caller") : null;
  speak(caller?.session?.locale ?? navigator.language.slice(0, 2));
  if (caller === null) return say(element("problem").textContent || state.words.none);
  report({ kind: "session_started" });
  const first = wanted ?? caller.session.seats[0];
  if (first === undefined) element("description").textContent = state.words.ask;
  else await show(first);
}

function speak(locale) {
  state.words = WORDS[locale] ?? WORDS.en;
  document.documentElement.lang = WORDS[locale] ? locale : "en";
  document.querySelector("label").textContent = state.words.seat;
  document.querySelector("form button").textContent = state.words.show;
  document.querySelector("nav").replaceChildren(...SIDES.map((side) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.side = side;
    button.textContent = state.words[side];
    button.disabled = true;
    button.addEventListener("click", () => show(button.dataset.key));
    return button;
  }));
}

async function show(label) {
  say("");
  const query = new URLSearchParams({ seat: label, locale: document.documentElement.lang });
  const preview = await ask(`/v1/seats/preview?${query}`);
  if (preview === null) return;
  const { seat, imagery, orientation } = preview;
  state.seat = seat.key;
  Object.assign(state, orientation, { isPanorama: imagery?.kind === "panorama" });
  element("place").textContent = [seat.sectionName, seat.row, seat.seat].filter(Boolean).join(" · ");
  element("description").textContent = preview.description;
  element("provenance").textContent = provenance(preview);
  for (const button of document.querySelectorAll("nav button")) {
    const key = preview.neighbours[button.dataset.side];
    button.dataset.key = key ?? "";
    button.disabled = key === null;
  }
  paint(imagery);
  advertise(preview.ads[0]);
  report({ kind: "seat_viewed", seat: seat.key });
  if (imagery === null) report({ kind: "fallback_shown", seat: seat.key });
}

function provenance({ provenance: { source, borrowedFrom, distanceM }, imagery }) {
  const { words } = state;
  const parts = [source === "drawing" ? words.drawing : words[source]];
  if (borrowedFrom !== null) parts.push(`${words.from} ${borrowedFrom}`);
  const distance = distanceM ? `, ${distanceM.toLocaleString(document.documentElement.lang)} ${words.away}` : "";
  return parts.join(" ") + distance + (imagery?.attribution ? ` · ${imagery.attribution}` : "");
}

// The small picture at once, the large one when it has come.
function paint(imagery) {
  view.classList.toggle("is-panorama", state.isPanorama);
  view.style.backgroundImage = imagery === null ? "none" : `url("${imagery.previewUrl ?? imagery.url}")`;
  turn(0, 0);
  if (imagery === null || imagery.previewUrl === null) return;
  const large = new Image();
  const shown = state.seat;
  large.addEventListener("load", () => {
    if (state.seat === shown) view.style.backgroundImage = `url("${imagery.url}")`;
  });
  large.src = imagery.url;
}

// A panorama is 360 degrees wide and 180 high; so much of it is shown that the field of view is.
function turn(yaw, pitch) {
  if (!state.isPanorama) {
    view.style.backgroundSize = view.style.backgroundPosition = "";
    return;
  }
  state.yaw += yaw;
  const wide = Math.max((view.clientWidth * 360) / state.fov, view.clientHeight * 2.4);
  const high = wide / 2;
  const room = ((high - view.clientHeight) / 2 / high) * 180;
  state.pitch = Math.max(-room, Math.min(room, state.pitch + pitch));
  view.style.backgroundSize = `${wide}px ${high}px`;
  const x = view.clientWidth / 2 - (0.5 + state.yaw / 360) * wide;
  const y = view.clientHeight / 2 - (0.5 - state.pitch / 180) * high;
  view.style.backgroundPosition = `${x}px ${y}px`;
}

function lookAround() {
  const degrees = () => state.fov / view.clientWidth;
  view.addEventListener("pointerdown", (event) => view.setPointerCapture(event.pointerId));
  view.addEventListener("pointermove", (event) => {
    if (view.hasPointerCapture(event.pointerId)) turn(-event.movementX * degrees(), event.movementY * degrees());
  });
  const turns = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  view.addEventListener("keydown", (event) => {
    if (!(event.key in turns)) return;
    event.preventDefault();
    turn(...turns[event.key].map((step) => step * DEGREES_OF_A_KEY));
  });
  new ResizeObserver(() => turn(0, 0)).observe(view);
}

function advertise(ad) {
  const link = element("ad");
  link.hidden = ad === undefined;
  if (ad === undefined) return;
  link.href = ad.clickUrl;
  link.querySelector("img").src = ad.imageUrl;
  link.querySelector("img").alt = ad.alt;
  link.querySelector("small").textContent = state.words.ad;
  link.onclick = () => report({ kind: "ad_clicked", ad: ad.id, seat: state.seat });
  if (!shownAds.has(ad.id)) report({ kind: "ad_shown", ad: ad.id, seat: state.seat });
  shownAds.add(ad.id);
}

async function ask(path) {
  try {
    const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
    const body = await response.json();
    if (response.ok) return body;
    say(body.detail);
  } catch {
    say(state.words.offline);
  }
  return null;
}

// A beacon leaves even while the page is being closed. It can send no headers, so the token is in its body.
function report(event) {
  const events = [{ eventId: crypto.randomUUID(), ...event }];
  navigator.sendBeacon("/v1/events", new Blob([JSON.stringify({ token, events })], { type: "text/plain" }));
}

function say(problem) {
  element("problem").textContent = problem;
}
