"""Reads the paths and texts of a PDF page into the nodes of a drawing, through PDFium.

PDFium is C++ and reads what strangers send: this runs in a process of its own alone, with limits of memory
and time, like every import. Nothing of a file is executed, fetched or rendered.
"""

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.pdf.outlines import Segment, Subpath, shapes_of
from seatpreview.imports.svg.geometry import IDENTITY, Matrix
from seatpreview.imports.svg.parser import SvgBounds, SvgDocument, SvgNode

PAGES_MAX = 50
"""Pages that are looked at. A plan is one of the first."""
SEGMENTS_MAX = 4_000_000
SHAPE_SEGMENTS_MAX = 20_000
"""An outline with more is a photograph that a program has traced, not a shape."""
CHARACTERS_MAX = 400_000
FORM_DEPTH_MAX = 8
_WORD_GAP = 0.9
"""Of the height of its letters: a wider gap begins another text."""
_SAME_LINE = 0.5
_SLANTED = 0.1
"""The sine from which a text is no line from left to right, or up or down."""
_SPACES = "\u00a0\u2002\u2003\u3000"
LOST_LETTERS_MIN = 3
_FLAT = 0.005
"""Of the width of a letter: even a dash is higher."""
_FONT_CHARACTERS_MAX = 200
_INVISIBLE = 3
"""The text render mode of text that is there to be searched alone, as over a scan."""


class PageLook(NamedTuple):
    """A page, before its shapes are read."""

    number: int
    """From 1."""
    lines: int
    """Its lines and curves: what seats may be made of."""


