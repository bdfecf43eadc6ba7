"""A client with an admin key that creates and changes records through the API."""

from abc import ABC, abstractmethod
from typing import Any

Json = dict[str, Any]


class AdminClient(ABC):
    """Creates and changes records through the API with an admin key.

    Subclasses decide which worker gets a request, and what happens when it fails.
    """

    @abstractmethod
    async def request(
        self, method: str, path: str, body: object = b"", *, expected: int, credential: str = ""
    ) -> Json:
        """Returns the body of a response with the expected status; `path` is below /v1.

        The admin key is sent unless another credential is given.
        """

    async def create_tenant(self, **members: Any) -> str:
        body = {"name": "Harbour Arena", **members}
        return str((await self.request("POST", "/manage/tenants", body, expected=201))["tenantId"])

    async def create_key(self, tenant_id: str, **members: Any) -> Json:
        body = {"tenantId": tenant_id, **members}
        return await self.request("POST", "/manage/keys", body, expected=201)

    async def create_venue(self, tenant_id: str, **members: Any) -> str:
        body = {"tenantId": tenant_id, "name": "Hall", **members}
        return str((await self.request("POST", "/manage/venues", body, expected=201))["venueId"])

    async def create_session(self, key: Json, venue_id: str) -> Json:
        body = {"venue": venue_id}
        return await self.request("POST", "/sessions", body, expected=201, credential=key["plaintext"])

    async def end_session(self, session: Json) -> None:
        path = f"/sessions/{session['sessionId']}"
        await self.request("DELETE", path, expected=204, credential=session["token"])

    async def revoke_key(self, key_id: str) -> None:
        await self.request("DELETE", f"/manage/keys/{key_id}", expected=204)

    async def rotate_key(self, key_id: str, grace_seconds: int) -> Json:
        """Returns the replacement."""
        body = {"gracePeriodSeconds": grace_seconds}
        return await self.request("POST", f"/manage/keys/{key_id}/rotate", body, expected=201)

    async def update_key(self, key_id: str, **members: Any) -> None:
        await self.request("PATCH", f"/manage/keys/{key_id}", members, expected=200)

    async def grant_venue(self, venue_id: str, tenant_id: str) -> None:
        await self.request("PUT", f"/manage/venues/{venue_id}/grants/{tenant_id}", expected=204)

    async def end_grant(self, venue_id: str, tenant_id: str) -> None:
        await self.request("DELETE", f"/manage/venues/{venue_id}/grants/{tenant_id}", expected=204)
