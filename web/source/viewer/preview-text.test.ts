// Tests of the texts about a preview.
import { expect, test } from "vitest";
import { messages as GERMAN } from "../languages/generated/viewer/de";
import { messages as ENGLISH } from "../languages/generated/viewer/en";
import { seatsOf, viewedSeat } from "../plan/previewed-seats";
import { LANGUAGES, type Language } from "./locales";
import { loadMessages } from "./messages";
import {
  descriptionOf,
  factsOf,
  length,
  listOfSeats,
  provenanceText,
  reasonsOf,
  seatName,
  seatText,
} from "./preview-text";
import type { BestGroup } from "./session";
import type { Preview } from "./types";

const PREVIEW = {
  seat: { key: "107/K/9", section: "107", row: "K", seat: "9", level: "seat", sectionName: "Section 107" },
  imagery: null,
  provenance: {
    source: "panorama",
    match: "row",
    borrowedFrom: "107/K",
    distanceM: 4,
    assumed: [],
    camera: { key: "107/C/5", sectionName: "Section 107", isHere: false, isExact: true, distanceM: 4 },
  },
  sightline: {
    distanceM: 31.8,
    elevationM: 2.2,
    cValueMm: 276,
    nearestM: 24.6,
    visibleShare: 0.85,
    sideAngleDeg: 12,
    lookedAt: "stage",
    eyesAboveM: 3.4,
    restriction: null,
    obstructions: [
      { id: "people", name: null, kind: "people", hiddenShare: 0.1 },
      { id: "p", name: null, kind: "pillar", hiddenShare: 0.05 },
    ],
  },
} as unknown as Preview;

type Camera = NonNullable<Preview["provenance"]["camera"]>;

function taken(camera: Partial<Camera>, source: Preview["provenance"]["source"] = "photo", preview = PREVIEW): Preview {
  const provenance = { ...PREVIEW.provenance, source, camera: { ...(PREVIEW.provenance.camera as Camera), ...camera } };
  return { ...preview, provenance };
}

function captionOf(preview: Preview): string {
  return provenanceText(preview, ENGLISH, "en", false);
}

test("the place is named from its section to its seat", () => {
  expect(seatText(PREVIEW, ENGLISH)).toBe("Section 107, Row K, Seat 9");
});

function several(...seats: string[]): Preview {
  const places = seats.map((seat) => ({ key: `107/K/${seat}`, section: "107", row: "K", seat }));
  return { ...PREVIEW, seats: places, viewFrom: places[Math.floor((places.length - 1) / 2)]?.key ?? "" };
}

test("several seats are all named, in every language", () => {
  expect(seatText(several("9", "10"), ENGLISH)).toBe("Section 107, Row K, Seats 9 and 10");
  expect(seatText(several("9", "10"), GERMAN)).toBe("Section 107, Reihe K, Plätze 9 und 10");
  expect(seatText(several("1", "2", "3", "4"), GERMAN)).toBe("Section 107, Reihe K, Plätze 1 bis 4");
});

test("seats that do not follow each other are listed one by one", () => {
  expect(listOfSeats(["1", "3", "5"], ENGLISH)).toBe("1, 3 and 5");
  expect(listOfSeats(["3", "2", "1"], ENGLISH)).toBe("3, 2 and 1");
  expect(listOfSeats(["A", "B", "C"], ENGLISH)).toBe("A, B and C");
  expect(listOfSeats(["9"], ENGLISH)).toBe("9");
});

test("of several seats the view is from the one that the service has chosen, and the caption says so", () => {
  const preview = several("8", "9", "10");
  expect(viewedSeat(preview)).toEqual({ section: "107", row: "K", seat: "9" });
  expect(provenanceText(preview, ENGLISH, "en", true)).toBe("Drawing from seat 9");
  const own = taken({ key: "107/K/9", isHere: true, distanceM: 0 }, "panorama", preview);
  expect(provenanceText(own, GERMAN, "de", false)).toBe("Panorama von Platz 9");
});

