"""Parts of the sentences that describe faults."""


def quote(choice: object) -> str:
    """Quotes a value for a sentence."""
    if choice is None:
        return "null"
    return f"'{choice}'" if isinstance(choice, str) else str(choice)


def join_words(words: list[str], conjunction: str) -> str:
    """Joins words with commas, and with the conjunction before the last one."""
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def count_text(count: int, unit: str) -> str:
    """Returns a number with its unit, such as `1 item` or `2 items`."""
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
