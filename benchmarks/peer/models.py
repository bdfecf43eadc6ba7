"""Bodies of requests and responses for tenants, keys and events."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic.alias_generators import to_camel

Label = Annotated[str, StringConstraints(max_length=200)]
EventKind = Literal[
    "session_started",
    "seat_viewed",
    "view_rotated",
    "fallback_shown",
    "cta_clicked",
    "ad_shown",
    "ad_clicked",
    "error",
]


class Response(BaseModel):
    """A response, in camel case."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Body(BaseModel):
    """The body of a request. Unknown members are an error."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class RateLimit(Body):
    """So many requests in so many seconds, and so many at once."""

    requests: Annotated[int, Field(ge=1, le=1_000_000)]
    window_seconds: Annotated[int, Field(ge=1, le=86_400)]
    burst: Annotated[int, Field(ge=1, le=1_000_000)] = 0

    @model_validator(mode="after")
    def _burst_is_whole_by_default(self) -> "RateLimit":
        self.burst = self.burst or self.requests
        return self


class CreateTenant(Body):
    """The body of createTenant."""

    name: Label
    rate_limit: RateLimit


class CreatedTenant(Response):
    """A new tenant."""

    tenant_id: str


class CreateKey(Body):
    """The body of createKey."""

    tenant_id: str
    label: Label = ""
    rate_limit: RateLimit | None = None


class UpdateKey(Body):
    """The body of updateKey. What is not sent stays as it is."""

    label: Label | None = None
    allowed_origins: Annotated[list[Label], Field(max_length=100)] | None = None
    allow_origin_only: bool | None = None
    embed_frame_ancestors: Annotated[list[Label], Field(max_length=100)] | None = None
    venues: list[str] | None = None
    rate_limit: RateLimit | None = None
    status: Literal["active"] | None = None


class ApiKey(Response):
    """A key, without its secret."""

    key_id: str
    kind: str
    scope: str
    tenant_id: str | None
    label: str
    allowed_origins: list[str]
    allow_origin_only: bool
    embed_frame_ancestors: list[str]
    venues: list[str] | None
    groups: list[str] | None
    rate_limit: RateLimit | None
    status: str
    revoke_at: datetime | None
    rotated_from: str | None
    rotated_to: str | None
    hint: str
    created_at: datetime
    updated_at: datetime
    revoked_at: datetime | None
    last_used_at: datetime | None
    version: int


class CreatedKey(ApiKey):
    """A new key with its secret, which is shown this once."""

    plaintext: str


class ReportedEvent(Body):
    """Something that a buyer saw or did."""

    event_id: Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{16,64}$")]
    kind: EventKind
    at: datetime | None = None
    venue: Label
    seat: Label | None = None
    ad: Label | None = None


class IngestEvents(Body):
    """The body of ingestEvents."""

    events: Annotated[list[ReportedEvent], Field(min_length=1, max_length=100)]


class RejectedEvent(Response):
    """An event that was not stored."""

    event_id: str
    detail: str


class IngestedEvents(Response):
    """What became of each event. Accepted ones are stored durably."""

    accepted: list[str]
    duplicates: list[str]
    rejected: list[RejectedEvent]
    discarded: list[str]
