"""Dry runs of many labels: sent in batches with a progress bar, and their answers put together again."""

from collections.abc import Sequence

from seatpreview.cli import display, operations
from seatpreview.cli.label_files import Labels
from seatpreview.labels.dry_run import Difference, DryRun, Summary
from seatpreview.local_client import LocalClient
from seatpreview.settings import Settings

BATCH = 1000


def try_labels(settings: Settings, venue_id: str, labels: Labels) -> DryRun:
    """What testSeatKeys says of all of them, as if they had been sent at once."""

    async def run(desk: LocalClient) -> list[DryRun]:
        runs = []
        with display.progress() as progress:
            task = progress.add_task("Labels", total=len(labels.labels))
            for start in range(0, len(labels.labels), BATCH):
                body = _body(labels, slice(start, start + BATCH))
                runs.append(await desk.ask("testSeatKeys", venue_id, sent=body))
                progress.advance(task, len(runs[-1].results))
        return runs

    return joined(operations.visit(settings, run))


def joined(runs: Sequence[DryRun]) -> DryRun:
    """One answer of several, each of which has the labels behind those of the one before it."""
    starts = [BATCH * place for place in range(len(runs))]
    fired_never = set.intersection(*(set(run.unused_rules) for run in runs))
    never_reached = set.intersection(*(set(run.unreached_sections) for run in runs))
    return DryRun(
        results=[result for run in runs for result in run.results],
        summary=Summary(
            **{name: sum(getattr(run.summary, name) for run in runs) for name in Summary.__struct_fields__}
        ),
        unused_rules=sorted(fired_never),
        unreached_sections=[section for section in runs[0].unreached_sections if section in never_reached],
        difference=Difference(
            **{
                name: [
                    start + place
                    for start, run in zip(starts, runs, strict=True)
                    for place in getattr(run.difference, name)
                ]
                for name in Difference.__struct_fields__
            }
        ),
    )


def _body(labels: Labels, batch: slice) -> dict[str, object]:
    body: dict[str, object] = {"labels": labels.labels[batch]}
    return body | ({"expect": labels.expect[batch]} if labels.expect else {})
