from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imports.svg_files import circles, svg
from seatpreview.imports.model import UnreadableFile
from seatpreview.imports.svg import parser
from seatpreview.imports.svg.parser import SVG_BYTES_MAX, SvgBounds, parse_svg
from seatpreview.imports.svg.reader import read_svg

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "prologue",
    [
        f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]>',
        '<!DOCTYPE svg [<!ENTITY file SYSTEM "file:/etc/hostname">]>',
        '<!DOCTYPE svg [<!ENTITY % outer SYSTEM "http://127.0.0.1/x.dtd"> %outer;]>',
        '<!DOCTYPE svg [<!ENTITY one "1"><!ENTITY two "&one;&one;">]>',
        '<!DOCTYPE svg [<!ENTITY % one "1"> %one;]>',
        '<!DOCTYPE svg [<!ENTITY % one "1">]>',
        '<!DOCTYPE svg [<!ENTITY one "&#60;script>">]>',
        '<!DOCTYPE svg [<!ENTITY one "%one;">]>',
        '<!DOCTYPE svg [<!ENTITY amp "1"><!ENTITY one "1">]>',
        f'<!DOCTYPE svg [<!ENTITY one "{"1" * 301}">]>',
        f'<!DOCTYPE svg [{"".join(f"""<!ENTITY e{n} "1">""" for n in range(51))}]>',
        '<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY one PUBLIC "a" "http://127.0.0.1/">]>',
        '<!DOCTYPE svg [<!ENTITY picture SYSTEM "a.gif" NDATA gif>]>',
    ],
)
def test_entities_are_refused(prologue: str) -> None:
    """The attacks: billion laughs, files of the server, requests from the server."""
    with pytest.raises(UnreadableFile, match="entities"):
        parse_svg(prologue.encode() + svg("<text>&l9;&file;</text>"))


def test_entities_of_short_texts_are_written_out_once() -> None:
    """Old Illustrator declares namespaces so. What stands in a text is no other entity."""
    prologue = (
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd" [\n'
        b'\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n\t<!ENTITY row "A">\n<!ENTITY row "B">]>\n'
    )
    file = prologue + b'<svg xmlns="&ns_svg;"><text x="&row;">Row &row; &amp;row; &lt;</text></svg>'
    text = parse_svg(file).nodes[1]
    assert (text.text, text.attributes["x"]) == ("Row A &row; <", "A")
    with pytest.raises(UnreadableFile, match="undefined entity"):
        parse_svg(prologue + svg("<text>&other;</text>"))


