"""The methods of the asynchronous client. Written by script/clients from the OpenAPI document; do not edit."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from seatpreview_client.following import AsyncFollows
from seatpreview_client.generated.changes import (
    ReplaceVenueRequest,
    UpdateKeyRequest,
    UpdateTenantRequest,
    UpdateWebhookRequest,
)
from seatpreview_client.generated.models import (
    Ad,
    Alias,
    ApiKey,
    AuditEntry,
    BestSeats,
    BestSeatsRules,
    CallerInfo,
    CallToAction,
    CreatedKey,
    Delivery,
    Draft,
    Drop,
    DryRun,
    Event,
    EventReportRow,
    FeedPage,
    FloorPlan,
    Grant,
    ImageLink,
    ImageLinks,
    ImagerySet,
    IngestedEvents,
    IssuedSession,
    KeptVersion,
    LabelGroup,
    LabelParts,
    LearnedRules,
    ListedSeat,
    MapTo,
    OwnAliases,
    Plan,
    Preview,
    PublishedVersion,
    QuotaChanges,
    RateLimit,
    Redelivered,
    Reject,
    ReportedEvent,
    ResolvedSeats,
    RestoredVersion,
    RestrictedView,
    Rewrite,
    RotatedKey,
    RowViews,
    SampleLabel,
    SavedVenue,
    SeatPosition,
    SeatsInPicture,
    Session,
    SuggestCase,
    SuggestionList,
    TemplateList,
    TemplateRecord,
    Tenant,
    Translation,
    TriedRules,
    UploadedImage,
    Venue,
    VenueImport,
    VenueRules,
    VenueSummary,
    VersionChanges,
    VersionSummary,
    ViewerDefaults,
    Webhook,
    WebhookWithSecret,
    Weights,
)
from seatpreview_client.generated.operations import (
    ARCHIVE_TENANT,
    ARCHIVE_VENUE,
    COPY_VENUE,
    CREATE_IMAGE_LINK,
    CREATE_KEY,
    CREATE_SESSION,
    CREATE_TENANT,
    CREATE_VENUE,
    CREATE_WEBHOOK,
    DELETE_DRAFT,
    DELETE_FLOOR_PLAN,
    DELETE_IMAGE,
    DELETE_TENANT,
    DELETE_VENUE,
    DELETE_VERSION,
    DELETE_WEBHOOK,
    END_GRANT,
    END_SESSION,
    EXPORT_VENUE,
    FIND_BEST_SEATS,
    FIND_FLOOR_PLAN_SEATS,
    GET_CALLER,
    GET_DRAFT,
    GET_FLOOR_PLAN,
    GET_KEY,
    GET_PLAN,
    GET_PREVIEW_IMAGE,
    GET_SESSION,
    GET_TEMPLATE,
    GET_TENANT,
    GET_VENUE,
    GET_VERSION,
    GET_VERSION_CHANGES,
    GET_WEBHOOK,
    IMPORT_VENUE,
    INGEST_EVENTS,
    LEARN_SEAT_KEYS,
    LIST_AUDIT,
    LIST_CHANGES,
    LIST_DELIVERIES,
    LIST_EVENTS,
    LIST_GRANTS,
    LIST_IMAGES,
    LIST_KEYS,
    LIST_POSITIONS,
    LIST_RESTRICTED_VIEWS,
    LIST_SEAT_VIEWS,
    LIST_SEATS,
    LIST_TEMPLATES,
    LIST_TENANTS,
    LIST_VENUES,
    LIST_VERSIONS,
    LIST_WEBHOOKS,
    PLACE_FLOOR_PLAN,
    PREVIEW_SEAT,
    PUBLISH_DRAFT,
    PUT_DRAFT,
    PUT_FLOOR_PLAN,
    PUT_GRANT,
    PUT_IMAGE,
    REDELIVER,
    REDELIVER_FAILED,
    RENEW_SESSION,
    REPLACE_ALIASES,
    REPLACE_VENUE,
    REPORT_EVENTS,
    RESOLVE_SEATS,
    RESTORE_VERSION,
    REVOKE_KEY,
    ROTATE_KEY,
    ROTATE_WEBHOOK,
    SUGGEST_SEAT_KEYS,
    TEST_SEAT_KEYS,
    TEST_WEBHOOK,
    UNARCHIVE_TENANT,
    UNARCHIVE_VENUE,
    UPDATE_KEY,
    UPDATE_TENANT,
    UPDATE_WEBHOOK,
)
from seatpreview_client.model import NOT_GIVEN, NotGiven, optional
from seatpreview_client.senders import AsyncGroup, AsyncPages, AsyncSender
from seatpreview_client.steps import edit_steps
from seatpreview_client.uploads import AsyncUploads, BytesContent


class AsyncSessions(AsyncGroup):
    """The operations `client.sessions`."""

    async def create(
        self,
        *,
        venue: str,
        seats: Sequence[str] | None = None,
        configuration: str | None = None,
        locale: str | None = None,
        origin: str | None = None,
        cta: CallToAction | Mapping[str, Any] | None = None,
        events: Literal["off", "on"] | None = None,
        purpose: Literal["buyer", "staff"] | None = None,
        draft: bool | None = None,
        ttl_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> IssuedSession:
        """Make a session for a venue.

        A session is for one venue, and if `seats` are given, for those seats only: at most 50, also where a
        label names several. A session that a page creates (with a keyless key, or a keyId and an Origin) is
        bound to the page's Origin; one that a server creates is bound to `origin`, if that is given. `cta`
        is a button of the viewer that leads to the shop; a page without a secret may lead it to the key's
        `allowedOrigins` only (403 otherwise). It ends when it expires or is deleted, and together with its
        key and its grant.

        Args:
            venue: The venue's id, or an alias of it.
            seats: Labels of the seats that the session is for. A label may name several seats; they are at
                most 50 in all. Empty: all seats of the venue.
            configuration: The id of a configuration of the venue, or `none` for the bare hall. Default: the
                default of the venue, whatever it is when the session is used.
            locale: The language and units of descriptions and viewer. Default: the venue's.
            origin: The only origin from which pages may use the session; the key must allow it. For
                servers: a session that a page creates is bound to the page's own origin.
            cta: A button that leads to the shop.
            events: `off`: the viewer reports no events, and none of this session are stored. It is also off
                if the request has `Sec-GPC: 1`, by which a browser asks for that.
            purpose: `staff`: for your own people, who look at what buyers will see. Lists and reports of
                events leave their events out unless they are asked for (`purpose=staff`). Only a secret key
                may say so.
            draft: Whether the session shows the venue's draft, as it is when it is asked for. Only a secret
                key of the owner may say so. The purpose is then `staff`, and the session ends when the
                draft is published or deleted. Extension.
            ttl_seconds: Seconds from now until the session expires. It lives for a day in all, at most.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            CREATE_SESSION,
            body={
                "venue": venue,
                "seats": optional(seats),
                "configuration": optional(configuration),
                "locale": optional(locale),
                "origin": optional(origin),
                "cta": optional(cta),
                "events": optional(events),
                "purpose": optional(purpose),
                "draft": optional(draft),
                "ttlSeconds": optional(ttl_seconds),
            },
            idempotency_key=idempotency_key,
        )

    async def get(
        self,
        session_id: str,
    ) -> Session:
        """Read a session."""
        return await self._call(GET_SESSION, path={"sessionId": session_id})

    async def end(
        self,
        session_id: str,
    ) -> None:
        """End a session.

        Ends the session at once, on every worker and for all of its tokens. Its own token may do so, and a
        secret key of the tenant that it acts for: after a leak, for example. A key that is restricted to
        venues ends sessions of these venues only, admin scope ends any. Ending an ended session with a key
        does nothing, and the response is 204 again. What a token ends is not in the audit log, and bounded
        by a rate."""
        return await self._call(END_SESSION, path={"sessionId": session_id})

    async def renew(
        self,
        session_id: str,
        *,
        ttl_seconds: int | None = None,
    ) -> IssuedSession:
        """Renew a session.

        Returns a new token with a later expiry; the old one is valid until it expires. However often it is
        renewed, a session lives for a day at most.

        Args:
            ttl_seconds: Seconds from now until the session expires. It lives for a day in all, at most."""
        return await self._call(
            RENEW_SESSION, path={"sessionId": session_id}, body={"ttlSeconds": optional(ttl_seconds)}
        )


