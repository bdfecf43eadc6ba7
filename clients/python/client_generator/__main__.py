"""Writes the generated modules of the Python client, or compares them with what would be written."""

import json
import subprocess
import sys
from pathlib import Path

from client_generator.document import described_operations
from client_generator.groups import changes_module, groups_module, operations_module
from client_generator.models import models_module
from client_generator.python_types import PythonTypes
from seatpreview.api.table import BASE_PATH
from seatpreview.reference.openapi import document
from seatpreview.results import encode

GENERATED = Path(__file__).parent.parent / "seatpreview_client" / "generated"


def modules() -> dict[str, str]:
    """Returns the text of every generated module by its file name."""
    described = json.loads(encode(document(BASE_PATH)))
    types = PythonTypes(described["components"]["schemas"])
    operations = described_operations(described, types)
    texts = {
        "models.py": models_module(types, operations),
        "operations.py": operations_module(types, operations),
        "changes.py": changes_module(types, operations),
        "groups.py": groups_module(types, operations, is_async=False),
        "async_groups.py": groups_module(types, operations, is_async=True),
    }
    return {name: _formatted(text) for name, text in texts.items()}


def _formatted(text: str) -> str:
    """Removes unused imports and formats the text as all code of the project."""
    name = ["--stdin-filename", str(GENERATED / "models.py")]
    fix = [sys.executable, "-m", "ruff", "check", "--quiet", "--fix", "--select", "F401,I", *name, "-"]
    fixed = subprocess.run(fix, input=text, text=True, capture_output=True, check=True).stdout
    form = [sys.executable, "-m", "ruff", "format", "--quiet", *name, "-"]
    return subprocess.run(form, input=fixed, text=True, capture_output=True, check=True).stdout


if __name__ == "__main__":
    for name, text in modules().items():
        (GENERATED / name).write_text(text)
