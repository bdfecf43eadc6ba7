// Who is on a field or court: two teams in a moment of the game, a referee, and the ball.
import type { FieldKind } from "./focus-extent";
import type { Colour, Point3 } from "./mesh-builder";
import { colour } from "./mesh-builder";
import type { Look, Pose } from "./performer-figures";
import { drawFigure, lookOf, STANDING } from "./performer-figures";
import { TINTS } from "./performer-instruments";
import type { PlacedMesh } from "./performer-shapes";
import type { Point2 } from "./row-lines";
import { seededRandom } from "./seeded-random";

/** Puts somebody on the field: beside its middle and along its length in metres of its usual size, and which way they
 * look. */
export type ToField = (at: Point2, turn: number) => PlacedMesh;

type Game = {
  home: readonly Point2[];
  /** The other team; without it, the same one on the other half. */
  away?: readonly Point2[];
  ball: Point3;
  ballM: number;
  referee?: Point2;
  /** Whether the first of each team keeps a goal. */
  hasKeepers?: boolean;
  hasHelmets?: boolean;
  hold?: "stick" | "racket" | "gloves";
};

const GAMES: Record<FieldKind, Game> = {
  football: {
    home: at("0.5,-50 -20,-24 -7,-28 8,-27 21,-22 -14,-6 2,-9 16,-3 -19,13 3,9 18,18"),
    away: at("0,50 18,29 5,26 -9,28 -21,24 12,12 -3,14 -16,9 17,-9 6,6.2 -10,-16"),
    ball: [4, 7.4, 0.11],
    ballM: 0.11,
    referee: [9, 2],
    hasKeepers: true,
  },
  rugby: {
    home: at("-2,-1 0,-1.2 2,-1 -3,-2.4 -1,-2.6 1,-2.6 3,-2.4 0,-4 5,-5 11,-8 17,-11 23,-14 -20,-10 29,-18 0,-28"),
    ball: [3.6, -0.2, 0.15],
    ballM: 0.14,
    referee: [-5, 2],
  },
  american_football: {
    home: at("-4,-1 -2,-1 0,-1 2,-1 4,-1 6,-1.2 0,-5 -14,-1.5 15,-1.5 -2,-7 2,-7"),
    ball: [0, -0.4, 0.15],
    ballM: 0.13,
    referee: [0, 10],
    hasHelmets: true,
  },
  baseball: {
    home: at("0,23.6 0,43.3 17,20 8,8 -9,9 -17,21 -32,-14 0,-30 33,-13"),
    away: at("0.8,42"),
    ball: [0.2, 32, 1.2],
    ballM: 0.05,
    referee: [0, 44.4],
    hold: "stick",
  },
  basketball: {
    home: at("0,5.4 -4.6,7.8 4.8,7.2 -2.2,10.6 2.6,11.4"),
    away: at("0.4,6.9 -4,9 4.2,8.6 -1.6,11.6 1.9,12.2"),
    ball: [0.35, 5.9, 1.05],
    ballM: 0.12,
    referee: [6.6, 3],
  },
  ice_hockey: {
    home: at("0,-25.2 -5,-9 5,-8 -7,4 6,7 0.4,1"),
    ball: [0.8, 2, 0.02],
    ballM: 0.06,
    referee: [-9, -2],
    hasKeepers: true,
    hasHelmets: true,
    hold: "stick",
  },
  handball: {
    home: at("0,-19.3 -7.5,11 -4,9 0,8.4 4,9.2 7.6,11.4 0.6,13.2"),
    away: at("0,19.3 -6,14 -3.4,13 -1,12.6 1.6,12.8 3.8,13.2 6.2,14.2"),
    ball: [0.3, 8.8, 1.9],
    ballM: 0.1,
    referee: [8, 2],
    hasKeepers: true,
  },
  volleyball: {
    home: at("-3,-1.4 0,-0.9 3,-1.6 -3,-6 0,-7 3,-5.6"),
    ball: [0.4, -0.8, 2.9],
    ballM: 0.11,
    referee: [5.8, 0],
  },
  tennis: { home: at("-2,-12.6"), away: at("2.2,12.2"), ball: [-0.6, -3, 1.5], ballM: 0.05, hold: "racket" },
  boxing: {
    home: at("0.1,-0.55"),
    away: at("-0.1,0.55"),
    ball: [0, 0, 0],
    ballM: 0,
    referee: [1.9, 0.2],
    hold: "gloves",
  },
};

const NAVY = colour("#24427c");
const SHIRTS: readonly [Colour, Colour, Colour, Colour, Colour] = [
  colour("#c8352f"),
  colour("#eceff2"),
  colour("#d6c23a"),
  colour("#3fae7a"),
  colour("#16181d"),
];

