"""The warnings in the response of a rotation: pages that name the old key stop working. Pure."""

from collections.abc import Sequence

from seatpreview.keys.model import GRACE_SECONDS_MAX, Key, RotationWarning, UsesOfDay
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import KeyId


def rotation_warnings(
    key: Key, replacement_id: KeyId, rotated_at: Moment, revoke_at: Moment, uses: Sequence[UsesOfDay]
) -> tuple[RotationWarning, ...]:
    """Warns if pages may use the old key without its secret: they name its id, which the replacement does not
    have. `uses` are the recent counts of such requests, newest day first."""
    if not key.allow_origin_only:
        return ()
    sentences = (
        f"Pages may use this key without its secret: {_recent_requests(uses)}.",
        _what_to_do(key.key_id, replacement_id, rotated_at, revoke_at),
        _more_time(rotated_at, revoke_at),
    )
    return (RotationWarning(code="pages_name_the_key", detail=" ".join(filter(None, sentences))),)


def _recent_requests(uses: Sequence[UsesOfDay]) -> str:
    if not uses:
        return "no request has named it lately"
    requests = sum(each.requests for each in uses)
    counted = "1 request" if requests == 1 else f"{requests:,} requests"
    return f"{counted} named it since {uses[-1].day}"


def _what_to_do(old_id: KeyId, new_id: KeyId, rotated_at: Moment, revoke_at: Moment) -> str:
    change = f'Replace {old_id} in them: write key-id="{new_id}" in <seat-preview>, and X-Key-Id: {new_id}'
    if revoke_at <= rotated_at:
        return f"{change}. Until then they show no views."
    return f"{change}, before {datetime_of(revoke_at):%Y-%m-%dT%H:%M:%SZ}. From then on they show no views."


def _more_time(rotated_at: Moment, revoke_at: Moment) -> str | None:
    """Suggests a longer grace period, unless the longest was chosen, or none because of a leak."""
    grace_seconds = (revoke_at - rotated_at) // MICROSECONDS
    if not 0 < grace_seconds < GRACE_SECONDS_MAX:
        return None
    return (
        "If that is too soon, cancel the revoke and rotate with a longer gracePeriodSeconds, at most "
        f"{GRACE_SECONDS_MAX} (seven days)."
    )
