"""Drawings of a hall, as files: a PDF and an SVG, each with a coloured square in a known place."""

SVG = b"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" onload="top.hacked = true">
  <script>top.hacked = true</script>
  <style>.wall { fill: #c00000 }</style>
  <image href="/healthz" width="1" height="1"/>
  <rect class="wall" x="20" y="20" width="60" height="60"/>
  <text x="110" y="50" style="font-size: 10px">Stage</text>
</svg>
"""


def pdf() -> bytes:
    """Returns a PDF with one page of 200 x 100 points, with a blue square, and a script that nobody runs."""
    content = b"0 0 0.8 rg 20 20 60 60 re f 0 g BT /F1 12 Tf 110 50 Td (Stage) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    written, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return written + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