def test_entities_that_would_grow_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: many references to one text, each a hundred times as long as its reference."""
    monkeypatch.setattr(parser, "SVG_BYTES_MAX", 10_000)
    prologue = f'<!DOCTYPE svg [<!ENTITY a "{"h" * 300}">]>'.encode()
    assert parse_svg(prologue + svg("<text>&a;</text>")).nodes[1].text == "h" * 300
    with pytest.raises(UnreadableFile, match="entities"):
        parse_svg(prologue + svg("<text>&a;</text>" * 40))


def test_a_doctype_without_entities_is_fine() -> None:
    doctype = (
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    assert len(parse_svg(b'<?xml version="1.0"?>' + doctype + svg("<rect/>")).nodes) == 2


@pytest.mark.parametrize(
    ("data", "bounds", "words"),
    [
        (svg("<g/>" * 20), SvgBounds(nodes=10), "more than 10 elements"),
        (svg("<metadata>" + "<b/>" * 20 + "</metadata>"), SvgBounds(nodes=10), "more than 10 elements"),
        (svg("<rect/>" * 20), SvgBounds(shapes=10), "more than 10 shapes"),
        (svg("<g>" * 300 + "</g>" * 300), SvgBounds(), "200 deep"),
        (svg("<foreignObject>" * 300 + "</foreignObject>" * 300), SvgBounds(), "200 deep"),
        (b"\x1f\x8b\x08", SvgBounds(), "Unpack"),
        (b"<html><svg/></html>", SvgBounds(), "`html`, not `svg`"),
        (b"<svg>", SvgBounds(), "not well-formed"),
        (b"", SvgBounds(), "not well-formed"),
        (b'<?xml version="1.0" encoding="utf-7"?><svg/>', SvgBounds(), "not well-formed"),
        (b'<?xml version="1.0" encoding="nonsense"?><svg/>', SvgBounds(), "not well-formed"),
        (b" " * (SVG_BYTES_MAX + 1), SvgBounds(), "bytes"),
    ],
)
def test_what_is_beyond_the_bounds_is_refused_with_a_sentence(
    data: bytes, bounds: SvgBounds, words: str
) -> None:
    with pytest.raises(UnreadableFile, match=words):
        parse_svg(data, bounds)


def test_a_file_is_refused_at_the_first_node_beyond_the_bound() -> None:
    """The attack: ten million nodes. What follows the bound is not parsed: its errors do not show."""
    with pytest.raises(UnreadableFile, match="more than 100 elements"):
        parse_svg(svg("<g/>" * 101 + "<not closed"), SvgBounds(nodes=100))


def test_scripts_and_images_are_counted_and_what_they_hold_is_ignored() -> None:
    content = "<script>alert(1)</script><image href='data:,'/><foreignObject><circle r='4'/></foreignObject>"
    document = parse_svg(svg(content + "<g onclick='x()' id='a'><title> A  b </title></g>"))
    assert document.skipped == {"script": 1, "image": 1, "foreignObject": 1}
    assert [(node.tag, node.attributes, node.title) for node in document.nodes[1:]] == [
        ("g", {"id": "a"}, "A b")
    ]


def test_an_attribute_of_megabytes_is_dropped_and_counted() -> None:
    document = parse_svg(svg(f"<path id='p' d='{'1 ' * 600_000}'/>"))
    assert document.nodes[1].attributes == {"id": "p"}
    assert sum(document.skipped.values()) == 1


def test_lines_of_a_text_are_joined_with_a_space() -> None:
    nodes = parse_svg(
        svg("<text><tspan x='1' y='2'>Upper</tspan><tspan x='1' y='9'>circle</tspan></text>")
    ).nodes
    assert (nodes[1].text, nodes[1].attributes) == ("Upper circle", {"x": "1", "y": "2"})


_names = st.sampled_from(
    ["svg", "g", "circle", "rect", "path", "use", "text", "tspan", "title", "symbol", "defs", "style"]
)
_values = st.one_of(
    st.sampled_from(
        ["#a", "#b", "a", "1e308", "NaN", "-1e999", "M0 0a1 1 0 01", "matrix(1e308 0 0 1e308 1 1)", "12mm"]
    ),
    st.text(
        st.characters(codec="utf-8", exclude_characters='<&"', exclude_categories=["Cc", "Cs"]), max_size=12
    ),
)
_attributes = st.dictionaries(
    st.sampled_from(
        ["id", "class", "cx", "cy", "r", "x", "width", "height", "d", "transform", "href", "viewBox", "style",
         "data-row", "data-seat", "data-init", "aria-label", "fill"]
    ),
    _values,
    max_size=5,
)  # fmt: skip


@st.composite
def _elements(draw: st.DrawFn, depth: int = 2) -> str:
    name = draw(_names)
    written = "".join(f' {key}="{value}"' for key, value in draw(_attributes).items())
    children = (
        draw(st.lists(_elements(depth - 1), max_size=3)) if depth else [draw(st.sampled_from(["", "A12"]))]
    )
    return f"<{name}{written}>{''.join(children)}</{name}>"


@given(st.lists(_elements(), max_size=4))
def test_any_small_svg_is_read_or_refused(elements: list[str]) -> None:
    with suppress(UnreadableFile):
        hall = read_svg(svg(circles('id="{row}{seat}"', rows="A", seats=2) + "".join(elements)))
        assert all(abs(seat.x or 0) <= 1e7 and abs(seat.y or 0) <= 1e7 for seat in hall.seats)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_svg(data)
