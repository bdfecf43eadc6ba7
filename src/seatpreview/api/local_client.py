"""A client in the same process: calls operations of the API without a server."""

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec
from msgspec.structs import replace

from seatpreview.api.operation import NoQuery, Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.assembly import assemble_resources
from seatpreview.context import Context
from seatpreview.database.engines import Database
from seatpreview.decoding.inputs import decode, decode_path
from seatpreview.results import CacheableText, Encoded, LazyContent, encode
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import OPERATOR, Caller
from seatpreview.values.validated_text import trusted_text

PAGE_MAX = 100

_OPERATIONS = {operation.operation_id: operation for operation in OPERATIONS}


class LocalClient:
    """Calls operations as the operator, who has admin scope and no key, unless a caller is given."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._resources = assemble_resources(settings, database)

    async def call(
        self,
        operation_id: str,
        *path: str,
        query: dict[str, object] | None = None,
        body: dict[str, object] | None = None,
        raw_body: bytes | None = None,
        if_match: str | None = None,
        caller: Caller = OPERATOR,
    ) -> Any:
        """Runs one operation and returns its result, or raises its Problem.

        Path, query and body are decoded as those of a request are. A raw body is handed over as a file.
        """
        operation = _OPERATIONS[operation_id]
        arguments: list[object] = [
            decode_path(name, text, type_)
            for (name, type_), text in zip(operation.path_types.items(), path, strict=True)
        ]
        if operation.query is not NoQuery:
            arguments.append(decode(query or {}, operation.query))
        if body is not None:
            if operation.body is None:
                raise TypeError(f"{operation_id} takes no body.")
            arguments.append(encode(body) if operation.decodes_body else decode(body, operation.body))
        context = await self._context(caller, if_match)
        if raw_body is None:
            return _decoded(await _loaded(await operation.handler(context, *arguments)), operation)
        with NamedTemporaryFile(prefix="seatpreview-") as file:
            file.write(raw_body)
            file.flush()
            return _decoded(await operation.handler(context, *arguments, Path(file.name)), operation)

    async def list_all(self, operation_id: str, limit: int, filters: dict[str, object], *path: str) -> Any:
        """Fetches page after page, and returns one list of at most `limit` entries."""
        first = page = await self.call(operation_id, *path, query=filters | {"limit": min(limit, PAGE_MAX)})
        entries = page.data
        while page.next_cursor is not None and len(entries) < limit:
            position = {"limit": min(limit - len(entries), PAGE_MAX), "cursor": page.next_cursor}
            page = await self.call(operation_id, *path, query=filters | position)
            entries += page.data
        return replace(first, data=entries, next_cursor=page.next_cursor)

    async def _context(self, caller: Caller, if_match: str | None) -> Context:
        """Returns a context with the database's time, as for a request."""
        return Context(
            caller=caller,
            at=await self._resources.records.check_and_get_time(),
            resources=self._resources,
            if_match=if_match,
        )


async def _loaded(result: object) -> object:
    """Returns the bytes of a file, and every other result as it is."""
    return await result.load() if isinstance(result, LazyContent) else result


def _decoded(result: object, operation: Operation) -> object:
    """Returns the result as its type, even if the operation has encoded it already."""
    if operation.result is None or isinstance(result, operation.result):
        return result
    text = result.body if isinstance(result, CacheableText | Encoded) else encode(result)
    return msgspec.json.decode(text, type=operation.result, dec_hook=trusted_text)