test("a drawing of a section or a row says which seat it is from", () => {
  const seat = { ...PREVIEW.seat, key: "107", row: null, seat: null, level: "section" as const };
  const whole = { ...PREVIEW, seat, viewFrom: "107/K/9" };
  expect(provenanceText(whole, ENGLISH, "en", true)).toBe("Drawing from row K, seat 9");
  const row = { ...whole, seat: { ...seat, row: "K", level: "row" as const } };
  expect(provenanceText(row, GERMAN, "de", true)).toBe("Zeichnung von Platz 9");
});

test("a seat of a section without rows has no word for rows", () => {
  const seat = { ...PREVIEW.seat, key: "A//3", section: "A", row: null, seat: "3", sectionName: "Box A" };
  const box = taken({ key: "A//2", sectionName: "Box A" }, "panorama", { ...PREVIEW, seat });
  expect(seatText(box, ENGLISH)).toBe("Box A, Seat 3");
  expect(captionOf(box)).toBe("Panorama from seat 2, 4 m away");
  const whole = { ...box, seat: { ...seat, key: "A", seat: null, level: "section" as const }, viewFrom: "A//3" };
  expect(provenanceText(whole, GERMAN, "de", true)).toBe("Zeichnung von Platz 3");
  expect(captionOf(taken({ key: "A//2", sectionName: "Box A" }))).toBe("Photo from Box A, 4 m away");
});

test("a preview of one seat is of this seat", () => {
  expect(seatsOf(PREVIEW).map(({ key }) => key)).toEqual(["107/K/9"]);
  expect(viewedSeat(PREVIEW)).toEqual({ section: "107", row: "K", seat: "9" });
});

test.each<[Partial<Camera>, string]>([
  [{ key: "107/K/9", isHere: true, distanceM: 0.1 }, "Photo from this seat"],
  [{ key: "107/K/14", distanceM: 2.5 }, "Photo from this row, 2.5 m away"],
  [{}, "Photo from row C, 4 m away"],
  [{ key: "104/C/7", sectionName: "104", distanceM: 12.4 }, "Photo from section 104, row C, 12 m away"],
  [{ key: "BXG/1/2", sectionName: "Box G", distanceM: 12.4 }, "Photo from Box G, row 1, 12 m away"],
  [{ key: null, sectionName: null, distanceM: 12.4 }, "Photo from another spot in the venue, 12 m away"],
  [{ key: "107/C", isExact: false, distanceM: 4.4 }, "Photo from row C, about 4 m away"],
  [{ key: "107/K", isExact: false, distanceM: 0.3 }, "Photo from this row"],
  [{ key: "107", isExact: false, distanceM: null }, "Photo from this section"],
  [{ key: null, sectionName: null, isExact: false, distanceM: null }, "Photo of the venue"],
])("a picture says where its camera stood, and no more than is known: %j", (camera, caption) => {
  expect(captionOf(taken(camera))).toBe(caption);
});

