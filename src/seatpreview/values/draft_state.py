"""Which draft of a venue, and how often it was saved: what the ETag of a draft is made from. Pure."""

import re
from typing import NamedTuple

from seatpreview.values.ids import DraftId

_ETAG = re.compile(r'"([0-9]{1,18})\.(dra_[A-Za-z0-9]{12,64})"')


class DraftState(NamedTuple):
    """A draft, and its revision, which rises by one with every save. The same state has the same content."""

    draft_id: DraftId
    revision: int

    @property
    def etag(self) -> str:
        """The ETag of the draft."""
        return f'"{self.revision}.{self.draft_id}"'


def states_in(if_match: str) -> list[DraftState]:
    """Returns the states that the header If-Match names. Anything else in it names none."""
    return [DraftState(DraftId(draft_id), int(revision)) for revision, draft_id in _ETAG.findall(if_match)]
