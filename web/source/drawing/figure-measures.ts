// The silhouette of the people who are drawn, above the floor they sit or stand on. The service computes what they hide
// with the same measures (src/seatpreview/sightlines/figures.py); tests compare both with tests/layouts/shared/figures.json.

export type FigureMeasures = {
  /** The height of the eyes, of the top of the head with its hair, of the head's middle, and of the shoulders. */
  eyeM: number;
  topM: number;
  headM: number;
  shouldersM: number;
  /** Half the width of the head with its hair, and of the shoulders. */
  headHalfM: number;
  shouldersHalfM: number;
};

export const SEATED: FigureMeasures = {
  eyeM: 1.2,
  topM: 1.311,
  headM: 1.175,
  shouldersM: 1,
  headHalfM: 0.088,
  shouldersHalfM: 0.22,
};

export const STANDING: FigureMeasures = { ...SEATED, eyeM: 1.6, topM: 1.736, headM: 1.6, shouldersM: 1.42 };
