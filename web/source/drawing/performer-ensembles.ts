// Who is on a stage: a band, an orchestra, the people of a play, a speaker. Places are in metres from the middle of
// the front: to the right as the audience sees it, and away from the audience.
import type { Colour, Point3 } from "./mesh-builder";
import { colour } from "./mesh-builder";
import type { Look, Pose } from "./performer-figures";
import { drawFigure, lookOf, SITTING, STANDING } from "./performer-figures";
import {
  drawAmplifier,
  drawDrumKit,
  drawHorn,
  drawKeyboard,
  drawLectern,
  drawMicrophone,
  drawMicrophoneStand,
  drawMusicStand,
  drawPlainChair,
  drawStrings,
  drawTable,
  drawTimpani,
  TINTS,
} from "./performer-instruments";
import type { PlacedMesh } from "./performer-shapes";
import { seededRandom } from "./seeded-random";

/** The room that people have on a stage: half its width, and its depth. */
export type StageRoom = { halfM: number; deepM: number };

/** Places something on the stage: turned to the right from facing the audience. It is left out where there is no room. */
export type ToStage = (rightM: number, backM: number, turn?: number, upM?: number) => PlacedMesh | null;

const { BLACK, BRASS, WOOD } = TINTS;
/** The people of a play are this far from each other; who would not be is left out. */
const APART_M = 0.9;
/** Half the width of a small stage. */
const SMALL_M = 2.2;
const TAILS = { top: colour("#1b1b20"), legs: colour("#17171b"), shoes: colour("#0d0d0f") };

/** Draws a band: singer in front, guitars beside, drums and keys behind. */
export function drawBand(to: ToStage, { halfM, deepM }: StageRoom): void {
  const wide = Math.min(3.2, halfM * 0.55);
  const deep = Math.min(2.6, deepM * 0.32);
  const singer = to(0, deep * 0.45);
  if (singer !== null) drawSinger(singer);
  const guitarist = to(-wide, deep * 0.75, -0.25);
  if (guitarist !== null) drawGuitarist(guitarist, 11, "#8f1f24", false);
  const bassist = to(wide, deep * 0.85, 0.3);
  if (bassist !== null) drawGuitarist(bassist, 12, "#d8d2c2", true);
  const back = Math.min(deepM - 1.1, deep * 2.1);
  const drums = to(-wide * 0.12, back, 0, 0.3);
  if (drums !== null) {
    to(-wide * 0.12, back - 0.4)?.box([-1.15, 1.15], [-1.1, 0.9], [0, 0.3], colour("#202127"));
    drawDrummer(drums);
  }
  const keys = to(wide * 1.15, back - 0.2, 0.45);
  if (keys !== null) drawKeys(keys);
  for (const at of [-1.05, 0.5]) {
    const amplifier = to(wide * at * 1.1, back + 0.1);
    if (amplifier !== null) drawAmplifier(amplifier);
  }
}

/** Draws the singer, who is also the one that side screens show. */
export function drawSinger(mesh: PlacedMesh): void {
  const look = lookOf(10, {
    top: colour("#e6dfd3"),
    legs: colour("#23252e"),
    shoes: colour("#101014"),
    style: "long",
    hair: colour("#3a2418"),
    skin: colour("#d9a582"),
  });
  drawFigure(
    mesh,
    {
      ...STANDING,
      neck: [0, 0.03, 1.45],
      hands: [
        [-0.62, 0.28, 1.42],
        [0.12, 0.26, 1.42],
      ],
      feet: [
        [-0.22, -0.02, 0.07],
        [0.2, 0.14, 0.07],
      ],
      headTurn: -0.12,
    },
    look,
  );
  drawMicrophone(mesh, [0.13, 0.33, 1.44], [-0.45, -0.75, 0.5]);
}

