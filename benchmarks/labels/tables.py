"""The tables that the benchmark of labels prints."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.labels.against import Comparison
from benchmarks.labels.confidence import Bin, Step
from benchmarks.labels.cost import Cost, Times
from benchmarks.labels.scores import Answer, Score
from benchmarks.labels.suggested_rules import SuggestedRules
from benchmarks.labels.worst import Worst
from seatpreview.labels.model import Parts

LABEL_CHARACTERS_SHOWN = 60


def print_scores(console: Console, group: str, scores: Mapping[str, Score], labels: str = "labels") -> None:
    """Prints the score of each group (such as each venue), and of all together."""
    columns = ("labels", "right", "declined", "less deep", "wrong", "score")
    table = _table(f"score per 1000 {labels}, by {group}", group, *columns)
    for name, score in scores.items():
        table.add_row(escape(name), *_cells(score))
    total = Score(
        sum(score.right for score in scores.values()),
        sum(score.declined for score in scores.values()),
        sum(score.shallow for score in scores.values()),
        sum(score.wrong for score in scores.values()),
    )
    table.add_section()
    table.add_row("all", *_cells(total))
    console.print(table)


def print_drops(console: Console, commit: str, drops: Iterable[tuple[str, int, int]]) -> None:
    """Prints the sets that lost points against the commit that was recorded last."""
    found = [*drops]
    for name, before, now in found:
        console.print(f"{name} has {now:,} points instead of {before:,} at {commit}", markup=False)
    if not found:
        console.print(f"no set lost more than two points against {commit}", markup=False)


def print_answers(console: Console, answers: Iterable[Answer]) -> None:
    """Prints labels with their right and their given answer, and why it was given: one line for each."""
    for answer in answers:
        case, resolution = answer.case, answer.resolution
        reason = resolution.trace[-1] if resolution.trace else ""
        console.print(
            f"{answer.outcome:<8} {case.venue} {case.language} {case.category}: {_shown(case.label)} | "
            f"expected {case.expected} | given {answer.given} {resolution.confidence:.2f} | {reason}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


def print_bins(console: Console, tuning: Sequence[Bin], held_back: Sequence[Bin]) -> None:
    """Prints the share of right answers by confidence, for both halves of the labels."""
    table = _table(
        "answers given, by confidence", "half", "confidence from", "answers", "right", "wrong", "% right"
    )
    for half, bins in (("for tuning", tuning), ("held back", held_back)):
        for bin in bins:
            share = f"{100 * bin.share_right:.1f}"
            table.add_row(
                half, f"{bin.low:.2f}", *map(str, (bin.right + bin.wrong, bin.right, bin.wrong)), share
            )
        table.add_section()
    console.print(table)


def print_calibration(console: Console, steps: Sequence[Step]) -> None:
    """Prints what each confidence was worth on the labels that were held back."""
    title = "calibration on the half held back (every venue counts alike)"
    table = _table(title, "confidence from", "answers", "% right")
    for step in steps:
        table.add_row(f"{step.raw:.3f}", str(step.answers), f"{100 * step.share_right:.1f}")
    console.print(table)


def print_costs(console: Console, costs: Sequence[Cost]) -> None:
    """Prints what a label costs, in microseconds and in multiples of the reference work."""
    kinds = [f"{kind} {figure}" for kind in ("warm", "new", "cold") for figure in ("median", "p95")]
    table = _table(
        "µs per label, and how many times the reference work", "venue", *kinds, "resolver ms", "reference µs"
    )
    for cost in costs:
        cells = [
            cell for times in (cost.warm, cost.new, cost.cold) for cell in _times(times, cost.reference_us)
        ]
        table.add_row(escape(cost.venue), *cells, f"{cost.resolver_ms:.1f}", f"{cost.reference_us:.2f}")
    console.print(table)
    console.print(
        "warm: asked before. new: the label is new to a resolver in use. cold: a new resolver, empty caches."
    )


def print_comparisons(console: Console, comparisons: Sequence[Comparison]) -> None:
    """Prints the cost of this checkout divided by that of another one."""
    table = _table(
        "cost of this checkout / of the other", "venue", "warm", "new", "cold", "making a resolver"
    )
    for it in comparisons:
        ratios = (it.warm, it.new, it.cold, it.resolver)
        table.add_row(escape(it.venue), *(f"{ratio:.2f}" for ratio in ratios))
    console.print(table)


def print_worst(console: Console, worst: Iterable[Worst]) -> None:
    """Prints the worst label of each venue as soon as it is found."""
    console.print("\nworst label of 512 characters that the search found", style="bold")
    for it in worst:
        letters = "any characters" if it.has_expanding else "usual characters"
        console.print(
            f"{it.venue} ({it.names:,} names), {letters}: {it.cold_us / 1000:.2f} ms cold, "
            f"{it.warm_us / 1000:.2f} ms warm, of {it.tried} labels\n"
            f"    {_shown(it.label)}\n    {it.outcome[:150]}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


def print_suggested(console: Console, suggested: Mapping[str, SuggestedRules]) -> None:
    """Prints what rules that are suggested from one half of the labels gain on both halves."""
    table = _table(
        "suggested rules: score (wrong answers) without and with them",
        *("venue", "rules", "their half", "with rules", "other half", "with rules"),
    )
    for name, it in suggested.items():
        scores = (it.training_before, it.training_after, it.held_back_before, it.held_back_after)
        cells = [f"{score.per_1000} ({score.wrong})" for score in scores]
        table.add_row(escape(name), str(len(it.rules)), *cells)
    console.print(table)


def _table(title: str, first: str, *columns: str) -> Table:
    table = Table(title="\n" + title, title_justify="left", title_style="bold")
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _cells(score: Score) -> list[str]:
    counts = (score.labels, score.right, score.declined, score.shallow, score.wrong, score.per_1000)
    return [f"{count:,}" for count in counts]


def _times(times: Times, reference_us: float) -> list[str]:
    return [f"{us:.1f} ({us / reference_us:.1f}x)" for us in (times.median_us, times.p95_us)]


def _shown(label: str | Parts) -> str:
    if isinstance(label, Parts):
        return " + ".join(repr(part) for part in (label.section, label.row, label.seat))
    return (
        repr(label) if len(label) <= LABEL_CHARACTERS_SHOWN else repr(label[:LABEL_CHARACTERS_SHOWN]) + "..."
    )
