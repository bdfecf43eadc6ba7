"""The cast of the tests: an operator, an owner, a grantee and a stranger, each with stated rights."""

import functools
import secrets
from typing import Any

import httpx
import msgspec

from seatpreview.database.engines import Transaction
from seatpreview.decoding.inputs import decode
from seatpreview.keys import store as keys
from seatpreview.keys.model import CreatedKey, CreateKeyRequest
from seatpreview.keys.rules import new_key
from seatpreview.keys.secrets import new_secret
from seatpreview.results import encode
from seatpreview.tenants import store as tenants
from seatpreview.tenants.model import CreateTenantRequest, new_tenant
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.venues import store as venues
from seatpreview.venues.computations import CheckedRecord, check_new_record
from seatpreview.venues.operations import new_venue
from serving import LiveService


class Actor:
    """A client with a key. Its methods return the response, whatever its status."""

    def __init__(self, service: LiveService, key: dict[str, Any], plaintext: str) -> None:
        self.service = service
        self.key = key
        self.key_id: str = key["keyId"]
        self.tenant_id: str | None = key["tenantId"]
        self.plaintext = plaintext

    async def get(self, path: str, **params: Any) -> httpx.Response:
        return await self.ask("GET", path, params=params or None)

    async def post(self, path: str, body: Any = None, *headers: tuple[str, str]) -> httpx.Response:
        return await self.ask("POST", path, *headers, json=body)

    async def patch(self, path: str, body: Any, *headers: tuple[str, str]) -> httpx.Response:
        return await self.ask("PATCH", path, *headers, json=body)

    async def put(self, path: str, body: Any = None, *headers: tuple[str, str]) -> httpx.Response:
        return await self.ask("PUT", path, *headers, json=body)

    async def delete(self, path: str) -> httpx.Response:
        return await self.ask("DELETE", path)

    async def ask(self, method: str, path: str, *headers: tuple[str, str], **more: Any) -> httpx.Response:
        """Sends a request with the key and these headers, each as often as it is given."""
        return await self.service.ask(method, path, (bearer(self.plaintext), *headers), **more)

    async def list_all(self, path: str, **params: Any) -> list[dict[str, Any]]:
        """Returns the entries of all pages of a list."""
        entries: list[dict[str, Any]] = []
        cursor: dict[str, str] = {}
        while True:
            response = await self.get(path, **params, **cursor)
            assert response.status_code == 200, response.text
            page = response.json()
            entries += page["data"]
            if page["nextCursor"] is None:
                return entries
            cursor = {"cursor": page["nextCursor"]}

    async def make_key(self, **body: Any) -> dict[str, Any]:
        """Creates a key, and returns the response's body, which has the plaintext."""
        response = await self.post("/manage/keys", body)
        assert response.status_code == 201, response.text
        made: dict[str, Any] = response.json()
        return made

    async def read_key(self, key_id: str) -> dict[str, Any]:
        response = await self.get(f"/manage/keys/{key_id}")
        assert response.status_code == 200, response.text
        key: dict[str, Any] = response.json()
        return key