function drawGuitarist(mesh: PlacedMesh, number: number, tint: string, isBass: boolean): void {
  const pose: Pose = {
    ...STANDING,
    neck: [0, 0.05, 1.44],
    hands: [
      [-0.5, 0.3, 1.22],
      [0.14, 0.24, 0.98],
    ],
    feet: [
      [-0.2, 0.12, 0.07],
      [0.2, -0.06, 0.07],
    ],
    headTurn: -0.3,
  };
  drawFigure(mesh, pose, lookOf(number, { top: colour("#24262e"), legs: colour("#2f3645"), shoes: BLACK }));
  drawStrings(mesh, {
    at: [0.12, 0.2, 0.99],
    neckTo: isBass ? [-0.72, 0.3, 1.32] : [-0.6, 0.3, 1.27],
    front: [0, 1, 0.12],
    lengthM: isBass ? 0.5 : 0.44,
    thickM: 0.05,
    tint: colour(tint),
  });
  drawMicrophoneStand(mesh, 1.52);
}

function drawDrummer(mesh: PlacedMesh): void {
  const hands: Pose["hands"] = [
    [-0.34, 0.3, 0.82],
    [0.4, 0.42, 1.12],
  ];
  drawFigure(
    mesh,
    { ...SITTING, hips: [0, 0, 0.56], neck: [0, 0.06, 1.08], hands },
    lookOf(13, { top: colour("#3d4a52"), legs: BLACK, shoes: BLACK, isBare: true }),
  );
  mesh.tube([-0.34, 0.34, 0.85], [-0.26, 0.6, 0.72], [0.01], WOOD);
  mesh.tube([0.4, 0.46, 1.15], [0.56, 0.78, 1.2], [0.01], WOOD);
  drawDrumKit(mesh, colour("#7a1f2b"));
}

function drawKeys(mesh: PlacedMesh): void {
  const hands: Pose["hands"] = [
    [-0.24, 0.32, 1.04],
    [0.28, 0.32, 1.04],
  ];
  drawFigure(
    mesh,
    { ...STANDING, neck: [0, 0.07, 1.43], hands },
    lookOf(14, { top: colour("#51306b"), legs: BLACK, shoes: BLACK }),
  );
  drawKeyboard(mesh);
}

type Player = (mesh: PlacedMesh, look: Look) => void;

const violinist: Player = (mesh, look) => {
  const hands: Pose["hands"] = [
    [-0.34, 0.42, 1.06],
    [0.26, 0.36, 0.96],
  ];
  drawFigure(mesh, { ...SITTING, hands, headTurn: -0.35 }, look);
  drawStrings(mesh, {
    at: [-0.14, 0.19, 1.07],
    neckTo: [-0.36, 0.47, 1.05],
    front: [0.15, -0.1, 1],
    lengthM: 0.36,
    thickM: 0.05,
    tint: WOOD,
  });
  mesh.tube([0.3, 0.42, 0.98], [-0.36, 0.3, 1.16], [0.006], WOOD);
};

const cellist: Player = (mesh, look) => {
  const feet: Pose["feet"] = [
    [-0.32, 0.38, 0.07],
    [0.32, 0.38, 0.07],
  ];
  const hands: Pose["hands"] = [
    [-0.14, 0.24, 1.08],
    [0.32, 0.42, 0.62],
  ];
  drawFigure(mesh, { ...SITTING, hands, feet }, look);
  drawStrings(mesh, {
    at: [0.02, 0.42, 0.56],
    neckTo: [-0.1, 0.12, 1.28],
    front: [0, 0.9, 0.3],
    lengthM: 0.76,
    thickM: 0.14,
    tint: WOOD,
  });
  mesh.tube([0.36, 0.46, 0.64], [-0.3, 0.56, 0.7], [0.007], WOOD);
};

const bassist: Player = (mesh, look) => {
  const hands: Pose["hands"] = [
    [-0.2, 0.24, 1.46],
    [0.28, 0.4, 0.92],
  ];
  drawFigure(mesh, { ...STANDING, hands }, look);
  drawStrings(mesh, {
    at: [0, 0.42, 0.7],
    neckTo: [-0.12, 0.2, 1.74],
    front: [0, 1, 0.2],
    lengthM: 1.1,
    thickM: 0.2,
    tint: WOOD,
  });
};