const CAPTIONS: Record<Language, [string, string]> = {
  en: ["Photo from row C, 3 m away", "Panorama from this section, about 9 m away"],
  de: ["Foto aus Reihe C, 3 m entfernt", "Panorama aus diesem Block, etwa 9 m entfernt"],
  es: ["Foto desde la fila C, a 3 m", "Panorámica desde este sector, a aproximadamente 9 m"],
  fr: ["Photo depuis le rang C, à 3 m", "Panorama depuis ce bloc, à environ 9 m"],
  it: ["Foto dalla fila C, a 3 m", "Panoramica da questo settore, a circa 9 m"],
  nl: ["Foto vanaf rij C, op 3 m afstand", "Panorama vanuit dit vak, op ongeveer 9 m afstand"],
  pt: ["Foto da fila C, a 3 m", "Panorama deste setor, a cerca de 9 m"],
  ja: ["写真 C列から、距離3 m", "パノラマ このブロックから、距離約9 m"],
  he: ["צילום משורה \u2068C\u2069, במרחק 3 מ׳", "פנורמה מגוש זה, במרחק כ־9 מ׳"],
  ar: ["صورة فوتوغرافية من الصف \u2068C\u2069، على بعد 3 أمتار", "بانوراما من هذا القسم، على بعد حوالي 9 أمتار"],
  zh: ["照片 来自C排，距离3米", "全景图 来自此区，距离约9米"],
  ko: ["사진 (C열에서), 거리 3m", "파노라마 (이 구역에서), 거리 약 9m"],
  pl: ["Zdjęcie z rzędu C, w odległości 3 m", "Panorama z tego sektora, w odległości około 9 m"],
  ru: ["Фотография из ряда C, расстояние 3 м", "Панорама из этого сектора, расстояние около 9 м"],
  uk: ["Фотографія з ряду C, відстань 3 м", "Панорама з цього сектора, відстань близько 9 м"],
  cs: ["Fotografie z řady C, vzdálenost 3 m", "Panorama z tohoto sektoru, vzdálenost asi 9 m"],
  sk: ["Fotografia z radu C, vzdialenosť 3 m", "Panoráma z tohto sektora, vzdialenosť asi 9 m"],
  sv: ["Foto från rad C, 3 m bort", "Panorama från den här sektionen, cirka 9 m bort"],
  da: ["Foto fra række C, 3 m væk", "Panorama fra denne sektion, cirka 9 m væk"],
  no: ["Foto fra rad C, 3 m unna", "Panorama fra dette feltet, omtrent 9 m unna"],
  hu: ["Fénykép innen: C sor, 3 m távolságra", "Panoráma ebből a szektorból, kb. 9 m távolságra"],
  tr: ["Fotoğraf (sıra C), 3 m uzakta", "Panorama (bu bloktan), yaklaşık 9 m uzakta"],
  el: ["Φωτογραφία από τη σειρά C, σε απόσταση 3 μ.", "Πανόραμα από αυτόν τον τομέα, σε απόσταση περίπου 9 μ."],
};

test.each(LANGUAGES)("captions say from where and how far in %s", async (language) => {
  const messages = await loadMessages(language);
  const [exact, rough] = [taken({ distanceM: 3 }), taken({ key: "107", isExact: false, distanceM: 9.2 }, "panorama")];
  const captions = [exact, rough].map((preview) => provenanceText(preview, messages, language, false));
  expect(captions.map((caption) => caption.replace(/[\u00a0\u202f]/g, " "))).toEqual(CAPTIONS[language]);
});

test("a rendering is called a drawing, and says whose view it is", () => {
  expect(captionOf(taken({ key: "107/K/9", isHere: true, distanceM: 0 }, "rendered"))).toBe("Drawing from this seat");
  expect(captionOf(taken({}, "rendered"))).toBe("Drawing from row C, 4 m away");
});

test("a drawing is called one, also where the buyer chose it", () => {
  const provenance = { source: "drawing", match: null, borrowedFrom: null, distanceM: null, camera: null } as const;
  expect(captionOf({ ...PREVIEW, provenance: { ...provenance, assumed: [] } })).toBe("Drawing from this seat");
  expect(provenanceText(PREVIEW, ENGLISH, "en", true)).toBe("Drawing from this seat");
});

test("the description speaks of what is shown", () => {
  const drawing = { orientation: { yaw: 0, pitch: 0, fov: 75 }, description: "drawn", still: null };
  const preview = { ...PREVIEW, description: "a panorama", drawing };
  expect(descriptionOf(preview, false)).toBe("a panorama");
  expect(descriptionOf(preview, true)).toBe("drawn");
  expect(descriptionOf({ ...preview, drawing: null }, true)).toBe("a panorama");
});

test("a section that has only a number is called one, as in the words", () => {
  const numbered = { ...PREVIEW, seat: { ...PREVIEW.seat, sectionName: "107", sectionNameLocale: "fr" } };
  expect(seatName(numbered, GERMAN)).toEqual({ section: "Block 107", lang: undefined, rest: ["Reihe K", "Platz 9"] });
});

test("facts come in the words and units of the language", () => {
  expect(factsOf(PREVIEW, GERMAN, "de")).toEqual([
    { name: "Entfernung", value: "32 m", note: "Bühnenboden 3,4 m unter Augenhöhe" },
    { name: "Zu sehen", value: "85\u00a0%", note: null, isRestricted: false },
    {
      name: "Hindernisse",
      value: "Personen davor\u00a010\u00a0%, Säule\u00a05\u00a0%",
      note: null,
      isRestricted: false,
    },
  ]);
});

