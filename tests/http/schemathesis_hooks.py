"""Hooks for Schemathesis: rules that the OpenAPI document cannot state, and three additional checks.

JSON Schema cannot say that an origin is one that a browser could send, that a burst is at most its requests,
that an admin key has no tenant, or which seats a venue has. The hooks make valid data follow such rules, so
that the service has to accept it. Data that is invalid on purpose is not changed, and no check is disabled.

One sequence is avoided. `use_after_free` expects 404 for what a DELETE has removed. Our DELETE removes
nothing: it revokes a key, which can still be read, with status revoked. So a request that would read a key
after its DELETE reads another one, and `revoked_for_good` checks what the contract promises instead.

A session is requested with its own token, while it lives and after its end: `use_after_free` and
`ended_for_good` check that the token is not accepted any more.
"""

import json
import os
from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import uuid4

import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, CheckContext, HookContext, Response

import strategies
from seatpreview.decoding.json_object import read_object
from seatpreview.labels.text.spelling import folded
from seatpreview.problems import ValidationFailed
from stage import ADS, ARCHIVED_NAME, CATEGORY, CONFIGURATION, LAYOUT, ROW, SEATS, SECTION, Stage, picture

Body = dict[str, Any]
AnyCase = Case[Any]

VENUES: dict[str, list[str]] = json.loads(os.environ["SCHEMATHESIS_VENUES"])
"""Tenants that exist, each with the venues that its keys may name."""

OWNER = next(tenant for tenant, venues in VENUES.items() if venues)
ADMIN_KEY = os.environ["SCHEMATHESIS_ADMIN_KEY"]
STAGE = Stage(os.environ["SCHEMATHESIS_BASE_URL"], ADMIN_KEY, OWNER)

NO_KEY_ID, NO_TENANT_ID, NO_VENUE_ID = "key_000000000000", "ten_000000000000", "ven_000000000000"

_LONGEST_NAME = ".".join(["a" * 63] * 3 + ["a" * 61])
_LONGEST = [f"https://{_LONGEST_NAME}:65535{end}" for end in ("", "/", "//")]
# Schemathesis asks for texts of the least and the greatest length, and for some that are one off: without
# these it would look for them for a minute.
_ORIGINS_AT_THE_BOUNDS = st.sampled_from(["https://", "https://a", "https://ab", *_LONGEST])
_ANCESTORS_AT_THE_BOUNDS = st.sampled_from(["'self", "'self'", *_LONGEST])

schemathesis.openapi.format("origin", _ORIGINS_AT_THE_BOUNDS | strategies.origins())
schemathesis.openapi.format("frame-ancestor", _ANCESTORS_AT_THE_BOUNDS | strategies.frame_ancestors())
schemathesis.openapi.format("tenant-id", st.sampled_from(sorted(VENUES)))
schemathesis.openapi.format("venue-id", st.sampled_from(sorted({v for ids in VENUES.values() for v in ids})))

schemathesis.openapi.format("time-zone", st.sampled_from(["UTC", "Europe/Berlin", "America/New_York"]))
schemathesis.openapi.format("https-url", st.sampled_from(["https://shop.example/", "https://a.example/b?c"]))
schemathesis.openapi.format(
    "webhook-url", st.sampled_from(["https://shop.example/", "https://a.example:8443/?b"])
)
schemathesis.openapi.format("object-name", st.sampled_from(["a.jpg", "north/row-a.jpg"]))
schemathesis.openapi.format("re2", st.sampled_from(["vip", "^a+$", "[0-9]+"]))

# Of these, Schemathesis has no files of its own.
schemathesis.openapi.media_type("image/avif", st.just(picture("AVIF")))
schemathesis.openapi.media_type("application/octet-stream", st.just(picture("PNG")))

plaintexts: dict[str, str] = {}
revoked: set[str] = set()
without_draft: set[str] = set()
"""Venues whose draft was deleted."""
tokens: dict[str, str] = {}
"""Of sessions, by their ids."""


