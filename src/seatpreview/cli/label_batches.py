"""Dry runs of many labels: runs them in batches with a progress bar, and merges the results."""

from collections.abc import Sequence

from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import run_with_client
from seatpreview.cli import display
from seatpreview.cli.label_files import Labels
from seatpreview.labels.suggestions.dry_run import Difference, DryRun, Summary
from seatpreview.settings.settings import Settings

BATCH_SIZE = 1000


def dry_run(settings: Settings, venue_id: str, labels: Labels) -> DryRun:
    """Calls testSeatKeys for all labels, and returns its result as if they had been sent at once."""

    async def run(client: LocalClient) -> list[DryRun]:
        runs = []
        with display.progress("Labels") as on_progress:
            for start in range(0, len(labels.labels), BATCH_SIZE):
                on_progress(start, len(labels.labels))
                body = _body(labels, slice(start, start + BATCH_SIZE))
                runs.append(await client.call("testSeatKeys", venue_id, body=body))
        return runs

    return merge(run_with_client(settings, run))


def merge(runs: Sequence[DryRun]) -> DryRun:
    """Merges the results of batches, which are in the order of their labels."""
    starts = [BATCH_SIZE * index for index in range(len(runs))]
    unused_rules = set.intersection(*(set(run.unused_rules) for run in runs))
    unreached_sections = set.intersection(*(set(run.unreached_sections) for run in runs))
    return DryRun(
        results=[result for run in runs for result in run.results],
        summary=Summary(
            **{name: sum(getattr(run.summary, name) for run in runs) for name in Summary.__struct_fields__}
        ),
        unused_rules=sorted(unused_rules),
        unreached_sections=[
            section for section in runs[0].unreached_sections if section in unreached_sections
        ],
        difference=Difference(
            **{
                name: [
                    start + index
                    for start, run in zip(starts, runs, strict=True)
                    for index in getattr(run.difference, name)
                ]
                for name in Difference.__struct_fields__
            }
        ),
    )


def _body(labels: Labels, batch: slice) -> dict[str, object]:
    body: dict[str, object] = {"labels": labels.labels[batch]}
    return body | ({"expect": labels.expect[batch]} if labels.expect else {})
