"""Writes JSON values as literals of a language: on one line where they fit, else one member for each line."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

Words = Callable[[Any], str]
"""Writes a value that is neither an object nor a list."""

LINE_CHARACTERS_MAX = 76


class _Notation(NamedTuple):
    """How a language writes values."""

    name: Words
    word: Words
    step: str
    """What each level is indented by."""
    padding: str
    """What stands between the braces and the members of an object on one line."""
    last_comma: str


def json_literal(value: Any, indent: str = "") -> str:
    """Returns the value as JSON. Further lines begin with the indent."""
    return _literal(value, indent, _JSON)


def python_literal(value: Any, indent: str = "") -> str:
    """Returns the value as an expression of Python."""
    return _literal(value, indent, _PYTHON)


def typescript_literal(value: Any, indent: str = "", *, is_open: bool = False) -> str:
    """Returns the value as an expression of TypeScript: names that need no quotes have none. An object that
    is open has a line for each member in any case."""
    return _literal(value, indent, _TYPESCRIPT, is_open=is_open)


def _literal(value: Any, indent: str, notation: _Notation, *, is_open: bool = False) -> str:
    if not isinstance(value, dict | list | tuple):
        return notation.word(value)
    start, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    if not value:
        return start + end
    inner = indent + notation.step
    padding = ""
    if isinstance(value, dict):
        parts = [f"{notation.name(key)}: {_literal(part, inner, notation)}" for key, part in value.items()]
        padding = notation.padding
    else:
        parts = [_literal(part, inner, notation) for part in value]
    line = f"{start}{padding}{', '.join(parts)}{padding}{end}"
    if not is_open and "\n" not in line and len(indent) + len(line) <= LINE_CHARACTERS_MAX:
        return line
    lines = f",\n{inner}".join(parts)
    return f"{start}\n{inner}{lines}{notation.last_comma}\n{indent}{end}"


def _json_word(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _python_word(value: Any) -> str:
    return repr(value) if value is None or isinstance(value, bool) else _json_word(value)


def _typescript_name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else _json_word(name)


_JSON = _Notation(_json_word, _json_word, step="  ", padding="", last_comma="")
_PYTHON = _Notation(_json_word, _python_word, step="    ", padding="", last_comma=",")
_TYPESCRIPT = _Notation(_typescript_name, _json_word, step="  ", padding=" ", last_comma=",")
