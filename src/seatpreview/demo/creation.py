"""Creates the demo by calling operations of the API: two tenants, the arena, its pictures and the keys.

Every step first looks for what exists. So an interrupted start can be repeated, and two services that start
at the same moment on one database create one demo. The key of the shop page marks a demo: an origin belongs
to one keyless key at most, so one of the two services wins the race for it, and the other continues with the
winner's key. Secret keys come last, and are new each time, because their plaintexts are not stored.
"""

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import NamedTuple
from urllib.parse import urlencode

from seatpreview.api.local_client import PAGE_MAX, LocalClient
from seatpreview.demo import arena
from seatpreview.demo.poster import poster
from seatpreview.keys.model import ApiKey, CreatedKey
from seatpreview.problems import Conflict, ValidationFailed
from seatpreview.tenants.model import Tenant
from seatpreview.values.caller import Caller
from seatpreview.values.demo_names import (
    ADMIN_KEY,
    CONFIGURATION,
    PAGE_PORTS,
    RESELLER_KEY,
    SEAT_LABEL,
    SHOP_KEY,
    TENANT_KEY,
    page_origins,
)
from seatpreview.values.ids import TenantId, VenueId

OWNER = arena.NAME
GRANTEE = "City Tickets"
PAGE_KEY_LABEL = "Demo shop page"

Progress = Callable[[int, int], None]
"""Is called with how many pictures are done, and of how many."""


class Demo(NamedTuple):
    """The demo that was created, with the plaintexts of its keys, which are not stored."""

    tenant: Tenant
    grantee: Tenant
    venue_id: VenueId
    page_key: ApiKey
    """A keyless key: pages of its origins need no secret."""
    admin_key: CreatedKey
    tenant_key: CreatedKey
    """A key with all rights of the arena's owner."""
    shop_key: CreatedKey
    """A key that can only make sessions, which is all that a shop's server needs. The shop page may embed the
    viewer of these sessions."""
    grantee_key: CreatedKey
    viewer_url: str
    """The address of the viewer, with a session for the arena that lasts a day."""

    @property
    def page_origin(self) -> str:
        """The first origin of the shop page."""
        return self.page_key.allowed_origins[0]


class ExistingDemo(NamedTuple):
    """A demo that was created earlier, without its secret keys."""

    tenant_id: TenantId
    """The owner of the arena."""
    venue_id: VenueId
    page_origins: tuple[str, ...]
    """The origins of the shop page."""

    @property
    def page_origin(self) -> str:
        """The first origin of the shop page."""
        return self.page_origins[0]


async def can_create_demo(client: LocalClient) -> bool:
    """Returns whether the database is empty, or has an unfinished demo without secret keys."""
    if (await client.call("listKeys", query={"limit": 1, "kind": "secret"})).data:
        return False
    if await _page_key(client) is not None:
        return True
    return not (await client.call("listTenants", query={"limit": 1})).data


async def create_demo(client: LocalClient) -> Demo:
    """Creates everything but the pictures, in about a second. `upload_missing_pictures` adds those."""
    page_key = await _page_key(client) or await _new_page_key(client)
    tenant = await _tenant(client, str(page_key.tenant_id))
    venue_id = await find_venue(client) or await _new_venue(client, tenant.tenant_id)
    grantee = await _grantee(client, venue_id)
    shop_key = await _secret_key(
        client, tenant, SHOP_KEY, groups=["sessions"], shop_origins=page_key.allowed_origins
    )
    return Demo(
        tenant,
        grantee,
        venue_id,
        page_key,
        admin_key=await client.call("createKey", body={"scope": "admin", "label": ADMIN_KEY}),
        tenant_key=await _secret_key(client, tenant, TENANT_KEY),
        shop_key=shop_key,
        grantee_key=await _secret_key(client, grantee, RESELLER_KEY),
        viewer_url=await _viewer_url(client, venue_id, shop_key),
    )


async def find_venue(client: LocalClient) -> VenueId | None:
    """Returns the id of the demo's arena, if it exists."""
    found = await find_demo(client)
    return None if found is None else found.venue_id


async def find_demo(client: LocalClient) -> ExistingDemo | None:
    """Returns the demo that an earlier start has created; None where there is none, or its arena is gone."""
    page_key = await _page_key(client)
    if page_key is None:
        return None
    tenant_id = TenantId(str(page_key.tenant_id))
    found = await client.list_all("listVenues", PAGE_MAX, {"tenantId": tenant_id})
    venue_id = next((venue.venue_id for venue in found.data if venue.name == arena.NAME), None)
    return None if venue_id is None else ExistingDemo(tenant_id, venue_id, page_key.allowed_origins)