class Cast:
    """`operator` has an admin key. `owner`, `grantee` and `stranger` have tenant-scope keys of three tenants.

    The owner has two venues, `hall` and `yard`; the grantee was granted `hall`.
    """

    operator: Actor
    owner: Actor
    grantee: Actor
    stranger: Actor
    hall: str
    yard: str

    def __init__(self, service: LiveService) -> None:
        self.service = service
        self.operator = Actor(service, {"keyId": "", "tenantId": None}, service.admin_key)

    async def actor(self, **body: Any) -> Actor:
        """Returns a client with a new key, which the operator creates."""
        made = await self.operator.make_key(**body)
        return Actor(self.service, made, made["plaintext"])

    async def keyless(self, **more: Any) -> dict[str, Any]:
        """Creates a keyless key of the owner's tenant for a new origin."""
        body = {"kind": "keyless", "allowedOrigins": [new_origin()], "allowOriginOnly": True}
        return await self.operator.make_key(**(body | {"tenantId": self.owner.tenant_id} | more))

    async def session(self, key: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Creates a session at the hall, with the owner's key or another secret key."""
        body = {"venue": self.hall} | more
        plaintext = self.owner.plaintext if key is None else key["plaintext"]
        response = await self.service.ask("POST", "/sessions", (bearer(plaintext),), json=body)
        assert response.status_code == 201, response.text
        made: dict[str, Any] = response.json()
        return made

    async def tenant(self, name: str) -> str:
        response = await self.operator.post("/manage/tenants", {"name": name})
        assert response.status_code == 201, response.text
        tenant_id: str = response.json()["tenantId"]
        return tenant_id

    async def who(self, *headers: tuple[str, str]) -> httpx.Response:
        """Sends GET /caller with these headers alone, each as often as it is given."""
        return await self.service.ask("GET", "/caller", headers)

    async def venue(self, tenant_id: str | None, name: str = "Hall", **members: Any) -> str:
        """Creates a venue of a tenant, and returns its id."""
        body = {"tenantId": tenant_id, "name": name} | members
        response = await self.operator.post("/manage/venues", body)
        assert response.status_code == 201, response.text
        venue_id: str = response.json()["venueId"]
        return venue_id

    async def grant(self, venue_id: str, tenant_id: str) -> None:
        response = await self.operator.put(f"/manage/venues/{venue_id}/grants/{tenant_id}")
        assert response.status_code == 204, response.text


async def create_cast(service: LiveService) -> Cast:
    """Creates a cast for one test, on a service that several tests may share.

    One transaction writes all records, as the operations would one by one: hundreds of tests begin with it.
    """
    resources, key_id = service.internals.resources, KeyId(service.admin_key_id)
    at = await resources.records.check_and_get_time()
    cast = Cast(service)
    cast.operator.key_id = key_id
    await resources.database.write(key_id, at, _add_records, cast, at)
    return cast


async def _add_records(transaction: Transaction, cast: Cast, at: Moment) -> None:
    # Each at its own time, since lists go by the time of creation.
    moments = map(Moment, range(at - 5, at))
    for role in ("owner", "grantee", "stranger"):
        setattr(cast, role, await _add_actor(transaction, cast.service, role, next(moments)))
    owner, grantee = (TenantId(str(actor.tenant_id)) for actor in (cast.owner, cast.grantee))
    for name in ("hall", "yard"):
        venue = new_venue(_checked_record(name.capitalize()), VenueId.new(), owner, next(moments))
        await venues.add(transaction, venue)
        setattr(cast, name, str(venue.venue_id))
    await venues.add_grant(transaction, VenueId(cast.hall), grantee, at)


async def _add_actor(transaction: Transaction, service: LiveService, role: str, at: Moment) -> Actor:
    tenant = new_tenant(decode({"name": role}, CreateTenantRequest), TenantId.new(), at)
    secret = new_secret()
    body = decode({"tenantId": str(tenant.tenant_id), "label": role}, CreateKeyRequest)
    key = new_key(body, tenant.tenant_id, secret, at)
    await tenants.add(transaction, tenant)
    await keys.add(transaction, key, secret.hash)
    made = msgspec.json.decode(encode(CreatedKey.of(key, at, plaintext=secret.plaintext)))
    return Actor(service, made, made["plaintext"])


@functools.cache
def _checked_record(name: str) -> CheckedRecord:
    return msgspec.msgpack.decode(check_new_record(encode({"name": name})), type=CheckedRecord)


def bearer(plaintext: str) -> tuple[str, str]:
    return ("authorization", f"Bearer {plaintext}")


def new_origin() -> str:
    """Returns an origin that no other test uses."""
    return f"https://{secrets.token_hex(8)}.example"
