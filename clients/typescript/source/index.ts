// What the package @seatpreview/client gives.
export {
  type BrokenRule,
  type ChoiceRules,
  hallOfRows,
  type Judgement,
  judgeChoice,
  type KeyedPlace,
  obeysRules,
  type RuledHall,
  type RuledPlace,
  readRules,
  type SeatRun,
  unmetRule,
} from "./choice-rules.js";
export { Client, type ClientOptions } from "./client.js";
export type { WithEtag } from "./editing.js";
export { type EmbeddableSession, type EmbedOptions, embedHtml, escapeHtml } from "./embed-html.js";
export { Follower, type FollowOptions, type FollowQuery } from "./following.js";
export type * from "./generated/groups.js";
export type * from "./generated/types.js";
export { addressOf, type Fetch, type Query, readJson, sendRequest } from "./http-request.js";
export { type Page, PagedList } from "./pages.js";
export { type Fault, Problem, type ProblemOptions, type SeatRefusal } from "./problem.js";
export type { Retries, Waiting } from "./repeats.js";
export type {
  CachedOptions,
  CallOptions,
  CreateOptions,
  KeySource,
  SaveOptions,
  UploadOptions,
  WriteOptions,
} from "./transport.js";
export type { Progress, UploadBody } from "./upload.js";