class AsyncSeats(AsyncGroup):
    """The operations `client.seats`."""

    async def preview(
        self,
        *,
        seat: str,
        venue: str | None = None,
        configuration: str | None = None,
        locale: str | None = None,
        min_confidence: float | None = None,
        with_neighbours: bool | None = None,
        with_session: bool | None = None,
        draft: bool | None = None,
    ) -> Preview:
        """Show the view from a seat.

        Resolves a label and returns what the buyer sees from there: the best image, which is the seat's own
        or else the nearest one (`provenance` says which); the initial viewing direction; distance, height,
        how much of the stage is seen and what hides the rest; a description in words; the adjacent seats;
        and the ads that apply now. If the section does not have the row or seat, the response is for the
        section. For a label of several seats of a row, `seats` lists them and the view is from the middle
        one (`viewFrom`); a session must be for all of them. A label that is understood with less confidence
        than `minConfidence` is 404. `withNeighbours` and `withSession` spare a page further requests: it is
        charged for one.

        Args:
            venue: The venue's id, or an alias of it. Default: the session's venue.
            seat: Any label, as a ticketing system writes it, of one seat or of several seats of a row, or a
                key such as `104/C/7`; in a section without rows, `BoxA//3`.
            configuration: The id of a configuration, or `none` for the bare hall. Default: the session's,
                or else the default of the venue.
            locale: The language of the description and its units of measure. Default: the session's, or the
                venue's.
            min_confidence: The least confidence that an answer needs. What is below it is `unmatched`, and
                among the alternatives. A confidence is the share of answers like it that were right when
                this was measured; a key of a seat has the confidence 1. The default is what pays if a wrong
                seat does as much harm as five right ones do good.
            with_neighbours: Whether the previews of the adjacent seats are added, at most four.
            with_session: Whether the session of the token is added, as in `GET /caller`.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension."""
        return await self._call(
            PREVIEW_SEAT,
            query={
                "venue": venue,
                "seat": seat,
                "configuration": configuration,
                "locale": locale,
                "minConfidence": min_confidence,
                "withNeighbours": with_neighbours,
                "withSession": with_session,
                "draft": draft,
            },
        )

    async def preview_image(
        self,
        *,
        seat: str,
        venue: str | None = None,
        configuration: str | None = None,
        locale: str | None = None,
        min_confidence: float | None = None,
        size: Literal["og", "square", "wide"] | None = None,
        draft: bool | None = None,
    ) -> bytes:
        """Show the view from a seat as one picture.

        Returns a JPEG for places without script, such as e-mails and link previews, to every caller that
        may see the preview: what is seen in the preview's direction, cut out of its image; without an
        uploaded image the map of the venue, with the seat marked. The picture says which seat it is, and
        what it was made of. Its text is in the language of the preview.

        Args:
            venue: The venue's id, or an alias of it. Default: the session's venue.
            seat: Any label, as a ticketing system writes it, of one seat or of several seats of a row, or a
                key such as `104/C/7`; in a section without rows, `BoxA//3`.
            configuration: The id of a configuration, or `none` for the bare hall. Default: the session's,
                or else the default of the venue.
            locale: The language of the text in the image. Default: the session's, or the venue's.
            min_confidence: The least confidence that an answer needs. What is below it is `unmatched`, and
                among the alternatives. A confidence is the share of answers like it that were right when
                this was measured; a key of a seat has the confidence 1. The default is what pays if a wrong
                seat does as much harm as five right ones do good.
            size: `og`: 1200 x 630 pixels, for link previews and e-mails. `square`: 1080 x 1080. `wide`:
                1920 x 1080.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension."""
        return await self._call(
            GET_PREVIEW_IMAGE,
            query={
                "venue": venue,
                "seat": seat,
                "configuration": configuration,
                "locale": locale,
                "minConfidence": min_confidence,
                "size": size,
                "draft": draft,
            },
        )

    async def create_image_link(
        self,
        *,
        venue: str,
        seat: str,
        configuration: str | None = None,
        locale: str | None = None,
        min_confidence: float | None = None,
        size: Literal["og", "square", "wide"] | None = None,
        ttl_seconds: int | None = None,
    ) -> ImageLink:
        """Make a link to such a picture that lasts.

        Returns an address of the picture that needs no key, for as long as 400 days. It is for one seat,
        and follows the venue's record: what it shows changes with the record, and a seat that is gone is
        404. The link outlives the key that made it. It ends at once with the venue's grant to the tenant,
        and when the venue's owner raises `imageLinks.generation`; caches may use a copy for up to an hour
        longer.

        Args:
            venue: The venue's id, or an alias of it.
            seat: Any label, as a ticketing system writes it, of one seat or of several seats of a row, or a
                key such as `104/C/7`; in a section without rows, `BoxA//3`.
            configuration: The id of a configuration. Default: that of a preview.
            locale: The language of the text in the image. Default: the venue's.
            min_confidence: The least confidence that an answer needs. What is below it is `unmatched`, and
                among the alternatives. A confidence is the share of answers like it that were right when
                this was measured; a key of a seat has the confidence 1. The default is what pays if a wrong
                seat does as much harm as five right ones do good.
            size: `og`: 1200 x 630 pixels, for link previews and e-mails. `square`: 1080 x 1080. `wide`:
                1920 x 1080.
            ttl_seconds: Seconds from now until the link ends: 90 days by default, 400 days at most."""
        return await self._call(
            CREATE_IMAGE_LINK,
            body={
                "venue": venue,
                "seat": seat,
                "configuration": optional(configuration),
                "locale": optional(locale),
                "minConfidence": optional(min_confidence),
                "size": optional(size),
                "ttlSeconds": optional(ttl_seconds),
            },
        )

    async def resolve(
        self,
        *,
        labels: Sequence[str | LabelParts | Mapping[str, Any]],
        venue: str | None = None,
        min_confidence: float | None = None,
        draft: bool | None = None,
    ) -> ResolvedSeats:
        """Resolve labels to seats.

        Resolves each label, in the order of the request. Nothing is guessed: a label that matches two
        places is `ambiguous`, and one that matches none is `unmatched`. Where a label names several seats
        of a row, `seats` lists all of them, and `seat` is the first. What is understood with less
        confidence than `minConfidence` is `unmatched`, and among the alternatives.

        Args:
            venue: The venue's id, or an alias of it. Default: the session's venue.
            min_confidence: The least confidence that an answer needs. What is below it is `unmatched`, and
                among the alternatives. A confidence is the share of answers like it that were right when
                this was measured; a key of a seat has the confidence 1. The default is what pays if a wrong
                seat does as much harm as five right ones do good.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension."""
        return await self._call(
            RESOLVE_SEATS,
            body={
                "venue": optional(venue),
                "labels": labels,
                "minConfidence": optional(min_confidence),
                "draft": optional(draft),
            },
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        venue: str | None = None,
        section: str | None = None,
        row: str | None = None,
        configuration: str | None = None,
        draft: bool | None = None,
        property: Literal[
            "aisle", "companion", "easyAccess", "limitedLegroom", "restrictedView", "stepFree", "wheelchair"
        ]
        | None = None,
        category: str | None = None,
    ) -> AsyncPages[ListedSeat]:
        """List seats.

        Returns seats in the order of the layout, without sections that the configuration closes. `property`
        and `category` select seats by what the venue says they have; these filters and the members that
        they are about are extensions.

        Args:
            limit: The most entries that a page has.
            cursor: `nextCursor` of the previous page, with the same filters.
            venue: The venue's id, or an alias of it. Default: the session's venue.
            section: Seats of the section with this id.
            row: Seats of the row with this id. Needs `section`. Leave it out for a section without rows.
            configuration: Leaves out sections that this configuration closes; `none`: leaves out none.
                Default: the session's, or else the default of the venue.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension.
            property: Seats that have this property.
            category: Seats of the category with this id."""
        return self._pages(
            LIST_SEATS,
            query={
                "limit": limit,
                "cursor": cursor,
                "venue": venue,
                "section": section,
                "row": row,
                "configuration": configuration,
                "draft": draft,
                "property": property,
                "category": category,
            },
        )

    def positions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        venue: str | None = None,
        section: str | None = None,
        row: str | None = None,
        configuration: str | None = None,
        draft: bool | None = None,
    ) -> AsyncPages[SeatPosition]:
        """List where seats are.

        Returns the position of each seat and the bearing that it faces, in the order of `GET /seats`, for
        programs that draw seats themselves and do not want to read the rules of the plan. Seats of sections
        that the layout does not place are left out and counted.

        Args:
            limit: The most entries that a page has.
            cursor: `nextCursor` of the previous page, with the same filters.
            venue: The venue's id, or an alias of it. Default: the session's venue.
            section: Seats of the section with this id.
            row: Seats of the row with this id. Needs `section`. Leave it out for a section without rows.
            configuration: Leaves out sections that this configuration closes; `none`: leaves out none.
                Default: the session's, or else the default of the venue.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension."""
        return self._pages(
            LIST_POSITIONS,
            query={
                "limit": limit,
                "cursor": cursor,
                "venue": venue,
                "section": section,
                "row": row,
                "configuration": configuration,
                "draft": draft,
            },
        )

    async def best(
        self,
        *,
        count: int,
        venue: str | None = None,
        configuration: str | None = None,
        among: Sequence[str] | None = None,
        sections: Sequence[str] | None = None,
        properties: Sequence[
            Literal[
                "aisle",
                "companion",
                "easyAccess",
                "limitedLegroom",
                "restrictedView",
                "stepFree",
                "wheelchair",
            ]
        ]
        | None = None,
        category: str | None = None,
        weights: Weights | Mapping[str, Any] | None = None,
        rules: BestSeatsRules | Mapping[str, Any] | None = None,
        limit: int | None = None,
        draft: bool | None = None,
    ) -> BestSeats:
        """Find the best seats side by side.

        Returns groups of `count` seats side by side in a row, without an empty place or an aisle between
        them, the best first, each with a score and its reasons. Nothing is reserved or remembered: which
        seats are free, the caller says by `among`. Groups that would leave a single free seat beside them
        come after all that do not. No two groups share a seat. `weights` says what matters, and `rules`
        which groups a buyer may choose, in the words of a shop's page. Seats whose position is not known
        have the score 0.

        Args:
            venue: The venue's id, or an alias of it. Default: the session's venue.
            configuration: The id of a configuration, or `none` for the bare hall. Default: the session's,
                or else the default of the venue.
            count: How many seats side by side.
            among: The seats that are free, by their keys, by `ref:X`, or by labels, of which there may be
                500. Default: all seats are free.
            sections: By their ids.
            properties: What every seat of a group has.
            category: The id of the category of every seat of a group.
            rules: Which groups a buyer may choose. Extension.
            limit: The most groups.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension."""
        return await self._call(
            FIND_BEST_SEATS,
            body={
                "venue": optional(venue),
                "configuration": optional(configuration),
                "count": count,
                "among": optional(among),
                "sections": optional(sections),
                "properties": optional(properties),
                "category": optional(category),
                "weights": optional(weights),
                "rules": optional(rules),
                "limit": optional(limit),
                "draft": optional(draft),
            },
        )

    async def plan(
        self,
        *,
        venue: str | None = None,
        configuration: str | None = None,
        locale: str | None = None,
        draft: bool | None = None,
    ) -> Plan:
        """Read a venue's plan.

        Returns the positions of all seats, by rules: everything that a client needs to draw the venue, or
        the view from a seat that has no image.

        Args:
            venue: The venue's id, or an alias of it. Default: the session's venue.
            configuration: The id of a configuration, or `none` for the bare hall. Default: the session's,
                or else the default of the venue.
            locale: The language of names. Default: the session's, or the venue's.
            draft: Whether the venue is shown as its draft says: for secret keys of its owner. A session
                that was made for a draft always shows it. Extension."""
        return await self._call(
            GET_PLAN, query={"venue": venue, "configuration": configuration, "locale": locale, "draft": draft}
        )