@schemathesis.hook
def before_call(context: HookContext, case: AnyCase, kwargs: dict[str, Any]) -> None:
    authorization = case.headers.get("Authorization", "")
    if authorization.startswith("Bearer sk_live_"):
        _spare_the_key_in_use(case)
        _spare_the_records_in_use(case)
        _leave_revoked_keys_unread(case)
    elif not authorization.startswith("Bearer st_"):
        return
    if case.meta is not None and case.meta.generation.mode.is_positive:
        _keep_the_rules(case)


@schemathesis.hook
def after_call(context: HookContext, case: AnyCase, response: Response) -> None:
    if response.status_code == 201:
        made = response.json()
        if made.get("plaintext"):
            plaintexts[made["keyId"]] = made["plaintext"]
        if made.get("token"):
            tokens[made["sessionId"]] = made["token"]
    if _is_revoke(case, response):
        revoked.add(case.path_parameters["keyId"])
    if _operation_id(case) == "deleteDraft" and response.status_code == 204:
        without_draft.add(case.path_parameters["venueId"])
    if _operation_id(case) == "putDraft" and response.status_code == 200:
        without_draft.discard(case.path_parameters["venueId"])


@schemathesis.check
def revoked_for_good(ctx: CheckContext, response: Response, case: AnyCase) -> None:
    """After the response to DELETE, the key is shown as revoked, and its secret is not accepted."""
    if not _is_revoke(case, response):
        return
    key_id = case.path_parameters["keyId"]
    assert _read(case, f"/manage/keys/{key_id}")["status"] == "revoked"
    if key_id in plaintexts:
        refusal = _read(case, "/caller", authorization=f"Bearer {plaintexts[key_id]}")
        assert refusal.get("code") == "key_revoked"


@schemathesis.check
def ended_for_good(ctx: CheckContext, response: Response, case: AnyCase) -> None:
    """After the response to DELETE, the session's token is not accepted."""
    if _operation_id(case) == "endSession" and response.status_code == 204:
        assert _read(case, "/caller").get("code") == "session_expired"


@schemathesis.check
def problem_code_conformance(ctx: CheckContext, response: Response, case: AnyCase) -> None:
    """The document has an example for every code that the operation responds with."""
    documented = case.operation.definition.raw["responses"].get(str(response.status_code))
    if response.status_code >= 400 and documented is not None:
        examples = documented["content"]["application/problem+json"]["examples"]
        assert response.json()["code"] in examples


def _is_revoke(case: AnyCase, response: Response) -> bool:
    return _operation_id(case) == "revokeKey" and response.status_code == 204


def _operation_id(case: AnyCase) -> str:
    operation_id: str = case.operation.definition.raw["operationId"]
    return operation_id


def _spare_the_key_in_use(case: AnyCase) -> None:
    """Prevents that the key that Schemathesis uses is revoked, since nothing more would be tested then."""
    if _operation_id(case) != "getKey" and case.path_parameters.get("keyId") == _caller(case)["keyId"]:
        case.path_parameters["keyId"] = NO_KEY_ID


def _spare_the_records_in_use(case: AnyCase) -> None:
    """Prevents that what others need is archived or deleted, also by requests with faults."""
    venues = {STAGE.venue_id, *(venue for ids in VENUES.values() for venue in ids)}
    if not _operation_id(case).startswith(("archive", "delete")):
        return
    if _operation_id(case).endswith("Tenant") and case.path_parameters.get("tenantId") in VENUES:
        case.path_parameters["tenantId"] = NO_TENANT_ID
    if _operation_id(case).endswith("Venue") and case.path_parameters.get("venueId") in venues:
        case.path_parameters["venueId"] = NO_VENUE_ID


def _leave_revoked_keys_unread(case: AnyCase) -> None:
    if _operation_id(case) == "getKey" and case.path_parameters["keyId"] in revoked:
        case.path_parameters["keyId"] = _caller(case)["keyId"]


