// The mood of a drawing: how the hall is lit. It follows the configuration, never the theme of the page.
import type { Plan } from "../plan/plan";

export type Mood = NonNullable<Plan["mood"]>;

/** What a mood is chosen from if neither the configuration nor the venue names one. */
export type MoodFacts = {
  /** Whether the plan describes a stage. */
  hasStage: boolean;
  isOpenAir: boolean;
};

/** A show on a stage is lit as a concert, a field under the open sky by day, and any other hall by its house lights. */
export function defaultMood({ hasStage, isOpenAir }: MoodFacts): Mood {
  if (hasStage) return "concert";
  return isOpenAir ? "daylight" : "house_lights";
}

/** Whether the surroundings are dark, so that what is lit stands out. */
export function isNight(mood: Mood): boolean {
  return mood === "concert" || mood === "floodlights";
}