export function drawTeams(kind: FieldKind, to: ToField): void {
  const game = GAMES[kind];
  const away = game.away ?? game.home.map(([beside, along]): Point2 => [-beside * 0.94 + 0.6, -along * 0.96 + 0.3]);
  [game.home, away].forEach((team, side) => {
    team.forEach((spot, index) => {
      const isKeeper = game.hasKeepers === true && index === 0;
      // White would not be seen on ice.
      const shirt = game.hasHelmets && side === 1 ? NAVY : SHIRTS[isKeeper ? side + 2 : side]!;
      drawPlayer(game, to(spot, towards(spot, game.ball)), side * 40 + index, shirt, spot, isKeeper);
    });
  });
  if (game.referee !== undefined) {
    drawPlayer(
      { ...game, hasHelmets: false, hold: undefined },
      to(game.referee, towards(game.referee, game.ball)),
      99,
      SHIRTS[4],
      game.referee,
      false,
    );
  }
  if (game.ballM > 0) {
    const [beside, along, up] = game.ball;
    to([beside, along], 0).ball([0, 0, up], [game.ballM, game.ballM, game.ballM], [0.95, 0.95, 0.92]);
  }
}

function drawPlayer(
  game: Omit<Game, "hold"> & { hold?: Game["hold"] | undefined },
  mesh: PlacedMesh,
  number: number,
  shirt: Colour,
  [beside, along]: Point2,
  isKeeper: boolean,
): void {
  const look: Look = lookOf(300 + number, {
    top: shirt,
    legs: game.hold === "gloves" || game.hasHelmets ? shirt : number < 40 ? colour("#f2f2ee") : colour("#1f2c4d"),
    shoes: shirt,
    isBare: !game.hasHelmets,
    ...(game.hasHelmets ? { style: "helmet" as const } : {}),
  });
  const ballM = Math.hypot(beside - game.ball[0], along - game.ball[1]);
  const hands = handsFor(game.hold);
  drawFigure(mesh, { ...poseOf(number, ballM, isKeeper), ...(hands === null ? {} : { hands }) }, look);
  if (game.hold === "stick") {
    mesh.tube([-0.1, 0.25, 1.05], [0.45, 0.85, 0.04], [0.016], TINTS.WOOD);
    mesh.tube([0.45, 0.85, 0.04], [0.2, 0.95, 0.04], [0.025], TINTS.BLACK);
  } else if (game.hold === "racket") {
    mesh.tube([0.42, 0.5, 1.12], [0.52, 0.78, 1.2], [0.014], TINTS.BLACK);
    mesh.ball([0.56, 0.92, 1.26], [0.13, 0.16, 0.03], [0.85, 0.85, 0.8]);
  } else if (game.hold === "gloves") {
    for (const [x, y, z] of hands!) mesh.ball([x, y + 0.06, z], [0.075, 0.085, 0.08], shirt);
  }
}

function handsFor(hold: Game["hold"]): Pose["hands"] | null {
  if (hold === undefined) return null;
  const [left, right]: Pose["hands"] = {
    stick: [
      [-0.1, 0.25, 1.05],
      [0.14, 0.5, 0.7],
    ] as const,
    racket: [
      [-0.25, 0.3, 1.1],
      [0.42, 0.45, 1.1],
    ] as const,
    gloves: [
      [-0.1, 0.34, 1.42],
      [0.16, 0.5, 1.38],
    ] as const,
  }[hold];
  return [left, right];
}

/** A run, a kick beside the ball, a keeper's crouch, or a stand with feet apart. */
function poseOf(number: number, ballM: number, isKeeper: boolean): Pose {
  if (isKeeper) {
    return {
      hips: [0, -0.1, 0.78],
      neck: [0, 0.14, 1.24],
      hands: [
        [-0.42, 0.36, 0.98],
        [0.42, 0.36, 0.98],
      ],
      feet: [
        [-0.3, 0, 0.07],
        [0.3, 0.02, 0.07],
      ],
    };
  }
  const chance = seededRandom(number, 206);
  if (ballM < 12 || chance < 0.45) {
    const stride = 0.75 + 0.25 * chance;
    const side = chance < 0.25 ? 1 : -1;
    return {
      hips: [0, 0, 0.9],
      neck: [0, 0.13, 1.4],
      hands: [
        [-0.26, 0.32 * side, 1.12],
        [0.26, -0.3 * side, 1.0],
      ],
      feet: [
        [-0.1, -0.45 * side * stride, side > 0 ? 0.3 : 0.1],
        [0.1, 0.42 * side * stride, side > 0 ? 0.1 : 0.3],
      ],
    };
  }
  return {
    ...STANDING,
    neck: [0, 0.05, 1.44],
    hands: [
      [-0.34, 0.12, 0.96],
      [0.34, 0.14, 0.98],
    ],
    feet: [
      [-0.2, -0.04, 0.07],
      [0.22, 0.08, 0.07],
    ],
  };
}

function towards([beside, along]: Point2, [ballBeside, ballAlong]: Point3): number {
  return Math.atan2(ballBeside - beside, ballAlong - along);
}

/** Reads points from "beside,along beside,along". */
function at(text: string): Point2[] {
  return text.split(" ").map((pair): Point2 => {
    const [beside = 0, along = 0] = pair.split(",").map(Number);
    return [beside, along];
  });
}
