"""Functions that build HTML. They escape all text that is not markup already."""

import html
import json
import re
from collections.abc import Iterable
from typing import Any


class Html(str):
    """Text that is markup already. Any other text is escaped when it becomes part of some."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str) -> Html:
    """An element. An attribute that Python has a word for ends in an underscore: `class_`."""
    written = "".join(
        f' {attribute.rstrip("_").replace("_", "-")}="{html.escape(value)}"'
        for attribute, value in attributes.items()
    )
    return Html(f"<{name}{written}>{join(children)}</{name}>")


def void(name: str, /, **attributes: str) -> Html:
    """An element without content, which has no end tag."""
    return Html(tag(name, **attributes).removesuffix(f"</{name}>"))


def join(children: Iterable[str], separator: str = "") -> Html:
    return Html(
        separator.join(child if isinstance(child, Html) else html.escape(child) for child in children)
    )


def code(text: str) -> Html:
    return tag("code", text)


def link(target: str, *children: str) -> Html:
    return tag("a", *children, href=target)


def heading(level: str, anchor: str, *title: str) -> Html:
    """A heading that can be linked to."""
    return tag(
        level, *title, tag("a", "#", href=f"#{anchor}", class_="here", aria_label="Link to this place")
    )


def prose(text: str) -> Html:
    """Text in which backticks mark code."""
    pieces = text.split("`")
    return join(code(piece) if odd % 2 else piece for odd, piece in enumerate(pieces))


def listing(text: str) -> Html:
    """A block of code. It can be scrolled sideways, so the keyboard has to reach it."""
    return tag("pre", code(text), tabindex="0")


def json_listing(value: Any) -> Html:
    """A block of JSON, its names, texts and other values told apart."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    pieces: list[str] = []
    end = 0
    for token in _TOKENS.finditer(text):
        pieces += text[end : token.start()], tag("span", token.group(), class_=str(token.lastgroup))
        end = token.end()
    return tag("pre", tag("code", *pieces, text[end:]), tabindex="0")


_TOKENS = re.compile(
    r'(?P<name>"(?:[^"\\]|\\.)*"(?=:))|(?P<text>"(?:[^"\\]|\\.)*")|(?P<value>true|false|null|-?[0-9][0-9.eE+-]*)'
)
