"""A client inside the process: the operations of the API, called without a server."""

from typing import Any

from seatpreview.api.table import OPERATIONS
from seatpreview.assembly import assemble_resources
from seatpreview.cacheable import Cacheable
from seatpreview.caller import OPERATOR, Caller
from seatpreview.context import Context
from seatpreview.database.engines import Database
from seatpreview.decoding.inputs import decode, decode_path
from seatpreview.settings import Settings

PAGE_MAX = 100

_OPERATIONS = {operation.operation_id: operation for operation in OPERATIONS}


class LocalClient:
    """Asks as the operator, who has admin scope and no key, unless it is told for whom."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._resources = assemble_resources(settings, database)

    async def ask(
        self,
        operation_id: str,
        *path: str,
        sent: dict[str, object] | None = None,
        query: dict[str, object] | None = None,
        raw: bytes | None = None,
        if_match: str | None = None,
        caller: Caller = OPERATOR,
    ) -> Any:
        """One operation, its path, query and body decoded as a request's would be; a raw body as it is.

        What is sent is the body, or the query of an operation that has no body.
        """
        row = _OPERATIONS[operation_id]
        arguments: list[object] = [
            decode_path(name, text, type_)
            for (name, type_), text in zip(row.path_types.items(), path, strict=True)
        ]
        if query is not None:
            arguments.append(decode(query, row.query))
        if sent is not None:
            arguments.append(decode(sent, row.body or row.query))
        if raw is not None:
            arguments.append(raw)
        result = await row.handler(await self._context(caller, if_match), *arguments)
        return result.value if isinstance(result, Cacheable) else result

    async def ask_for_all(self, operation_id: str, limit: int, filters: dict[str, object]) -> Any:
        """Page after page as one list: as many entries as asked for, or all that there are."""
        page = await self.ask(operation_id, sent=filters | {"limit": min(limit, PAGE_MAX)})
        entries = page.data
        while page.next_cursor is not None and len(entries) < limit:
            place = {"limit": min(limit - len(entries), PAGE_MAX), "cursor": page.next_cursor}
            page = await self.ask(operation_id, sent=filters | place)
            entries += page.data
        return type(page)(data=entries, next_cursor=page.next_cursor)

    async def _context(self, caller: Caller, if_match: str | None) -> Context:
        """The time is the database's, as it is for a request."""
        return Context(
            caller=caller,
            at=await self._resources.records.check_and_get_time(),
            resources=self._resources,
            if_match=if_match,
        )
