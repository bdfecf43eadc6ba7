"""The operations of the API. Written by script/clients from the OpenAPI document; do not edit."""

from seatpreview_client.generated.models import (
    ApiKey,
    AuditEntry,
    BestSeats,
    CallerInfo,
    CreatedKey,
    Delivery,
    Draft,
    DryRun,
    Event,
    EventReportRow,
    FeedPage,
    FloorPlan,
    Grant,
    ImageLink,
    IngestedEvents,
    IssuedSession,
    KeptVersion,
    LearnedRules,
    ListedSeat,
    OwnAliases,
    Plan,
    Preview,
    PublishedVersion,
    Redelivered,
    ResolvedSeats,
    RestoredVersion,
    RestrictedView,
    RotatedKey,
    RowViews,
    SavedVenue,
    SeatPosition,
    SeatsInPicture,
    Session,
    SuggestionList,
    TemplateList,
    TemplateRecord,
    Tenant,
    UploadedImage,
    Venue,
    VenueImport,
    VenueSummary,
    VersionChanges,
    VersionSummary,
    Webhook,
    WebhookWithSecret,
)
from seatpreview_client.operation import Operation, content, model, nothing, page

CREATE_SESSION = Operation(
    "createSession", "POST", "sessions", model(IssuedSession), takes_idempotency_key=True
)
GET_SESSION = Operation("getSession", "GET", "sessions/{sessionId}", model(Session))
END_SESSION = Operation("endSession", "DELETE", "sessions/{sessionId}", nothing)
RENEW_SESSION = Operation("renewSession", "POST", "sessions/{sessionId}/renew", model(IssuedSession))
PREVIEW_SEAT = Operation("previewSeat", "GET", "seats/preview", model(Preview))
GET_PREVIEW_IMAGE = Operation("getPreviewImage", "GET", "seats/preview/image", content)
CREATE_IMAGE_LINK = Operation(
    "createImageLink", "POST", "seats/preview/image-links", model(ImageLink), only_reads=True
)
RESOLVE_SEATS = Operation("resolveSeats", "POST", "seats/resolve", model(ResolvedSeats), only_reads=True)
LIST_SEATS = Operation("listSeats", "GET", "seats", page(ListedSeat))
LIST_POSITIONS = Operation("listPositions", "GET", "seats/positions", page(SeatPosition))
FIND_BEST_SEATS = Operation("findBestSeats", "POST", "seats/best", model(BestSeats), only_reads=True)
GET_PLAN = Operation("getPlan", "GET", "seats/plan", model(Plan))
INGEST_EVENTS = Operation("ingestEvents", "POST", "events", model(IngestedEvents))
LIST_EVENTS = Operation("listEvents", "GET", "events", page(Event))
REPORT_EVENTS = Operation("reportEvents", "GET", "events/report", page(EventReportRow))
LIST_TENANTS = Operation("listTenants", "GET", "manage/tenants", page(Tenant))
CREATE_TENANT = Operation("createTenant", "POST", "manage/tenants", model(Tenant), takes_idempotency_key=True)
GET_TENANT = Operation("getTenant", "GET", "manage/tenants/{tenantId}", model(Tenant))
UPDATE_TENANT = Operation("updateTenant", "PATCH", "manage/tenants/{tenantId}", model(Tenant))
DELETE_TENANT = Operation("deleteTenant", "DELETE", "manage/tenants/{tenantId}", nothing)
ARCHIVE_TENANT = Operation("archiveTenant", "POST", "manage/tenants/{tenantId}/archive", model(Tenant))
UNARCHIVE_TENANT = Operation("unarchiveTenant", "POST", "manage/tenants/{tenantId}/unarchive", model(Tenant))
LIST_KEYS = Operation("listKeys", "GET", "manage/keys", page(ApiKey))
CREATE_KEY = Operation("createKey", "POST", "manage/keys", model(CreatedKey), takes_idempotency_key=True)
GET_KEY = Operation("getKey", "GET", "manage/keys/{keyId}", model(ApiKey))
UPDATE_KEY = Operation("updateKey", "PATCH", "manage/keys/{keyId}", model(ApiKey))
REVOKE_KEY = Operation("revokeKey", "DELETE", "manage/keys/{keyId}", nothing)
ROTATE_KEY = Operation(
    "rotateKey", "POST", "manage/keys/{keyId}/rotate", model(RotatedKey), takes_idempotency_key=True
)
LIST_VENUES = Operation("listVenues", "GET", "manage/venues", page(VenueSummary))
CREATE_VENUE = Operation(
    "createVenue", "POST", "manage/venues", model(SavedVenue), takes_idempotency_key=True
)
GET_VENUE = Operation("getVenue", "GET", "manage/venues/{venueId}", model(Venue))
REPLACE_VENUE = Operation("replaceVenue", "PUT", "manage/venues/{venueId}", model(SavedVenue))
DELETE_VENUE = Operation("deleteVenue", "DELETE", "manage/venues/{venueId}", nothing)
TEST_SEAT_KEYS = Operation(
    "testSeatKeys", "POST", "manage/venues/{venueId}/seat-keys/test", model(DryRun), only_reads=True
)
SUGGEST_SEAT_KEYS = Operation(
    "suggestSeatKeys",
    "POST",
    "manage/venues/{venueId}/seat-keys/suggest",
    model(SuggestionList),
    only_reads=True,
)
LEARN_SEAT_KEYS = Operation(
    "learnSeatKeys", "POST", "manage/venues/{venueId}/seat-keys/learn", model(LearnedRules), only_reads=True
)
LIST_RESTRICTED_VIEWS = Operation(
    "listRestrictedViews", "GET", "manage/venues/{venueId}/restricted-views", page(RestrictedView)
)
LIST_SEAT_VIEWS = Operation("listSeatViews", "GET", "manage/venues/{venueId}/seat-views", page(RowViews))
REPLACE_ALIASES = Operation("replaceAliases", "PUT", "manage/venues/{venueId}/aliases", model(OwnAliases))
LIST_GRANTS = Operation("listGrants", "GET", "manage/venues/{venueId}/grants", page(Grant))
PUT_GRANT = Operation(
    "putGrant", "PUT", "manage/venues/{venueId}/grants/{tenantId}", nothing, takes_idempotency_key=True
)
END_GRANT = Operation("endGrant", "DELETE", "manage/venues/{venueId}/grants/{tenantId}", nothing)
GET_DRAFT = Operation("getDraft", "GET", "manage/venues/{venueId}/draft", model(Draft))
PUT_DRAFT = Operation("putDraft", "PUT", "manage/venues/{venueId}/draft", model(Draft))
DELETE_DRAFT = Operation("deleteDraft", "DELETE", "manage/venues/{venueId}/draft", nothing)
PUBLISH_DRAFT = Operation(
    "publishDraft",
    "POST",
    "manage/venues/{venueId}/draft/publish",
    model(PublishedVersion),
    takes_idempotency_key=True,
)
LIST_VERSIONS = Operation("listVersions", "GET", "manage/venues/{venueId}/versions", page(VersionSummary))
GET_VERSION = Operation("getVersion", "GET", "manage/venues/{venueId}/versions/{version}", model(KeptVersion))
DELETE_VERSION = Operation("deleteVersion", "DELETE", "manage/venues/{venueId}/versions/{version}", nothing)
GET_VERSION_CHANGES = Operation(
    "getVersionChanges", "GET", "manage/venues/{venueId}/versions/{version}/changes", model(VersionChanges)
)
RESTORE_VERSION = Operation(
    "restoreVersion",
    "POST",
    "manage/venues/{venueId}/versions/{version}/restore",
    model(RestoredVersion),
    takes_idempotency_key=True,
)
ARCHIVE_VENUE = Operation("archiveVenue", "POST", "manage/venues/{venueId}/archive", model(Venue))
UNARCHIVE_VENUE = Operation("unarchiveVenue", "POST", "manage/venues/{venueId}/unarchive", model(Venue))
COPY_VENUE = Operation(
    "copyVenue", "POST", "manage/venues/{venueId}/copy", model(Venue), takes_idempotency_key=True
)
IMPORT_VENUE = Operation("importVenue", "POST", "manage/venues/import", model(VenueImport), only_reads=True)
EXPORT_VENUE = Operation("exportVenue", "GET", "manage/venues/{venueId}/export", content)
LIST_TEMPLATES = Operation("listTemplates", "GET", "manage/templates", model(TemplateList))
GET_TEMPLATE = Operation("getTemplate", "GET", "manage/templates/{templateId}", model(TemplateRecord))
LIST_IMAGES = Operation("listImages", "GET", "manage/venues/{venueId}/imagery", page(UploadedImage))
PUT_IMAGE = Operation("putImage", "PUT", "manage/venues/{venueId}/imagery/{name}", model(UploadedImage))
DELETE_IMAGE = Operation("deleteImage", "DELETE", "manage/venues/{venueId}/imagery/{name}", nothing)
GET_FLOOR_PLAN = Operation("getFloorPlan", "GET", "manage/venues/{venueId}/floor-plan", model(FloorPlan))
PUT_FLOOR_PLAN = Operation("putFloorPlan", "PUT", "manage/venues/{venueId}/floor-plan", model(FloorPlan))
DELETE_FLOOR_PLAN = Operation("deleteFloorPlan", "DELETE", "manage/venues/{venueId}/floor-plan", nothing)
FIND_FLOOR_PLAN_SEATS = Operation(
    "findFloorPlanSeats",
    "POST",
    "manage/venues/{venueId}/floor-plan/seats",
    model(SeatsInPicture),
    only_reads=True,
)
PLACE_FLOOR_PLAN = Operation(
    "placeFloorPlan", "PUT", "manage/venues/{venueId}/floor-plan/placement", model(FloorPlan)
)
LIST_AUDIT = Operation("listAudit", "GET", "manage/audit", page(AuditEntry))
LIST_CHANGES = Operation("listChanges", "GET", "manage/changes", model(FeedPage))
LIST_WEBHOOKS = Operation("listWebhooks", "GET", "manage/webhooks", page(Webhook))
CREATE_WEBHOOK = Operation(
    "createWebhook", "POST", "manage/webhooks", model(WebhookWithSecret), takes_idempotency_key=True
)
GET_WEBHOOK = Operation("getWebhook", "GET", "manage/webhooks/{webhookId}", model(Webhook))
UPDATE_WEBHOOK = Operation("updateWebhook", "PATCH", "manage/webhooks/{webhookId}", model(Webhook))
DELETE_WEBHOOK = Operation("deleteWebhook", "DELETE", "manage/webhooks/{webhookId}", nothing)
ROTATE_WEBHOOK = Operation(
    "rotateWebhook",
    "POST",
    "manage/webhooks/{webhookId}/rotate",
    model(WebhookWithSecret),
    takes_idempotency_key=True,
)
TEST_WEBHOOK = Operation("testWebhook", "POST", "manage/webhooks/{webhookId}/test", model(Delivery))
LIST_DELIVERIES = Operation("listDeliveries", "GET", "manage/webhooks/{webhookId}/deliveries", page(Delivery))
REDELIVER = Operation(
    "redeliver", "POST", "manage/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", model(Delivery)
)
REDELIVER_FAILED = Operation(
    "redeliverFailed", "POST", "manage/webhooks/{webhookId}/redeliver", model(Redelivered)
)
GET_CALLER = Operation("getCaller", "GET", "caller", model(CallerInfo))
