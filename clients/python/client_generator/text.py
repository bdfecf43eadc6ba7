"""Text of generated modules: headers, docstrings and indentation."""

import textwrap
from collections.abc import Iterable, Iterator

WIDTH = 100

HEADER = '''\
"""{0} Written by script/clients from the OpenAPI document; do not edit."""

'''


def docstring(*paragraphs: str) -> list[str]:
    """Returns the lines of a docstring. Line breaks within a paragraph are kept where it is a list."""
    lines: list[str] = []
    for paragraph in filter(None, paragraphs):
        lines += ["", *_wrapped(paragraph)]
    text = [line.replace("\\", "\\\\") for line in lines[1:]]
    text[0] = f'"""{text[0]}'
    text[-1] = f'{text[-1]}"""'
    return text


def indented(lines: Iterable[str], by: int = 4) -> list[str]:
    """Returns the lines further to the right; empty lines stay empty."""
    return [f"{' ' * by}{line}" if line else line for line in lines]


def argument_lines(descriptions: dict[str, str]) -> str:
    """Returns the part of a docstring that describes arguments."""
    described = {name: text for name, text in descriptions.items() if text}
    if not described:
        return ""
    lines = ["Args:"]
    for name, text in described.items():
        words = " ".join(text.split())
        lines += textwrap.wrap(f"{name}: {words}", WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 8)
    return "\n".join(lines)


def _wrapped(paragraph: str) -> Iterator[str]:
    if paragraph.startswith("Args:"):
        yield from paragraph.splitlines()
        return
    yield from textwrap.wrap(" ".join(paragraph.split()), WIDTH)
