"""Prints the figures of `script/bench page` as tables."""

from collections.abc import Callable, Iterable, Iterator

from rich.table import Table

from benchmarks.page.figures import KINDS, NAMES, STAGES, Goal, PageFigures, Visit, goals, picture_of

_TIMES: tuple[tuple[str, Callable[[Visit], float]], ...] = (
    ("first picture", lambda each: each.first_picture_ms),
    ("first pixels", lambda each: each.first_pixels_ms),
    ("turnable", lambda each: each.turnable_ms),
    ("complete", lambda each: each.complete_ms),
)
_DRAWING_TIMES = ("first picture", "turnable", "complete")


def page_tables(figures: PageFigures) -> Iterator[Table | str]:
    """Gives the tables of all figures, those with goals last."""
    yield _view_table(figures)
    drawings = [each for each in figures.views if each.medians.stages_ms]
    if drawings:
        table = _table("Stages of a drawing, ms", "view", *STAGES)
        for each in drawings:
            stages_ms = each.medians.stages_ms
            table.add_row(
                NAMES[each.kind], *(f"{stages_ms[name]:,.0f}" if name in stages_ms else "" for name in STAGES)
            )
        yield table
    for memory in figures.memory:
        yield (
            f"After {memory.seats} seats: {memory.heap_bytes / 1e6:.1f} MB of JavaScript's memory, "
            f"{memory.graphics_objects:,} WebGL objects"
        )
    table = _table("Goals", "", "measured", "at most", "")
    for goal in goals(figures):
        table.add_row(goal.name, _number(goal, goal.value), _number(goal, goal.value_max), verdict(goal))
    yield table


def saved_page_table(saved: Iterable[tuple[tuple[str, str, str], PageFigures]]) -> Table:
    """Returns a line for each saved run: the drawings against the panorama, and the other seats. Each run
    begins with when, of which commit and on which processor it was measured."""
    title = "First view: multiples of the panorama's time (the seat's still / the row's / none)"
    table = _table(
        title, "taken", "commit", "processor", *_DRAWING_TIMES, "another seat", "heap", "goals met"
    )
    for taken, figures in saved:
        times = [_ratios(figures, name) for name in _DRAWING_TIMES]
        seat = "" if figures.other_seat is None else f"{figures.other_seat.work_ms:,.0f} ms"
        reached = [goal.is_met for goal in goals(figures)]
        table.add_row(*taken, *times, seat, _heap(figures), f"{sum(reached)} of {len(reached)}")
    return table


def verdict(goal: Goal) -> str:
    """Returns whether the goal is met, in one word."""
    return "met" if goal.is_met else "MISSED"


def _view_table(figures: PageFigures) -> Table:
    names = [name for name, _ in _TIMES]
    title = "Times in ms; in brackets as a multiple of the panorama's in the viewer"
    table = _table(title, "view", "page", *names, "script kB", "kB in all", "frame ms")
    panorama = figures.of("panorama")
    for each in figures.views:
        view = each.medians
        times = [_time(value(view), None if panorama is None else value(panorama)) for _, value in _TIMES]
        sizes = f"{view.script_bytes / 1000:,.0f}", f"{view.all_bytes / 1000:,.0f}"
        table.add_row(NAMES[each.kind], each.page, *times, *sizes, f"{view.frame_ms:,.0f}")
    return table


def _table(title: str, *headers: str) -> Table:
    table = Table(*headers, title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _time(value_ms: float, of_ms: float | None) -> str:
    return f"{value_ms:,.0f}" if of_ms is None else f"{value_ms:,.0f} ({value_ms / of_ms:.2f})"


def _number(goal: Goal, value: float) -> str:
    return f"{value:,.0f} ms" if goal.unit == "ms" else f"{value:,.2f} {goal.unit}".rstrip()


def _ratios(figures: PageFigures, name: str) -> str:
    value, panorama = dict(_TIMES)[name], figures.of("panorama")
    drawings = [figures.of(kind) for kind in KINDS if picture_of(kind) != kind]
    return " / ".join(
        "-" if view is None or panorama is None else f"{value(view) / value(panorama):.2f}"
        for view in drawings
    )


def _heap(figures: PageFigures) -> str:
    """Returns how much the memory has grown from few seats to many."""
    if len(figures.memory) < 2:
        return ""
    return f"{figures.memory[-1].heap_bytes / figures.memory[0].heap_bytes:.2f}"
