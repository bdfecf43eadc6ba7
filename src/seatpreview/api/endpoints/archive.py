"""Operations that archive, unarchive, delete and copy venues, and archive, unarchive and delete tenants."""

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.archive import copying
from seatpreview.archive import operations as archive
from seatpreview.archive.model import CopyVenueRequest, DeleteTenant, DeleteVenue
from seatpreview.problems import Conflict, NotFound, QuotaExceeded, VenueNotAllowed
from seatpreview.tenants.model import Tenant
from seatpreview.values.caller import Needs
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues.model import Venue

_DELETE_HELP = (
    "Delete an archived {} for good, with {}.\n\nYou type its name, so that no other one is deleted. Nothing "
    "brings it back but a backup."
)

VENUE_ARCHIVE_ROWS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/archive",
        operation_id="archiveVenue",
        group=MANAGEMENT,
        summary="Archive a venue",
        description=(
            "Nobody sees the venue's views any more: its sessions end, no new ones are made, and links to "
            "preview images stop. It stays readable in Management, and cannot be changed (409). Its aliases "
            "and images stay held, its grants sleep. `unarchiveVenue` brings all of it back but the "
            "sessions. Archiving an archived venue does nothing. The owner may do this, and admin scope."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=archive.archive_venue,
        path_types={"venueId": VenueId},
        result=Venue,
        problems=(VenueNotAllowed, NotFound),
        result_example=examples.VENUE | {"archivedAt": examples.ARCHIVED_AT},
        command=Command(
            name="venues archive",
            help=(
                "Archive a venue: nobody sees its views, until `venues unarchive` brings it back.\n\nIts "
                "sessions end for good. Its record, aliases, images and grants stay."
            ),
            members=("venueId", "name", "archivedAt"),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/unarchive",
        operation_id="unarchiveVenue",
        group=MANAGEMENT,
        summary="Bring an archived venue back",
        description=(
            "The venue can be used and changed again, with its aliases, images and grants. Sessions that "
            "were made before stay ended. A venue that is not archived stays as it is. Venues of an archived "
            "tenant stay archived until the tenant is unarchived."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=archive.unarchive_venue,
        path_types={"venueId": VenueId},
        result=Venue,
        problems=(VenueNotAllowed, NotFound),
        result_example=examples.VENUE,
        command=Command(
            name="venues unarchive",
            help="Bring an archived venue back, with its aliases, images and grants.",
            members=("venueId", "name", "archivedAt"),
        ),
    ),
    Operation(
        method="DELETE",
        path="/manage/venues/{venueId}",
        operation_id="deleteVenue",
        group=MANAGEMENT,
        summary="Delete an archived venue",
        description=(
            "Deletes the venue for good: its record, aliases, grants, images and events. It must be archived "
            "(409), and `confirm` must be its name (400). Everything is gone once the response is sent; "
            "images that somebody has a signed address of are served until it expires. The audit list keeps "
            "that the venue was there. Lists of venues in keys are not changed."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=archive.delete_venue,
        path_types={"venueId": VenueId},
        query=DeleteVenue,
        query_example={"confirm": examples.VENUE["name"]},
        status=204,
        problems=(VenueNotAllowed, NotFound, Conflict),
        command=Command(
            name="venues delete",
            help=_DELETE_HELP.format("venue", "its images and events"),
            examples=('--confirm "Harbour Arena"',),
            done="Deleted {venueId}.",
        ),
    ),
    Operation(
        method="POST",
        path="/manage/venues/{venueId}/copy",
        operation_id="copyVenue",
        group=MANAGEMENT,
        summary="Copy a venue",
        description=(
            "Creates a venue of the same owner with the same record, under another name, with or without the "
            "uploaded images and the floor plan. Aliases of sections and rows are copied; those of the venue "
            "itself are not, since each names one venue only. Grants and events are not copied. The copy and "
            "its images count towards the tenant's quotas. An archived venue can be copied as well."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=copying.copy_venue,
        path_types={"venueId": VenueId},
        body=CopyVenueRequest,
        takes_idempotency_key=True,
        status=201,
        result=Venue,
        location=lambda venue: f"/manage/venues/{venue.venue_id}",
        problems=(VenueNotAllowed, NotFound, Conflict, QuotaExceeded),
        body_example={"name": "Quay Hall, new seats", "images": True},
        result_example=examples.VENUE
        | {"venueId": examples.COPY_ID, "name": "Quay Hall, new seats", "aliases": []},
        command=Command(
            name="venues copy",
            help=(
                "Copy a venue: the same record under another name.\n\nThe running service copies the images "
                "in the background. Aliases of the venue itself are not copied, because each names one venue "
                "only."
            ),
            members=("venueId", "tenantId", "name"),
        ),
    ),
)

TENANT_ARCHIVE_ROWS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/manage/tenants/{tenantId}/archive",
        operation_id="archiveTenant",
        group=MANAGEMENT,
        summary="Archive a tenant",
        description=(
            "The tenant's secret keys can still read in Management, revoke keys and end sessions; everything "
            "else is 403 `tenant_archived`, also from pages with its keyless keys, which keep their origins. "
            "Its sessions end. Its venues are archived with it, for those who were granted them as well. "
            "`unarchiveTenant` brings all of it back but the sessions. Archiving an archived tenant does "
            "nothing."
        ),
        is_extension=True,
        needs=Needs.ADMIN_SCOPE,
        handler=archive.archive_tenant,
        path_types={"tenantId": TenantId},
        result=Tenant,
        problems=(NotFound,),
        result_example=examples.TENANT | {"archivedAt": examples.ARCHIVED_AT, "version": 2},
        command=Command(
            name="tenants archive",
            help=(
                "Archive a tenant: its keys can only read and end access, and its venues are not shown.\n\n"
                "Its sessions end for good. `tenants unarchive` brings all else back."
            ),
            members=("tenantId", "name", "archivedAt"),
        ),
    ),
    Operation(
        method="POST",
        path="/manage/tenants/{tenantId}/unarchive",
        operation_id="unarchiveTenant",
        group=MANAGEMENT,
        summary="Bring an archived tenant back",
        description=(
            "The tenant's keys work again, and so do its venues that are not archived themselves. Sessions "
            "that were made before stay ended. A tenant that is not archived stays as it is."
        ),
        is_extension=True,
        needs=Needs.ADMIN_SCOPE,
        handler=archive.unarchive_tenant,
        path_types={"tenantId": TenantId},
        result=Tenant,
        problems=(NotFound,),
        result_example=examples.TENANT | {"version": 3},
        command=Command(
            name="tenants unarchive",
            help="Bring an archived tenant back, with its keys, venues and grants.",
            members=("tenantId", "name", "archivedAt"),
        ),
    ),
    Operation(
        method="DELETE",
        path="/manage/tenants/{tenantId}",
        operation_id="deleteTenant",
        group=MANAGEMENT,
        summary="Delete an archived tenant",
        description=(
            "Deletes the tenant for good, with its keys and its venues: no worker accepts one of its keys "
            "any more, and their origins are free. It must be archived (409), and `confirm` must be its name "
            "(400). Events that its pages reported at venues of other tenants stay there. The audit list "
            "keeps that the tenant was there."
        ),
        is_extension=True,
        needs=Needs.ADMIN_SCOPE,
        handler=archive.delete_tenant,
        path_types={"tenantId": TenantId},
        query=DeleteTenant,
        query_example={"confirm": examples.TENANT["name"]},
        status=204,
        problems=(NotFound, Conflict),
        command=Command(
            name="tenants delete",
            help=_DELETE_HELP.format("tenant", "its keys, venues, images and events"),
            examples=('--confirm "Harbour Arena"',),
            done="Deleted {tenantId}.",
        ),
    ),
)