def _keep_the_rules(case: AnyCase) -> None:
    for name in ("X-Key-Id", "X-Viewer-Key"):
        case.headers.pop(name, None)
    if "If-Match" in case.headers:
        case.headers["If-Match"] = "*"
    _keep_to_drafts_that_exist(case)
    if "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = str(uuid4())  # A short value would be that of another request.
    _take_records_that_exist(case)
    if "Seats" in case.operation.tags and case.method == "GET":
        _take_seats_that_exist(case)
    case.query = _without_joiners(case.query)
    if "cursor" in case.query:
        _take_a_cursor_of_this_list(case)
    if "waitSeconds" in case.query:
        case.query["waitSeconds"] = 0  # Nothing would happen meanwhile.
    if _operation_id(case) == "getTemplate":
        _take_a_size_that_the_template_has(case)
    if _operation_id(case) == "importVenue":
        case.query.pop("format", None)
        case.body = "section,row,seat\nStalls,A,1\nStalls,A,2\n"  # Random bytes are no plan.
    if isinstance(case.body, dict):
        body: Body = _without_joiners(_with_whole_numbers(case.body))
        _keep_burst_within_requests(body)
        body.pop("viewerKey", None)
        _RULES.get(_operation_id(case), _no_more_rules)(case, body)
        case.body = body


def _take_records_that_exist(case: AnyCase) -> None:
    """Replaces random ids, which name nothing, by the caller's own key for reads and a new one for
    changes."""
    key_id = case.path_parameters.get("keyId")
    if key_id is not None and "code" in _read(case, f"/manage/keys/{key_id}"):
        is_read = _operation_id(case) == "getKey"
        case.path_parameters["keyId"] = _caller(case)["keyId"] if is_read else _new_key(case)
    if _operation_id(case) == "getTenant" and _caller(case)["tenantId"] is not None:
        case.path_parameters["tenantId"] = _caller(case)["tenantId"]
    if _operation_id(case) == "updateTenant" and case.path_parameters["tenantId"] in VENUES:
        case.path_parameters["tenantId"] = STAGE.new_tenant()  # Quotas of the others must not shrink.
    if _operation_id(case) == "replaceAliases" and _caller(case)["tenantId"] is None:
        case.path_parameters["venueId"] = VENUES[OWNER][0]
        case.query["tenantId"] = OWNER
    if _operation_id(case) == "putGrant":
        case.path_parameters["venueId"] = VENUES[OWNER][0]
        case.path_parameters["tenantId"] = next(tenant for tenant in VENUES if tenant != OWNER)
    if "sessionId" in case.path_parameters and "Bearer st_" in case.headers["Authorization"]:
        _present_the_sessions_own_token(case)
    views = ("listRestrictedViews", "listSeatViews")
    if _operation_id(case) in ("listImages", "putImage", "deleteImage", *views):
        case.path_parameters["venueId"] = STAGE.venue_id
    if _operation_id(case) in views:
        there = {"configuration": CONFIGURATION, "section": SECTION}
        case.query |= {name: value for name, value in there.items() if name in case.query}
    if _operation_id(case) == "deleteImage":
        STAGE.put_picture(case.path_parameters["name"])
    if "FloorPlan" in _operation_id(case):
        _take_a_floor_plan_that_exists(case)
    _take_archived_records(case)


def _take_archived_records(case: AnyCase) -> None:
    """Archives and deletes new records: others are needed."""
    operation_id = _operation_id(case)
    if operation_id in ("archiveTenant", "unarchiveTenant", "deleteTenant"):
        case.path_parameters["tenantId"] = STAGE.new_archived_tenant()
    if operation_id in ("archiveVenue", "unarchiveVenue", "deleteVenue"):
        case.path_parameters["venueId"] = STAGE.new_archived_venue()
    if operation_id in ("deleteTenant", "deleteVenue"):
        case.query["confirm"] = ARCHIVED_NAME
    if operation_id == "copyVenue":
        case.path_parameters["venueId"] = STAGE.venue_id
    _take_a_version_that_is_kept(case)
    if "webhookId" in case.path_parameters:
        _take_a_webhook_that_exists(case)


