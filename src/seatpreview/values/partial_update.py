"""The body of an operation that changes some members of a record, and keeps the others."""

from typing import Any, ClassVar

import msgspec
from msgspec import UNSET


class PartialUpdate(
    msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True
):
    """Members to change, at least one. A member that is absent keeps its value."""

    json_schema_more: ClassVar[dict[str, object]] = {"minProperties": 1}

    def __post_init__(self) -> None:
        if not self.sent():
            raise ValueError("must have at least one member to change")

    def sent(self) -> dict[str, Any]:
        """Returns the members that the request sends, by field name."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in values.items() if value is not UNSET}

    def sent_members(self) -> tuple[str, ...]:
        """Returns the API's names of the members that the request sends."""
        names = zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
        return tuple(encoded for name, encoded in names if getattr(self, name) is not UNSET)
