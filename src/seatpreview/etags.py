"""Entity tags: what HTTP calls a version of something, and the If-Match that asks for one."""


def etag_of(version: int, *marks: str) -> str:
    return f'"{".".join((str(version), *marks))}"'


def etag_matches(if_match: str | None, etag: str) -> bool:
    """Whether a record with this tag may be changed: no If-Match, `*`, or a list with exactly this tag."""
    if if_match is None or if_match.strip() == "*":
        return True
    return etag in (part.strip() for part in if_match.split(","))
