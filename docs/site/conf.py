"""Settings of Sphinx for the guide: docs/, which the service serves at /guide/. script/guide builds it."""

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))
_PACKAGE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Seat Preview"
version = release = _PACKAGE["version"]
language = "en"
html_title = "Seat Preview guide"

extensions = ["myst_parser", "repository_links", "design_tokens"]
exclude_patterns = ["site"]
myst_heading_anchors = 4
"""Headings have the anchors that a forge gives them, so that a link to one works in both places."""
nitpicky = True
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure"]
"""Code that is only coloured in part, because it is newer than the colouring."""

html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["static", "../../web/source/design/icon.svg", "../../web/source/design/site-header.css"]
html_favicon = "../../web/source/design/icon.svg"
html_css_files = ["tokens.css", "site-header.css", "guide.css"]
html_js_files = [("page.js", {"defer": "defer"}), ("search.js", {"defer": "defer"})]
html_additional_pages = {"404": "404.html"}
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}
html_sidebars = {
    "**": [
        "sidebar/scroll-start.html",
        "sidebar/search.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
