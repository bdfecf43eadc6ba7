"""The colours, sizes and fonts of the product, from the front end's theme, for the pages of the guide."""

import re
from pathlib import Path
from typing import Any

THEME = Path(__file__).parents[2] / "web" / "source" / "design" / "theme.css"


def setup(app: Any) -> dict[str, bool]:
    """Registers the writing of tokens.css, as Sphinx expects of an extension."""
    app.connect("builder-inited", _write_tokens)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write_tokens(app: Any) -> None:
    # Sphinx copies this folder to _static, and gives the address of each style a checksum.
    folder = Path(app.outdir).parent / "tokens"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokens.css").write_text(tokens(THEME.read_text(encoding="utf-8")), encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def tokens(theme: str) -> str:
    """Returns the rule of a theme that declares its variables, and nothing else of it."""
    declared = re.search(r"^:root \{\n.*?^\}\n", theme, re.MULTILINE | re.DOTALL)
    if declared is None:
        raise ValueError("web/source/design/theme.css has no rule for :root.")
    return declared[0]
