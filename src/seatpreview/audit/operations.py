"""The API operation on the audit list."""

from seatpreview.audit import store
from seatpreview.audit.model import AuditList, ListAudit
from seatpreview.context import Context
from seatpreview.results.cursors import Paging


async def list_audit(context: Context, query: ListAudit) -> AuditList:
    """Returns a page of changes. A tenant-scope key sees the changes of its tenant's records; a key that is
    restricted to venues, those that concern these venues. Admin scope sees all changes."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "audit", tenant_id, query)
    found = await context.resources.database.read(
        store.newest, tenant_id, context.caller.venues, query, paging.fetch_limit, paging.last_position
    )
    page, next_cursor = paging.page_of(found, lambda entry: [entry.number])
    return AuditList(data=page, next_cursor=next_cursor)
