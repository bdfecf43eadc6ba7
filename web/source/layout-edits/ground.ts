// Places on the ground plan, and motions of it: shifts, turns and reflections.

/** A place on the ground plan, in metres: x to the east, y to the north. */
export type Ground = { x: number; y: number };

/** A motion of the ground plan that keeps all distances. */
export type Motion = {
  place: (at: Ground) => Ground;
  /** The bearing that a bearing becomes, in degrees. */
  bearing: (deg: number) => number;
  /** Whether left and right change places. */
  isMirrored: boolean;
};

export function shiftBy(dx: number, dy: number): Motion {
  return { place: ({ x, y }) => ({ x: x + dx, y: y + dy }), bearing: (deg) => deg, isMirrored: false };
}

/** A turn about a place, clockwise. */
export function turnBy(deg: number, about: Ground): Motion {
  return {
    place: ({ x, y }) => {
      const { x: east, y: north } = turned({ x: x - about.x, y: y - about.y }, deg);
      return { x: about.x + east, y: about.y + north };
    },
    bearing: (bearing) => bearing + deg,
    isMirrored: false,
  };
}

/** A reflection in the line through a place that leads in a bearing. */
export function mirrorIn(through: Ground, lineDeg: number): Motion {
  const along = ahead(lineDeg);
  return {
    place: ({ x, y }) => {
      const [east, north] = [x - through.x, y - through.y];
      const alongM = east * along.x + north * along.y;
      return { x: through.x + 2 * alongM * along.x - east, y: through.y + 2 * alongM * along.y - north };
    },
    bearing: (bearing) => 2 * lineDeg - bearing,
    isMirrored: true,
  };
}

/** One motion after the other. */
export function motions(...all: readonly Motion[]): Motion {
  return {
    place: (at) => all.reduce((place, motion) => motion.place(place), at),
    bearing: (deg) => all.reduce((bearing, motion) => motion.bearing(bearing), deg),
    isMirrored: all.filter(({ isMirrored }) => isMirrored).length % 2 === 1,
  };
}

/** One metre in a bearing. */
export function ahead(deg: number): Ground {
  return { x: Math.sin(radians(deg)), y: Math.cos(radians(deg)) };
}

/** One metre to the right of a person who looks against a bearing, as people in a section look to its front. */
export function rightOf(behindDeg: number): Ground {
  return { x: -Math.cos(radians(behindDeg)), y: Math.sin(radians(behindDeg)) };
}

export function stepped(from: Ground, direction: Ground, byM: number): Ground {
  return { x: from.x + byM * direction.x, y: from.y + byM * direction.y };
}

/** How far a place is from another in a direction. */
export function alongM(from: Ground, to: Ground, direction: Ground): number {
  return (to.x - from.x) * direction.x + (to.y - from.y) * direction.y;
}

export function apartM(one: Ground, other: Ground): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Whether a place is inside the outline with these corners. */
export function isInside(corners: readonly (readonly number[])[], { x, y }: Ground): boolean {
  let inside = false;
  corners.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = corners[(index + 1) % corners.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** The bearing from a place to another, from 0 to 360. */
export function bearingTo(from: Ground, to: Ground): number {
  return wholeTurn((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI);
}

/** A vector after a clockwise turn. */
export function turned({ x, y }: Ground, deg: number): Ground {
  const [cos, sin] = [Math.cos(radians(deg)), Math.sin(radians(deg))];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/** A bearing from 0 to 360. */
export function wholeTurn(deg: number): number {
  return ((deg % 360) + 360) % 360;
}

/** Metres in whole centimetres, or degrees in hundredths: what records hold. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

export function radians(deg: number): number {
  return (deg * Math.PI) / 180;
}
