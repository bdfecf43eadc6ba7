"""Colours and visibility of SVG nodes: attributes, styles, and simple rules of style sheets."""

import re

from seatpreview.imports.svg.parser import SvgNode

RULES_MAX = 5000
_CLASS = re.compile(r"[\w-]*\.([\w-]+)")
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b")
_NAMED = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080", "pink": "#ffc0cb", "grey": "#808080",
    "gray": "#808080", "silver": "#c0c0c0", "gold": "#ffd700", "brown": "#a52a2a", "cyan": "#00ffff",
    "aqua": "#00ffff", "magenta": "#ff00ff", "fuchsia": "#ff00ff", "lime": "#00ff00", "navy": "#000080",
    "teal": "#008080", "maroon": "#800000", "olive": "#808000", "lightgrey": "#d3d3d3",
    "lightgray": "#d3d3d3",
    "darkgrey": "#a9a9a9", "darkgray": "#a9a9a9", "lightblue": "#add8e6", "darkblue": "#00008b",
    "lightgreen": "#90ee90", "darkgreen": "#006400", "darkred": "#8b0000", "tomato": "#ff6347",
    "steelblue": "#4682b4", "royalblue": "#4169e1", "crimson": "#dc143c", "violet": "#ee82ee",
}  # fmt: skip


def colour_of(text: str) -> str:
    """Returns a colour as `#rrggbb`. Empty for none, gradients and what is no colour."""
    word = text[:40].strip().lower()
    if _HEX.fullmatch(word):
        digits = word[1:4] if len(word) in (4, 5) else word[1:7]
        return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)
    rgb = _RGB.match(word)
    if rgb is not None:
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in rgb.groups())
    return _NAMED.get(word, "")


class Styles:
    """What style sheets and attributes say of a node, with what it inherits."""

    def __init__(self, sheet: str) -> None:
        self._rules = _class_rules(sheet)
        self._fills: dict[SvgNode, str] = {}
        self._hidden: dict[SvgNode, bool] = {}
        self._inherited: dict[tuple[SvgNode, str], str] = {}

    def fill(self, node: SvgNode) -> str:
        """Returns the fill as `#rrggbb`, the node's own or inherited. Empty where it has none."""
        if node not in self._fills:
            own = self.value(node, "fill")
            above = self.fill(node.parent) if not own and node.parent is not None else ""
            self._fills[node] = colour_of(own) if own else above
        return self._fills[node]

    def inherited(self, node: SvgNode, name: str) -> str:
        """Returns the node's own value, or that of the nearest group with one."""
        key = (node, name)
        if key not in self._inherited:
            own = self.value(node, name)
            above = node.parent
            self._inherited[key] = own or (self.inherited(above, name) if above is not None else "")
        return self._inherited[key]

    def is_hidden(self, node: SvgNode) -> bool:
        if node not in self._hidden:
            hides = self.value(node, "display") == "none" or self.value(node, "visibility") == "hidden"
            self._hidden[node] = hides or (node.parent is not None and self.is_hidden(node.parent))
        return self._hidden[node]

    def value(self, node: SvgNode, name: str) -> str:
        """Returns the node's own value: its style, then the rules of its classes, then its attribute."""
        style = node.attributes.get("style", "")
        if name in style:
            own = _declarations(style[:4000]).get(name)
            if own is not None:
                return own
        for word in node.attributes.get("class", "")[:400].split() if self._rules else ():
            found = self._rules.get(word, {}).get(name)
            if found is not None:
                return found
        return node.attributes.get(name, "").strip()


def _class_rules(sheet: str) -> dict[str, dict[str, str]]:
    """Reads rules whose selector is one class: `.a, circle.b { fill: red }`."""
    rules: dict[str, dict[str, str]] = {}
    for block in sheet.split("}")[:RULES_MAX]:
        selectors, _, body = block.rpartition("{")
        for selector in selectors[-2000:].split(","):
            simple = _CLASS.fullmatch(selector.strip())
            if simple is not None:
                rules.setdefault(simple[1], {}).update(_declarations(body[:4000]))
    return rules


def _declarations(text: str) -> dict[str, str]:
    pairs = (declaration.partition(":") for declaration in text.split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, colon, value in pairs if colon}
