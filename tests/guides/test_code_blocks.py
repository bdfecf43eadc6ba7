"""Every code block of the project's pages is run, in order, against a running demo, or says why not."""

import json
from pathlib import Path

import pytest

from guides.code_blocks import ROOT, RUN, WITHOUT_RUNNER, Block, blocks, pages, parse
from guides.conftest import RunningDemo
from guides.page_runner import BlockFailed, PageRunner
from seatpreview.api.table import OPERATIONS
from seatpreview.decoding.inputs import decode

pytestmark = pytest.mark.anyio

PROCESSES = ("sh", "python", "typescript")
QUICK_PAGES = {"docs/concepts.md", "docs/python.md", "docs/typescript.md"}
"""The pages of the quick lane: one for each kind of block that is a process. --all runs every page."""
OPENED_IN_A_BROWSER = {
    "README.md",
    "docs/embedding.md",
    "docs/first-hall.md",
    "docs/offers.md",
    "docs/recipes-html.md",
}
"""Pages with a whole HTML page in them, which tests/web opens."""


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def has_runner(block: Block) -> bool:
    """Whether the suite tests the block. Part of an HTML page cannot be opened."""
    if block.kind in ("not run", "file") or block.language in WITHOUT_RUNNER:
        return True
    return block.language in RUN and (block.language != "html" or block.is_whole_html_page)


RUN_PAGES = [
    page for page in pages() if any(b.language in PROCESSES and b.kind != "not run" for b in blocks(page))
]


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.long] * (named(page) not in QUICK_PAGES)) for page in RUN_PAGES],
    ids=named,
)
async def test_the_blocks_of_a_page_run_as_they_stand(page: Path, page_runner: PageRunner) -> None:
    for block in blocks(page):
        if block.kind == "file" or (block.language in PROCESSES and block.kind != "not run"):
            await page_runner.run(block)


def test_every_block_is_run_or_says_why_not() -> None:
    silent = [
        f"{named(page)}:{b.line}: {b.language}" for page in pages() for b in blocks(page) if not has_runner(b)
    ]
    assert silent == [], "Write <!-- not run: <reason> --> on the line before the block."


def test_every_json_block_is_json_and_a_body_is_valid() -> None:
    bodies = {operation.operation_id: operation.body for operation in OPERATIONS}
    for page in pages():
        for block in blocks(page):
            if block.language != "json" or block.kind == "not run":
                continue
            try:
                value = json.loads(block.text)
                if block.kind == "body of":
                    body = bodies[block.value]
                    assert body is not None
                    decode(value, body)
            except Exception as fault:
                raise BlockFailed(f"{named(page)}:{block.line}: {fault}") from fault


def test_every_whole_html_page_is_opened_in_a_browser() -> None:
    with_pages = {
        named(page) for page in pages() for b in blocks(page) if b.is_whole_html_page and b.kind == ""
    }
    assert with_pages - OPENED_IN_A_BROWSER == set(), "Open it in tests/web, and list it here."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('```sh\ncurl -s "$BASE/nowhere" -H "Authorization: Bearer $KEY"\n```\n', "not_found"),
        ("```sh\nfalse | true\n```\n", "line 1 failed"),
        ("```sh\nseatpreview keys show key_000000000000 | cat\n```\n", "no key"),
        ("```python\nraise ValueError('wrong')\n```\n", "ValueError: wrong"),
        ("```typescript\nconst seat: string = 1 as any;\nthrow new Error(`no ${seat}`);\n```\n", "no 1"),
        ("<!-- fails: never -->\n```sh\ntrue\n```\n", "expected to fail"),
    ],
)
async def test_a_block_that_fails_is_noticed(text: str, message: str, page_runner: PageRunner) -> None:
    [block] = parse(text)
    with pytest.raises(BlockFailed, match=message):
        await page_runner.run(block)


async def test_blocks_of_a_page_share_variables_files_and_ids(
    page_runner: PageRunner, running_demo: RunningDemo
) -> None:
    text = (
        "<!-- file: seat.py -->\n```python\nSEAT = '107/K/9'\n```\n"
        "```sh\nNAME=harbour\n```\n```python\nfrom seat import SEAT\n```\n"
        '```sh\ntest "$NAME" = harbour\npython -c "import seat"\n'
        'curl -s http://127.0.0.1:8080/v1/manage/venues/ven_... -H "Authorization: Bearer $KEY" '
        "| grep -q Harbour\n```\n"
        "```python\nassert SEAT == '107/K/9'\n```\n"
        "<!-- fails: the body is wrong -->\n"
        """```sh\ncurl -s $BASE/sessions -H "Authorization: Bearer $SHOP_KEY" -d '{'\n```\n"""
    )
    for block in parse(text):
        await page_runner.run(block)


def test_a_comment_belongs_to_the_block_below_it() -> None:
    text = (
        "<!-- not run: needs root -->\n```sh\na\n```\n\n  ```json\n  {}\n  ```\n"
        "<!-- body of createKey -->\n```json\n{}\n```\n"
    )
    assert [(b.language, b.kind, b.value, b.text) for b in parse(text)] == [
        ("sh", "not run", "needs root", "a\n"),
        ("json", "", "", "{}\n"),
        ("json", "body of", "createKey", "{}\n"),
    ]
    assert {b.kind for b in parse(f"<!-- no block is run: made up -->\n{text}")} == {"not run"}
