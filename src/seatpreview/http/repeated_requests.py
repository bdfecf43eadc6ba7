"""Recognizes repeats: requests with an Idempotency-Key that was sent before."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from seatpreview import idempotency
from seatpreview.api.operation import SESSIONS, Operation
from seatpreview.context import ON_THE_LOOP_BYTES_MAX, Context
from seatpreview.database.engines import Database
from seatpreview.http.request import Request
from seatpreview.idempotency import RepeatableRequest
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Allowance, Limiter
from seatpreview.problems import Conflict, RateLimited

REMEMBERED_MAX = Limit.of(100_000, 86_400, 100_000)
"""How many requests of a tenant are remembered: this many at once, and as many again within a day."""


class RepeatedRequests:
    """Looks up what is remembered of a request with an Idempotency-Key. Other requests cost nothing here."""

    def __init__(self, database: Database, limiter: Limiter) -> None:
        self._database = database
        self._limiter = limiter

    async def call(
        self,
        request: Request,
        operation: Operation,
        context: Context,
        arguments: list[object],
        body: bytes,
    ) -> Any:
        """Calls the operation with what is remembered of the request, and marks a repeat as one.

        Raises RequestInProgress if another request with the same Idempotency-Key was faster.
        """
        context = await self._recognize(request, operation, context, body)
        try:
            result = await operation.handler(context, *arguments)
        except Conflict as conflict:
            if await self._was_answered_meanwhile(context):
                raise idempotency.in_progress() from conflict
            raise
        request.repeats_another = context.first_request is not None
        return result

    async def _recognize(
        self, request: Request, operation: Operation, context: Context, body: bytes
    ) -> Context:
        """Returns the context with the request that this one repeats, or with what to remember of this one.

        Raises ValidationFailed for a malformed value, and IdempotencyKeyReused for the value of a different
        request.
        """
        sent = request.header(b"idempotency-key")
        if sent is None:
            return context
        value_hash = idempotency.hash_of_value(sent)
        key_id = context.caller.key_id
        if context.caller.kind != "secret" or key_id is None:
            # All visitors of a page share its key: one buyer must not get the response of another, and a
            # caller without a secret must not write rows.
            return context
        fingerprint = await self._fingerprint(request, operation, context, body)
        remembered = await self._database.read_row(idempotency.find, key_id, value_hash)
        first = idempotency.first_request(remembered, fingerprint, context.at)
        if first is None and not await self._is_within_limit(operation, context):
            return context
        repeatable = RepeatableRequest(
            key_id=key_id, value_hash=value_hash, fingerprint=fingerprint, first=first
        )
        return replace(context, repeatable=repeatable)

    async def _was_answered_meanwhile(self, context: Context) -> bool:
        repeatable = context.repeatable
        if repeatable is None:
            return False
        now = await self._database.read_row(idempotency.find, repeatable.key_id, repeatable.value_hash)
        return idempotency.is_remembered(now, context.at) and now != repeatable.first

    async def _fingerprint(
        self, request: Request, operation: Operation, context: Context, body: bytes
    ) -> str:
        calculate = partial(
            idempotency.fingerprint,
            body,
            operation.operation_id,
            request.path,
            request.query.decode("latin-1"),
            context.origin or "",
            "refuses tracking" if context.refuses_tracking else "",
        )
        return (
            await context.run_in_thread_for_caller(calculate)
            if len(body) > ON_THE_LOOP_BYTES_MAX
            else calculate()
        )

    async def _is_within_limit(self, operation: Operation, context: Context) -> bool:
        """Charges the request to an allowance of the tenant, which bounds the rows that the tenant has.

        Above it, a session is created and not remembered: a second one does no harm. Everything else is
        refused.
        """
        allowance = Allowance("remembered", f"remembered:{context.share.owner}", REMEMBERED_MAX)
        decision = await self._limiter.consume((allowance,), context.at)
        if decision.allowed or operation.group == SESSIONS:
            return decision.allowed
        raise RateLimited(
            "Too many requests with an Idempotency-Key within a day. Wait for the number of seconds in "
            "Retry-After, or send it without the header.",
            retry_after_seconds=decision.retry_after_seconds,
        )
