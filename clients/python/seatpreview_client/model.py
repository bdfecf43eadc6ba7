"""The base of all models: typed records that are read from JSON and written back without losing anything."""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, Final, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from seatpreview_client.errors import UnexpectedAnswer


class NotGiven:
    """The type of `NOT_GIVEN`, which stands for a member that is left out where None would be sent as
    null."""

    def __repr__(self) -> str:
        """Is the name under which the value is imported."""
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven()
"""The default of members for which the API tells null and absent apart."""

_Value = TypeVar("_Value")
_Decoder = Callable[[Any], Any]


def optional(value: _Value | None) -> _Value | NotGiven:
    """Returns the value of a member that has no null in the API: None leaves it out."""
    return NOT_GIVEN if value is None else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A record of the API. Attributes are in snake_case, and what a newer service sends beyond them is kept
    in `additional_members`."""

    additional_members: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Reads a record from the API's own form, with names in camelCase."""
        decoders = _decoders(cls)
        members: dict[str, Any] = {}
        additional: dict[str, Any] = {}
        for name, part in value.items():
            if name in decoders:
                attribute, decode = decoders[name]
                members[attribute] = decode(part)
            else:
                additional[name] = part
        try:
            return cls(**members, additional_members=additional)
        except TypeError as error:
            raise UnexpectedAnswer(f"The answer is not a whole {cls.__name__}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """Writes the record in the API's own form. Members that are None by default are left out then."""
        written = dict(self.additional_members)
        for part in dataclasses.fields(self):
            value = getattr(self, part.name)
            is_left_out = value is part.default and part.default in (None, NOT_GIVEN)
            if _is_member(part) and not is_left_out:
                written[_name_of(part)] = to_json(value)
        return written


def to_json(value: Any) -> Any:
    """Writes models, times, lists and mappings in the API's own form. Members that are not given are left
    out."""
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, datetime):
        return time_to_json(value)
    if isinstance(value, Mapping):
        return {name: to_json(part) for name, part in value.items() if part is not NOT_GIVEN}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [to_json(part) for part in value]
    return value


def time_to_json(value: datetime) -> str:
    """Writes a time, which must have a time zone."""
    if value.tzinfo is None:
        raise ValueError(f"{value!r} has no time zone; write for example datetime(..., tzinfo=UTC).")
    return value.isoformat()


def member_name(attribute: str) -> str:
    """Returns the API's name of an attribute: `key_id` is `keyId`, and `from_` is `from`."""
    return re.sub("_(.)", lambda match: match[1].upper(), attribute.rstrip("_"))


def _is_member(part: dataclasses.Field[Any]) -> bool:
    return part.name != "additional_members" and "header" not in part.metadata


def _name_of(part: dataclasses.Field[Any]) -> str:
    name: str = part.metadata.get("name") or member_name(part.name)
    return name


_DECODERS: dict[type[Model], dict[str, tuple[str, _Decoder]]] = {}
"""Decoders that were made already. There is one entry for each class of models."""


def _decoders(model: type[Model]) -> dict[str, tuple[str, _Decoder]]:
    """Returns by the API's name the attribute and the decoder of each member of a model."""
    if model not in _DECODERS:
        hints = get_type_hints(model)
        _DECODERS[model] = {
            _name_of(part): (part.name, _decoder(hints[part.name]))
            for part in dataclasses.fields(model)
            if _is_member(part)
        }
    return _DECODERS[model]


def _decoder(hint: Any) -> _Decoder:
    """Returns the function that reads a value of this type. What does not look like one is left as it is,
    since a newer service may have more values than this client knows."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union_decoder([part for part in arguments if part not in (NoneType, NotGiven)])
    if origin is list:
        item = _decoder(arguments[0])
        return lambda value: [item(part) for part in value] if isinstance(value, list) else value
    if origin is dict:
        entry = _decoder(arguments[1])
        return lambda value: (
            {name: entry(part) for name, part in value.items()} if isinstance(value, dict) else value
        )
    if hint is datetime:
        return _time
    if isinstance(hint, type) and issubclass(hint, Model):
        return lambda value: hint.from_json(value) if isinstance(value, dict) else value
    return lambda value: value


def _union_decoder(hints: list[Any]) -> _Decoder:
    """Chooses by the shape of a value. Models in a union differ by the value of their member `type`."""
    models = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Model)]
    others = [_decoder(hint) for hint in hints if hint not in models]
    by_type = {_type_of(model): model for model in models} if len(models) > 1 else {}

    def decode(value: Any) -> Any:
        if isinstance(value, dict) and models:
            model = by_type.get(str(value.get("type"))) if by_type else models[0]
            return model.from_json(value) if model else value
        for other in others:
            value = other(value)
        return value

    return decode


def _type_of(model: type[Model]) -> str:
    hint = get_type_hints(model)["type"]
    assert get_origin(hint) is Literal  # noqa: S101 - a fault of the generator, which tests would show
    name: str = get_args(hint)[0]
    return name


def _time(value: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(value, str) else value
