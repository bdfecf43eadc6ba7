"""Names of rows as venues write them: letters without I and O, which look like digits, or numbers."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def row_names(count: int, has_letters: bool) -> list[str]:
    """Returns the names of so many rows: A to Z, then AA, BB, CC; or 1, 2, 3."""
    if not has_letters:
        return [str(number) for number in range(1, count + 1)]
    return [_LETTERS[row % len(_LETTERS)] * (1 + row // len(_LETTERS)) for row in range(count)]


def row_range(count: int, has_letters: bool) -> dict[str, object]:
    """Returns the names of the same rows as a layout writes them."""
    if not has_letters:
        return {"first": 1, "last": count}
    names = row_names(count, has_letters)
    written: dict[str, object] = {"first": "A", "last": names[-1]}
    repeats = len(names[-1])
    skipped = [letter * times for times in range(1, repeats + 1) for letter in "IO"]
    skipped = [name for name in skipped if (len(name), name) < (repeats, names[-1])]
    if skipped:
        written["skip"] = skipped
    return written | ({"style": "doubled"} if repeats > 1 else {})
