"""Values that are derived from a cached record, stored with it and evicted with it."""

from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Derived(Generic[T]):
    """A typed key for one kind of derived value, declared once by the module that derives it.

    A record is replaced when it changes, and its derived values with it: nothing has to be invalidated.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"Derived({self._name!r})"

    def get(self, record: "HasDerived") -> T | None:
        """Returns the value that is stored with the record; None where there is none yet."""
        return record.derived.get(self)

    def require(self, record: "HasDerived") -> T:
        """Returns the value that is stored with the record. Raises LookupError where there is none."""
        value = self.get(record)
        if value is None:
            raise LookupError(f"Nothing was stored as {self!r}.")
        return value

    def put(self, record: "HasDerived", value: T) -> T:
        """Stores the value with the record, in place of an earlier one, and returns it."""
        record.derived[self] = value
        return value


DerivedValues = dict[Derived[Any], Any]
"""The derived values of one record, read and written only through a `Derived`, which has the type."""


class HasDerived(Protocol):
    """A record that derived values can be stored with."""

    @property
    def derived(self) -> DerivedValues:
        """The derived values of this record."""
        ...
