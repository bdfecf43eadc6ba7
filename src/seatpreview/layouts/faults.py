"""Faults of a layout, which the compiler collects and raises together."""

from seatpreview.problems import Fault

# This also limits the work on a hostile layout: if something would be costly to check twice, the second
# occurrence is a fault.
FAULTS_MAX = 1000


class LayoutRefused(ValueError):
    """Raised for a layout that cannot be compiled. The pointers of its faults start at the layout."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults


class FaultPath:
    """A path in a layout at which faults are noted. `path / "rows" / 0` is a path below it.

    As text it fits into a sentence: "sections/0/rows".
    """

    __slots__ = ("_faults", "_pointer")

    def __init__(self, faults: list[Fault], pointer: str = "") -> None:
        self._faults = faults
        self._pointer = pointer

    def __truediv__(self, member: str | int) -> "FaultPath":
        return FaultPath(self._faults, f"{self._pointer}/{member}")

    def __str__(self) -> str:
        return self._pointer.removeprefix("/")

    def refuse(self, detail: str) -> None:
        """Notes a fault at this path. The detail follows the path in a sentence: 'is missing'.

        Raises `LayoutRefused` once there are FAULTS_MAX faults.
        """
        self._faults.append(Fault(pointer=self._pointer, detail=detail))
        if len(self._faults) >= FAULTS_MAX:
            raise LayoutRefused(tuple(self._faults))
