// The steps from nothing to a view on a shop's page, and which of them are done. Pure.
import type { components } from "@seatpreview/client";
import { isForPages } from "../keys/page-uses";
import type { OperationId } from "../shell/operations";
import { may } from "../shell/permissions";
import type { CallerInfo } from "../shell/screen-props";
import type { Venue } from "../venues/record";

type ApiKey = components["schemas"]["ApiKey"];

/** What the API says about the caller's tenant. */
export type Progress = {
  /** The venue of the tenant that was changed last; null if it has none. */
  venue: Venue | null;
  hasDraft: boolean;
  hasImage: boolean;
  /** Whether somebody has looked at a seat in the console. */
  wasPreviewed: boolean;
  keys: readonly ApiKey[];
  /** Whether a buyer's viewer has reported an event; null if the caller may not read events. */
  wasSeenByBuyer: boolean | null;
};

export type Step = { name: string; help: string; path: string; isDone: boolean };

type Planned = Step & { operation: OperationId };

/** The steps in their order. A step that is left and that the caller's key may not do is not among them. */
export function stepsOf(progress: Progress, caller: CallerInfo): Step[] {
  const { venue } = progress;
  const subject = venue === null ? {} : { venue };
  return planned(progress)
    .filter(({ isDone, operation }) => isDone || may(caller, operation, subject))
    .map(({ operation: _, ...step }) => step);
}

function planned({ venue, hasDraft, hasImage, wasPreviewed, keys, wasSeenByBuyer }: Progress): Planned[] {
  const at = (tab: string) => (venue === null ? "venues/new" : `venues/${venue.venueId}/${tab}`);
  const isPublished = (venue?.seatCount ?? 0) > 0;
  return [
    {
      name: "Describe your hall",
      help: "Start from a template, from a file with its plan, or from an empty hall.",
      path: venue === null || hasDraft || isPublished ? "venues/new" : at("design"),
      isDone: isPublished || hasDraft,
      operation: venue === null ? "createVenue" : "putDraft",
    },
    {
      name: "Make it yours",
      help: "Move, number and name its blocks until they are those of your hall.",
      path: at("design"),
      isDone: venue !== null && (hasDraft || venue.version > 1),
      operation: "putDraft",
    },
    {
      name: "See what a buyer sees",
      help: "Look at a seat. The view is drawn from the layout; pictures of your own take its place.",
      path: at("preview"),
      isDone: hasImage || wasPreviewed,
      operation: "previewSeat",
    },
    {
      name: "Try the labels that your tickets have",
      help: "Paste some, and keep those that matter as examples.",
      path: at("rules"),
      isDone: hasLabels(venue),
      operation: "replaceVenue",
    },
    {
      name: "Publish it",
      help: "What you have saved is a draft: buyers see it once it is published.",
      path: at("design"),
      isDone: isPublished && !hasDraft,
      operation: "publishDraft",
    },
    {
      name: "Make a key for your page",
      help: "One that works without a secret, from the pages that you list.",
      path: "keys/new",
      isDone: keys.some(isForListedPages),
      operation: "createKey",
    },
    ...(wasSeenByBuyer === null
      ? []
      : [
          {
            name: "Put the view on your page",
            help: "Copy the HTML from the key's screen. The first buyer who looks at a seat is seen under Events.",
            path: "events",
            isDone: wasSeenByBuyer,
            operation: "reportEvents" as const,
          },
        ]),
  ];
}

function hasLabels(venue: Venue | null): boolean {
  const { rules = [], examples = [] } = venue?.rules.seatKeys ?? {};
  return rules.length + examples.length > 0;
}

function isForListedPages(key: ApiKey): boolean {
  return key.status === "active" && isForPages(key) && key.allowedOrigins.length > 0;
}
