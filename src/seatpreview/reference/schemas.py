"""Generates the schemas of the OpenAPI document from msgspec's types, under the contract's names."""

import inspect
from collections.abc import Iterable
from typing import Any

import msgspec

from seatpreview.api import examples
from seatpreview.api.problem_body import ProblemBody
from seatpreview.labels.model import Place
from seatpreview.values.validated_text import ValidatedText

Schema = dict[str, Any]

_NAMES = {ProblemBody.__name__: "Problem", Place.__name__: "Seat"}
"""Types that have another name in the document than in the code."""


def components(types: Iterable[type[Any]], more_texts: Iterable[type[ValidatedText]] = ()) -> Schema:
    """Returns by name the schemas of the types, of the types that they refer to, and of validated texts:
    those that they have, and these more."""
    structs, texts = set(types), {type_.__name__: type_ for type_ in more_texts}

    def text_schema(type_: type[ValidatedText]) -> Schema:
        texts[type_.__name__] = type_
        return reference(type_)

    _, schemas = msgspec.json.schema_components(
        structs, schema_hook=text_schema, ref_template="#/components/schemas/{name}"
    )
    for struct in structs:
        schemas[struct.__name__] |= getattr(struct, "json_schema_more", {})
    for schema in schemas.values():
        _simplify(schema)
    schemas |= {struct.__name__: _extension_of_base(struct, schemas) for struct in structs}
    if both := schemas.keys() & texts:
        raise ValueError(f"a struct and a text have the same name: {', '.join(sorted(both))}")
    schemas |= {name: _text(type_) for name, type_ in texts.items()}
    return dict(sorted((_NAMES.get(name, name), schemas[name]) for name in schemas))


def reference(type_: type[Any]) -> Schema:
    """Returns a reference to the schema of a type."""
    return {"$ref": _reference_to(type_.__name__)}


def _reference_to(type_name: str) -> str:
    return f"#/components/schemas/{_NAMES.get(type_name, type_name)}"


def _text(type_: type[ValidatedText]) -> Schema:
    schema = {"description": inspect.getdoc(type_)} | type_.json_schema
    if type_ in examples.TEXTS:
        schema["examples"] = [examples.TEXTS[type_]]
    return schema


def _simplify(schema: Schema) -> None:
    """Removes redundant keywords, and adds the type of enums."""
    schema.pop("title", None)
    if "$ref" in schema:
        schema["$ref"] = _reference_to(schema["$ref"].rpartition("/")[2])
    if schema.get("required") == []:
        del schema["required"]
    if "enum" in schema:
        schema["type"] = "string"
    for part in (
        *schema.get("properties", {}).values(),
        *schema.get("anyOf", ()),
        *(schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)),
    ):
        _simplify(part)


def _extension_of_base(struct: type[Any], schemas: Schema) -> Schema:
    """Returns the schema of a struct; one that extends another struct has the added members only."""
    schema: Schema = schemas[struct.__name__]
    base = struct.__base__
    if base is None or base.__name__ not in schemas:
        return schema
    inherited = schemas[base.__name__]["properties"]
    added = {name: part for name, part in schema["properties"].items() if name not in inherited}
    # A member with a default is always written; one without that is not required may be absent.
    present = [name for name, part in added.items() if name in schema["required"] or "default" in part]
    own = {"type": "object", "properties": added} | ({"required": present} if present else {})
    return {"description": schema["description"], "allOf": [reference(base), own]}
