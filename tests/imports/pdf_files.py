"""PDF files that the tests of imports write: pages of drawing commands, with Helvetica."""

from collections.abc import Sequence

_CURVE = 0.5523


def circle(x: float, y: float, radius: float) -> str:
    """A circle of four curves, as drawing programs write it."""
    bend = _CURVE * radius
    return (
        f"{x + radius} {y} m "
        f"{x + radius} {y + bend} {x + bend} {y + radius} {x} {y + radius} c "
        f"{x - bend} {y + radius} {x - radius} {y + bend} {x - radius} {y} c "
        f"{x - radius} {y - bend} {x - bend} {y - radius} {x} {y - radius} c "
        f"{x + bend} {y - radius} {x + radius} {y - bend} {x + radius} {y} c h f\n"
    )


def text(words: str, x: float, y: float, size: float = 6) -> str:
    return f"BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET\n"


def rows(names: str = "ABC", seats: int = 8, left: float = 100, top: float = 600) -> str:
    """Rows of circles, 12 points apart, with the number of each seat in it and the row's name beside it."""
    parts = []
    for line, name in enumerate(names):
        y = top - 20 * line
        parts.append(text(name, left - 20, y - 2))
        for seat in range(1, seats + 1):
            x = left + 12 * seat
            parts.append(f"0.2 0.4 0.8 rg {circle(x, y, 5)}")
            parts.append(f"0 g {text(str(seat), x - 1.7 * len(str(seat)), y - 2)}")
    return "".join(parts)


STAGE = "0.8 g 110 660 90 40 re f 0 g " + text("Stage", 140, 676, 10)


def pdf(*pages: str, rotate: int = 0, resources: str = "", extra: Sequence[str] = ()) -> bytes:
    """A PDF with these drawing commands. `extra` are objects, numbered from 100 on."""
    objects = {
        1: "<< /Type /Catalog /Pages 2 0 R >>",
        3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    }
    kids = []
    for index, content in enumerate(pages):
        page, stream = 10 + 2 * index, 11 + 2 * index
        kids.append(f"{page} 0 R")
        objects[page] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate {rotate} /Contents {stream} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> {resources} >> >>"
        )
        objects[stream] = f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"
    objects[2] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects |= {100 + index: each for index, each in enumerate(extra)}
    data = "%PDF-1.4\n"
    offsets = {}
    for number in sorted(objects):
        offsets[number] = len(data)
        data += f"{number} 0 obj\n{objects[number]}\nendobj\n"
    table = len(data)
    data += "xref\n0 1\n0000000000 65535 f \n"
    data += "".join(f"{number} 1\n{offset:010} 00000 n \n" for number, offset in offsets.items())
    data += f"trailer << /Root 1 0 R /Size {max(objects) + 1} >>\nstartxref\n{table}\n%%EOF\n"
    return data.encode("latin-1")


def font_that_is_nowhere(content: str) -> list[str]:
    """Objects for `extra`: a form that draws these texts in a font without letters, and the font, /F2."""
    letters = "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <EA60> <3044> endbfchar"
    return [
        "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F2 101 0 R >> >> "
        f"/Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type0 /BaseFont /Nowhere /Encoding /Identity-H /DescendantFonts [102 0 R] "
        "/ToUnicode 103 0 R >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Nowhere /DW 1000 "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        f"<< /Length {len(letters)} >>\nstream\n{letters}\nendstream",
    ]
