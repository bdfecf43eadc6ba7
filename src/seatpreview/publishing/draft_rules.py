"""Rules about drafts: who may overwrite what, and what the other person is told. Pure."""

from msgspec import UNSET, UnsetType

from seatpreview.problems import Fault, PreconditionFailed
from seatpreview.values.clock import datetime_of
from seatpreview.values.draft_state import DraftState, states_in
from seatpreview.venues.draft_computations import MemberChange
from seatpreview.venues.draft_store import StoredDraft

_NOTHING_STORED = "Nothing of this request was stored."
_BRING_TOGETHER = (
    "Read the draft, bring both together, and send its ETag as If-Match; or send If-Match: * to overwrite it."
)


def check_may_save(
    stored: StoredDraft | None,
    changes: list[MemberChange],
    *,
    by: str,
    if_match: str | None,
    must_be_new: bool,
) -> None:
    """Refuses a save that would overwrite what the caller has not seen: a draft in another state than
    If-Match names and, without If-Match, a draft that another key saved last."""
    if stored is None:
        if if_match is not None and if_match.strip() != "*":
            raise _draft_gone()
        return
    if must_be_new:
        raise PreconditionFailed(f"There is a draft: {_saved(stored)}. {_NOTHING_STORED} {_BRING_TOGETHER}")
    if if_match is None:
        if stored.updated_by != by:
            raise PreconditionFailed(
                f"Somebody else is working on this draft: {_saved(stored)}. {_NOTHING_STORED} "
                f"{_BRING_TOGETHER}"
            )
        return
    check_has_state(stored, changes, if_match)


def check_has_state(stored: StoredDraft | None, changes: list[MemberChange], if_match: str | None) -> None:
    """Refuses a draft in another state than If-Match names. The problem lists the members that others have
    changed since, by whom and when."""
    if if_match is None or if_match.strip() == "*":
        return
    if stored is None:
        raise _draft_gone()
    named = states_in(if_match)
    if stored.state in named:
        return
    seen = [state.revision for state in named if state.draft_id == stored.state.draft_id]
    if not seen:
        raise PreconditionFailed(
            "The draft that If-Match names was published or deleted, and there is another one: "
            f"{_saved(stored)}. {_NOTHING_STORED} {_BRING_TOGETHER}"
        )
    later = tuple(_fault(change) for change in changes if change.revision > max(seen))
    raise PreconditionFailed(
        f"The draft was changed since you read it: {_saved(stored)}. {_NOTHING_STORED} errors lists the "
        f"members that others have changed. {_BRING_TOGETHER}",
        errors=later,
    )


def base_version(stored: StoredDraft | None, published: int, requested: int | UnsetType) -> int:
    """Returns the version that a draft is based on: the one that is published when it is begun, until the
    caller names a later one."""
    if requested is not UNSET and requested != published:
        raise PreconditionFailed(
            f"baseVersion is not the published version, which is {published}. Read the venue, take over what "
            "has changed, and send that version."
        )
    return published if stored is None or requested is not UNSET else stored.base_version


def next_state(stored: StoredDraft | None) -> DraftState | None:
    """Returns the state of a draft after it was saved again; None for a new one."""
    return None if stored is None else stored.state._replace(revision=stored.state.revision + 1)


def _saved(stored: StoredDraft) -> str:
    return f"{stored.updated_by} saved it at {_time(stored.updated_at)}"


def _fault(change: MemberChange) -> Fault:
    return Fault(pointer=change.pointer, detail=f"was changed by {change.by} at {_time(change.at)}")


def _time(at: int) -> str:
    return datetime_of(at).strftime("%Y-%m-%dT%H:%M:%SZ")


def _draft_gone() -> PreconditionFailed:
    return PreconditionFailed(
        f"The draft was published or deleted since you read it. {_NOTHING_STORED} Leave If-Match out to "
        "begin a new draft with it."
    )