class Pdf:
    """An open PDF. `close` frees it."""

    def __init__(self, data: bytes) -> None:
        # Loaded where a PDF is read: the library takes 10 MB.
        import pypdfium2
        import pypdfium2.raw as raw

        self._raw: Any = raw
        try:
            self._document: Any = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            reason = "needs a password" if "password" in str(error).lower() else "is damaged"
            raise UnreadableFile(
                f"The PDF {reason}. Save the plan anew as PDF without a password, or as SVG."
            ) from error

    def close(self) -> None:
        self._document.close()

    def looks(self) -> list[PageLook]:
        """Returns the first pages with the number of their lines."""
        return [
            PageLook(index + 1, self._lines_of(index)) for index in range(min(len(self._document), PAGES_MAX))
        ]

    def drawing(self, number: int, bounds: SvgBounds) -> SvgDocument:
        """Returns a page as a drawing: its size in points, y down."""
        raw = self._raw
        page = self._document[number - 1]
        width, height = page.get_size()
        root = SvgNode("svg", {"width": f"{width}pt", "viewBox": f"0 0 {width} {height}"}, None, True)
        document = SvgDocument([root], "", {})
        to_page = self._to_page(page, width, height)
        segments = 0
        for handle, matrix in self._objects(page.raw, to_page, raw.FPDF_PAGEOBJ_PATH):
            for node, count in self._nodes(handle, matrix, root):
                segments += count
                document.nodes.append(node)
                if len(document.nodes) > bounds.shapes or segments > SEGMENTS_MAX:
                    raise UnreadableFile(
                        f"The page has more than {bounds.shapes} shapes and texts. Remove what is not seats."
                    )
        self._add_texts(page, to_page, document)
        self._refuse_unread(page)
        return document

    def _to_page(self, page: Any, width: float, height: float) -> Matrix:
        """Returns the map from the coordinates of a page, y up, to the page as it is shown, y down."""
        left, bottom, right, top = page.get_bbox()
        # A page may be turned when it is shown, clockwise.
        return {
            90: Matrix(0, 1, 1, 0, -bottom, -left),
            180: Matrix(-1, 0, 0, 1, right, -bottom),
            270: Matrix(0, -1, -1, 0, top, right),
        }.get(page.get_rotation(), Matrix(1, 0, 0, -1, -left, top))

    def _lines_of(self, index: int) -> int:
        # The page closes with its object, which this holds until all is counted.
        page = self._document[index]
        raw = self._raw
        paths = self._objects(page.raw, IDENTITY, raw.FPDF_PAGEOBJ_PATH)
        return sum(raw.FPDFPath_CountSegments(path) for path, _ in paths)

    def _objects(
        self, parent: Any, matrix: Matrix, wanted: int, depth: int = 0
    ) -> Iterator[tuple[Any, Matrix]]:
        """Yields the paths or texts of a page or of a group, each with its map to the page."""
        raw = self._raw
        count = raw.FPDFFormObj_CountObjects if depth else raw.FPDFPage_CountObjects
        get = raw.FPDFFormObj_GetObject if depth else raw.FPDFPage_GetObject
        for at in range(count(parent)):
            handle = get(parent, at)
            kind = raw.FPDFPageObj_GetType(handle)
            if kind == wanted:
                yield handle, matrix.times(self._matrix(handle))
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < FORM_DEPTH_MAX:
                yield from self._objects(handle, matrix.times(self._matrix(handle)), wanted, depth + 1)

    def _matrix(self, handle: Any) -> Matrix:
        found = self._raw.FS_MATRIX()
        if not self._raw.FPDFPageObj_GetMatrix(handle, found):
            return IDENTITY
        return Matrix(found.a, found.b, found.c, found.d, found.e, found.f)

    def _nodes(self, handle: Any, matrix: Matrix, root: SvgNode) -> Iterator[tuple[SvgNode, int]]:
        raw = self._raw
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(handle, fill, stroke)
        if not fill.value and not stroke.value:
            return
        count = raw.FPDFPath_CountSegments(handle)
        if not 0 < count <= SHAPE_SEGMENTS_MAX:
            return
        attributes = {"fill": self._colour(handle) if fill.value else "none"}
        for shape in shapes_of(self._subpaths(handle, count, matrix)):
            yield SvgNode(shape.tag, shape.attributes | attributes, root, True), count

    def _colour(self, handle: Any) -> str:
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        self._raw.FPDFPageObj_GetFillColor(handle, red, green, blue, alpha)
        return f"#{red.value:02x}{green.value:02x}{blue.value:02x}"

    def _subpaths(self, handle: Any, count: int, matrix: Matrix) -> list[Subpath]:
        raw = self._raw
        kinds = {raw.FPDF_SEGMENT_MOVETO: "M", raw.FPDF_SEGMENT_LINETO: "L", raw.FPDF_SEGMENT_BEZIERTO: "C"}
        x, y = ctypes.c_float(), ctypes.c_float()
        found: list[Subpath] = []
        for at in range(count):
            segment = raw.FPDFPath_GetPathSegment(handle, at)
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            kind = kinds.get(raw.FPDFPathSegment_GetType(segment), "L")
            if kind == "M" or not found:
                found.append([])
            found[-1].append(Segment(kind, *matrix.apply((x.value, y.value))))
        return found

    def _add_texts(self, page: Any, to_page: Matrix, document: SvgDocument) -> None:
        texts = page.get_textpage()
        try:
            for text, x, y in self._words(texts.raw, to_page):
                node = SvgNode("text", {"x": f"{x:.3f}", "y": f"{y:.3f}"}, document.nodes[0], True)
                node.text = text
                document.nodes.append(node)
        finally:
            texts.close()

    def _refuse_unread(self, page: Any) -> None:
        """Raises UnreadableFile where letters are lost that may name rows and seats.

        PDFium leaves out a text of one letter that has no extent, as where the file does not hold its font
        and this machine has none like it. A blank has none either, but its font has other letters.
        """
        raw = self._raw
        lost = Counter(
            self._font_of(handle)
            for handle, _ in self._objects(page.raw, IDENTITY, raw.FPDF_PAGEOBJ_TEXT)
            if self._is_without_extent(handle)
        )
        if not any(font and count >= LOST_LETTERS_MIN for font, count in lost.items()):
            return
        font = max(self._fonts_without_letters(page), key=lost.__getitem__, default="")
        if lost[font] >= LOST_LETTERS_MIN:
            raise UnreadableFile(
                f"{lost[font]} single letters of the PDF, such as names of rows, cannot be read: it does not "
                f"hold their font {font!r}, and this server has none like it. Save the plan as PDF with its "
                "fonts in it, or as SVG."
            )

    def _fonts_without_letters(self, page: Any) -> set[str]:
        """Returns the fonts of which letters are flat: there are no outlines for them."""
        raw = self._raw
        texts = page.get_textpage()
        name, flags = ctypes.create_string_buffer(_FONT_CHARACTERS_MAX), ctypes.c_int()
        found = set()
        try:
            for at in range(min(raw.FPDFText_CountChars(texts.raw), CHARACTERS_MAX)):
                if chr(raw.FPDFText_GetUnicode(texts.raw, at) or 32).isalnum() and self._is_flat(
                    texts.raw, at
                ):
                    raw.FPDFText_GetFontInfo(texts.raw, at, name, len(name), flags)
                    found.add(name.value.decode(errors="replace"))
        finally:
            texts.close()
        return found - {""}

    def _is_flat(self, texts: Any, at: int) -> bool:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        self._raw.FPDFText_GetCharBox(texts, at, left, right, bottom, top)
        return top.value - bottom.value < _FLAT * (right.value - left.value)

    def _is_without_extent(self, handle: Any) -> bool:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        self._raw.FPDFPageObj_GetBounds(handle, left, bottom, right, top)
        return not right.value > left.value

    def _font_of(self, handle: Any) -> str:
        """Returns the name of a text's font; empty if the file holds the font."""
        raw = self._raw
        font, name = raw.FPDFTextObj_GetFont(handle), ctypes.create_string_buffer(_FONT_CHARACTERS_MAX)
        if not font or raw.FPDFFont_GetIsEmbedded(font):
            return ""
        raw.FPDFFont_GetBaseFontName(font, name, len(name))
        return name.value.decode(errors="replace")

    def _words(self, texts: Any, to_page: Matrix) -> Iterator[tuple[str, float, float]]:
        """Yields the texts of a page with the middle of their letters. PDF knows letters alone: a text ends
        where the next letter stands apart, on another line, or is written in another direction."""
        raw = self._raw
        word: list[_Letter] = []
        box = [ctypes.c_double() for _ in range(4)]
        for at in range(min(raw.FPDFText_CountChars(texts), CHARACTERS_MAX)):
            letter = chr(raw.FPDFText_GetUnicode(texts, at) or 32)
            is_drawn = letter.isprintable() or letter in _SPACES
            if not is_drawn or not raw.FPDFText_GetCharBox(texts, at, *box):
                continue
            # A blank that the file has is as wide as it is; PDFium guesses others from gaps.
            is_guessed = letter.isspace() and raw.FPDFText_IsGenerated(texts, at) == 1
            if is_guessed:
                if word:
                    word.append(word[-1]._replace(text=" "))
                continue
            angle = raw.FPDFText_GetCharAngle(texts, at)
            quarters = round(angle / (math.pi / 2)) % 4
            left, right, bottom, top = _in_direction(quarters, *(value.value for value in box))
            if letter.isspace():
                if word:
                    word.append(word[-1]._replace(text=" ", right=max(word[-1].right, right)))
                continue
            here = _Letter(letter, left, right, bottom, top, quarters, angle - quarters * math.pi / 2)
            if word and not _continues(word[-1], here):
                yield from _joined(word, to_page)
                word = []
            word.append(here)
        yield from _joined(word, to_page)


