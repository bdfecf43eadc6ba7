"""Makes the demo, through operations alone: two tenants, the arena, its pictures and the keys.

Every step first looks for what is there, so that a start that was interrupted is taken up again, and two
services that start at the same moment on one database make one demo. The page's key marks it: an origin
belongs to one keyless key at most, so of two that race for it one wins, and the other goes on with the
winner's. Secret keys are made last, and each time anew, because their plaintexts exist nowhere else.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import urlencode

from seatpreview.caller import Caller
from seatpreview.demo import arena
from seatpreview.demo.drawing import jpeg, panorama, photo
from seatpreview.demo.poster import poster
from seatpreview.ids import TenantId, VenueId
from seatpreview.keys.model import ApiKey, CreatedKey
from seatpreview.local_client import PAGE_MAX, LocalClient
from seatpreview.problems import Conflict, ValidationFailed
from seatpreview.tenants.model import Tenant

OWNER = arena.NAME
GRANTEE = "City Tickets"
PAGE_KEY_LABEL = "Demo shop page"
CONFIGURATION = "end-stage"
"""One for which the seat that is shown first has a picture of its row."""

_PAGE_PORTS = (8000, 8001)
"""Of a page on one's own machine. The service's own address cannot be listed, so there is a second."""

Progress = Callable[[int, int], None]
"""Is told how many are done, and of how many."""


class Demo(NamedTuple):
    """What was made, with the plaintexts, which exist nowhere else."""

    tenant: Tenant
    grantee: Tenant
    venue_id: VenueId
    page_key: ApiKey
    """Keyless: a page at one of its origins needs no key."""
    admin_key: CreatedKey
    tenant_key: CreatedKey
    grantee_key: CreatedKey
    viewer_url: str
    """Of a session for the arena, good for a day."""

    @property
    def venue_alias(self) -> str:
        return arena.ALIAS

    @property
    def seat_label(self) -> str:
        """As a ticket shop prints it. It finds its seat."""
        return arena.MESSY_LABEL

    @property
    def configuration(self) -> str:
        return CONFIGURATION

    @property
    def page_origin(self) -> str:
        return self.page_key.allowed_origins[0]


async def may_make_demo(office: LocalClient) -> bool:
    """Where there is nothing yet, or a demo that was begun and has no secret keys."""
    if (await office.ask("listKeys", sent={"limit": 1, "kind": "secret"})).data:
        return False
    if await _page_key(office) is not None:
        return True
    return not (await office.ask("listTenants", sent={"limit": 1})).data


async def make_demo(office: LocalClient) -> Demo:
    """All but the pictures, in a second: `draw_missing_pictures` makes those."""
    page_key = await _page_key(office) or await _new_page_key(office)
    tenant = await _tenant(office, str(page_key.tenant_id))
    venue_id = await _venue(office) or await _new_venue(office, tenant.tenant_id)
    grantee = await _grantee(office, venue_id)
    tenant_key = await _secret_key(office, tenant, "Demo shop server")
    return Demo(
        tenant,
        grantee,
        venue_id,
        page_key,
        admin_key=await office.ask("createKey", sent={"scope": "admin", "label": "Demo admin"}),
        tenant_key=tenant_key,
        grantee_key=await _secret_key(office, grantee, f"{GRANTEE} server"),
        viewer_url=await _viewer_url(office, venue_id, tenant_key),
    )


async def draw_missing_pictures(office: LocalClient, progress: Progress) -> None:
    """Those that the arena's record refers to and nobody has uploaded; nothing where there is no demo.

    One after the other, and about two seconds for each, so that the first can be looked at early.
    """
    venue_id = await _venue(office)
    if venue_id is None:
        return
    missing = set((await office.ask("listImages", venue_id, sent={"limit": 1})).missing)
    names = [name for name in picture_names() if name in missing]
    kept: Awaitable[object] = asyncio.sleep(0)
    for number, name in enumerate(names, start=1):
        progress(number - 1, len(names))
        # One is cut into tiles and stored while the next is drawn.
        picture, _ = await asyncio.gather(asyncio.to_thread(drawn, name), kept)
        kept = office.ask("putImage", venue_id, name, raw=picture)
    await kept


def picture_names() -> list[str]:
    """What the arena's record refers to, in the order in which it is drawn."""
    first, *others = [view.object_name for view in arena.VIEWS]
    return [first, arena.AD_OBJECT, *others]


