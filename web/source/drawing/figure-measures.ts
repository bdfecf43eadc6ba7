// The silhouette of the people who are drawn, above the floor they sit or stand on. The service computes what they hide
// with the same measures (src/seatpreview/sightlines/measures.py): both are tested with tests/layouts/shared/figures.json.

export type FigureMeasures = {
  shouldersM: number;
  /** The middle of the head, and half its width, height and depth with the hair. */
  headM: number;
  headHalfM: number;
  headHalfHighM: number;
  headHalfDeepM: number;
  /** Half the width of the body with the arms. */
  bodyHalfM: number;
  /** The top of the head. */
  topM: number;
};

const HEAD = { headHalfM: 0.088, headHalfHighM: 0.136, headHalfDeepM: 0.109, bodyHalfM: 0.235 };

export const SEATED: FigureMeasures = { ...HEAD, shouldersM: 1, headM: 1.175, topM: 1.311 };
export const STANDING: FigureMeasures = { ...HEAD, shouldersM: 1.42, headM: 1.6, topM: 1.736 };
