"""Where a layout is wrong: faults are gathered while it is read, and refused together."""

from seatpreview.problems import Fault

# Also bounds the work on a hostile layout: what is costly to check twice is a fault the second time.
FAULTS_MAX = 1000


class LayoutRefused(ValueError):
    """A layout cannot be compiled. Its faults' pointers start at the layout."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults


class FaultPath:
    """A place in a layout. `place / "rows" / 0` is a place within it; str() says it in a sentence."""

    __slots__ = ("_found", "_pointer")

    def __init__(self, found: list[Fault], pointer: str = "") -> None:
        self._found = found
        self._pointer = pointer

    def __truediv__(self, member: str | int) -> "FaultPath":
        return FaultPath(self._found, f"{self._pointer}/{member}")

    def __str__(self) -> str:
        return self._pointer.removeprefix("/")

    def refuse(self, detail: str) -> None:
        """Notes a fault. The detail is what follows the pointer in a sentence: 'is missing'."""
        self._found.append(Fault(pointer=self._pointer, detail=detail))
        if len(self._found) >= FAULTS_MAX:
            raise LayoutRefused(tuple(self._found))
