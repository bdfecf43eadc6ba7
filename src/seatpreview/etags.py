"""Entity tags: what HTTP calls a version of something, and the If-Match that asks for one."""

import msgspec


class Kept(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A result that clients may keep, by a tag of its content. It has room for its own encoded form, so that
    it is encoded once for all whom it is shown to."""


def etag_of(version: int, *marks: str) -> str:
    return f'"{".".join((str(version), *marks))}"'


def holds(if_match: str | None, etag: str) -> bool:
    """Whether a record with this tag may be changed: no If-Match, `*`, or a list with exactly this tag."""
    if if_match is None or if_match.strip() == "*":
        return True
    return etag in (part.strip() for part in if_match.split(","))
