"""Parses SVG into the nodes that matter: short texts as entities, nothing external, every cost bounded."""

import re
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from seatpreview.imports.model import UnreadableFile

SVG_BYTES_MAX = 32 * 1024 * 1024
ATTRIBUTE_CHARACTERS_MAX = 1024 * 1024
"""A longer attribute (an image in it, an outline of ten thousands of points) is dropped and counted."""
TEXT_CHARACTERS_MAX = 400
"""The part of a text, title or description that is kept."""
STYLE_CHARACTERS_MAX = 1024 * 1024
ENTITIES_MAX = 50
_PROLOGUE_BYTES_MAX = 64 * 1024
_DOCTYPE = re.compile(
    rb"<!DOCTYPE\s++[\w:.-]{1,60}+(?:\s++(?:PUBLIC\s++\"[^\"<>]{0,300}+\"|SYSTEM)\s++\"[^\"<>]{0,300}+\")?+\s*+"
    rb"\[([^\[\]]{0,32000}+)\]\s*+>"
)
_ENTITY = re.compile(rb"<!ENTITY\s++([A-Za-z_][\w.-]{0,60}+)\s++\"([^\"'<>&%]{0,300}+)\"\s*+>")
"""A general entity with at most 300 bytes of text in it."""
_REFERENCE = re.compile(rb"&([A-Za-z_][\w.-]{0,60}+);")
_OF_XML = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))


class SvgBounds(NamedTuple):
    """What a file may cost."""

    nodes: int = 2_000_000
    shapes: int = 600_000
    """Shapes, texts and groups that are kept."""
    depth: int = 200