def drawn(name: str) -> bytes:
    """A picture of the arena by its name, as JPEG; the ad as PNG."""
    if name == arena.AD_OBJECT:
        return poster()
    [view] = [view for view in arena.VIEWS if view.object_name == name]
    layout = arena.compiled_layout()
    picture = panorama(layout, view.configuration, arena.eye_of(view), arena.yaw_deg_of(view))
    return jpeg(picture if view.kind == "panorama" else photo(picture, arena.pitch_deg_of(view)))


async def _page_key(office: LocalClient) -> ApiKey | None:
    for port in _PAGE_PORTS:
        filters: dict[str, object] = {
            "kind": "keyless",
            "status": "active",
            "origin": f"http://localhost:{port}",
        }
        found = await office.ask_for_all("listKeys", PAGE_MAX, filters)
        marked = [key for key in found.data if key.label == PAGE_KEY_LABEL]
        if marked:
            page_key: ApiKey = marked[0]
            return page_key
    return None


async def _new_page_key(office: LocalClient) -> ApiKey:
    """With a new owner; where somebody else was quicker, theirs."""
    tenant = await office.ask("createTenant", sent={"name": OWNER})
    for port in _PAGE_PORTS:
        origins = [f"http://localhost:{port}", f"http://127.0.0.1:{port}"]
        try:
            key: ApiKey = await office.ask(
                "createKey",
                sent={
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
            quicker = await _page_key(office)
            if quicker is not None:
                return quicker
    raise Conflict(f"Another key holds http://localhost:{_PAGE_PORTS[0]}, which the demo's page needs.")


async def _tenant(office: LocalClient, tenant_id: str) -> Tenant:
    tenant: Tenant = await office.ask("getTenant", tenant_id)
    return tenant


async def _venue(office: LocalClient) -> VenueId | None:
    """The arena of the demo, where it has been made."""
    page_key = await _page_key(office)
    if page_key is None:
        return None
    found = await office.ask_for_all("listVenues", PAGE_MAX, {"tenantId": page_key.tenant_id})
    return next((venue.venue_id for venue in found.data if venue.name == arena.NAME), None)


async def _new_venue(office: LocalClient, tenant_id: TenantId) -> VenueId:
    try:
        venue = await office.ask("createVenue", sent=arena.record() | {"tenantId": tenant_id})
    except Conflict:
        # The alias is taken: another service that makes the same demo was quicker.
        quicker = await _venue(office)
        if quicker is None:
            raise
        return quicker
    venue_id: VenueId = venue.venue_id
    return venue_id


async def _grantee(office: LocalClient, venue_id: VenueId) -> Tenant:
    """The ticket seller that may use the arena under names of its own."""
    grants = (await office.ask("listGrants", venue_id, sent={"limit": 1})).data
    if grants:
        return await _tenant(office, grants[0].tenant_id)
    tenant: Tenant = await office.ask("createTenant", sent={"name": GRANTEE})
    await office.ask("putGrant", venue_id, tenant.tenant_id)
    await office.ask(
        "replaceAliases",
        venue_id,
        query={"tenantId": tenant.tenant_id},
        sent={"aliases": arena.GRANTEES_ALIASES},
    )
    return tenant


async def _secret_key(office: LocalClient, tenant: Tenant, label: str) -> CreatedKey:
    """The console shows the viewer in a frame beside the map, on the service's own pages."""
    body: dict[str, object] = {
        "tenantId": tenant.tenant_id,
        "label": label,
        "embedFrameAncestors": ["'self'"],
    }
    key: CreatedKey = await office.ask("createKey", sent=body)
    return key


async def _viewer_url(office: LocalClient, venue_id: VenueId, key: CreatedKey) -> str:
    shop = Caller(kind="secret", key_id=key.key_id, tenant_id=key.tenant_id, scope="tenant", venues=None)
    body: dict[str, object] = {"venue": venue_id, "configuration": CONFIGURATION, "ttlSeconds": 86_400}
    session = await office.ask("createSession", sent=body, caller=shop)
    return f"{session.viewer_url}&{urlencode({'seat': arena.MESSY_LABEL})}"