/** Somebody who blows: a horn from the mouth to where its bell is. */
const blower =
  (bell: Point3, radiusM: number, tint: Colour, hands: Pose["hands"]): Player =>
  (mesh, look) => {
    drawFigure(mesh, { ...SITTING, hands }, look);
    drawHorn(mesh, [0, 0.13, 1.15], bell, radiusM, tint);
  };

const CLOSE_HANDS: Pose["hands"] = [
  [-0.06, 0.3, 0.98],
  [0.06, 0.34, 0.9],
];
const woodwind = blower([0, 0.42, 0.72], 0.035, BLACK, CLOSE_HANDS);
const flautist = blower(
  [0.55, 0.2, 1.12],
  0.014,
  [0.75, 0.76, 0.78],
  [
    [0.14, 0.24, 1.1],
    [0.42, 0.24, 1.1],
  ],
);
const trumpeter = blower([0, 0.62, 1.1], 0.065, BRASS, [
  [-0.05, 0.34, 1.1],
  [0.06, 0.3, 1.1],
]);
const trombonist = blower([-0.06, 0.85, 1.08], 0.1, BRASS, [
  [-0.08, 0.22, 1.1],
  [0.06, 0.5, 1.06],
]);

const times = (count: number, player: Player): Player[] => new Array<Player>(count).fill(player);

/** The rows of an orchestra around its conductor: how far away, how far around, and what they play from left to right. */
const ROWS: readonly (readonly [radiusM: number, spread: number, players: readonly Player[]])[] = [
  [2.3, 1.4, [...times(5, violinist), ...times(3, cellist)]],
  [3.8, 1.42, [...times(6, violinist), ...times(4, cellist)]],
  [
    5.3,
    1.4,
    [...times(4, violinist), flautist, flautist, ...times(3, woodwind), cellist, cellist, ...times(3, bassist)],
  ],
  [6.6, 0.8, [...times(3, trumpeter), ...times(3, trombonist)]],
];

/** Draws an orchestra in half circles around its conductor, as much of it as the stage has room for. */
export function drawOrchestra(to: ToStage, { halfM, deepM }: StageRoom): void {
  const podium = to(0, 0.9);
  podium?.box([-0.5, 0.5], [-0.5, 0.5], [0, 0.2], colour("#5d4632"));
  const conductor = to(0, 0.9, Math.PI, 0.2);
  if (conductor !== null) {
    const hands: Pose["hands"] = [
      [-0.42, 0.36, 1.28],
      [0.4, 0.4, 1.5],
    ];
    drawFigure(conductor, { ...STANDING, hands }, lookOf(40, TAILS));
    conductor.tube([0.4, 0.46, 1.55], [0.3, 0.72, 1.72], [0.005], [0.9, 0.88, 0.8]);
    drawMusicStand(conductor, 0.75);
  }
  // The half circles are as wide and as deep as the platform. Fewer players on a smaller one: none sits in another's lap.
  const wide = Math.max(0.62, Math.min(1.6, (halfM - 0.9) / 5.3));
  const deep = Math.max(0.62, Math.min(1.45, (deepM - 1.6) / 6.6));
  ROWS.forEach(([radiusM, spread, players], row) => {
    players.forEach((play, index) => {
      const turn = spread * ((index + 0.5) / (players.length / 2) - 1);
      const mesh = to(radiusM * wide * Math.sin(turn), 0.9 + radiusM * deep * Math.cos(turn), turn);
      if (mesh === null) return;
      if (play !== bassist) drawPlainChair(mesh);
      play(mesh, lookOf(50 + row * 20 + index, seededRandom(row * 20 + index, 205) < 0.45 ? GOWN : TAILS));
      if (index % 2 === 0 && play !== bassist) drawMusicStand(mesh, play === cellist ? 0.95 : 0.72);
    });
  });
  const drummer = to(4.4 * wide, 0.9 + 5.6 * deep, 0.6);
  if (drummer === null) return;
  const hands: Pose["hands"] = [
    [-0.3, 0.36, 1.0],
    [0.3, 0.36, 1.06],
  ];
  drawFigure(drummer, { ...STANDING, hands }, lookOf(140, TAILS));
  drawTimpani(drummer);
}