def _keep_to_drafts_that_exist(case: AnyCase) -> None:
    """Previews the published record: what was sent as a draft may have faults, or be gone. A draft is read
    where there is one, unless it was deleted before, and deleted from a venue of its own."""
    case.query.pop("draft", None)
    if isinstance(case.body, dict) and "draft" in case.body and _operation_id(case) != "putDraft":
        case.body["draft"] = False
    if not _operation_id(case).endswith("Draft"):
        return
    case.query.pop("baseVersion", None)
    case.headers.pop("If-None-Match", None)
    case.headers["If-Match"] = "*"
    if _operation_id(case) == "deleteDraft":
        case.path_parameters["venueId"] = STAGE.new_venue()
    if _operation_id(case) == "publishDraft":
        case.path_parameters["venueId"] = STAGE.venue_id
    if _operation_id(case) != "putDraft" and case.path_parameters["venueId"] not in without_draft:
        STAGE.put_draft(case.path_parameters["venueId"])


def _take_a_floor_plan_that_exists(case: AnyCase) -> None:
    """A floor plan is read and placed where there is one, and deleted from a venue of its own."""
    is_deleted = _operation_id(case) == "deleteFloorPlan"
    case.path_parameters["venueId"] = STAGE.new_venue() if is_deleted else STAGE.venue_id
    if _operation_id(case) == "placeFloorPlan":
        case.headers["If-Match"] = "*"
    if _operation_id(case) != "putFloorPlan":
        STAGE.put_floor_plan(case.path_parameters["venueId"])


def _take_a_webhook_that_exists(case: AnyCase) -> None:
    if "code" in _read(case, f"/manage/webhooks/{case.path_parameters['webhookId']}"):
        body = {"url": "https://shop.example/", "tenantId": _caller(case)["tenantId"] or min(VENUES)}
        made = _post(case, "/manage/webhooks", body)
        # Some callers may make none, and others have as many as a tenant may have.
        case.path_parameters["webhookId"] = made.get("webhookId", case.path_parameters["webhookId"])
    if "deliveryId" in case.path_parameters:
        ping = _post(case, f"/manage/webhooks/{case.path_parameters['webhookId']}/test")
        case.path_parameters["deliveryId"] = ping.get("deliveryId", case.path_parameters["deliveryId"])


def _take_a_version_that_is_kept(case: AnyCase) -> None:
    """Takes an older version of a venue of its own: of one for each deletion, which must not delete those of
    others."""
    if "version" in case.path_parameters or _operation_id(case) == "listVersions":
        case.path_parameters["venueId"] = STAGE.venue_id
    if "version" in case.path_parameters:
        case.path_parameters["version"] = STAGE.older_version()
    if "since" in case.query:
        case.query["since"] = case.path_parameters["version"]


def _present_the_sessions_own_token(case: AnyCase) -> None:
    """Presents the token of the requested session, if this run has created it, or else that of a new one."""
    if case.path_parameters["sessionId"] not in tokens:
        made = STAGE.new_session()
        tokens[made["sessionId"]] = made["token"]
        case.path_parameters["sessionId"] = made["sessionId"]
    case.headers["Authorization"] = f"Bearer {tokens[case.path_parameters['sessionId']]}"


def _new_key(case: AnyCase) -> str:
    made = _post(case, "/manage/keys", {"tenantId": _caller(case)["tenantId"] or min(VENUES)})
    plaintexts[made["keyId"]] = made["plaintext"]
    key_id: str = made["keyId"]
    return key_id


