"""Operations on the change log: the change feed for programs, and the audit list for people."""

from seatpreview.api import examples
from seatpreview.api.operation import MANAGEMENT, Operation
from seatpreview.change_feed.audit_list import AuditList, ListAudit, list_audit
from seatpreview.change_feed.model import FeedPage, ListChanges
from seatpreview.change_feed.operations import list_changes
from seatpreview.problems import ScopeInsufficient, VenueNotAllowed
from seatpreview.values.caller import Needs

CHANGE_ROWS: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/manage/changes",
        operation_id="listChanges",
        group=MANAGEMENT,
        summary="Follow changes",
        description=(
            "Returns what changed, oldest first, so that another system can keep in step: ask, handle "
            "`data`, keep `next`, and ask again with it as `after`. Nothing that you may see is left out, "
            "and nothing comes twice. With `waitSeconds` the answer comes as soon as something happens, or "
            "without `data` when the time is over.\n\n"
            "Tenant scope sees its own keys, its venues with their images and grants, and of venues that it "
            "was granted what was published and uploaded since, and the grant itself. A key that is "
            "restricted to venues sees what concerns these, and keys that are restricted to some of them. "
            "What you see is decided when you ask. While requests wait they do not count as in progress; "
            "too many of them at once are refused (429). A key that was revoked while its request waited "
            "gets 401."
        ),
        is_extension=True,
        needs=Needs.SECRET_KEY,
        handler=list_changes,
        query=ListChanges,
        query_example={"after": "57-9f86d081884c7d65", "types": "key.revoked,venue.published"},
        result=FeedPage,
        problems=(ScopeInsufficient, VenueNotAllowed),
        result_example=examples.CHANGES,
    ),
)
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
