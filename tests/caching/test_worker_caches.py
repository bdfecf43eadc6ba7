"""The caches of a worker: one object owns all of them, and no module keeps state of its own."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import seatpreview
from cast import Cast
from seatpreview.assembly import METERED_CACHES
from seatpreview.caching import BoundedCache, CacheKind
from seatpreview.seats.plan_cache import PLANS
from seatpreview.seats.seat_view import SEAT_VIEWS
from seats.halls import put_hall_record

ROOT = Path(inspect.getfile(seatpreview)).parent

STATEFUL = {
    "BoundedCache", "SingleFlight", "FairQueue", "Derived", "Batcher", "Batchers", "count", "Counter",
    "WeakKeyDictionary", "WeakSet", "WeakValueDictionary", "defaultdict", "deque", "OrderedDict", "Lock",
}  # fmt: skip
"""Types whose objects are there to change."""

ALLOWED = {
    "http/request.py: _REQUEST_NUMBERS": "numbers requests, so that no two of a process have the same id",
    "database/connection.py: _kept": "SQL of statements that are module constants, composed when first run",
    "server/worker_watch.py: REPLACED_WORKERS": "counts of the parent process, which has no worker's state",
    "cli/display.py: _shown_bars": "progress bars on the terminal of a command",
}
"""Module globals that do change, each with the reason why it belongs to no worker."""

PURE_FUNCTIONS = {
    "change_feed/audit_list.py: _newest", "change_feed/store.py: _between",
    "events/counts.py: _add_or_subtract", "events/counts.py: _add_received",
    "events/counts.py: _delete_empty", "events/erasure.py: _delete_by_key",
    "events/store.py: _insert_into_sqlite", "events/store.py: _select_impressions",
    "idempotency.py: _insert", "keys/store.py: _newest", "venues/store.py: _newest",
    # Statements for each of the two databases: constants that need the dialect.
    "decoding/faults.py: _inspect_type", "decoding/inputs.py: _parameters_of",
    # Types of the API's table: as many as there are operations.
    "demo/arena.py: compiled_layout", "keys/origins.py: _public_suffixes",
    "keys/origins.py: _public_suffix_below",
    # Files of the package, read when they are first needed.
    "imports/words/attribute_words.py: _fields", "imports/words/field_words.py: _degrees",
    "imports/words/field_words.py: _fields", "imports/words/header_words.py: header_words",
    "imports/words/header_words.py: label_words", "imports/words/header_words.py: property_names",
    "imports/words/property_words.py: _own_names", "imports/words/focus_words.py: _endings",
    "labels/text/general_words.py: words_of_directions",
    "imports/words/field_words.py: _fillers", "imports/words/field_words.py: _metres",
    "imports/words/field_words.py: _until",
    "imports/words/plan_words.py: _languages",
    "imports/words/plan_words.py: plan_words",
    # Words of the language files, read by the first import of a plan.
    "preview_images/text_drawing.py: _font", "preview_images/text_drawing.py: _has_all",
    # The font, in the processes that make images.
    "preview_images/captions.py: caption_language",
    # As many as there are languages.
    "labels/text/general_words.py: general_word", "labels/text/general_words.py: with_one_typo",
    # Words, with a bound: 1.4 and 11 microseconds for each that no language has.
    "events/rules.py: _day_of_minute",
    # Dates, with a bound: 3 microseconds for each event.
    "imports/fitting/compact_names.py: _compacted", "imports/fitting/compact_names.py: _runs",
    "imports/fitting/compact_names.py: is_countable", "imports/fitting/place_names.py: label_text",
    "imports/svg/texts.py: seat_text", "imports/tables/seat_lines.py: _expanded",
    "imports/tables/seat_lines.py: _listed_properties",
    "imports/words/attribute_words.py: _field_of", "imports/words/field_words.py: field_word",
    "imports/words/property_words.py: _properties_in", "imports/words/level_words.py: level_rank",
    "imports/words/seat_phrases.py: bare_names",
    "imports/words/seat_phrases.py: worded_names", "imports/words/seat_phrases.py: parts_of",
    "imports/words/worded_places.py: worded_place", "imports/words/worded_places.py: without_word",
    # Names and texts of a file, with a bound, in the processes that read files: a plan repeats them often.
    "seats/computations.py: _hall",
    # The bodies of one hall, in the processes that compute what is seen: a second for 100,000 seats.
}  # fmt: skip
"""Functions without side effects whose results are remembered. The result is the same for every worker and
every test, so that nothing can leak through them; the comments say what bounds them."""


def test_no_module_has_a_global_that_is_there_to_change() -> None:
    """What a test leaves in such a global, the next one finds."""
    assert {name for path in sources() for name in stateful_globals(path)} == set(ALLOWED)


def test_only_results_of_pure_functions_are_remembered_beside_the_caches() -> None:
    assert {name for path in sources() for name in remembered_functions(path)} == PURE_FUNCTIONS


@pytest.mark.anyio
@pytest.mark.any_engine
async def test_requests_change_no_global_of_any_module(cast: Cast) -> None:
    before = {name: len(value) for name, value in containers()}
    await put_hall_record(cast)
    for path, query in (
        ("/seats/preview", {"seat": "Lower Terrace 101, Row B, Seat 2", "locale": "de-CH"}),
        ("/seats/plan", {"locale": "fr"}),
        ("/seats", {"limit": "7"}),
    ):
        assert (await cast.grantee.get(path, venue=cast.hall, **query)).status_code == 200
    changed = {name for name, value in containers() if before.get(name, len(value)) != len(value)}
    assert changed <= {name.replace("/", ".").replace(".py: ", ".") for name in ALLOWED}


def test_every_cache_that_is_bounded_in_bytes_is_in_the_metrics() -> None:
    """The bounds of two are settings, so that their kinds have none."""
    bounded = {kind for kind in declared_caches() if kind.bounds.bytes_max < 1 << 60}
    assert bounded | {SEAT_VIEWS, PLANS} == {*METERED_CACHES}
    assert all(kind.metric for kind in METERED_CACHES)


def declared_caches() -> Iterator[CacheKind[Any, Any]]:
    for path in sources():
        if "CacheKind[" in path.read_text(encoding="utf-8"):
            module = import_module(".".join(("seatpreview", *path.relative_to(ROOT).with_suffix("").parts)))
            yield from (value for value in vars(module).values() if isinstance(value, CacheKind))


def sources() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def stateful_globals(path: Path) -> Iterator[str]:
    """Yields globals of a type in `STATEFUL`, and containers that the module changes."""
    tree = parsed(path)
    changed = {name for node in ast.walk(tree) for name in changed_names(node)}
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for name in (target.id for target in targets if isinstance(target, ast.Name)):
            is_container = isinstance(node.value, ast.Dict | ast.List | ast.Set)
            if made_by(node.value) in STATEFUL or (is_container and name in changed):
                yield f"{path.relative_to(ROOT)}: {name}"


def made_by(value: ast.expr) -> str:
    """Returns the name of the class that a value is an instance of; empty where it is not called."""
    if not isinstance(value, ast.Call):
        return ""
    function = value.func.value if isinstance(value.func, ast.Subscript) else value.func
    return ast.unparse(function).rsplit(".", 1)[-1]


def changed_names(node: ast.AST) -> Iterator[str]:
    """Yields the names of containers that a statement or a call changes, and those declared `global`."""
    if isinstance(node, ast.Global):
        yield from node.names
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        yield ast.unparse(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        changes = {"append", "add", "update", "setdefault", "pop", "clear", "extend", "remove", "discard"}
        if node.func.attr in changes:
            yield ast.unparse(node.func.value)


def remembered_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef):
            decorators = {
                ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list
            }
            if decorators & {"cache", "lru_cache"}:
                yield f"{path.relative_to(ROOT)}: {node.name}"


def containers() -> Iterator[tuple[str, Any]]:
    """Yields the containers that are globals of the modules of requests, by their names."""
    for path in sources():
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in ("cli", "demo", "doctor", "backups", "rendering", "server") or "migrations" in parts:
            continue
        module: ModuleType = import_module(".".join(("seatpreview", *parts)).removesuffix(".__init__"))
        for name, value in vars(module).items():
            if isinstance(value, dict | list | set | BoundedCache) and not name.startswith("__"):
                yield f"{'.'.join(parts)}.{name}", value