class AsyncEvents(AsyncGroup):
    """The operations `client.events`."""

    async def ingest(
        self,
        *,
        events: Sequence[ReportedEvent | Mapping[str, Any]],
        token: str | None = None,
        viewer_key: str | None = None,
    ) -> IngestedEvents:
        """Report events.

        Stores up to 100 events. An event with a fault is rejected, with a sentence that says why; the
        others are not affected. An `eventId` counts once for each tenant, so a batch may be sent again.
        `accepted` events are durably stored when the response is sent. Events of ads need a session, and a
        click counts only after the ad was shown there. With navigator.sendBeacon, send the same body as
        `text/plain`, with the session's token as `token`. Nothing is stored for a session with `events:
        off`, or where the request has `Sec-GPC: 1`: all events are then listed in `discarded`, and the
        response is 202.

        Args:
            token: A session's token, for navigator.sendBeacon, which cannot send headers. It has to be the
                first or the last member.
            viewer_key: For the viewer's beacons, in place of the header X-Viewer-Key: the keyId in the
                viewer's path. The token of another key is refused."""
        return await self._call(
            INGEST_EVENTS,
            body={"events": events, "token": optional(token), "viewerKey": optional(viewer_key)},
        )

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        venue: str | None = None,
        kind: Literal[
            "ad_clicked",
            "ad_shown",
            "cta_clicked",
            "error",
            "fallback_shown",
            "seat_viewed",
            "session_started",
            "view_rotated",
        ]
        | None = None,
        session_id: str | None = None,
        section: str | None = None,
        ad: str | None = None,
        purpose: Literal["buyer", "staff"] | None = None,
        from_: datetime | str | None = None,
        until: datetime | str | None = None,
        tenant_id: str | None = None,
    ) -> AsyncPages[Event]:
        """List events.

        Returns the events that the tenant's keys reported, and all events at venues that it owns, by time
        of receipt, newest first. Events that other tenants reported have neither keyId, sessionId nor
        message, and are not found by `sessionId`. Events of sessions with the purpose `staff` are left out,
        unless `purpose=staff` or the session is asked for. A key that is restricted to venues sees events
        at those venues. Admin scope sees all, or what `tenantId` sees.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            venue: Events at this venue.
            kind: Events of this kind.
            session_id: Events of this session of the tenant's.
            section: Events in the section with this id.
            ad: Events of the ad with this id.
            purpose: Events of buyers, or of staff. Default: `buyer`; with `sessionId`, whatever the session
                is for.
            from_: Events that were received at this time or later.
            until: Events that were received before this time.
            tenant_id: Events that this tenant may see: for admin scope."""
        return self._pages(
            LIST_EVENTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "venue": venue,
                "kind": kind,
                "sessionId": session_id,
                "section": section,
                "ad": ad,
                "purpose": purpose,
                "from": from_,
                "until": until,
                "tenantId": tenant_id,
            },
        )

    def report(
        self,
        *,
        group_by: Literal["ad", "day", "seat", "section"],
        limit: int | None = None,
        cursor: str | None = None,
        venue: str | None = None,
        kind: Literal[
            "ad_clicked",
            "ad_shown",
            "cta_clicked",
            "error",
            "fallback_shown",
            "seat_viewed",
            "session_started",
            "view_rotated",
        ]
        | None = None,
        purpose: Literal["buyer", "staff"] | None = None,
        from_: str | None = None,
        until: str | None = None,
        tenant_id: str | None = None,
    ) -> AsyncPages[EventReportRow]:
        """Count events.

        Counts events by seat, section, ad or day: those of buyers, or with `purpose=staff` those of
        sessions for staff. Counts are exact, and cover all events that listEvents shows, and those whose
        counts are kept longer than they are themselves. A day is a day in the time zone that the venue had
        when the event was received. `from` and `until` refer to the time when an event happened. Whole days
        are counted fast. Where one of them is a time, the events of the days around it are counted one by
        one: if those are not stored any more, the time is refused (400), and a day must be given.

        Args:
            limit: Rows of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            group_by: What a row counts. A report by seat, section or ad leaves out events that name none.
            venue: Events at this venue.
            kind: Events of this kind.
            purpose: Counts events of buyers, or of staff.
            from_: Events that happened then or later: a day of the venue's calendar, or a time.
            until: Events that happened before then. A day that is given here is not included.
            tenant_id: Events that this tenant may see: for admin scope."""
        return self._pages(
            REPORT_EVENTS,
            query={
                "limit": limit,
                "cursor": cursor,
                "groupBy": group_by,
                "venue": venue,
                "kind": kind,
                "purpose": purpose,
                "from": from_,
                "until": until,
                "tenantId": tenant_id,
            },
        )