const GOWN: Pick<Look, "top" | "legs" | "shoes" | "style"> = { ...TAILS, style: "bun" };

/** Draws five people of a play around a table. */
export function drawPlay(to: ToStage, { halfM, deepM }: StageRoom): void {
  // On a small stage people stand farther from its middle.
  const wide = Math.min(4, Math.max(halfM * 0.6, Math.min(SMALL_M, halfM * 0.9)));
  const deep = Math.min(4.5, deepM * 0.55);
  const cast: [right: number, back: number, turn: number, pose: Pose, clothes: Look][] = [
    [
      -0.12,
      0.4,
      -0.5,
      {
        ...STANDING,
        hands: [
          [-0.5, 0.4, 1.25],
          [0.3, 0.25, 1.05],
        ],
      },
      dressed(21, "#7c2f3a", "#3a2a2c", 0.06),
    ],
    [
      0.34,
      0.48,
      0.8,
      {
        ...STANDING,
        hands: [
          [-0.22, 0.12, 0.92],
          [0.5, 0.42, 1.38],
        ],
        headTurn: 0.3,
      },
      dressed(22, "#2d3b55", "#22252c"),
    ],
    [
      -0.62,
      0.75,
      -0.7,
      {
        ...STANDING,
        hands: [
          [-0.12, 0.3, 1.1],
          [0.14, 0.3, 1.12],
        ],
      },
      dressed(23, "#8a7a4c", "#4c3c2c"),
    ],
    [
      0.9,
      0.85,
      0.9,
      {
        ...STANDING,
        hands: [
          [-0.3, 0.1, 0.9],
          [0.28, 0.05, 0.95],
        ],
      },
      dressed(24, "#4f6b52", "#2c3430", 0.06),
    ],
  ];
  const taken: (readonly [number, number])[] = [];
  const isFree = (right: number, back: number): boolean =>
    taken.every(([x, y]) => Math.hypot(x - right, y - back) > APART_M);
  for (const [right, back, turn, pose, look] of cast) {
    const mesh = isFree(wide * right, deep * back) ? to(wide * right, deep * back, turn) : null;
    if (mesh === null) continue;
    taken.push([wide * right, deep * back]);
    drawFigure(mesh, pose, look);
  }
  const [tableRight, tableBack] = [wide * 0.55, deep * 0.75];
  const seat = isFree(tableRight - 0.85, tableBack) ? to(tableRight - 0.85, tableBack + 0.05, -0.9) : null;
  if (seat === null) return;
  const table = to(tableRight, tableBack);
  if (table !== null) drawTable(table);
  drawPlainChair(seat, WOOD);
  drawFigure(seat, SITTING, dressed(25, "#c8bfae", "#55483e"));
}

function dressed(number: number, top: string, legs: string, skirtM?: number): Look {
  const look = lookOf(number, { top: colour(top), legs: colour(legs), shoes: BLACK });
  return skirtM === undefined ? look : { ...look, skirtM, style: "long" };
}

/** Draws somebody who speaks, at a lectern if it is a lecture. */
export function drawSpeaker(to: ToStage, { deepM }: StageRoom, hasLectern: boolean): void {
  const mesh = to(0, Math.min(1.6, deepM * 0.35));
  if (mesh === null) return;
  const hands: Pose["hands"] = hasLectern
    ? [
        [-0.22, 0.36, 1.1],
        [0.42, 0.34, 1.28],
      ]
    : [
        [-0.24, 0.2, 1.0],
        [0.4, 0.32, 1.2],
      ];
  const look = lookOf(31, { top: colour("#39455c"), legs: colour("#2a2d36"), shoes: BLACK, style: "short" });
  drawFigure(mesh, { ...STANDING, hands }, look);
  if (hasLectern) drawLectern(mesh);
}
