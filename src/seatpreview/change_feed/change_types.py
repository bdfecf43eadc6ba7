"""The types of changes that others hear of: one table, for the change feed and everything else that tells of
changes. Pure."""

from collections.abc import Collection
from typing import Any, ClassVar, Literal, Self, get_args

from seatpreview.values.validated_text import ValidatedText

ChangeType = Literal[
    "key.created",
    "key.updated",
    "key.rotated",
    "key.revoke_scheduled",
    "key.revoke_cancelled",
    "key.revoked",
    "venue.published",
    "venue.restored",
    "venue.archived",
    "venue.unarchived",
    "venue.deleted",
    "grant.given",
    "grant.ended",
    "image.uploaded",
    "image.deleted",
]
CHANGE_TYPES: tuple[ChangeType, ...] = get_args(ChangeType)

_TYPES: dict[tuple[str, str], ChangeType] = {
    ("key", "created"): "key.created",
    ("key", "updated"): "key.updated",
    ("key", "secret_replaced"): "key.updated",
    ("key", "rotated"): "key.rotated",
    ("key", "revoke_scheduled"): "key.revoke_scheduled",
    ("key", "revoke_cancelled"): "key.revoke_cancelled",
    ("key", "revoked"): "key.revoked",
    ("venue", "created"): "venue.published",
    ("venue", "replaced"): "venue.published",
    ("venue", "restored"): "venue.restored",
    ("venue", "archived"): "venue.archived",
    ("venue", "unarchived"): "venue.unarchived",
    ("venue", "deleted"): "venue.deleted",
    ("grant", "created"): "grant.given",
    ("grant", "ended"): "grant.ended",
    ("imagery", "uploaded"): "image.uploaded",
    ("imagery", "deleted"): "image.deleted",
}
"""The type of a row of the change log, by its kind and action. Nobody hears of other rows."""


def type_of(kind: str, action: str) -> ChangeType | None:
    """Returns the type of a row of the change log; None if nobody hears of it."""
    return _TYPES.get((kind, action))


def actions_by_kind(types: Collection[str] = CHANGE_TYPES) -> dict[str, list[str]]:
    """Returns the actions of the change log that have one of these types, by the kind of record."""
    found: dict[str, list[str]] = {}
    for (kind, action), type_ in _TYPES.items():
        if type_ in types:
            found.setdefault(kind, []).append(action)
    return found


class ChangeTypes(ValidatedText):
    """Types of changes, separated by commas."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": "^({0})(,({0})){{0,{1}}}$".format(
            "|".join(CHANGE_TYPES).replace(".", r"\."), len(CHANGE_TYPES) - 1
        ),
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks that all types are known, and returns the text as this type."""
        types = text.split(",", len(CHANGE_TYPES))
        unknown = next((each for each in types if each not in CHANGE_TYPES), None)
        if unknown is not None:
            raise ValueError(f"must be types such as key.revoked, separated by commas. Known are {_KNOWN}")
        if len(types) > len(CHANGE_TYPES):
            raise ValueError(f"must have at most {len(CHANGE_TYPES)} types")
        return cls(text)

    @property
    def names(self) -> tuple[str, ...]:
        """The single types."""
        return tuple(self.split(","))


_KNOWN = ", ".join(CHANGE_TYPES)
