"""Turns schemas of the OpenAPI document into types of Python."""

import re
from typing import Any

Schema = dict[str, Any]

_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_RESERVED = {"from"}


class PythonTypes:
    """The types of a document's schemas, as results have them and as arguments take them."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        """Takes the schemas of the document's components by name."""
        self.schemas = schemas

    def result(self, schema: Schema) -> str:
        """Returns the type of a value in a model: lists, dictionaries, times and other models."""
        return self._type(schema, is_argument=False)

    def argument(self, schema: Schema) -> str:
        """Returns the type of an argument: any sequence, and a plain mapping in place of a model."""
        return self._type(schema, is_argument=True)

    def is_model(self, name: str) -> bool:
        """Whether a schema is a class of the client. Others are texts and the like."""
        return "properties" in self.schemas[name] or "allOf" in self.schemas[name]

    def properties(self, name: str) -> dict[str, Schema]:
        """Returns the members of a schema, with those that it inherits."""
        schema = self.schemas[name]
        if "allOf" not in schema:
            members: dict[str, Schema] = schema.get("properties", {})
            return members
        base, own = schema["allOf"]
        added: dict[str, Schema] = own["properties"]
        return self.properties(name_of(base)) | added

    def writable(self, name: str) -> dict[str, Schema]:
        """Returns the members of a body, without those that it may only repeat from an answer."""
        return {
            member: schema
            for member, schema in self.properties(name).items()
            if not schema.get("readOnly", False)
        }

    def _type(self, schema: Schema, *, is_argument: bool) -> str:
        if "$ref" in schema:
            return self._reference(name_of(schema), is_argument=is_argument)
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        if schema.get("type") == "string" and schema.get("format") == "date-time":
            return "datetime | str" if is_argument else "datetime"
        if "type" not in schema and "anyOf" in schema:
            parts = [self._type(part, is_argument=is_argument) for part in schema["anyOf"]]
            return " | ".join(dict.fromkeys(name for part in parts for name in _split(part)))
        if schema.get("type") == "array":
            items = self._type(schema["items"], is_argument=is_argument)
            return f"Sequence[{items}]" if is_argument else f"list[{items}]"
        if schema.get("type") == "object":
            values = schema.get("additionalProperties")
            inner = self._type(values, is_argument=is_argument) if isinstance(values, dict) else "Any"
            return f"Mapping[str, {inner}]" if is_argument else f"dict[str, {inner}]"
        return _SIMPLE[schema["type"]] if "type" in schema else "Any"

    def _reference(self, name: str, *, is_argument: bool) -> str:
        if not self.is_model(name):
            return self._type(self.schemas[name], is_argument=is_argument)
        return f"{name} | Mapping[str, Any]" if is_argument else name


def name_of(reference: Schema) -> str:
    """Returns the name of the schema that a reference leads to."""
    name: str = reference["$ref"].rpartition("/")[2]
    return name


def references(part: Any) -> set[str]:
    """Returns the names of all schemas that a part of the document refers to directly."""
    if isinstance(part, dict):
        own = {name_of(part)} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(references(value) for name, value in part.items() if name != "discriminator"))
    if isinstance(part, list):
        return set[str]().union(*map(references, part))
    return set()


def is_nullable(schema: Schema) -> bool:
    """Whether the API knows null as a value."""
    return any(part.get("type") == "null" for part in schema.get("anyOf", ()))


def snake_case(name: str) -> str:
    """Returns the Python name of a member or an operation: `keyId` is `key_id`, and `from` is `from_`."""
    snake = re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{snake}_" if snake in _RESERVED else snake


def camel_case(attribute: str) -> str:
    """Returns the API's name as the client derives it from an attribute. The client has the same rule; it is
    not used here, because the client may not work before it is generated."""
    return re.sub("_(.)", lambda match: match[1].upper(), attribute.rstrip("_"))


def _split(type_: str) -> list[str]:
    """Returns the parts of a union. Only brackets have unions within them."""
    depth, parts, start = 0, [], 0
    for position, character in enumerate(type_):
        depth += (character == "[") - (character == "]")
        if character == "|" and depth == 0:
            parts.append(type_[start:position].strip())
            start = position + 1
    return [*parts, type_[start:].strip()]
