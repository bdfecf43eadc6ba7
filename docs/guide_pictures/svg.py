"""A small writer of SVG: shapes in the colours of the product's pages, for light and for dark screens."""

import re
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
THEME = ROOT / "web" / "source" / "design" / "theme.css"

COLOURS = (
    "paper",
    "surface",
    "sunken",
    "ink",
    "ink-soft",
    "line",
    "line-strong",
    "accent",
    "accent-soft",
    "warn",
    "warn-soft",
    "danger",
    "danger-soft",
    "series-1",
    "series-2",
    "series-3",
    "series-4",
    "series-5",
)
"""The colours of theme.css that drawings use, by their names there."""

_PAIR = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")


class Drawing:
    """A picture of a given size. Shapes appear in the order in which they are added."""

    def __init__(self, width: float, height: float, title: str) -> None:
        """The title is what screen readers say for the picture."""
        self.width, self.height, self.title = width, height, title
        self._shapes: list[str] = []

    def rectangle(
        self, x: float, y: float, width: float, height: float, *, css: str, rounded: float = 6
    ) -> None:
        """Adds a rectangle by its upper left corner. `css` are names of classes of the style sheet."""
        self._shapes.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(rounded)}" '
            f'class="{css}"/>'
        )

    def circle(self, x: float, y: float, radius: float, *, css: str) -> None:
        """Adds a circle by its middle."""
        self._shapes.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" class="{css}"/>')

    def dots(self, points: list[tuple[float, float]], radius: float, *, css: str) -> None:
        """Adds many equal dots as one path: a line of no length with round ends is a dot."""
        path = "".join(f"M{_n(x)} {_n(y)}h0" for x, y in points)
        self._shapes.append(f'<path d="{path}" class="{css}" stroke-width="{_n(2 * radius)}"/>')

    def polygon(self, points: list[tuple[float, float]], *, css: str) -> None:
        """Adds a closed shape by its corners."""
        corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._shapes.append(f'<polygon points="{corners}" class="{css}"/>')

    def line(self, points: list[tuple[float, float]], *, css: str = "line", arrow: bool = False) -> None:
        """Adds a line through points, with an arrowhead at its end if it is an arrow."""
        path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
        head = ' marker-end="url(#head)"' if arrow else ""
        self._shapes.append(f'<path d="{path}" class="{css}"{head}/>')

    def text(self, x: float, y: float, text: str, *, css: str = "ink", anchor: str = "start") -> None:
        """Adds one line of text. The anchor is `start`, `middle` or `end`."""
        self._shapes.append(
            f'<text x="{_n(x)}" y="{_n(y)}" class="{css}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def card(
        self,
        x: float,
        y: float,
        width: float,
        title: str,
        *lines: str,
        css: str = "card",
        line_css: str = "soft",
    ) -> float:
        """Adds a box with a title and lines of text below it. Returns the y of its lower edge."""
        height = 34 + 18 * len(lines)
        self.rectangle(x, y, width, height, css=css)
        self.text(x + 12, y + 22, title, css="ink strong")
        for number, line in enumerate(lines):
            self.text(x + 12, y + 41 + 18 * number, line, css=line_css)
        return y + height

    def as_text(self) -> str:
        """The SVG file."""
        light, dark = _palette()
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(self.height)}" '
                f'width="{_n(self.width)}" height="{_n(self.height)}" role="img">',
                f"<title>{escape(self.title)}</title>",
                "<!-- Written by script/guide-pictures. Change it there. -->",
                f"<style>:root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}",
                f"{_STYLE}</style>",
                _ARROWHEAD,
                f'<rect width="{_n(self.width)}" height="{_n(self.height)}" class="paper"/>',
                *self._shapes,
                "</svg>\n",
            )
        )


def _palette() -> tuple[str, str]:
    """The custom properties of both themes, read from the style sheet of the product's pages."""
    pairs = {name: (light, dark) for name, light, dark in _PAIR.findall(THEME.read_text(encoding="utf-8"))}
    return (
        "".join(f"--{name}:{pairs[name][0]};" for name in COLOURS),
        "".join(f"--{name}:{pairs[name][1]};" for name in COLOURS),
    )


def _n(number: float) -> str:
    """A number with at most one decimal: the same on every machine, and short."""
    return f"{round(number, 1) + 0.0:g}"


_ARROWHEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" class="head"/></marker></defs>'
)
_STYLE = (
    "text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}"
    ".ink{fill:var(--ink)}.soft{fill:var(--ink-soft);font-size:12.5px}.strong{font-weight:600}"
    ".small{font-size:11.5px}.mono{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12.5px}"
    ".accent-ink{fill:var(--accent)}.warn-ink{fill:var(--warn)}.danger-ink{fill:var(--danger)}"
    ".paper{fill:var(--paper)}.card{fill:var(--surface);stroke:var(--line-strong)}"
    ".area{fill:var(--sunken);stroke:var(--line)}.outline{fill:none;stroke:var(--line-strong)}"
    ".accent-card{fill:var(--accent-soft);stroke:var(--accent)}"
    ".warn-card{fill:var(--warn-soft);stroke:var(--warn)}"
    ".danger-card{fill:var(--danger-soft);stroke:var(--danger)}"
    ".line{fill:none;stroke:var(--line-strong);stroke-width:1.4}"
    ".thin{fill:none;stroke:var(--line-strong);stroke-width:.8}"
    ".dashed{fill:none;stroke:var(--line-strong);stroke-width:1.2;stroke-dasharray:5 4}"
    ".sight{fill:none;stroke:var(--accent);stroke-width:1.4;stroke-dasharray:6 4}"
    ".blocked{fill:none;stroke:var(--danger);stroke-width:1.4;stroke-dasharray:6 4}"
    ".bold-line{fill:none;stroke:var(--accent);stroke-width:2}"
    ".head{fill:var(--line-strong)}"
    ".focus{fill:var(--accent)}.eye{fill:var(--accent);stroke:var(--paper);stroke-width:1.5}"
    ".closed{stroke:var(--line);stroke-linecap:round;fill:none}"
    + "".join(f".seats-{n}{{stroke:var(--series-{n});stroke-linecap:round;fill:none}}" for n in range(1, 6))
)
