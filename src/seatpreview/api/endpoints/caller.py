"""Operations on the caller itself."""

from seatpreview.access.model import CallerInfo
from seatpreview.access.operations import get_caller
from seatpreview.api import examples
from seatpreview.api.operation import CALLER, Operation
from seatpreview.values.caller import Needs

CALLER_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/caller",
        operation_id="getCaller",
        group=CALLER,
        summary="Say who asks",
        description="Works for every kind of caller, and is the quickest way to see whether a key works.",
        is_extension=True,
        needs=Needs.ANY_CALLER,
        handler=get_caller,
        lists_limits=True,
        result=CallerInfo,
        result_example=examples.CALLER,
    ),
)
