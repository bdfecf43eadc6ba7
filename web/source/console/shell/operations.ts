// The operations of the API that the console calls, and who may call each. A test compares them with the OpenAPI document.
import type { Group } from "../keys/groups";

export type Operation = {
  /** A key that is limited to groups needs one of these. Empty if groups make no difference. */
  groups: readonly Group[];
  /** Whether only keys of admin scope may call it. */
  isForAdmin?: boolean;
  /** Whether a tenant that was granted the venue may not call it, but only the venue's owner. */
  isForOwner?: boolean;
};

const READING: readonly Group[] = ["management", "management_read_only"];
const CHANGING: readonly Group[] = ["management"];

export const OPERATIONS = {
  getCaller: { groups: [] },
  createSession: { groups: ["sessions"] },
  endSession: { groups: ["sessions"] },
  listSeats: { groups: ["seats"] },
  getPlan: { groups: ["seats"] },
  previewSeat: { groups: ["seats"] },
  listEvents: { groups: ["events"] },
  reportEvents: { groups: ["events"] },
  listTenants: { groups: READING, isForAdmin: true },
  getTenant: { groups: READING },
  createTenant: { groups: CHANGING, isForAdmin: true },
  updateTenant: { groups: CHANGING, isForAdmin: true },
  archiveTenant: { groups: CHANGING, isForAdmin: true },
  unarchiveTenant: { groups: CHANGING, isForAdmin: true },
  deleteTenant: { groups: CHANGING, isForAdmin: true },
  listKeys: { groups: READING },
  getKey: { groups: READING },
  createKey: { groups: CHANGING },
  updateKey: { groups: CHANGING },
  rotateKey: { groups: CHANGING },
  revokeKey: { groups: CHANGING },
  listVenues: { groups: READING },
  getVenue: { groups: READING },
  createVenue: { groups: CHANGING },
  replaceVenue: { groups: CHANGING, isForOwner: true },
  copyVenue: { groups: CHANGING, isForOwner: true },
  archiveVenue: { groups: CHANGING, isForOwner: true },
  unarchiveVenue: { groups: CHANGING, isForOwner: true },
  deleteVenue: { groups: CHANGING, isForOwner: true },
  getDraft: { groups: READING, isForOwner: true },
  putDraft: { groups: CHANGING, isForOwner: true },
  deleteDraft: { groups: CHANGING, isForOwner: true },
  publishDraft: { groups: CHANGING, isForOwner: true },
  listVersions: { groups: READING, isForOwner: true },
  getVersion: { groups: READING, isForOwner: true },
  getVersionChanges: { groups: READING, isForOwner: true },
  restoreVersion: { groups: CHANGING, isForOwner: true },
  deleteVersion: { groups: CHANGING, isForOwner: true },
  listSeatViews: { groups: READING, isForOwner: true },
  testSeatKeys: { groups: READING },
  suggestSeatKeys: { groups: READING },
  learnSeatKeys: { groups: READING },
  replaceAliases: { groups: CHANGING },
  importVenue: { groups: READING },
  exportVenue: { groups: READING },
  listTemplates: { groups: READING },
  getTemplate: { groups: READING },
  listGrants: { groups: READING, isForOwner: true },
  putGrant: { groups: CHANGING, isForOwner: true },
  endGrant: { groups: CHANGING, isForOwner: true },
  listImages: { groups: READING },
  putImage: { groups: CHANGING, isForOwner: true },
  deleteImage: { groups: CHANGING, isForOwner: true },
  getFloorPlan: { groups: READING, isForOwner: true },
  findFloorPlanSeats: { groups: READING, isForOwner: true },
  putFloorPlan: { groups: CHANGING, isForOwner: true },
  placeFloorPlan: { groups: CHANGING, isForOwner: true },
  deleteFloorPlan: { groups: CHANGING, isForOwner: true },
  listAudit: { groups: READING },
  listChanges: { groups: READING },
  listWebhooks: { groups: READING },
  getWebhook: { groups: READING },
  createWebhook: { groups: CHANGING },
  updateWebhook: { groups: CHANGING },
  deleteWebhook: { groups: CHANGING },
  rotateWebhook: { groups: CHANGING },
  testWebhook: { groups: CHANGING },
  listDeliveries: { groups: READING },
  redeliver: { groups: CHANGING },
  redeliverFailed: { groups: CHANGING },
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

export function operationOf(id: OperationId): Operation {
  return OPERATIONS[id];
}
