"""Entity tags (ETag), which name a version of a record in HTTP, and the If-Match header that asks for one."""


def etag_of(version: int, *suffixes: str) -> str:
    """Returns the tag of a version. Suffixes tell apart what has the same version and another content."""
    return f'"{".".join((str(version), *suffixes))}"'


def etag_matches(if_match: str | None, etag: str) -> bool:
    """Checks that If-Match allows a change of a record: it is absent, `*`, or a list with this tag."""
    if if_match is None or if_match.strip() == "*":
        return True
    return etag in (part.strip() for part in if_match.split(","))
