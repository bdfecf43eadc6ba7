"""Prints results as tables."""

from rich.console import Console
from rich.table import Table

from benchmarks.growth import Growth
from benchmarks.herd import Herd
from benchmarks.page.page_tables import page_tables, saved_page_table
from benchmarks.results import Machine, Result
from benchmarks.sides import HELLO_APPLICATIONS
from benchmarks.speed import Speed

_WIDTH = 160


def show(result: Result) -> None:
    """Prints all parts of a result that were measured."""
    console = Console(width=_WIDTH)
    console.print(
        f"Commit {result.commit or 'unknown'}, {result.taken_at:%Y-%m-%d %H:%M} UTC, "
        f"on {described(result.machine)}."
    )
    if result.is_of_busy_machine:
        console.print(
            f"The machine was BUSY (load average {result.load_average}): only processor time can be believed."
        )
    if result.speeds:
        console.print(speed_table(result.speeds))
        for sentence in filter(None, (_items(result.speeds), _scheduling(result.speeds))):
            console.print(sentence)
    if result.herds:
        console.print(_herd_table(result.herds))
    for first in result.first_previews:
        console.print(
            f"First preview of a venue with {first.seats:,} seats, {first.mode}: {first.after_start_ms} ms "
            f"as the first request after the start, {first.later_ms} ms later"
        )
    if result.growths:
        console.print(growth_table(result.growths))
    if result.start is not None:
        console.print(
            f"Start with {result.start.keys:,} keys until the first response: {result.start.seconds} s"
        )
    if result.page is not None:
        for part in page_tables(result.page):
            console.print(part)


def show_saved(results: list[Result]) -> None:
    """Prints the speed of previews and of the first view from commit to commit. Only results of one machine
    can be compared."""
    console = Console(width=_WIDTH)
    speeds = [result for result in results if result.speeds]
    if speeds:
        console.print(_saved_speed_table(speeds))
    pages = [(_taken(result), result.page) for result in results if result.page is not None]
    if pages:
        console.print(saved_page_table(pages))


def described(machine: Machine) -> str:
    """Returns the machine in words."""
    optimised = "optimised" if machine.is_optimised_python else "built without profile-guided optimisation"
    return (
        f"{machine.cores} cores of {machine.processor} ({machine.system}), Python {machine.python} "
        f"({optimised})"
    )


def speed_table(speeds: list[Speed]) -> Table:
    """Returns the table of speeds. Where the peer is faster, the row says so."""
    table = Table(
        title="Requests a second over 32 connections and processor time for one; latencies at half of it"
    )
    table.add_column("one core", no_wrap=True)
    table.add_column("operation", no_wrap=True)
    for header in ("a second", "CPU µs", "peer", "CPU µs", "times the peer", "less CPU"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for header in ("of bare", "of FastAPI", "p50 ms", "p99 ms"):
        table.add_column(header, justify="right", no_wrap=True)
    for speed in speeds:
        table.add_row(
            speed.mode,
            speed.name,
            f"{speed.per_second:,.0f}",
            "" if speed.cpu_us is None else f"{speed.cpu_us:,.0f}",
            *_peer_cells(speed),
            f"{speed.ratio_to_bare_asgi:.3f}",
            f"{speed.ratio_to_fastapi:.2f}",
            *(f"{milliseconds:.2f}" for milliseconds in (speed.latencies or ())[:2]),
        )
    return table


def growth_table(growths: list[Growth]) -> Table:
    """Returns the table of growth. A cost above the limit says so, with the reason where one is known."""
    table = Table(
        "small and large", "operation", "CPU µs, small", "large", "cost", "", "memory of a worker, MB"
    )
    for column in table.columns[2:5]:
        column.justify = "right"
    for growth in growths:
        table.add_row(
            growth.name,
            growth.operation,
            "" if growth.small_cpu_us is None else f"{growth.small_cpu_us:,.0f}",
            "" if growth.large_cpu_us is None else f"{growth.large_cpu_us:,.0f}",
            f"{growth.cost:.3f}",
            growth.mark,
            f"{growth.small_memory_mb:.0f} and {growth.large_memory_mb:.0f}",
        )
    return table


def _saved_speed_table(results: list[Result]) -> Table:
    table = Table("taken", "commit", "processor", "preview of bare ASGI", "of FastAPI", "in a cluster")
    for result in results:
        previews = {speed.mode: speed for speed in result.speeds if speed.name == "preview"}
        embedded, cluster = previews.get("embedded"), previews.get("cluster")
        table.add_row(
            *_taken(result),
            "" if embedded is None else f"{embedded.ratio_to_bare_asgi:.2f}",
            "" if embedded is None else f"{embedded.ratio_to_fastapi:.2f}",
            "" if cluster is None else f"{cluster.ratio_to_bare_asgi:.2f}",
        )
    return table


def _taken(result: Result) -> tuple[str, str, str]:
    """Returns when, of which commit and on which processor a result was measured."""
    return f"{result.taken_at:%Y-%m-%d %H:%M}", result.commit or "unknown", result.machine.processor


def _peer_cells(speed: Speed) -> tuple[str, ...]:
    peer = speed.peer
    if peer is None:
        return ("",) * 5
    figures = f"{peer.per_second:,.0f}", f"{peer.cpu_us:,.0f}", f"{peer.ratio:.2f}", f"{peer.cpu_ratio:.2f}"
    return *figures, "SLOWER" if speed.is_slower_than_peer else ""


def _items(speeds: list[Speed]) -> str:
    """Returns how many items a second the requests with several items bring."""
    named = [
        f"{speed.name}, {speed.mode}: {speed.per_second * speed.items:,.0f}"
        for speed in speeds
        if speed.items > 1
    ]
    return f"Events a second: {'; '.join(named)}." if named else ""


def _scheduling(speeds: list[Speed]) -> str:
    """Returns how the workers of each side were scheduled."""
    found: dict[str, set[str]] = {}
    for speed in speeds:
        side = speed.name if speed.name in HELLO_APPLICATIONS else "ours"
        found.setdefault(side, set()).add(speed.scheduling)
        if speed.peer is not None:
            found.setdefault("the peer", set()).add(speed.peer.scheduling)
    named = [f"{name} {', '.join(sorted(policies))}" for name, policies in found.items() if any(policies)]
    return f"Scheduling of the workers: {'; '.join(named)}." if named else ""


def _herd_table(herds: list[Herd]) -> Table:
    table = Table("256 connections", "", "throughput of warm", "p99 ms", "warm p99 ms", "p99 of warm")
    table.title = "A venue whose previews are not in memory, against the same one when they are"
    for herd in herds:
        figures = f"{herd.p99_ms:.2f}", f"{herd.warm_p99_ms:.2f}", f"{herd.p99_ratio:.1f}"
        table.add_row(herd.mode, herd.name, f"{herd.throughput_ratio:.2f}", *figures)
    return table