class AsyncTenants(AsyncGroup):
    """The operations `client.tenants`."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        archived: bool | None = None,
    ) -> AsyncPages[Tenant]:
        """List tenants.

        Returns all tenants, newest first.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            archived: True: archived tenants as well."""
        return self._pages(LIST_TENANTS, query={"limit": limit, "cursor": cursor, "archived": archived})

    async def create(
        self,
        *,
        name: str,
        rate_limit: RateLimit | Mapping[str, Any] | None = None,
        quotas: QuotaChanges | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Tenant:
        """Create a tenant.

        Args:
            name: The tenant's name, for people to read.
            rate_limit: The limit of all of its keys together. Null: the service's default.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            CREATE_TENANT,
            body={"name": name, "rateLimit": optional(rate_limit), "quotas": optional(quotas)},
            idempotency_key=idempotency_key,
        )

    async def get(
        self,
        tenant_id: str,
    ) -> Tenant:
        """Read a tenant.

        Admin scope reads any tenant; a tenant-scope key reads its own only. `usage` says how much of its
        quotas it uses."""
        return await self._call(GET_TENANT, path={"tenantId": tenant_id})

    async def update(
        self,
        tenant_id: str,
        *,
        if_match: str,
        name: str | None = None,
        rate_limit: RateLimit | Mapping[str, Any] | None | NotGiven = NOT_GIVEN,
        quotas: QuotaChanges | Mapping[str, Any] | None = None,
    ) -> Tenant:
        """Change a tenant's name, rate limit or quotas.

        A member that is absent keeps its value, and so does a quota that is absent. Null means the
        service's default. A quota below what is stored refuses what would be added, and takes nothing away.

        Args:
            name: The tenant's name, for people to read.
            rate_limit: The limit of all of its keys together. Null: the service's default.
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(
            UPDATE_TENANT,
            path={"tenantId": tenant_id},
            body={"name": optional(name), "rateLimit": rate_limit, "quotas": optional(quotas)},
            if_match=if_match,
        )

    async def delete(
        self,
        tenant_id: str,
        *,
        confirm: str,
    ) -> None:
        """Delete an archived tenant.

        Deletes the tenant for good, with its keys and its venues: no worker accepts one of its keys any
        more, and their origins are free. It must be archived (409), and `confirm` must be its name (400).
        Events that its pages reported at venues of other tenants stay there. The audit list keeps that the
        tenant was there.

        Args:
            confirm: The name of the tenant, as `getTenant` returns it."""
        return await self._call(DELETE_TENANT, path={"tenantId": tenant_id}, query={"confirm": confirm})

    async def archive(
        self,
        tenant_id: str,
    ) -> Tenant:
        """Archive a tenant.

        The tenant's secret keys can still read in Management, revoke keys and end sessions; everything else
        is 403 `tenant_archived`, also from pages with its keyless keys, which keep their origins. Its
        sessions end. Its venues are archived with it, for those who were granted them as well.
        `unarchiveTenant` brings all of it back but the sessions. Archiving an archived tenant does nothing."""
        return await self._call(ARCHIVE_TENANT, path={"tenantId": tenant_id})

    async def unarchive(
        self,
        tenant_id: str,
    ) -> Tenant:
        """Bring an archived tenant back.

        The tenant's keys work again, and so do its venues that are not archived themselves. Sessions that
        were made before stay ended. A tenant that is not archived stays as it is."""
        return await self._call(UNARCHIVE_TENANT, path={"tenantId": tenant_id})

    async def edit(self, tenant_id: str, change: Callable[[Tenant], UpdateTenantRequest]) -> Tenant:
        """Change a record without losing what others change at the same time.

        Reads the record, calls `change` with it, and writes the members that it returns, if nobody has
        changed the record in between. Otherwise it reads again and calls `change` again, at most five times
        in all. Nothing is written if `change` returns an empty dictionary."""
        path = {"tenantId": tenant_id}
        steps = edit_steps(
            GET_TENANT, UPDATE_TENANT, path, change, read_only=None, retries=self._sender.retries
        )
        return await self._sender.run(steps)


class AsyncKeys(AsyncGroup):
    """The operations `client.keys`."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["active", "revoked"] | None = None,
        kind: Literal["keyless", "secret"] | None = None,
        venue: str | None = None,
        origin: str | None = None,
        label: str | None = None,
        tenant_id: str | None = None,
    ) -> AsyncPages[ApiKey]:
        """List keys.

        Returns keys, newest first. Tenant scope sees the keys of its own tenant; admin scope sees all, or
        those of `tenantId`. A key that is restricted to venues sees the keys that it may manage: those that
        are restricted to some of these venues.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            status: Keys with this status.
            kind: Keys of this kind.
            venue: Keys whose list of venues has this venue, and keys without a list.
            origin: Keys that list this origin.
            label: Keys whose label contains this text; case is ignored.
            tenant_id: Keys of this tenant: for admin scope."""
        return self._pages(
            LIST_KEYS,
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "kind": kind,
                "venue": venue,
                "origin": origin,
                "label": label,
                "tenantId": tenant_id,
            },
        )

    async def create(
        self,
        *,
        kind: Literal["keyless", "secret"] | None = None,
        scope: Literal["admin", "tenant"] | None = None,
        tenant_id: str | None = None,
        label: str | None = None,
        allowed_origins: Sequence[str] | None = None,
        allow_origin_only: bool | None = None,
        embed_frame_ancestors: Sequence[str] | None = None,
        venues: Sequence[str] | None = None,
        groups: Sequence[Literal["events", "management", "management_read_only", "seats", "sessions"]]
        | None = None,
        rate_limit: RateLimit | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedKey:
        """Create a key.

        The response has the key's `plaintext`, which is never shown again. Admin scope names the `tenantId`
        of a tenant's key; tenant scope may leave it out. Admin keys, keyless keys and `rateLimit` need
        admin scope. A tenant-scope key that has a `rateLimit` makes keys with the default limit, or with
        its own where the default is higher. A key that is limited to `groups` gives no others than its own,
        and has to name them.

        Args:
            kind: `secret`: used by whoever knows its plaintext. `keyless`: used from its allowed origins.
            scope: `admin`: the whole service. `tenant`: one tenant and its records.
            tenant_id: The tenant that the key belongs to. Admin scope names it for a tenant-scope key;
                tenant scope may leave it out. An admin key has none.
            label: A name for the key, for people to read.
            allowed_origins: The origins that the key may be used from. Empty: a secret key is not
                restricted.
            allow_origin_only: Whether a page may use the key without its secret, from one of its
                `allowedOrigins`, which must not be empty then. Never true for an admin key.
            embed_frame_ancestors: Pages that may embed the viewer (CSP `frame-ancestors`). Empty: none.
            venues: Venues that the key may use. Null: all that its tenant may use. Empty: none.
            groups: The groups of operations that the key may call, at least one. `management` includes
                `management_read_only`: the operations of Management that write nothing. `GET /caller` is
                open to every key. Null: all that its kind and scope may call. An extension of the
                interface.
            rate_limit: The key's own limit, set by admin scope only. Null: the service's default.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            CREATE_KEY,
            body={
                "kind": optional(kind),
                "scope": optional(scope),
                "tenantId": optional(tenant_id),
                "label": optional(label),
                "allowedOrigins": optional(allowed_origins),
                "allowOriginOnly": optional(allow_origin_only),
                "embedFrameAncestors": optional(embed_frame_ancestors),
                "venues": optional(venues),
                "groups": optional(groups),
                "rateLimit": optional(rate_limit),
            },
            idempotency_key=idempotency_key,
        )

    async def get(
        self,
        key_id: str,
    ) -> ApiKey:
        """Read a key.

        A key that is restricted to venues reads the keys that it may manage: those that are restricted to
        some of these venues."""
        return await self._call(GET_KEY, path={"keyId": key_id})

    async def update(
        self,
        key_id: str,
        *,
        if_match: str,
        label: str | None = None,
        allowed_origins: Sequence[str] | None = None,
        allow_origin_only: bool | None = None,
        embed_frame_ancestors: Sequence[str] | None = None,
        venues: Sequence[str] | None | NotGiven = NOT_GIVEN,
        groups: Sequence[Literal["events", "management", "management_read_only", "seats", "sessions"]]
        | None
        | NotGiven = NOT_GIVEN,
        rate_limit: RateLimit | Mapping[str, Any] | None | NotGiven = NOT_GIVEN,
        status: Literal["active"] | None = None,
    ) -> ApiKey:
        """Update a key.

        A member that is absent keeps its value. `status` active cancels the revoke that a rotation
        scheduled; on a revoked key it is refused with 400, and any other change of a revoked key with 409.
        If the key has changed since the request read it, nothing is written and the response is 409: read
        the key again and retry. `rateLimit` needs admin scope, and so do `allowedOrigins` and
        `allowOriginOnly` of a keyless key. A tenant-scope key that has a `rateLimit` changes no origins of
        a key with a higher one (403). A key that is limited to `groups` reaches only keys whose groups lie
        within its own, and gives no others; the same holds for revoke and rotate.

        Args:
            label: A name for the key, for people to read.
            allowed_origins: The origins that the key may be used from. Empty: a secret key is not
                restricted.
            allow_origin_only: Whether a page may use the key without its secret, from one of its
                `allowedOrigins`, which must not be empty then. Never true for an admin key.
            embed_frame_ancestors: Pages that may embed the viewer (CSP `frame-ancestors`). Empty: none.
            venues: Venues that the key may use. Null: all that its tenant may use. Empty: none.
            groups: The groups of operations that the key may call, at least one. `management` includes
                `management_read_only`: the operations of Management that write nothing. `GET /caller` is
                open to every key. Null: all that its kind and scope may call. An extension of the
                interface.
            rate_limit: The key's own limit, set by admin scope only. Null: the service's default.
            status: Cancels the revoke that a rotation scheduled.
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(
            UPDATE_KEY,
            path={"keyId": key_id},
            body={
                "label": optional(label),
                "allowedOrigins": optional(allowed_origins),
                "allowOriginOnly": optional(allow_origin_only),
                "embedFrameAncestors": optional(embed_frame_ancestors),
                "venues": venues,
                "groups": groups,
                "rateLimit": rate_limit,
                "status": optional(status),
            },
            if_match=if_match,
        )

    async def revoke(
        self,
        key_id: str,
        *,
        keep_webhooks: bool | None = None,
    ) -> None:
        """Revoke a key immediately.

        Once the response is sent, no worker accepts the key. Signed URLs that were issued before are valid
        until they expire. Revoking a revoked key does nothing, and the response is 204 again. Webhooks that
        the key made or changed last are disabled with it, unless `keepWebhooks` is true.

        Args:
            keep_webhooks: True: webhooks that the key made or changed last stay active. Otherwise they are
                disabled with it. An extension of the interface."""
        return await self._call(REVOKE_KEY, path={"keyId": key_id}, query={"keepWebhooks": keep_webhooks})

    async def rotate(
        self,
        key_id: str,
        *,
        grace_period_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> RotatedKey:
        """Replace a key.

        Issues a replacement with the same attributes, whose `plaintext` only this response has. The old key
        is accepted until `previous.revokeAt`. After a leak, rotate with a grace period of 0. A tenant-scope
        key that has a `rateLimit` rotates no key with a higher one (403). The replacement has another
        `keyId`: where pages may use the old key without its secret, `warnings` says that they have to name
        the new one before `previous.revokeAt`. Webhooks of the old key belong to the replacement from now
        on.

        Args:
            grace_period_seconds: How long the old key is still accepted. Use 0 after a leak, and more if
                pages name the key.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            ROTATE_KEY,
            path={"keyId": key_id},
            body={"gracePeriodSeconds": optional(grace_period_seconds)},
            idempotency_key=idempotency_key,
        )

    async def edit(self, key_id: str, change: Callable[[ApiKey], UpdateKeyRequest]) -> ApiKey:
        """Change a record without losing what others change at the same time.

        Reads the record, calls `change` with it, and writes the members that it returns, if nobody has
        changed the record in between. Otherwise it reads again and calls `change` again, at most five times
        in all. Nothing is written if `change` returns an empty dictionary."""
        path = {"keyId": key_id}
        steps = edit_steps(GET_KEY, UPDATE_KEY, path, change, read_only=None, retries=self._sender.retries)
        return await self._sender.run(steps)


class AsyncVenues(AsyncGroup):
    """The operations `client.venues`."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        tenant_id: str | None = None,
        archived: bool | None = None,
    ) -> AsyncPages[VenueSummary]:
        """List venues.

        Returns the venues that the caller's tenant owns or was granted, newest first.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            tenant_id: Venues that this tenant may use: for admin scope.
            archived: True: archived venues as well."""
        return self._pages(
            LIST_VENUES, query={"limit": limit, "cursor": cursor, "tenantId": tenant_id, "archived": archived}
        )

    async def create(
        self,
        *,
        name: str,
        timezone: str | None = None,
        aliases: Sequence[Alias | Mapping[str, Any]] | None = None,
        imagery_sets: Sequence[ImagerySet | Mapping[str, Any]] | None = None,
        rules: VenueRules | Mapping[str, Any] | None = None,
        ads: Sequence[Ad | Mapping[str, Any]] | None = None,
        viewer_defaults: ViewerDefaults | Mapping[str, Any] | None = None,
        image_links: ImageLinks | Mapping[str, Any] | None = None,
        translations: Mapping[str, Translation | Mapping[str, Any]] | None = None,
        tenant_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> SavedVenue:
        """Create a venue.

        The body is the whole record: aliases, imagery sets, rules, ads and viewer defaults. Its layout is
        compiled, and its examples must resolve as they expect. Names of sections that, printed on a ticket,
        would not lead to their own place are listed in `warnings`, and refused never. Admin scope names the
        owner by `tenantId`.

        Args:
            aliases: At most 200 of them are names of the venue itself.
            ads: A preview has the first 20 of those that run in the seat's section.
            translations: By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans
                have the names of the locale that is asked for, and labels may use the names of sections in
                any of the languages. At most 20,000 names in all.
            tenant_id: The owner, which admin scope has to name.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            CREATE_VENUE,
            body={
                "name": name,
                "timezone": optional(timezone),
                "aliases": optional(aliases),
                "imagerySets": optional(imagery_sets),
                "rules": optional(rules),
                "ads": optional(ads),
                "viewerDefaults": optional(viewer_defaults),
                "imageLinks": optional(image_links),
                "translations": optional(translations),
                "tenantId": optional(tenant_id),
            },
            idempotency_key=idempotency_key,
        )

    async def get(
        self,
        venue_id: str,
    ) -> Venue:
        """Read a venue.

        A grantee sees its own aliases in place of the owner's."""
        return await self._call(GET_VENUE, path={"venueId": venue_id})

    async def replace(
        self,
        venue_id: str,
        *,
        name: str,
        if_match: str,
        timezone: str | None = None,
        aliases: Sequence[Alias | Mapping[str, Any]] | None = None,
        imagery_sets: Sequence[ImagerySet | Mapping[str, Any]] | None = None,
        rules: VenueRules | Mapping[str, Any] | None = None,
        ads: Sequence[Ad | Mapping[str, Any]] | None = None,
        viewer_defaults: ViewerDefaults | Mapping[str, Any] | None = None,
        image_links: ImageLinks | Mapping[str, Any] | None = None,
        translations: Mapping[str, Translation | Mapping[str, Any]] | None = None,
    ) -> SavedVenue:
        """Replace a venue's record.

        Replaces the whole record, or nothing of it. Members that are left out get their defaults. A venue
        that was read can be sent as it is: what the service added to it may stay. A `version` or
        `updatedAt` that is not the current one is 412, another `venueId`, `tenantId` or `createdAt` is 400,
        and `seatCount` is ignored. `warnings` is as for createVenue.

        Args:
            aliases: At most 200 of them are names of the venue itself.
            ads: A preview has the first 20 of those that run in the seat's section.
            translations: By languages, as tags such as `de` or `pt-BR`. Previews, descriptions and plans
                have the names of the locale that is asked for, and labels may use the names of sections in
                any of the languages. At most 20,000 names in all.
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(
            REPLACE_VENUE,
            path={"venueId": venue_id},
            body={
                "name": name,
                "timezone": optional(timezone),
                "aliases": optional(aliases),
                "imagerySets": optional(imagery_sets),
                "rules": optional(rules),
                "ads": optional(ads),
                "viewerDefaults": optional(viewer_defaults),
                "imageLinks": optional(image_links),
                "translations": optional(translations),
            },
            if_match=if_match,
        )

    async def delete(
        self,
        venue_id: str,
        *,
        confirm: str,
    ) -> None:
        """Delete an archived venue.

        Deletes the venue for good: its record, aliases, grants, images and events. It must be archived
        (409), and `confirm` must be its name (400). Everything is gone once the response is sent; images
        that somebody has a signed address of are served until it expires. The audit list keeps that the
        venue was there. Lists of venues in keys are not changed.

        Args:
            confirm: The name of the venue, as `getVenue` returns it."""
        return await self._call(DELETE_VENUE, path={"venueId": venue_id}, query={"confirm": confirm})

    async def test_seat_keys(
        self,
        venue_id: str,
        *,
        labels: Sequence[str | LabelParts | Mapping[str, Any]],
        rules: TriedRules | Mapping[str, Any] | None = None,
        aliases: Sequence[Alias | Mapping[str, Any]] | None = None,
        expect: Sequence[str | Sequence[str] | None] | None = None,
    ) -> DryRun:
        """Try layout and label rules.

        A dry run that writes nothing. The response says what each label resolves to and why, which rules
        were never applied, which sections no label names, and what differs from the stored rules. Stored
        rules and the caller's aliases are used for what the request leaves out.

        Args:
            aliases: At most 200 of them are names of the venue itself.
            expect: What each label should resolve to: a key, a list of keys for several seats in the order
                of the label, or null if it should be declined. One key is not met by several seats."""
        return await self._call(
            TEST_SEAT_KEYS,
            path={"venueId": venue_id},
            body={
                "labels": labels,
                "rules": optional(rules),
                "aliases": optional(aliases),
                "expect": optional(expect),
            },
        )

    async def suggest_seat_keys(
        self,
        venue_id: str,
        *,
        labels: Sequence[SuggestCase | Mapping[str, Any]],
        rules: TriedRules | Mapping[str, Any] | None = None,
        judge: Sequence[Rewrite | Mapping[str, Any] | Drop | MapTo | Reject] | None = None,
    ) -> SuggestionList:
        """Suggest label rules.

        Suggests rules for labels that are not matched yet, and for labels that do not resolve to what is
        expected: they resolve to another place, or should be declined. Rules are ranked by how many labels
        each would resolve (`gains`) or mend (`mends`), for the end of the list of rules and in this order.
        A rule about a word is preferred to one about a whole label. No suggestion changes a right answer,
        the answer of a label that is matched and has no expectation, or an example. The search has a time
        limit and returns what it has found until then. Nothing is written: the owner decides. Where no
        expectation is sent, rules are guesses (`basis`): a code at the beginning of labels, such as
        `PAR-M`, may be short for the name of a section. A guess makes nearly all labels with the code
        resolve. Names that do this as well are `alternatives`. Ask a person about each. A long list, such
        as the sales of a season, is sent in parts. `judge` then asks what the rules that were suggested for
        one part gain, mend and break in another. `results` says what each label resolves to without them.

        Args:
            judge: Rules that were suggested for other labels of the same list. The result says what each of
                them changes for these labels, with the ones before it in place. No other rule is searched
                for."""
        return await self._call(
            SUGGEST_SEAT_KEYS,
            path={"venueId": venue_id},
            body={"labels": labels, "rules": optional(rules), "judge": optional(judge)},
        )

    async def learn_seat_keys(
        self,
        venue_id: str,
        *,
        groups: Sequence[LabelGroup | Mapping[str, Any]],
        rules: TriedRules | Mapping[str, Any] | None = None,
        left_out: Sequence[Rewrite | Mapping[str, Any] | Drop | MapTo | Reject] | None = None,
        examples: Sequence[SampleLabel | Mapping[str, Any]] | None = None,
    ) -> LearnedRules:
        """Learn label rules from sold tickets.

        Proposes rules for the labels of a sales file. The file stays with its owner, who sends groups:
        labels that differ only in numbers and single letters, how many lines of the file are such, and up
        to eight of the labels. Rules are searched for in groups with the most lines first, judged on all
        groups, and ranked by the lines that each improves (`gainedLines`, `mendedLines`) with the ones
        before it in place. The search has a time limit and returns what it has found until then. Nothing is
        written: the owner decides. To go on, send the groups again, with accepted rules at the end of
        `rules` and refused ones in `leftOut`. Before a label is stored as an example, send it in
        `examples`: the result says what it resolves to, and what it seems to hold besides a place.

        Args:
            groups: Those with the most lines first: rules are searched for in this order.
            left_out: Rules that a person refused: not proposed again.
            examples: Labels that a person may store as examples. The result says what each resolves to, and
                what it seems to hold besides a place. No rule is searched for then, and of each group one
                label is enough: its words are those that are common in the file."""
        return await self._call(
            LEARN_SEAT_KEYS,
            path={"venueId": venue_id},
            body={
                "groups": groups,
                "rules": optional(rules),
                "leftOut": optional(left_out),
                "examples": optional(examples),
            },
        )

    def restricted_views(
        self,
        venue_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        configuration: str | None = None,
    ) -> AsyncPages[RestrictedView]:
        """List seats that may need `restrictedView`.

        Returns seats from which less than 75 % of the stage, screen or field is seen, or a body hides the
        focus, and whether the layout says `restrictedView` of them. Where the layout does not say what
        people look at, they are those whose line to the focus meets a body or the row in front. It is a
        proposal for the venue's staff: nothing is changed. A page looks at a bounded number of seats, so
        that it may be short or empty and still have a `nextCursor`.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            configuration: The id of a configuration, or `none`. Default: the default of the venue."""
        return self._pages(
            LIST_RESTRICTED_VIEWS,
            path={"venueId": venue_id},
            query={"limit": limit, "cursor": cursor, "configuration": configuration},
        )

    def seat_views(
        self,
        venue_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        configuration: str | None = None,
        section: str | None = None,
        draft: bool | None = None,
    ) -> AsyncPages[RowViews]:
        """List what is seen from the seats of a venue or its draft.

        Returns for each seat what `sightline` of its preview says: the distance, the C-value, how much of
        the stage, screen or field is seen, whether that restricts the view, and why in words. It is meant
        for the venue's staff while they change a layout. A page looks at a bounded number of seats. When
        the venue or its draft is saved, cursors end: start again without one.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            configuration: The id of a configuration, or `none`. Default: the default of the venue.
            section: The id of the only section to look at.
            draft: Whether the views are those of the venue's draft, and not what buyers see."""
        return self._pages(
            LIST_SEAT_VIEWS,
            path={"venueId": venue_id},
            query={
                "limit": limit,
                "cursor": cursor,
                "configuration": configuration,
                "section": section,
                "draft": draft,
            },
        )

    async def replace_aliases(
        self,
        venue_id: str,
        *,
        aliases: Sequence[Alias | Mapping[str, Any]],
        tenant_id: str | None = None,
    ) -> OwnAliases:
        """Replace one's own aliases on a venue.

        A grantee replaces its own aliases for a venue that it was granted. The owner replaces those of the
        record; admin scope names the tenant by `tenantId`.

        Args:
            tenant_id: The tenant whose aliases are replaced: for admin scope.
            aliases: At most 200 of them are names of the venue itself."""
        return await self._call(
            REPLACE_ALIASES,
            path={"venueId": venue_id},
            query={"tenantId": tenant_id},
            body={"aliases": aliases},
        )

    async def get_draft(
        self,
        venue_id: str,
    ) -> Draft:
        """Read the draft of a venue.

        For the venue's owner and admin scope. A grantee gets 404, as for a venue that does not exist."""
        return await self._call(GET_DRAFT, path={"venueId": venue_id})

    async def put_draft(
        self,
        venue_id: str,
        *,
        name: Any | None = None,
        timezone: Any | None = None,
        aliases: Any | None = None,
        imagery_sets: Any | None = None,
        rules: Any | None = None,
        ads: Any | None = None,
        viewer_defaults: Any | None = None,
        image_links: Any | None = None,
        translations: Any | None = None,
        base_version: int | None = None,
        if_match: str | None = None,
    ) -> Draft:
        """Store a draft of a venue.

        Stores a record that is not published yet, complete or not. Buyers see nothing of it, and the change
        feed does not tell of it. What a publish would refuse is listed in `faults`, and stored all the
        same. What the service adds to a venue may be sent and is left out. `warnings` lists names that,
        printed on a ticket, would not lead to their own place. Send the draft's ETag as If-Match, so that
        nobody's work is lost: if somebody else has saved the draft since you read it, the answer is 412,
        and `errors` lists the members that changed, by whom and when. Without If-Match, a draft is replaced
        only if your key saved it last. `If-None-Match: *` begins a draft, and is 412 if there is one.

        Args:
            base_version: The version that is published now: the draft is based on it from now on. Send it
                when you have taken over what others published since the draft was begun.
            name: As in a record, or anything else: a draft may have faults.
            timezone: As in a record, or anything else: a draft may have faults.
            aliases: As in a record, or anything else: a draft may have faults.
            imagery_sets: As in a record, or anything else: a draft may have faults.
            rules: As in a record, or anything else: a draft may have faults.
            ads: As in a record, or anything else: a draft may have faults.
            viewer_defaults: As in a record, or anything else: a draft may have faults.
            image_links: As in a record, or anything else: a draft may have faults.
            translations: As in a record, or anything else: a draft may have faults.
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(
            PUT_DRAFT,
            path={"venueId": venue_id},
            query={"baseVersion": base_version},
            body={
                "name": optional(name),
                "timezone": optional(timezone),
                "aliases": optional(aliases),
                "imagerySets": optional(imagery_sets),
                "rules": optional(rules),
                "ads": optional(ads),
                "viewerDefaults": optional(viewer_defaults),
                "imageLinks": optional(image_links),
                "translations": optional(translations),
            },
            if_match=if_match,
        )

    async def delete_draft(
        self,
        venue_id: str,
        *,
        if_match: str,
    ) -> None:
        """Delete the draft of a venue.

        Sessions that show the draft end. With If-Match, a draft that somebody has saved since is not
        deleted (412).

        Args:
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(DELETE_DRAFT, path={"venueId": venue_id}, if_match=if_match)

    async def publish_draft(
        self,
        venue_id: str,
        *,
        if_match: str,
        message: str | None = None,
        labels: Sequence[str | LabelParts | Mapping[str, Any]] | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> PublishedVersion:
        """Publish the draft of a venue.

        Publishes the draft as the venue's record, and deletes it. The answer says what changes for buyers,
        and which names would not lead to their own place (`warnings`); with `dryRun=true` it says the same,
        and nothing is written. Faults of the draft are 400, as `PUT /manage/venues/{venueId}` has them. A
        draft that was begun from another version than the published one is 412. `If-Match` names the ETag
        of the draft that you have read. Owner and admin scope only: a grantee gets 404.

        Args:
            dry_run: true: the same answer, and nothing is written.
            message: What this version is for. Versions are listed with it.
            labels: Labels of your tickets. The answer says which of them resolve differently.
            if_match: The `etag` of the record that was read: write only if it is still the same.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            PUBLISH_DRAFT,
            path={"venueId": venue_id},
            query={"dryRun": dry_run},
            body={"message": optional(message), "labels": optional(labels)},
            if_match=if_match,
            idempotency_key=idempotency_key,
        )

    async def archive(
        self,
        venue_id: str,
    ) -> Venue:
        """Archive a venue.

        Nobody sees the venue's views any more: its sessions end, no new ones are made, and links to preview
        images stop. It stays readable in Management, and cannot be changed (409). Its aliases and images
        stay held, its grants sleep. `unarchiveVenue` brings all of it back but the sessions. Archiving an
        archived venue does nothing. The owner may do this, and admin scope."""
        return await self._call(ARCHIVE_VENUE, path={"venueId": venue_id})

    async def unarchive(
        self,
        venue_id: str,
    ) -> Venue:
        """Bring an archived venue back.

        The venue can be used and changed again, with its aliases, images and grants. Sessions that were
        made before stay ended. A venue that is not archived stays as it is. Venues of an archived tenant
        stay archived until the tenant is unarchived."""
        return await self._call(UNARCHIVE_VENUE, path={"venueId": venue_id})

    async def copy(
        self,
        venue_id: str,
        *,
        name: str,
        images: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Venue:
        """Copy a venue.

        Creates a venue of the same owner with the same record, under another name, with or without the
        uploaded images and the floor plan. Aliases of sections and rows are copied; those of the venue
        itself are not, since each names one venue only. Grants and events are not copied. The copy and its
        images count towards the tenant's quotas. An archived venue can be copied as well.

        Args:
            name: The name of the copy.
            images: Whether the uploaded images and the floor plan are copied too. They are copied in the
                background, one after the other: `listImages` of the copy lists those that are there, and
                the others under `missing`. False: the record still names them, so that others can be
                uploaded under the same names.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            COPY_VENUE,
            path={"venueId": venue_id},
            body={"name": name, "images": optional(images)},
            idempotency_key=idempotency_key,
        )

    async def import_file(
        self,
        content: bytes,
        *,
        format: Literal[
            "areas", "geojson", "grid", "layout", "pdf", "pretix", "record", "seatsio", "svg", "table"
        ]
        | None = None,
        name: str | None = None,
        answers: str | None = None,
        over: str | None = None,
        draft: bool | None = None,
    ) -> VenueImport:
        """Read a venue from a file.

        The body is the file itself, at most 32 MiB: a seating plan of pretix, a chart of seats.io, a
        drawing (SVG, PDF), a table of seats or a sheet in which each cell is a seat (CSV, XLSX), areas as
        Spektrix has them, GeoJSON, or a record or layout of Seat Preview. Its content tells the format,
        unless `format` does. Nothing is written: send the record to createVenue or replaceVenue. The report
        lists what was taken, inferred and left out, each with a count and an example. `questions` asks
        about what the file leaves open, and `answers` answers that in the next request with the file.
        `warnings` lists names that, printed on a ticket, would not lead to their own place. A file that
        cannot be read is 400 with the reasons. With `over`, the plan is brought into a venue of the caller:
        heights, rakes, categories, images, bodies, label rules and aliases of what is still there are kept,
        and `over` in the answer lists what is not. Still nothing is written: replace the venue with the
        record, with its `version` as If-Match.

        Args:
            format: The format of the file. Default: its content tells.
            name: The name of the venue, or that of the file with its ending: `hall.svg`. The name of a file
                is used only if the file does not name the venue.
            answers: Answers to `questions` of an earlier answer for this file, as `side=mirrored;turn=90`.
                These are accepted although nobody asked: `flip` (`yes` exchanges left and right), `turn`
                (`0`, `90`, `180`, `270` degrees clockwise), `scale` (how many metres the hall is wide, or
                `seat:0.5`: those from a seat to the next one) and `columns` (`0=section,1=row`).
            over: A venue that the caller owns: the record is that of the venue with the plan of the file.
                What people had made of sections, rows and seats that are still there, by their refs or
                their names, is kept, and `over` lists what is not.
            draft: With `over`: over the draft of the venue."""
        return await self._call(
            IMPORT_VENUE,
            query={"format": format, "name": name, "answers": answers, "over": over, "draft": draft},
            content=BytesContent(content),
        )

    async def export(
        self,
        venue_id: str,
        *,
        format: Literal["csv", "geojson", "json", "pretix", "svg", "xlsx"] | None = None,
    ) -> bytes:
        """Write a venue to a file.

        Returns a file with every seat of the venue, to every caller that may read the venue. A file that
        was exported can be imported again: the seats, names, ids of other systems and categories are the
        same, and places are within a centimetre. Formats differ in what they can hold: a plan of pretix has
        no heights, and of the properties of seats places for wheelchairs and companions alone; tables have
        no stage. `json` is the record, in which a grantee finds its own aliases.

        Args:
            format: `csv` and `xlsx` have a line for each seat, `pretix` is a seating plan of pretix,
                `geojson` and `svg` are drawings in metres, and `json` is the record."""
        return await self._call(EXPORT_VENUE, path={"venueId": venue_id}, query={"format": format})

    async def get_floor_plan(
        self,
        venue_id: str,
    ) -> FloorPlan:
        """Read the floor plan of a venue.

        The picture that lies below the seats while the venue is drawn, and where it lies. For the venue's
        owner and admin scope: it is in no answer to buyers, and a grantee gets 404, as for a venue that
        does not exist. Its address is signed and needs no key."""
        return await self._call(GET_FLOOR_PLAN, path={"venueId": venue_id})

    async def put_floor_plan(
        self,
        venue_id: str,
        content: bytes,
    ) -> FloorPlan:
        """Upload the floor plan of a venue.

        The body is the file itself: JPEG, PNG, WebP or AVIF, with at most 40,000,000 pixels. It is checked
        and encoded anew as an image of `putImage` is, and counts in the tenant's quota of images. The
        console makes a picture of an SVG file or of the first page of a PDF before it uploads that, and
        makes larger pictures smaller. The picture takes the place of the present one; where that lay is
        kept if both have the same size. The floor plan belongs to the venue and not to its record: it
        survives a publish, and is copied, archived and deleted with the venue."""
        return await self._call(PUT_FLOOR_PLAN, path={"venueId": venue_id}, content=BytesContent(content))

    async def delete_floor_plan(
        self,
        venue_id: str,
    ) -> None:
        """Delete the floor plan of a venue.

        Addresses of the picture that were issued before are valid until they expire."""
        return await self._call(DELETE_FLOOR_PLAN, path={"venueId": venue_id})

    async def find_floor_plan_seats(
        self,
        venue_id: str,
        *,
        x: int,
        y: int,
        width: int,
        height: int,
    ) -> SeatsInPicture:
        """Look for seats in the floor plan of a venue.

        Looks at a rectangle of the picture for shapes of one size that stand in rows: circles or squares,
        filled or outlined, also on a scan that is slightly turned. No text is read, so seats and rows have
        no names. Nothing is written: a person looks at what was found before it becomes seats. A very large
        part is looked at with fewer pixels.

        Args:
            x: Of its left edge, in pixels of the picture.
            y: Of its upper edge, in pixels of the picture."""
        return await self._call(
            FIND_FLOOR_PLAN_SEATS,
            path={"venueId": venue_id},
            body={"x": x, "y": y, "width": width, "height": height},
        )

    async def place_floor_plan(
        self,
        venue_id: str,
        *,
        x: float,
        y: float,
        metres_per_pixel: float,
        if_match: str,
        turn_deg: float | None = None,
        opacity: float | None = None,
    ) -> FloorPlan:
        """Say where the floor plan of a venue lies.

        With If-Match, nothing is changed (412) if somebody has uploaded another picture or has moved it
        since you read it.

        Args:
            x: Of the middle of the picture, in metres to the east.
            y: Of the middle of the picture, in metres to the north.
            turn_deg: About its middle, clockwise as seen from above.
            opacity: 0: it is not seen; 1: it is not faded.
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(
            PLACE_FLOOR_PLAN,
            path={"venueId": venue_id},
            body={
                "x": x,
                "y": y,
                "metresPerPixel": metres_per_pixel,
                "turnDeg": optional(turn_deg),
                "opacity": optional(opacity),
            },
            if_match=if_match,
        )

    async def edit(self, venue_id: str, change: Callable[[Venue], ReplaceVenueRequest]) -> Venue:
        """Change a record without losing what others change at the same time.

        Reads the record, calls `change` with it, and writes the members that it returns, if nobody has
        changed the record in between. Otherwise it reads again and calls `change` again, at most five times
        in all. Nothing is written if `change` returns an empty dictionary."""
        path = {"venueId": venue_id}
        steps = edit_steps(
            GET_VENUE,
            REPLACE_VENUE,
            path,
            change,
            read_only=frozenset(
                ["archivedAt", "createdAt", "seatCount", "tenantId", "updatedAt", "venueId", "version"]
            ),
            retries=self._sender.retries,
        )
        return await self._sender.run(steps)


class AsyncGrants(AsyncGroup):
    """The operations `client.grants`."""

    def list(
        self,
        venue_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[Grant]:
        """List who was granted a venue.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters."""
        return self._pages(LIST_GRANTS, path={"venueId": venue_id}, query={"limit": limit, "cursor": cursor})

    async def put(
        self,
        venue_id: str,
        tenant_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Grant a venue to a tenant.

        A grant that exists already is not changed.

        Args:
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            PUT_GRANT, path={"venueId": venue_id, "tenantId": tenant_id}, idempotency_key=idempotency_key
        )

    async def end(
        self,
        venue_id: str,
        tenant_id: str,
    ) -> None:
        """End a grant.

        Ends the grantee's access at once and deletes its aliases. Lists of venues in keys are not changed.
        The owner ends any grant, a grantee its own."""
        return await self._call(END_GRANT, path={"venueId": venue_id, "tenantId": tenant_id})


class AsyncVersions(AsyncGroup):
    """The operations `client.versions`."""

    def list(
        self,
        venue_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[VersionSummary]:
        """List the kept versions of a venue.

        Every published record is kept as a version, newest first, up to bounds that the operator of the
        service sets. Owner and admin scope only: a grantee gets 404.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters."""
        return self._pages(
            LIST_VERSIONS, path={"venueId": venue_id}, query={"limit": limit, "cursor": cursor}
        )

    async def get(
        self,
        venue_id: str,
        version: str,
    ) -> KeptVersion:
        """Read a version of a venue.

        Returns the record as it was, and says which images that it names are gone."""
        return await self._call(GET_VERSION, path={"venueId": venue_id, "version": version})

    async def delete(
        self,
        venue_id: str,
        version: str,
    ) -> None:
        """Delete an old version of a venue.

        Deletes one version for good. The published one is 409."""
        return await self._call(DELETE_VERSION, path={"venueId": venue_id, "version": version})

    async def changes(
        self,
        venue_id: str,
        version: str,
        *,
        since: int | None = None,
    ) -> VersionChanges:
        """Compare two versions of a venue.

        Says what changes for buyers from the version `since` to this one: seats, and what the labels in the
        examples of both records resolve to.

        Args:
            since: The version to compare with. By default the one before."""
        return await self._call(
            GET_VERSION_CHANGES, path={"venueId": venue_id, "version": version}, query={"since": since}
        )

    async def restore(
        self,
        venue_id: str,
        version: str,
        *,
        message: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> RestoredVersion:
        """Restore a version of a venue.

        Publishes the record of a kept version again, as a new version and by the checks of today: a record
        that would not be accepted now is 400. Images that do not exist any more are left out, and
        `imageLinks` stays as it is, so that links that were ended stay ended. `dryRun=true` says what would
        change. A draft is left alone.

        Args:
            dry_run: true: the same answer, and nothing is written.
            message: What this version is for. Versions are listed with it.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            RESTORE_VERSION,
            path={"venueId": venue_id, "version": version},
            query={"dryRun": dry_run},
            body={"message": optional(message)},
            idempotency_key=idempotency_key,
        )


class AsyncTemplates(AsyncGroup):
    """The operations `client.templates`."""

    async def list(
        self,
    ) -> TemplateList:
        """List templates of venues.

        Returns the kinds of venue that can be computed, and how many seats each may have."""
        return await self._call(LIST_TEMPLATES)

    async def get(
        self,
        template_id: str,
        *,
        seats: int | None = None,
    ) -> TemplateRecord:
        """Read a template at a size.

        Returns the record of a venue with `seats` seats, give or take 3 %: sections with places, heights,
        aisles, categories and wheelchair spaces, configurations, and examples of labels. Nothing is
        written. Change the record as you like, and send it to createVenue.

        Args:
            seats: Between `seatsMin` and `seatsMax` of the template. Default: `seatsDefault`."""
        return await self._call(GET_TEMPLATE, path={"templateId": template_id}, query={"seats": seats})


class AsyncImagery(AsyncUploads):
    """The operations `client.imagery`."""

    def list(
        self,
        venue_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[UploadedImage]:
        """List a venue's images.

        Returns images ordered by name, to every caller that may read the venue. The first page also lists
        images that the record refers to and that are not uploaded.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters."""
        return self._pages(LIST_IMAGES, path={"venueId": venue_id}, query={"limit": limit, "cursor": cursor})

    async def put(
        self,
        venue_id: str,
        name: str,
        content: bytes,
    ) -> UploadedImage:
        """Upload an image of a venue.

        The body is the file itself: JPEG, PNG, WebP or AVIF, which is detected from its content. It is
        rotated as its EXIF data say and converted to sRGB, and its pixels are encoded anew: nothing else of
        the file is kept, such as the location where it was taken. PNG and lossless WebP keep every pixel.
        The name may have slashes. An image with the same name is replaced; addresses of it that were issued
        before are valid until they expire. A panorama (2:1) with a width of 4096 pixels or more is split
        into tiles as well."""
        return await self._call(
            PUT_IMAGE, path={"venueId": venue_id, "name": name}, content=BytesContent(content)
        )

    async def delete(
        self,
        venue_id: str,
        name: str,
        *,
        force: bool | None = None,
    ) -> None:
        """Delete an image of a venue.

        Deletes an image that the record does not refer to. Issued addresses are valid until they expire. An
        image that the draft or a kept version of the record names is 409, and `errors` lists which these
        are; `force=true` deletes it all the same. The versions stay readable, say that it is gone, and are
        restored without it.

        Args:
            force: true: the image is deleted even if the draft or kept versions name it. They stay, and say
                that it is gone. An image of the published record is not deleted even so."""
        return await self._call(
            DELETE_IMAGE, path={"venueId": venue_id, "name": name}, query={"force": force}
        )


class AsyncAudit(AsyncGroup):
    """The operations `client.audit`."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        tenant_id: str | None = None,
        kind: str | None = None,
        id: str | None = None,
        actor: str | None = None,
        from_: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> AsyncPages[AuditEntry]:
        """List changes.

        Returns who changed what, newest first. Tenant scope sees the changes of its own records; a key that
        is restricted to venues sees those of these venues, their imagery and grants, of keys that are
        restricted to some of them, and of its tenant.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            tenant_id: Changes of this tenant's records: for admin scope.
            kind: Changes of records of this kind: `key`, `tenant`, `venue`, `draft`, `version`, `grant`,
                `imagery`, `floor_plan`, `session`, `events`, `webhook` or `clock`.
            id: Changes of the record with this id.
            actor: Changes that this keyId made.
            from_: Changes at this time or later.
            until: Changes before this time."""
        return self._pages(
            LIST_AUDIT,
            query={
                "limit": limit,
                "cursor": cursor,
                "tenantId": tenant_id,
                "kind": kind,
                "id": id,
                "actor": actor,
                "from": from_,
                "until": until,
            },
        )


class AsyncChanges(AsyncFollows):
    """The operations `client.changes`."""

    async def list(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        venue: str | None = None,
        tenant_id: str | None = None,
        wait_seconds: int | None = None,
        limit: int | None = None,
    ) -> FeedPage:
        """Follow changes.

        Returns what changed, oldest first, so that another system can keep in step: ask, handle `data`,
        keep `next`, and ask again with it as `after`. Nothing that you may see is left out, and nothing
        comes twice. With `waitSeconds` the answer comes as soon as something happens, or without `data`
        when the time is over. Tenant scope sees its own keys, its venues with their images and grants, and
        of venues that it was granted what was published and uploaded since, and the grant itself. A key
        that is restricted to venues sees what concerns these, and keys that are restricted to some of them.
        What you see is decided when you ask. While requests wait they do not count as in progress; too many
        of them at once are refused (429). A key that was revoked while its request waited gets 401.

        Args:
            after: `next` of the previous answer: changes after that. `now`: only what happens from now on.
                Left out: everything that is kept.
            types: Changes of these types, separated by commas.
            venue: Changes of this venue, its images and its grants.
            tenant_id: What this tenant may see: for admin scope.
            wait_seconds: If there is no change yet, wait this long for one. The answer comes as soon as
                there is one.
            limit: Entries of an answer at most."""
        return await self._call(
            LIST_CHANGES,
            query={
                "after": after,
                "types": types,
                "venue": venue,
                "tenantId": tenant_id,
                "waitSeconds": wait_seconds,
                "limit": limit,
            },
        )


class AsyncWebhooks(AsyncGroup):
    """The operations `client.webhooks`."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        active: bool | None = None,
        tenant_id: str | None = None,
    ) -> AsyncPages[Webhook]:
        """List webhooks.

        Returns webhooks, newest first, without their secrets. Tenant scope sees those of its own tenant;
        admin scope sees all, or those of `tenantId`. A key that is restricted to venues sees the webhooks
        that it may manage: those whose `venues` lie within its own.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            active: Webhooks that are active, or that are not.
            tenant_id: Webhooks of this tenant: for admin scope."""
        return self._pages(
            LIST_WEBHOOKS, query={"limit": limit, "cursor": cursor, "active": active, "tenantId": tenant_id}
        )

    async def create(
        self,
        *,
        url: str,
        tenant_id: str | None = None,
        label: str | None = None,
        types: Sequence[
            Literal[
                "grant.ended",
                "grant.given",
                "image.deleted",
                "image.uploaded",
                "key.created",
                "key.revoke_cancelled",
                "key.revoke_scheduled",
                "key.revoked",
                "key.rotated",
                "key.updated",
                "venue.archived",
                "venue.deleted",
                "venue.published",
                "venue.restored",
                "venue.unarchived",
            ]
            | Literal["events.summary"]
        ]
        | None = None,
        venues: Sequence[str] | None = None,
        active: bool | None = None,
        idempotency_key: str | None = None,
    ) -> WebhookWithSecret:
        """Create a webhook.

        From now on, changes are sent to `url`: what `GET /manage/changes` would show, each as a POST that
        is signed as Standard Webhooks 1.0 has it. The response has the `secret` to verify them with, which
        is never shown again. Admin scope names the `tenantId`. A key that is restricted to venues names
        `venues` within its own. If the key that made a webhook, or changed it last, is revoked, the webhook
        is disabled.

        Args:
            url: Where deliveries are sent: https, with any port that browsers connect to, and without a
                user name or a fragment. An address that is not public is refused.
            tenant_id: The tenant that it belongs to. Admin scope names it; others may leave it out.
            label: A name for the webhook, for people to read.
            types: The types that it hears of, at least one. Null: all but `events.summary`. It always hears
                of `ping`.
            venues: It hears only of these venues, and of keys that are restricted to some of them. Null: of
                all that its tenant may see.
            active: Whether deliveries are made. False: it hears of nothing.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            CREATE_WEBHOOK,
            body={
                "url": url,
                "tenantId": optional(tenant_id),
                "label": optional(label),
                "types": optional(types),
                "venues": optional(venues),
                "active": optional(active),
            },
            idempotency_key=idempotency_key,
        )

    async def get(
        self,
        webhook_id: str,
    ) -> Webhook:
        """Read a webhook.

        Returns everything but its secret. `disabledReason` says why nothing is sent."""
        return await self._call(GET_WEBHOOK, path={"webhookId": webhook_id})

    async def update(
        self,
        webhook_id: str,
        *,
        if_match: str,
        url: str | None = None,
        label: str | None = None,
        types: Sequence[
            Literal[
                "grant.ended",
                "grant.given",
                "image.deleted",
                "image.uploaded",
                "key.created",
                "key.revoke_cancelled",
                "key.revoke_scheduled",
                "key.revoked",
                "key.rotated",
                "key.updated",
                "venue.archived",
                "venue.deleted",
                "venue.published",
                "venue.restored",
                "venue.unarchived",
            ]
            | Literal["events.summary"]
        ]
        | None
        | NotGiven = NOT_GIVEN,
        venues: Sequence[str] | None | NotGiven = NOT_GIVEN,
        active: bool | None = None,
    ) -> Webhook:
        """Update a webhook.

        A member that is absent keeps its value. `active` true makes a webhook that was disabled hear of
        changes again, from now on; `POST .../redeliver` sends what failed before. If the webhook has
        changed since the request read it, nothing is written and the response is 409.

        Args:
            url: Where deliveries are sent: https, with any port that browsers connect to, and without a
                user name or a fragment. An address that is not public is refused.
            label: A name for the webhook, for people to read.
            types: The types that it hears of, at least one. Null: all but `events.summary`. It always hears
                of `ping`.
            venues: It hears only of these venues, and of keys that are restricted to some of them. Null: of
                all that its tenant may see.
            active: True: makes deliveries again. False: hears of nothing.
            if_match: The `etag` of the record that was read: write only if it is still the same."""
        return await self._call(
            UPDATE_WEBHOOK,
            path={"webhookId": webhook_id},
            body={
                "url": optional(url),
                "label": optional(label),
                "types": types,
                "venues": venues,
                "active": optional(active),
            },
            if_match=if_match,
        )

    async def delete(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook.

        Deletes it with its deliveries. What is being sent at this moment may still arrive."""
        return await self._call(DELETE_WEBHOOK, path={"webhookId": webhook_id})

    async def rotate(
        self,
        webhook_id: str,
        *,
        grace_period_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> WebhookWithSecret:
        """Replace the secret of a webhook.

        Returns a new `secret`, which only this response has. Until `oldSecretUntil`, deliveries are signed
        with both, so that a receiver can change over without losing one. After a leak, rotate with a grace
        period of 0.

        Args:
            grace_period_seconds: How long deliveries are signed with the old secret as well. Use 0 after a
                leak.
            idempotency_key: Repeats with the same one do the work once. By default, each call has a fresh
                one, and so have its own repeats."""
        return await self._call(
            ROTATE_WEBHOOK,
            path={"webhookId": webhook_id},
            body={"gracePeriodSeconds": optional(grace_period_seconds)},
            idempotency_key=idempotency_key,
        )

    async def test(
        self,
        webhook_id: str,
    ) -> Delivery:
        """Send a ping.

        Adds a delivery of the type `ping`, which is sent within seconds and tried again like others. `GET
        .../deliveries` says how it went. While one is pending, no other is added."""
        return await self._call(TEST_WEBHOOK, path={"webhookId": webhook_id})

    def deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["delivered", "failed", "pending"] | None = None,
    ) -> AsyncPages[Delivery]:
        """List deliveries.

        Returns what was sent in the last 30 days, or is still to be sent, newest first, with the status and
        the first kilobyte of the last answer.

        Args:
            limit: Entries of a page at most.
            cursor: `nextCursor` of the previous page, with the same filters.
            status: Deliveries with this status."""
        return self._pages(
            LIST_DELIVERIES,
            path={"webhookId": webhook_id},
            query={"limit": limit, "cursor": cursor, "status": status},
        )

    async def redeliver(
        self,
        webhook_id: str,
        delivery_id: str,
    ) -> Delivery:
        """Send a delivery again.

        Makes it pending, whatever became of it. It keeps its `deliveryId` and its body, so that a receiver
        that has handled it can tell."""
        return await self._call(REDELIVER, path={"webhookId": webhook_id, "deliveryId": delivery_id})

    async def redeliver_failed(
        self,
        webhook_id: str,
        *,
        status: Literal["failed"] | None = None,
        since: datetime | str | None = None,
    ) -> Redelivered:
        """Send failed deliveries again.

        Makes up to 1000 deliveries pending that were given up, the oldest first. `left` says how many more
        there are.

        Args:
            status: Those that were given up.
            since: Those that were made at this time or later. Left out: all."""
        return await self._call(
            REDELIVER_FAILED,
            path={"webhookId": webhook_id},
            body={"status": optional(status), "since": optional(since)},
        )

    async def edit(self, webhook_id: str, change: Callable[[Webhook], UpdateWebhookRequest]) -> Webhook:
        """Change a record without losing what others change at the same time.

        Reads the record, calls `change` with it, and writes the members that it returns, if nobody has
        changed the record in between. Otherwise it reads again and calls `change` again, at most five times
        in all. Nothing is written if `change` returns an empty dictionary."""
        path = {"webhookId": webhook_id}
        steps = edit_steps(
            GET_WEBHOOK, UPDATE_WEBHOOK, path, change, read_only=None, retries=self._sender.retries
        )
        return await self._sender.run(steps)


class AsyncCaller(AsyncGroup):
    """The operations `client.caller`."""

    async def get(
        self,
    ) -> CallerInfo:
        """Say who asks.

        Works for every kind of caller, and is the quickest way to see whether a key works."""
        return await self._call(GET_CALLER)


class AsyncGroups:
    """The groups of operations of a client."""

    def __init__(self, sender: AsyncSender) -> None:
        """Takes what performs the calls."""
        self.sessions = AsyncSessions(sender)
        self.seats = AsyncSeats(sender)
        self.events = AsyncEvents(sender)
        self.tenants = AsyncTenants(sender)
        self.keys = AsyncKeys(sender)
        self.venues = AsyncVenues(sender)
        self.grants = AsyncGrants(sender)
        self.versions = AsyncVersions(sender)
        self.templates = AsyncTemplates(sender)
        self.imagery = AsyncImagery(sender)
        self.audit = AsyncAudit(sender)
        self.changes = AsyncChanges(sender)
        self.webhooks = AsyncWebhooks(sender)
        self.caller = AsyncCaller(sender)
