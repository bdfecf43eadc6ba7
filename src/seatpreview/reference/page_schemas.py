"""Schemas in words, for the reference page: types, bounds and defaults, and the members of objects."""

import json
from collections.abc import Iterator
from typing import Any

from seatpreview.reference.html import Html, code, join, link, prose, tag

Schema = dict[str, Any]


def type_words(schema: Schema) -> Html:
    """`list of Origin, at most 100`, `integer from 1 to 100, default 50`, `KeyId or null`."""
    words = join(_type(schema))
    return join([words, ", default ", code(json.dumps(schema["default"]))]) if "default" in schema else words


def members(schema: Schema) -> Html:
    """The members of an object. Which of them must be there is said of what is sent, not of answers."""
    is_sent = "additionalProperties" in schema
    required = schema.get("required", []) if is_sent else []
    return tag(
        "dl",
        *(
            member(name, part, "required" if name in required else "", part.get("description", ""))
            for name, part in schema["properties"].items()
        ),
    )


def member(name: str, schema: Schema, note: str, description: str) -> Html:
    term = [code(name), tag("span", type_words(schema), class_="type")]
    if note:
        term.append(tag("span", note, class_="note"))
    return tag("div", tag("dt", *term), *([tag("dd", prose(description))] if description else []))


def name_of(reference: Schema) -> str:
    """The component that a reference leads to."""
    return str(reference["$ref"]).rpartition("/")[2]


def _type(schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        yield link(f"#object-{name_of(schema)}", name_of(schema))
    elif "anyOf" in schema:
        yield join(map(type_words, schema["anyOf"]), " or ")
    elif "enum" in schema:
        yield join((code(json.dumps(choice)) for choice in schema["enum"]), " or ")
    elif schema["type"] == "array":
        yield from ("list of ", type_words(schema["items"]), *_most(schema, "maxItems"))
    elif isinstance(schema.get("additionalProperties"), dict):
        values = type_words(schema["additionalProperties"])
        yield from ("object with values ", values, *_most(schema, "maxProperties"))
    elif schema.get("format") == "date-time":
        yield "time"
    else:
        yield from (schema["type"], *_most(schema, "maxLength"), *_range(schema))


def _most(schema: Schema, keyword: str) -> Iterator[str]:
    if keyword in schema:
        yield f", at most {schema[keyword]}"


def _range(schema: Schema) -> Iterator[str]:
    match schema:
        case {"minimum": least, "maximum": most}:
            yield f" from {least} to {most}"
        case {"minimum": least}:
            yield f" from {least} on"