class SvgNode:
    """A group, a shape or a text, with the attributes that matter and its parent."""

    __slots__ = ("attributes", "desc", "is_drawn", "parent", "tag", "text", "title")

    def __init__(
        self, tag: str, attributes: dict[str, str], parent: "SvgNode | None", is_drawn: bool
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.is_drawn = is_drawn
        """False below `defs` and `symbol`, where only `use` draws it."""
        self.title = ""
        self.desc = ""
        self.text = ""


class SvgDocument(NamedTuple):
    """The nodes in the order of the file (a parent comes before its children), and what was skipped."""

    nodes: list[SvgNode]
    style: str
    skipped: dict[str, int]
    """How many of each kind the reader ignored: `script`, `image`..."""


GROUPS = frozenset({"svg", "g", "a", "switch", "symbol", "defs"})
SHAPES = frozenset({"circle", "ellipse", "rect", "path", "polygon", "polyline", "line", "use"})
_KEPT = GROUPS | SHAPES | {"text"}
_CAPTURED = frozenset({"title", "desc", "style"})
_REPORTED = frozenset(
    {"script", "foreignObject", "image", "animate", "animateTransform", "set", "video", "audio"}
)
_ATTRIBUTE_WORDS = """id class style transform viewBox preserveAspectRatio
    x y cx cy r rx ry width height d points x1 y1 x2 y2
    fill display visibility font-size text-anchor aria-label inkscape:label serif:id href role
    visio:groupContext"""
_GEOMETRY = frozenset(_ATTRIBUTE_WORDS.split())
_PREFIXES = {
    "http://www.w3.org/1999/xlink": "",
    "http://www.inkscape.org/namespaces/inkscape": "inkscape:",
    "http://www.serif.com/": "serif:",
    "http://schemas.microsoft.com/visio/2003/SVGExtensions/": "visio:",
}


def parse_svg(data: bytes, bounds: SvgBounds = SvgBounds()) -> SvgDocument:  # noqa: B008 - an immutable tuple
    """Parses the file in one pass. Raises UnreadableFile where it is no SVG, unsafe, or beyond the bounds."""
    _check_bytes(data)
    data = _with_plain_entities(data)
    if data.count(b"<") > 2 * bounds.nodes:
        raise UnreadableFile(f"The file has more than {bounds.nodes} elements.")
    collector = _Collector(bounds)
    try:
        # The whole text at once: fed in parts, a token of megabytes would be scanned again with each part.
        parser = DefusedXMLParser(target=collector, forbid_dtd=False)
        parser.feed(data)
        parser.close()
    except UnreadableFile:
        raise
    except DefusedXmlException as error:
        raise UnreadableFile(_ENTITIES) from error
    except (ParseError, LookupError, ValueError) as error:
        raise UnreadableFile(f"The file is not well-formed XML: {str(error)[:200]}.") from error
    return SvgDocument(collector.nodes, "".join(collector.style), collector.skipped)


_ENTITIES = (
    "The file declares entities or refers to other files, which is not allowed. Save it as plain SVG"
    " (in Illustrator: without 'Preserve Illustrator Editing Capabilities')."
)


def _check_bytes(data: bytes) -> None:
    if len(data) > SVG_BYTES_MAX:
        raise UnreadableFile(f"The file has {len(data)} bytes. At most {SVG_BYTES_MAX} are read.")
    if data[:2] == b"\x1f\x8b":
        raise UnreadableFile("The file is a compressed SVG (.svgz). Unpack it first.")


def _with_plain_entities(data: bytes) -> bytes:
    """Returns the file with its entities written out, if all of them are short texts without markup and
    without other entities: old Illustrator declares namespaces so. Any other file is returned as it is, and
    the parser refuses each entity."""
    start = data.find(b"<!DOCTYPE", 0, _PROLOGUE_BYTES_MAX)
    doctype = _DOCTYPE.match(data, start) if start >= 0 else None
    if doctype is None or _ENTITY.sub(b"", doctype[1]).strip():
        return data
    found = _ENTITY.findall(doctype[1])
    # Of an entity that is declared twice, the first one counts.
    entities = dict(reversed(found))
    if len(found) > ENTITIES_MAX or not _OF_XML.isdisjoint(entities):
        return data
    body = data[doctype.end() :]
    grown = sum(body.count(b"&%b;" % name) * len(text) for name, text in entities.items())
    if len(data) + grown > SVG_BYTES_MAX:
        return data
    return data[:start] + _REFERENCE.sub(lambda found: entities.get(found[1], found[0]), body)


class _Collector:
    """Receives the events of the parser, and keeps what matters."""

    def __init__(self, bounds: SvgBounds) -> None:
        self.nodes: list[SvgNode] = []
        self.style: list[str] = []
        self.skipped: dict[str, int] = {}
        self._bounds = bounds
        self._seen = 0
        self._depth = 0
        self._skip_below = 0
        """The depth of the element whose content is ignored; 0 if there is none."""
        self._open: list[SvgNode | None] = []
        """For each open element: the nearest node that is kept."""
        self._capture = ""
        self._captured: list[str] = []
        self._captured_characters = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._seen += 1
        self._depth += 1
        self._check_bounds()
        name = _local(tag)
        if self._depth == 1 and name != "svg":
            raise UnreadableFile(f"The file is XML, but its first element is `{name[:40]}`, not `svg`.")
        if self._skip_below:
            self._count_if_reported(name)
            return
        self._begin(name, attributes)

    def _check_bounds(self) -> None:
        if self._seen > self._bounds.nodes:
            raise UnreadableFile(f"The file has more than {self._bounds.nodes} elements.")
        if self._depth > self._bounds.depth:
            raise UnreadableFile(f"The file nests elements more than {self._bounds.depth} deep.")
        if len(self.nodes) > self._bounds.shapes:
            raise UnreadableFile(
                f"The file has more than {self._bounds.shapes} shapes and texts. Remove what is not seats."
            )

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else None
        if name in _KEPT:
            self._open.append(self._kept(name, attributes, parent))
            if name == "text":
                self._begin_capture("text")
            return
        self._open.append(parent)
        if name == "tspan" and parent is not None:
            self._place_by_tspan(parent, attributes)
        elif name in _CAPTURED:
            self._begin_capture(name)
        elif self._capture != "text":
            self._count_if_reported(name)
            self._skip_below = self._depth

    def _kept(self, name: str, attributes: dict[str, str], parent: SvgNode | None) -> SvgNode:
        # LibreOffice writes the extent of each shape as an invisible rectangle.
        is_extent = attributes.get("class") == "BoundingBox"
        is_drawn = name not in {"defs", "symbol"} and not is_extent and (parent is None or parent.is_drawn)
        node = SvgNode(name, self._wanted(attributes), parent, is_drawn)
        self.nodes.append(node)
        return node

    def _wanted(self, attributes: dict[str, str]) -> dict[str, str]:
        wanted = {}
        for key, value in attributes.items():
            name = _attribute(key)
            if name not in _GEOMETRY and not name.startswith("data-"):
                continue
            if len(value) > ATTRIBUTE_CHARACTERS_MAX:
                self._count("attribute of more than a million characters")
                continue
            wanted[name] = value
        return wanted

    def _place_by_tspan(self, text: SvgNode, attributes: dict[str, str]) -> None:
        """The first tspan with a position places a text that has none."""
        if text.tag != "text":
            return
        if "dy" in attributes or attributes.get("y", text.attributes.get("y")) != text.attributes.get("y"):
            self.data(" ")  # A new line of the text.
        for key in ("x", "y"):
            if key in attributes:
                text.attributes.setdefault(key, attributes[key])

    def _begin_capture(self, name: str) -> None:
        if not self._capture:
            self._capture = name
            self._captured = []
            self._captured_characters = 0

    def data(self, text: str) -> None:
        if not self._capture or self._skip_below:
            return
        limit = STYLE_CHARACTERS_MAX if self._capture == "style" else TEXT_CHARACTERS_MAX
        room = limit - self._captured_characters
        if room > 0:
            self._captured.append(text[:room])
            self._captured_characters += len(self._captured[-1])

    def end(self, tag: str) -> None:
        if self._skip_below:
            if self._skip_below == self._depth:
                self._skip_below = 0
                self._open.pop()
            self._depth -= 1
            return
        self._depth -= 1
        node = self._open.pop()
        if _local(tag) == self._capture:
            self._end_capture(node)

    def _end_capture(self, node: SvgNode | None) -> None:
        captured, kind = "".join(self._captured), self._capture
        self._capture = ""
        if kind == "style":
            self.style.append(captured)
        elif node is not None:
            setattr(node, kind, getattr(node, kind) or " ".join(captured.split()))

    def _count_if_reported(self, name: str) -> None:
        if name in _REPORTED:
            self._count(name)

    def _count(self, name: str) -> None:
        self.skipped[name] = self.skipped.get(name, 0) + 1

    def close(self) -> None:
        """The parser asks for a result, and there is none: the nodes are read from the collector."""


def _local(tag: Any) -> str:
    return str(tag).rpartition("}")[2]


def _attribute(key: str) -> str:
    if not key.startswith("{"):
        return key
    space, _, name = key[1:].partition("}")
    return _PREFIXES.get(space, "other:") + name
