// The texts of the viewer in one language. They are written in src/seatpreview/languages/.
import { MODULES } from "../languages/generated/load";
import type { Messages } from "../languages/generated/viewer/en";
import { type Locale, languageOf } from "./locales";

export type { Messages } from "../languages/generated/viewer/en";

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await MODULES[languageOf(locale)]()).messages;
}

/** Returns the sentence about a problem of the API by its code. */
export function problemSentence({ problems }: Messages, code: string): string {
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : problems.other;
}