def _take_seats_that_exist(case: AnyCase) -> None:
    query = case.query
    _take_the_stage(case, query)
    if "row" in query:
        query.setdefault("section", SECTION)
    seat = SEATS[len(query.get("seat", "")) % len(SEATS)]
    there = {"section": SECTION, "row": ROW, "seat": seat}
    there |= {"configuration": CONFIGURATION, "category": CATEGORY}
    query |= {name: value for name, value in there.items() if name in query}


def _take_a_size_that_the_template_has(case: AnyCase) -> None:
    """Each template has bounds of its own, which only the list of templates says."""
    templates = {each["templateId"]: each for each in _read(case, "/manage/templates")["data"]}
    template = templates.get(case.path_parameters["templateId"])
    if template is not None and "seats" in case.query:
        seats = max(template["seatsMin"], int(case.query["seats"]))
        case.query["seats"] = min(template["seatsMax"], seats)


def _take_the_stage(case: AnyCase, asked: Body) -> None:
    """A request that names no venue is sent with a session, which has a venue of its own."""
    if "venue" in asked or not _come_as_a_session(case):
        asked["venue"] = STAGE.venue_id


def _come_as_a_session(case: AnyCase) -> bool:
    """Sends the request with a session in place of the operator's key. Requests of an owner or a stranger are
    not changed."""
    if case.headers["Authorization"] != f"Bearer {ADMIN_KEY}":
        return False
    case.headers["Authorization"] = f"Bearer {STAGE.token}"
    return True


def _take_a_cursor_of_this_list(case: AnyCase) -> None:
    """Uses a cursor of the list with its filters; if they leave too few entries for a page, without optional
    filters."""
    filters = {name: value for name, value in case.query.items() if name != "cursor"}
    required = {parameter.name for parameter in case.operation.query if parameter.is_required}
    for kept in (filters, {name: value for name, value in filters.items() if name in required}):
        cursor = _read(case, case.formatted_path, kept | {"limit": 1}).get("nextCursor")
        if cursor is not None:
            case.query = kept | {"cursor": cursor}
            return
    case.query = filters


