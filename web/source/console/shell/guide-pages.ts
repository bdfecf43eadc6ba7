// The pages of the guide that the console's screens link to. A test looks for each of them in docs/.

/** A page of the guide, perhaps with the anchor of a heading. */
export const GUIDE_PAGES = {
  start: "first-hall",
  keys: "rotate-keys#which-key-for-whom",
  newKey: "rotate-keys#create",
  oneKey: "rotate-keys#rotate",
  venues: "concepts#venue",
  newVenue: "first-hall",
  importPlan: "import-a-plan",
  design: "first-hall",
  map: "layouts#geometry",
  record: "layouts",
  rules: "label-rules",
  versions: "publish-and-restore#versions",
  imagery: "photographs",
  aliases: "layouts#other-names-aliases-and-translations",
  grants: "concepts#grant",
  preview: "concepts#preview",
  events: "concepts#event",
  webhooks: "webhooks",
  newWebhook: "webhooks#create-one",
  oneWebhook: "webhooks#what-arrives",
  changes: "recipes-in-step",
  audit: "rotate-keys#who-changed-what",
  tenants: "concepts#tenant",
  you: "concepts#key",
} as const;

export type GuidePage = keyof typeof GUIDE_PAGES;

export function guideAddress(page: GuidePage): string {
  const [name, anchor] = GUIDE_PAGES[page].split("#");
  return `/guide/${name}.html${anchor === undefined ? "" : `#${anchor}`}`;
}
