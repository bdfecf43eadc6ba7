// Groups of operations that a key may be limited to: their names, and presets for what people need most.
import type { CallerInfo } from "../shell/screen-props";
import type { ApiKey } from "./draft";

export type Groups = ApiKey["groups"];
export type Group = NonNullable<Groups>[number];

export const GROUP_NAMES: Record<Group, string> = {
  sessions: "Sessions",
  seats: "Seats",
  events: "Events",
  management: "Management",
  management_read_only: "Management (read only)",
};

export const GROUP_HELP: Record<Group, string> = {
  sessions: "Make sessions, which let a buyer's browser show the seats of one venue.",
  seats: "Show views from seats, and resolve labels.",
  events: "Report events, and read what was reported.",
  management: "Read and change keys, venues and imagery.",
  management_read_only: "Read keys, venues and the change log, and try rules. Changes nothing.",
};

const GROUPS = Object.keys(GROUP_NAMES) as Group[];
const NEEDS_SECRET: Group[] = ["management", "management_read_only"];

export type Preset = { value: string; text: string; help: string; groups: Groups };

const SHOP: Preset = {
  value: "shop",
  text: "Make sessions for my shop",
  help: "All that a shop's server or page needs. If the key leaks, nobody can read or change keys and venues with it.",
  groups: ["sessions"],
};
const SERVER: Preset = {
  value: "server",
  text: "Make sessions, show seats and use events",
  help: "For a server that asks for views or event reports itself.",
  groups: ["sessions", "seats", "events"],
};
const READER: Preset = {
  value: "reader",
  text: "Read everything",
  help: "For reports and monitoring. It changes no key and no venue; it may report events.",
  groups: ["seats", "events", "management_read_only"],
};
const ALL: Preset = {
  value: "all",
  text: "Everything that its tenant may",
  help: "Also make and change keys and venues. Only for people and tools that manage them.",
  groups: null,
};

type KeyType = Pick<ApiKey, "kind" | "scope">;

/** The presets for this type of key, without those that the caller cannot give. */
export function presetsFor({ kind, scope }: KeyType, caller: CallerInfo): Preset[] {
  const all =
    kind === "keyless"
      ? { ...ALL, text: "Everything that a page may", help: "Make sessions, show seats and report events." }
      : scope === "admin"
        ? { ...ALL, text: "Everything", help: "Every operation, for every tenant." }
        : ALL;
  const offered = kind === "keyless" ? [SHOP, all] : [SHOP, SERVER, READER, all];
  return offered.filter(({ groups }) => mayGive(caller.groups, groups));
}

/** The groups that the caller can give to a key of this kind, one by one. */
export function groupsFor(kind: ApiKey["kind"], caller: CallerInfo): Group[] {
  return GROUPS.filter(
    (group) => mayGive(caller.groups, [group]) && (kind === "secret" || !NEEDS_SECRET.includes(group)),
  );
}

/** What the form for a new key proposes: for a tenant's secret key, what a shop needs. */
export function proposedGroups({ kind, scope }: KeyType, caller: CallerInfo): Groups {
  if (kind === "secret" && scope === "tenant" && mayGive(caller.groups, SHOP.groups)) return SHOP.groups;
  return caller.groups === null ? null : groupsFor(kind, caller);
}

/** Whether a key with these groups may have been given `groups`: nobody gives a group that they lack. */
export function mayGive(own: Groups, groups: Groups): boolean {
  if (own === null) return true;
  return groups?.every((group) => hasGroup(own, group)) ?? false;
}

/** Whether a key with these groups has this one. Management includes its read-only part. */
export function hasGroup(own: Groups, group: Group): boolean {
  if (own === null || own.includes(group)) return true;
  return group === "management_read_only" && own.includes("management");
}

/** The preset that stands for these groups, in whatever order they are. */
export function presetOf(presets: Preset[], groups: Groups): Preset | undefined {
  return presets.find((preset) => isSameSet(preset.groups, groups));
}

export function groupsText(groups: Groups): string {
  if (groups === null) return "all";
  return groups.map((group) => GROUP_NAMES[group]).join(", ") || "none";
}

function isSameSet(one: Groups, other: Groups): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((group) => other.includes(group));
}
