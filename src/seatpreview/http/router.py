"""The router: finds the operations of a path in a tree of dictionaries, with one level for each segment."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote

from seatpreview.api.operation import Operation


class RouteMatch(NamedTuple):
    """The operations of a path by method, and the values of its parameters."""

    methods: dict[str, Operation]
    parameters: list[str]


class Router:
    """Finds operations by path. A last parameter whose type spans segments takes the rest of the path."""

    def __init__(self, base_path: str, operations: Iterable[Operation]) -> None:
        self._base_path = base_path
        self._root = _Node()
        self._without_parameters: dict[str, RouteMatch] = {}
        for operation in operations:
            node = self._root
            for segment in operation.path.strip("/").split("/"):
                node = node.child(segment)
                type_ = operation.path_types.get(segment.strip("{}"))
                node.spans_segments = type_ is not None and type_.spans_segments
            node.methods[operation.method] = operation
            if not operation.path_types:
                self._without_parameters[base_path + operation.path] = RouteMatch(node.methods, [])

    def find(self, path: str) -> RouteMatch | None:
        """Returns the operations of a path. It takes the path as it was sent, still encoded, so that %2F is
        not read as a slash."""
        return self._without_parameters.get(path) or self._find_in_tree(path)

    def _find_in_tree(self, path: str) -> RouteMatch | None:
        if not path.startswith(self._base_path + "/"):
            return None
        node = self._root
        parameters: list[str] = []
        segments = path[len(self._base_path) + 1 :].split("/")
        for position, segment in enumerate(segments):
            child = node.names.get(segment)
            if child is None:
                child = node.parameter
                if child is None or not segment:
                    return None
                if child.spans_segments:
                    return RouteMatch(child.methods, [*parameters, unquote("/".join(segments[position:]))])
                parameters.append(unquote(segment))
            node = child
        return RouteMatch(node.methods, parameters) if node.methods else None


class _Node:
    """A segment of paths: its children by name, and the child for a parameter."""

    __slots__ = ("methods", "names", "parameter", "spans_segments")

    def __init__(self) -> None:
        self.names: dict[str, _Node] = {}
        self.parameter: _Node | None = None
        self.spans_segments = False
        self.methods: dict[str, Operation] = {}

    def child(self, segment: str) -> "_Node":
        if not segment.startswith("{"):
            return self.names.setdefault(segment, _Node())
        if self.parameter is None:
            self.parameter = _Node()
        return self.parameter