def _with_whole_numbers(value: Any) -> Any:
    """Converts 439.0 to 439: it is an integer for JSON Schema, but not for the service."""
    if isinstance(value, dict):
        return {name: _with_whole_numbers(member) for name, member in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _without_joiners(value: Any) -> Any:
    """Replaces joiners by letters: a name may hold one between two letters, which no pattern can say."""
    if isinstance(value, dict):
        return {name: _without_joiners(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_without_joiners(member) for member in value]
    return value.translate({0x200C: "x", 0x200D: "x"}) if isinstance(value, str) else value


def _keep_burst_within_requests(body: Body) -> None:
    limit = body.get("rateLimit")
    if limit and "burst" in limit:
        limit["burst"] = min(limit["burst"], limit["requests"])


def _rules_of_a_new_key(case: AnyCase, body: Body) -> None:
    is_keyless = body.get("kind") == "keyless"
    if is_keyless:
        body["scope"] = "tenant"
    if body.get("scope") == "admin":
        body.pop("tenantId", None)
        body |= {"venues": None, "allowOriginOnly": False}
    elif body.get("tenantId", _caller(case)["tenantId"]) not in VENUES:
        body["tenantId"] = min(VENUES)
    _keep_to_venues_of(body.get("tenantId", _caller(case)["tenantId"]), body)
    _keep_to_possible_origins(body, body, is_keyless)
    _keep_to_possible_groups(body, is_keyless)


def _rules_of_a_changed_key(case: AnyCase, body: Body) -> None:
    key = _read(case, f"/manage/keys/{case.path_parameters['keyId']}")
    if key.get("status") not in ("active", "revoked"):
        return
    if key["status"] == "revoked":
        body.pop("status", None)
    if key["scope"] == "admin":
        body.pop("venues", None)
        body.pop("allowOriginOnly", None)
    _keep_to_venues_of(key["tenantId"], body)
    _keep_to_possible_origins(body, key | body, key["kind"] == "keyless")
    _keep_to_possible_groups(body, key["kind"] == "keyless")
    if not body:
        body["label"] = "Something to change"


def _rules_of_a_new_venue(case: AnyCase, body: Body) -> None:
    if body.get("tenantId", _caller(case)["tenantId"]) not in VENUES:
        body["tenantId"] = min(VENUES)
    _rules_of_a_record(case, body)


def _rules_of_a_record(case: AnyCase, body: Body) -> None:
    """Replaces a layout that is valid only by its schema, and references to it, by one that is consistent."""
    if "rules" in body:
        body["rules"] = {"layout": LAYOUT, "seatKeys": {"rules": [{"type": "drop", "words": ["vip"]}]}}
    body.pop("imagerySets", None)
    body.pop("translations", None)
    body.pop("ads", None)
    if "venueId" in case.path_parameters:
        body.pop("imageLinks", None)  # Its number must not be lower than the stored one.
    if case.path_parameters.get("venueId") == STAGE.venue_id:
        STAGE.restore_members(body)
    _keep_to_possible_aliases(body)


def _rules_of_aliases(case: AnyCase, body: Body) -> None:
    _keep_to_possible_aliases(body)


def _rules_of_a_dry_run(case: AnyCase, body: Body) -> None:
    for member in ("rules", "aliases", "expect", "judge", "leftOut"):
        body.pop(member, None)


def _rules_of_a_new_session(case: AnyCase, body: Body) -> None:
    body["venue"] = STAGE.venue_id
    if "seats" in body:
        body["seats"] = [SEATS[place % len(SEATS)] for place, _ in enumerate(body["seats"])]
    if "configuration" in body:
        body["configuration"] = CONFIGURATION
    if "*" in body.get("origin", ""):
        body["origin"] = "https://shop.example"


def _rules_of_best_seats(case: AnyCase, body: Body) -> None:
    """Leaves out what may name nothing: sections and seats."""
    for member in ("among", "sections"):
        body.pop(member, None)
    there = {"configuration": CONFIGURATION, "category": CATEGORY}
    body |= {name: value for name, value in there.items() if name in body}
    _take_the_stage(case, body)


def _rules_of_a_link(case: AnyCase, body: Body) -> None:
    body |= {"venue": STAGE.venue_id, "seat": SEATS[len(body["seat"]) % len(SEATS)]}
    if "configuration" in body:
        body["configuration"] = CONFIGURATION


def _rules_of_events(case: AnyCase, body: Body) -> None:
    """Makes events at even positions valid. Faults of the others reject only those."""
    events = body["events"]
    if not any("venue" in event for event in events):
        _come_as_a_session(case)
    there = {"venue": STAGE.venue_id, "seat": SEATS[0], "configuration": CONFIGURATION, "ad": ADS[0]}
    for event in events[::2]:
        event.pop("at", None)
        event |= {name: value for name, value in there.items() if name in event}


def _rules_of_a_new_webhook(case: AnyCase, body: Body) -> None:
    if body.get("tenantId", _caller(case)["tenantId"]) not in VENUES:
        body["tenantId"] = min(VENUES)
    _keep_to_some_venues_of(body.get("tenantId", _caller(case)["tenantId"]), body)


def _rules_of_a_changed_webhook(case: AnyCase, body: Body) -> None:
    webhook = _read(case, f"/manage/webhooks/{case.path_parameters['webhookId']}")
    _keep_to_some_venues_of(webhook.get("tenantId"), body)


def _rules_of_redelivery(case: AnyCase, body: Body) -> None:
    if "since" in body:
        body["since"] = "2026-11-14T00:00:00Z"


def _rules_of_a_draft(case: AnyCase, body: Body) -> None:
    """Leaves out what no body may have, at any depth: NUL, long names of members, long numbers."""
    try:
        read_object(json.dumps(body).encode())
    except ValidationFailed:
        body.clear()


def _no_more_rules(case: AnyCase, body: Body) -> None:
    """Changes nothing, since the JSON Schema states all rules."""


_RULES: dict[str, Callable[[AnyCase, Body], None]] = {
    "createKey": _rules_of_a_new_key,
    "updateKey": _rules_of_a_changed_key,
    "createVenue": _rules_of_a_new_venue,
    "replaceVenue": _rules_of_a_record,
    "putDraft": _rules_of_a_draft,
    "replaceAliases": _rules_of_aliases,
    "testSeatKeys": _rules_of_a_dry_run,
    "suggestSeatKeys": _rules_of_a_dry_run,
    "learnSeatKeys": _rules_of_a_dry_run,
    "createSession": _rules_of_a_new_session,
    "resolveSeats": _take_the_stage,
    "findBestSeats": _rules_of_best_seats,
    "createImageLink": _rules_of_a_link,
    "ingestEvents": _rules_of_events,
    "createWebhook": _rules_of_a_new_webhook,
    "updateWebhook": _rules_of_a_changed_webhook,
    "redeliverFailed": _rules_of_redelivery,
}


def _keep_to_venues_of(tenant_id: str | None, body: Body) -> None:
    if body.get("venues") and tenant_id is not None:
        body["venues"] = [venue for venue in body["venues"] if venue in VENUES.get(tenant_id, [])]


def _keep_to_some_venues_of(tenant_id: str | None, body: Body) -> None:
    """Leaves at least one venue in the list of a webhook, or null."""
    _keep_to_venues_of(tenant_id, body)
    if body.get("venues") == []:
        body["venues"] = None


def _keep_to_possible_aliases(body: Body) -> None:
    """Keeps aliases of the venue itself, each once, since JSON Schema cannot state which sections exist."""
    if "aliases" in body:
        names = {folded(alias["name"]): alias["name"] for alias in body["aliases"]}
        body["aliases"] = [{"name": name} for name in names.values()]


def _keep_to_possible_origins(body: Body, resulting: Body, is_keyless: bool) -> None:
    """Makes origins valid: keyless keys and those with allowOriginOnly need one, and keyless keys have no
    wildcard."""
    origins = resulting.get("allowedOrigins", [])
    if is_keyless:
        origins = [origin for origin in origins if "*" not in origin]
    if not origins and (is_keyless or resulting.get("allowOriginOnly")):
        origins = ["https://shop.example"]
    if origins != resulting.get("allowedOrigins", []):
        body["allowedOrigins"] = origins


def _keep_to_possible_groups(body: Body, is_keyless: bool) -> None:
    """Leaves Management out of the groups of a keyless key, which has no secret."""
    if is_keyless and body.get("groups"):
        groups = [group for group in body["groups"] if not group.startswith("management")]
        body["groups"] = groups or None


def _caller(case: AnyCase) -> Body:
    return _who(case.operation.schema.get_base_url(), case.headers["Authorization"])


@cache
def _who(base_url: str, authorization: str) -> Body:
    return _answer(f"{base_url}/caller", authorization)


def _read(case: AnyCase, path: str, query: Body | None = None, *, authorization: str = "") -> Body:
    """Reads a path with the credential of the case's caller, or with another one."""
    url = case.operation.schema.get_base_url() + path
    return _answer(url, authorization or case.headers["Authorization"], query)


def _post(case: AnyCase, path: str, body: Body | None = None) -> Body:
    made: Body = _session.post(
        case.operation.schema.get_base_url() + path,
        json=body,
        headers={"Authorization": case.headers["Authorization"]},
        timeout=60,
    ).json()
    return made


def _answer(url: str, authorization: str, query: Body | None = None) -> Body:
    headers = {"Authorization": authorization}
    body: Body = _session.get(url, params=query, headers=headers, timeout=60).json()
    return body


_session = requests.Session()