async def upload_missing_pictures(client: LocalClient, progress: Progress) -> None:
    """Uploads the missing pictures of the arena's record. Does nothing without a demo.

    Each takes about a second, since it is cut into tiles. The one that links show comes first.
    """
    venue_id = await find_venue(client)
    if venue_id is None:
        return
    missing = set((await client.call("listImages", venue_id, query={"limit": 1})).missing)
    names = [name for name in picture_names() if name in missing]
    for number, name in enumerate(names):
        progress(number, len(names))
        await client.call("putImage", venue_id, name, raw_body=picture(name))


def picture_names() -> list[str]:
    """Returns the object names of all pictures in the arena's record, in the order of upload."""
    first, *others = [view.object_name for view in arena.VIEWS]
    return [first, arena.AD_OBJECT, *others]


def picture(name: str) -> bytes:
    """Returns a picture of the arena by its object name: a panorama that script/panoramas made, or the ad."""
    if name == arena.AD_OBJECT:
        return poster()
    [view] = [view for view in arena.VIEWS if view.object_name == name]
    return files("seatpreview.demo").joinpath("pictures", view.file_name).read_bytes()


async def _page_key(client: LocalClient) -> ApiKey | None:
    for port in PAGE_PORTS:
        filters: dict[str, object] = {
            "kind": "keyless",
            "status": "active",
            "origin": page_origins(port)[0],
        }
        found = await client.list_all("listKeys", PAGE_MAX, filters)
        marked = [key for key in found.data if key.label == PAGE_KEY_LABEL]
        if marked:
            page_key: ApiKey = marked[0]
            return page_key
    return None


async def _new_page_key(client: LocalClient) -> ApiKey:
    """Creates the key and its tenant. Returns the other key where another service was faster."""
    tenant = await client.call("createTenant", body={"name": OWNER})
    for port in PAGE_PORTS:
        origins = page_origins(port)
        try:
            key: ApiKey = await client.call(
                "createKey",
                body={
                    "kind": "keyless",
                    "tenantId": tenant.tenant_id,
                    "label": PAGE_KEY_LABEL,
                    "allowedOrigins": origins,
                    "allowOriginOnly": True,
                    "embedFrameAncestors": ["'self'", *origins],
                },
            )
            return key
        except ValidationFailed:
            continue
        except Conflict:
            existing = await _page_key(client)
            if existing is not None:
                return existing
    raise Conflict(
        f"Another key already has the origin http://localhost:{PAGE_PORTS[0]}, which the demo needs."
    )


async def _tenant(client: LocalClient, tenant_id: str) -> Tenant:
    tenant: Tenant = await client.call("getTenant", tenant_id)
    return tenant


async def _new_venue(client: LocalClient, tenant_id: TenantId) -> VenueId:
    try:
        venue = await client.call("createVenue", body=arena.record() | {"tenantId": tenant_id})
    except Conflict:
        # The alias is taken: another service that creates the same demo was faster.
        existing = await find_venue(client)
        if existing is None:
            raise
        return existing
    venue_id: VenueId = venue.venue_id
    return venue_id


async def _grantee(client: LocalClient, venue_id: VenueId) -> Tenant:
    """Returns the tenant with a grant for the arena: a ticket seller with its own aliases for it."""
    grants = (await client.call("listGrants", venue_id, query={"limit": 1})).data
    if grants:
        return await _tenant(client, grants[0].tenant_id)
    tenant: Tenant = await client.call("createTenant", body={"name": GRANTEE})
    await client.call("putGrant", venue_id, tenant.tenant_id)
    await client.call(
        "replaceAliases",
        venue_id,
        query={"tenantId": tenant.tenant_id},
        body={"aliases": arena.GRANTEES_ALIASES},
    )
    return tenant


async def _secret_key(
    client: LocalClient,
    tenant: Tenant,
    label: str,
    groups: list[str] | None = None,
    shop_origins: Sequence[str] = (),
) -> CreatedKey:
    """Creates a key whose viewer may be embedded in pages of these origins, and in the service's own pages,
    such as the console."""
    body: dict[str, object] = {
        "tenantId": tenant.tenant_id,
        "label": label,
        "embedFrameAncestors": ["'self'", *shop_origins],
        "groups": groups,
    }
    key: CreatedKey = await client.call("createKey", body=body)
    return key


async def _viewer_url(client: LocalClient, venue_id: VenueId, key: CreatedKey) -> str:
    shop = Caller(kind="secret", key_id=key.key_id, tenant_id=key.tenant_id, scope="tenant", venues=None)
    body: dict[str, object] = {"venue": venue_id, "configuration": CONFIGURATION, "ttlSeconds": 86_400}
    session = await client.call("createSession", body=body, caller=shop)
    return f"{session.viewer_url}&{urlencode({'seat': SEAT_LABEL})}"