test("a height is that of the floor, of the focus where only that is known, and not told where it is assumed", () => {
  const noteOf = (changes: Partial<Preview["sightline"]>, assumed: Preview["provenance"]["assumed"] = []) =>
    factsOf(
      { ...PREVIEW, provenance: { ...PREVIEW.provenance, assumed }, sightline: { ...PREVIEW.sightline, ...changes } },
      ENGLISH,
      "en",
    )[0]?.note;
  expect(noteOf({ lookedAt: "field", eyesAboveM: -0.5 })).toBe("ground 0.5 m above your eyes");
  expect(noteOf({ lookedAt: null, eyesAboveM: null, nearestM: null })).toBe("2.2 m below your eyes");
  expect(noteOf({}, ["heights"])).toBeNull();
});

function inTheWay(changes: Partial<Preview["sightline"]>): string | undefined {
  const facts = factsOf({ ...PREVIEW, sightline: { ...PREVIEW.sightline, ...changes } }, ENGLISH, "en");
  return facts.find(({ name }) => name === "Obstructions")?.value;
}

test("nothing is in the way only where it is computed that nothing is, and the venue says nothing else", () => {
  const restriction = { source: "owner", reason: "A lamp." } as const;
  expect(inTheWay({ obstructions: [], visibleShare: 1 })).toBe("None");
  expect(inTheWay({ obstructions: [], visibleShare: 0.99 })).toBeUndefined();
  expect(inTheWay({ obstructions: [], visibleShare: null })).toBeUndefined();
  expect(inTheWay({ obstructions: [], visibleShare: 1, restriction })).toBeUndefined();
});

test("what hides the upper part of the set is told, and nothing is called clear then", () => {
  const above = { id: "C.under", name: null, kind: "overhang", hiddenShare: 0.3 } as const;
  const frame = (visibleShare: number) => [{ part: "set" as const, visibleShare, obstructions: [above] }];
  const clear = { obstructions: [], visibleShare: 1 };
  expect(inTheWay({ ...clear, frame: frame(0.7) })).toBe("Hides the upper part of the set: Level above");
  expect(inTheWay({ ...clear, frame: frame(0.96) })).toBe("None");
});

test("people beside the seat are told as such, and an area by its worst and best place", () => {
  const beside = { id: "people", name: null, kind: "people", hiddenShare: 0 } as const;
  expect(inTheWay({ obstructions: [beside], visibleShare: 1 })).toBe("People on the seats beside are in the picture");
  const noteOf = (shareRange: { worst: number; best: number } | null) =>
    factsOf({ ...PREVIEW, sightline: { ...PREVIEW.sightline, visibleShare: 0.4, shareRange } }, ENGLISH, "en")[1]?.note;
  expect(noteOf({ worst: 0.05, best: 1 })).toBe("5% to 100%, depending on the place in it");
  expect(noteOf({ worst: 1, best: 1 })).toBeNull();
  expect(noteOf(null)).toBeNull();
});

test("the nearest edge is told where it is nearer by more than a quarter", () => {
  const noteOf = (nearestM: number) =>
    factsOf({ ...PREVIEW, sightline: { ...PREVIEW.sightline, nearestM } }, ENGLISH, "en")[0]?.note;
  expect(noteOf(24)).toBe("floor 3.4 m below your eyes");
  expect(noteOf(23)).toBe("nearest edge 23 m away, floor 3.4 m below your eyes");
});

test("what hides something is told with how much, and several of one name together", () => {
  const pillar = { id: "p", name: null, kind: "pillar", hiddenShare: 0.04 } as const;
  expect(inTheWay({ obstructions: [pillar, { ...pillar, id: "q" }] })).toBe("Pillar\u00a08%");
  expect(inTheWay({ obstructions: [{ ...pillar, hiddenShare: null }], visibleShare: null })).toBe("Pillar");
});

