// What happens in the hall: who is on stage follows from the set-up, the hall and its light.
import type { Plan } from "../plan/plan";
import { fieldOf } from "./focus-extent";
import { type EventKind, HALLS, type HallKind } from "./halls";
import type { Mood } from "./mood";

/** What a kind of event is told from. */
export type EventFacts = {
  plan: Plan;
  hall: HallKind;
  mood: Mood;
  hasStage: boolean;
};

/** Words of set-ups, by what they announce. The first line with a word in the name decides. */
const WORDS: readonly (readonly [EventKind, RegExp])[] = [
  ["none", /curtain|\bbefore\b|vorhang|rideau|sipario|tel[óo]n/],
  ["orchestra", /orchest|orquest|philharmon|symphon|sinfon|\bchoir|\bchor\b|recital/],
  ["lecture", /assembl|lecture|conferen|konferen|\btalk|vortrag|comedy/],
  ["play", /\bplay|drama|theat|opera|\boper\b|musical|ballet|schauspiel/],
  ["band", /concert|konzert|concierto|\bgig\b|\bband\b|\btour\b|\brock\b|festival/],
];

/** Returns whether the plan is that of the hall itself, without one of its set-ups: nobody is in it. */
export function isEmptyHall({ configuration, configurations }: Plan): boolean {
  return configuration === null && configurations.length > 0;
}

/** Returns the kind of event. Where the plan has neither a stage nor a field, nobody performs. */
export function eventOf({ plan, hall, mood, hasStage }: EventFacts): EventKind {
  if (isEmptyHall(plan)) return "none";
  if (plan.focus.extent?.kind === "screen" && !plan.obstructions.some(({ kind }) => kind === "stage")) return "film";
  if (fieldOf(plan) !== null) return "match";
  if (!hasStage && !HALLS[hall].hasProscenium) return "none";
  const { id = "", name = "" } = plan.configuration ?? {};
  const words = `${id} ${name}`.toLowerCase();
  return WORDS.find(([, word]) => word.test(words))?.[0] ?? usualEvent(hall, mood);
}

function usualEvent(hall: HallKind, mood: Mood): EventKind {
  return HALLS[hall].events[mood === "concert" ? 0 : 1];
}
