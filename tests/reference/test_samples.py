"""Every sample of the reference runs as it is pasted, and says where its variables come from."""

import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from reference.sample_runs import RunningDemo, paste, running_demo
from seatpreview.api.table import OPERATIONS
from seatpreview.reference.samples import code_samples

pytestmark = pytest.mark.anyio

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
async def demo(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningDemo]:
    async with running_demo(tmp_path_factory.mktemp("data")) as demo:
        yield demo


@pytest.mark.long
async def test_every_command_of_curl_runs_as_pasted(demo: RunningDemo, tmp_path: Path) -> None:
    runs = await demo.runs("curl")
    assert len(runs) == len(OPERATIONS)
    assert await paste(runs, tmp_path, [sys.executable, HERE / "paste_shell.py"]) == {}
    assert (tmp_path / "view.jpg").read_bytes().startswith(b"\xff\xd8")


@pytest.mark.long
async def test_every_program_in_python_runs_as_pasted(demo: RunningDemo, tmp_path: Path) -> None:
    client = str(ROOT / "clients" / "python")
    runs = await demo.runs("Python")
    assert await paste(runs, tmp_path, [sys.executable, HERE / "paste_python.py"], client) == {}
    assert (tmp_path / "view.jpg").read_bytes().startswith(b"\xff\xd8")


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with the built packages, from which modules can import them."""
    assert (ROOT / "clients" / "typescript" / "dist" / "index.js").is_file(), "Run script/web clients."
    (tmp_path / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return tmp_path


@pytest.mark.parametrize("options", [(), pytest.param(("--types",), marks=pytest.mark.long)], ids=str)
async def test_every_module_in_typescript_runs_as_pasted_and_has_no_type_errors(
    demo: RunningDemo, packages: Path, options: tuple[str, ...]
) -> None:
    """With --all, the compiler reads their types as well, which takes most of the time."""
    node = shutil.which("node", path=f"{os.environ['PATH']}:{ROOT / '.venv' / 'bin'}")
    assert node is not None
    runs = await demo.runs("TypeScript")
    assert await paste(runs, packages, [node, HERE / "paste_typescript.mjs", *options]) == {}
    assert (packages / "view.jpg").read_bytes().startswith(b"\xff\xd8")


async def test_the_sample_of_suggestions_gets_the_response_that_the_reference_shows(
    demo: RunningDemo,
) -> None:
    [shown] = [each.result_example for each in OPERATIONS if each.operation_id == "suggestSeatKeys"]
    assert await demo.send_suggestion_sample() == [shown, shown]


def test_a_sample_says_of_each_variable_where_it_comes_from() -> None:
    for operation in OPERATIONS:
        for sample in code_samples(operation, "http://127.0.0.1:8080/v1"):
            explained = set(re.findall(r"^(?:#|//) ([A-Z_]+): ", sample["source"], re.MULTILINE))
            used = set(re.findall(r"(?:\$|environ\[\"|process\.env\.)([A-Z_]+)", sample["source"]))
            assert used == explained, sample["source"]