test("a view that is still being computed says so, in every language, and not that it is clear", async () => {
  const pending = { state: "pending", visibleShare: null, obstructions: [], lookedAt: null, eyesAboveM: null };
  const preview = { ...PREVIEW, sightline: { ...PREVIEW.sightline, ...pending } } as Preview;
  expect(factsOf(preview, ENGLISH, "en")).toEqual([
    { name: "Distance", value: "32 m", note: null },
    { name: "In view", value: "being computed", note: null, isRestricted: false },
  ]);
  for (const language of LANGUAGES) {
    const messages = await loadMessages(language);
    const told = factsOf(preview, messages, language).map(({ value }) => value);
    expect(told).toContain(messages.computing);
    expect(told).not.toContain(messages.nothingInTheWay);
  }
});

test("nothing is in view is a share, too", () => {
  const sightline = { ...PREVIEW.sightline, visibleShare: 0 };
  expect(factsOf({ ...PREVIEW, sightline }, ENGLISH, "en")[1]).toMatchObject({ name: "In view", value: "0%" });
});

test.each([
  [{ visibleShare: 1 }, ["8 m away", "straight in front", "nothing in the way"]],
  [{ visibleShare: 0.99 }, ["8 m away", "straight in front", "in view 99%"]],
  [{ visibleShare: 0.95, sideAngleDeg: 45 }, ["8 m away", "45° to the side", "in view 95%"]],
  [{ visibleShare: 1, sideAngleDeg: 121 }, ["8 m away", "from behind", "nothing in the way"]],
  [{ visibleShare: 1, isRestricted: true }, ["8 m away", "straight in front", "in view 100%", "restricted view"]],
  [{ visibleShare: 1, hasPeopleBeside: true }, ["8 m away", "straight in front", "in view 100%"]],
  [{ visibleShare: null }, ["8 m away", "straight in front"]],
  [{ visibleShare: null, isRestricted: true }, ["8 m away", "straight in front", "restricted view"]],
])("why seats are among the best, if %j: %s", (known, words) => {
  const reasons = { distanceM: 8, sideAngleDeg: 2, isRestricted: false, obstructions: [], ...known };
  expect(reasonsOf({ reasons } as unknown as BestGroup, "stage", ENGLISH, "en")).toEqual(words);
});

test.each([
  { visibleShare: 1, restriction: null },
  { visibleShare: 0.99, restriction: null },
  { visibleShare: 0.4, restriction: { source: "computed", reason: "A pillar." } },
  { visibleShare: null, restriction: null },
] as const)("a group of one seat is praised for nothing that its preview does not say: %j", (known) => {
  const sightline = { ...PREVIEW.sightline, obstructions: [], ...known };
  const facts = factsOf({ ...PREVIEW, sightline }, ENGLISH, "en");
  const { distanceM, sideAngleDeg } = PREVIEW.sightline;
  const reasons = { distanceM, sideAngleDeg, isRestricted: known.restriction !== null, ...known };
  const words = reasonsOf({ reasons } as unknown as BestGroup, "stage", ENGLISH, "en");
  const told = (name: string) => facts.find((fact) => fact.name === name)?.value;
  expect(words[0]).toBe(`${told("Distance")} away`);
  expect(words.includes("nothing in the way")).toBe(told("Obstructions") === "None");
  const share = words.find((word) => word.startsWith("in view"));
  if (share !== undefined) expect(share).toBe(`in view ${told("In view")}`);
  expect(words.includes("restricted view")).toBe(
    facts.some(({ isRestricted }) => isRestricted) || known.restriction !== null,
  );
});

test("without geometry there are no facts", () => {
  const sightline = { ...PREVIEW.sightline, distanceM: null, elevationM: null, cValueMm: null, obstructions: [] };
  expect(factsOf({ ...PREVIEW, sightline }, ENGLISH, "en")).toEqual([]);
});

test("short distances have a digit behind the point, and long ones none", () => {
  expect(length(4.25, "de")).toBe("4,3 m");
  expect(length(104.2, "en")).toBe("104 m");
});

test("lengths are in feet for regions that use them", () => {
  expect(length(31.8, "en-US")).toBe("104 ft");
  expect(length(2.2, "de-US")).toBe("7 ft");
});
