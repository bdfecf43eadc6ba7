"""The two keys at the service: what they must be able to do, and what the plugin sets up for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from pretix_seatpreview.service_problems import ServiceProblem, service
from seatpreview_client import Client, Forbidden, models

CHECK_SECONDS_MAX = 6.0
SYNC_GROUP = "management"
BUYERS_GROUPS: tuple[Literal["sessions", "seats"], ...] = ("sessions", "seats")


def check_sync_key(service_url: str, key: str) -> models.CallerInfo:
    """Returns what the service says about the key for plan sync, or raises a `ServiceProblem`."""
    caller = _caller(service_url, key)
    if caller.groups is not None and SYNC_GROUP not in caller.groups:
        raise ServiceProblem(_("The key for plan sync lacks the group “management”. Make a key that has it."))
    return caller


def check_buyers_key(service_url: str, key: str) -> models.CallerInfo:
    """Returns what the service says about the key for buyers, or raises a `ServiceProblem`. A key that
    could change anything is refused: pages name it."""
    caller = _caller(service_url, key)
    groups = caller.groups
    if groups is None or set(groups) - {*BUYERS_GROUPS, "events"}:
        raise ServiceProblem(
            _("The key for buyers may do too much. Make a key with the groups “sessions” and “seats” only.")
        )
    missing = [group for group in BUYERS_GROUPS if group not in groups]
    if missing:
        raise ServiceProblem(
            _(
                "The key for buyers lacks the group “{group}”. Make a key with the groups “sessions” and "
                "“seats”."
            ).format(group=missing[0])
        )
    return caller


def may_make_buyers_key(caller: models.CallerInfo) -> bool:
    """Returns whether a key for plan sync may make a key for buyers: it can give only groups that it has."""
    return not groups_missing_for_buyers(caller)


def groups_missing_for_buyers(caller: models.CallerInfo) -> list[str]:
    """Returns the groups that a key for plan sync lacks for making a key for buyers."""
    if caller.groups is None:
        return []
    return [group for group in (SYNC_GROUP, *BUYERS_GROUPS) if group not in caller.groups]


def _caller(service_url: str, key: str) -> models.CallerInfo:
    with service(service_url, key, seconds_max=CHECK_SECONDS_MAX) as client:
        caller = client.caller.get()
    if caller.kind != "secret" or caller.key_id is None:
        raise ServiceProblem(_("This is no secret key. Enter the whole text that begins with sk_live_."))
    if caller.scope == "admin":
        raise ServiceProblem(
            _("This key may administer the whole service. Make a key of a single tenant, and enter that one.")
        )
    return caller


@dataclass(frozen=True)
class Origins:
    """The pages that show the map."""

    shop: tuple[str, ...]
    """Where pretix's own pages are."""
    widget: tuple[str, ...] = ()
    """Pages of others that have pretix's widget, and with it a frame of the shop."""

    @property
    def frames(self) -> tuple[str, ...]:
        """All pages that the map is shown in, at any depth."""
        return (*self.shop, *(origin for origin in self.widget if origin not in self.shop))


@dataclass(frozen=True)
class Lacking:
    """What the key for buyers does not have, by the name that the console has for it."""

    allowed: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    use_without_secret: bool = False
    is_known: bool = True
    """False where the key for plan sync may not read the one for buyers."""

    def __bool__(self) -> bool:
        """Is true if anything is missing."""
        return bool(self.allowed or self.frames or self.venues or self.use_without_secret)

    def introduction(self) -> str:
        """Returns the sentence before what is missing."""
        if self.is_known:
            return _(
                "The key for buyers lacks something. Open it in the console, under Keys, and change this:"
            )
        return _(
            "The key for plan sync may not read the key for buyers. Open that one in the console, under "
            "Keys, and make sure of this:"
        )

    def sentences(self) -> list[str]:
        """Returns what to change at the key, in the words of the service's console."""
        parts = [
            (_("Allowed origins (allowedOrigins): add {values}"), self.allowed),
            (_("Pages that may embed the viewer (embedFrameAncestors): add {values}"), self.frames),
            (_("Venues (venues): add {values}"), self.venues),
        ]
        found = [text.format(values=", ".join(values)) for text, values in parts if values]
        return (
            [*found, _("Allow use without the secret (allowOriginOnly)")]
            if self.use_without_secret
            else found
        )


def make_buyers_key(
    client: Client, label: str, venue_ids: Sequence[str], origins: Origins
) -> tuple[str, str]:
    """Makes the key for buyers, limited to the venues, and returns its plaintext and its id."""
    key = client.keys.create(
        label=label[:100],
        groups=BUYERS_GROUPS,
        venues=venue_ids,
        allowed_origins=list(origins.shop),
        allow_origin_only=True,
        embed_frame_ancestors=list(origins.frames),
    )
    return str(key.plaintext), key.key_id


def extend_buyers_key(client: Client, key_id: str, venue_ids: Sequence[str], origins: Origins) -> Lacking:
    """Gives the key for buyers the venues and origins that it lacks. Returns what it still lacks,
    because the key for plan sync may not change it."""
    try:
        key = client.keys.get(key_id)
    except Forbidden:
        # The key for plan sync is limited to venues, and the one for buyers is not.
        return Lacking(origins.shop, origins.frames, is_known=False)
    lacking = what_key_lacks(key, venue_ids, origins)
    if not lacking:
        return lacking
    try:
        client.keys.update(
            key_id,
            if_match=key.etag,
            allow_origin_only=True,
            allowed_origins=[*key.allowed_origins, *lacking.allowed],
            embed_frame_ancestors=[*key.embed_frame_ancestors, *lacking.frames],
            venues=None if key.venues is None else [*key.venues, *lacking.venues],
        )
    except Forbidden:
        return lacking
    return Lacking()


def what_key_lacks(key: models.ApiKey, venue_ids: Sequence[str], origins: Origins) -> Lacking:
    """Returns what the key lacks so that all these pages can show all these venues."""
    return Lacking(
        allowed=tuple(origin for origin in origins.shop if origin not in key.allowed_origins),
        frames=tuple(origin for origin in origins.frames if origin not in key.embed_frame_ancestors),
        venues=() if key.venues is None else tuple(name for name in venue_ids if name not in key.venues),
        use_without_secret=not key.allow_origin_only,
    )


def limit_to_venues(client: Client, venue_ids: Sequence[str]) -> None:
    """Limits the client's own key to these venues, so that a thief of the key reaches no other venue.

    A key that may do everything is left as it is: it is the one that people sign in with, and could never be
    widened again."""
    caller = client.caller.get()
    if caller.venues is not None or caller.key_id is None or caller.groups is None:
        return
    key = client.keys.get(caller.key_id)
    client.keys.update(caller.key_id, if_match=key.etag, venues=list(venue_ids))
