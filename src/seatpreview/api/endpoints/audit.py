"""Operations on the audit list."""

from seatpreview.api import examples
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.audit.model import AuditList, ListAudit
from seatpreview.audit.operations import list_audit
from seatpreview.problems import ScopeInsufficient
from seatpreview.values.caller import Needs

AUDIT_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/audit",
        operation_id="listAudit",
        group=MANAGEMENT,
        summary="List changes",
        description=(
            "Returns who changed what, newest first. Tenant scope sees the changes of its own records; a key "
            "that is restricted to venues sees those of these venues, their imagery and grants, of keys that "
            "are restricted to some of them, and of its tenant."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=list_audit,
        query=ListAudit,
        result=AuditList,
        problems=(ScopeInsufficient,),
        result_example={"data": [examples.AUDIT_ENTRY], "nextCursor": None},
    ),
)