class _Letter(NamedTuple):
    """A letter in its box. The box is turned so that the text runs to the right."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    quarters: int
    """By how many quarters of a circle the text is turned on the page, counterclockwise."""
    slope: float
    """How much further it is turned."""


def _in_direction(
    quarters: int, left: float, right: float, bottom: float, top: float
) -> tuple[float, float, float, float]:
    """Returns a box as it would be if its text were not turned."""
    if quarters == 1:
        return bottom, top, -right, -left
    if quarters == 2:
        return -right, -left, -top, -bottom
    return (-top, -bottom, left, right) if quarters else (left, right, bottom, top)


def _on_page(quarters: int, x: float, y: float) -> tuple[float, float]:
    """Returns a point on the page: the reverse of `_in_direction`."""
    return ((x, y), (-y, x), (-x, -y), (y, -x))[quarters]


def _continues(last: _Letter, next_one: _Letter) -> bool:
    if last.quarters != next_one.quarters:
        return False
    if abs(math.sin(last.slope)) > _SLANTED:
        return _continues_aslant(last, next_one)
    height = max(last.top - last.bottom, next_one.top - next_one.bottom, 1e-6)
    width = next_one.right - next_one.left
    if height < _FLAT * width:
        # Letters of a font that is not there have no height. Chinese ones are as wide as high.
        height = width
    gap = max(next_one.left - last.right, last.left - next_one.right, 0.0)
    apart = abs((last.bottom + last.top) / 2 - (next_one.bottom + next_one.top) / 2)
    return gap < _WORD_GAP * height and apart < _SAME_LINE * height


def _continues_aslant(last: _Letter, next_one: _Letter) -> bool:
    """Says the same of letters whose text runs up or down: their boxes are larger than they are."""
    dx = (next_one.left + next_one.right - last.left - last.right) / 2
    dy = (next_one.bottom + next_one.top - last.bottom - last.top) / 2
    # PDFium counts angles clockwise, and the page has y up.
    along = abs(dx * math.cos(last.slope) - dy * math.sin(last.slope))
    across = abs(dy * math.cos(last.slope) + dx * math.sin(last.slope))
    height = max(next_one.top - next_one.bottom, next_one.right - next_one.left, 1e-6)
    return abs(last.slope - next_one.slope) < _SLANTED and along < 2 * height and across < _SAME_LINE * height


def _joined(word: list[_Letter], to_page: Matrix) -> Iterator[tuple[str, float, float]]:
    text = "".join(letter.text for letter in word).strip()
    if not text:
        return
    along = min(letter.left for letter in word) + max(letter.right for letter in word)
    across = min(letter.bottom for letter in word) + max(letter.top for letter in word)
    x, y = to_page.apply(_on_page(word[0].quarters, along / 2, across / 2))
    if math.isfinite(x) and math.isfinite(y):
        yield text[:400], x, y
