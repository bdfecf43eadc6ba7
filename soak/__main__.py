"""The command script/soak: runs the soak for some minutes and prints its report."""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from servers.postgres import running_postgres
from servers.valkey import running_valkey
from soak.cluster import start_cluster
from soak.connections import WorkerUnreachable
from soak.load import LoadGenerator
from soak.report import Report
from soak.run import Run
from soak.steps import STEPS, endless_order, run_step

OVERTIME_SECONDS = 240
"""The time that a run may take beyond its minutes: for the start, the last step and the check at the end."""


def main() -> None:
    arguments = _parse_arguments()
    console = Console(stderr=arguments.json, highlight=False, soft_wrap=True)
    try:
        report = asyncio.run(_soak(arguments, console))
    except WorkerUnreachable as error:
        sys.exit(str(error))
    except TimeoutError:
        sys.exit("The run did not end in time.")
    except (KeyboardInterrupt, asyncio.CancelledError):
        console.print("Interrupted. All processes that were started have ended.")
        sys.exit(130)
    console.print(report.table())
    if arguments.json:
        sys.stdout.write(report.json())
    sys.exit(1 if report.run.results.violations else 0)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "script/soak",
        description="Changes and breaks a cluster under load, and checks that nothing is lost or stale.",
    )
    parser.add_argument("--minutes", type=float, default=3, help="how long to take steps (default 3)")
    parser.add_argument(
        "--seed", type=int, default=random.randrange(10**6), help="the seed of a run, to take its steps again"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON on standard output")
    parser.add_argument(
        "--step",
        action="append",
        choices=STEPS,
        metavar="NAME",
        help=f"take only this step; may be given several times. One of: {', '.join(STEPS)}",
    )
    return parser.parse_args()


async def _soak(arguments: argparse.Namespace, console: Console) -> Report:
    _cancel_on_sigterm()
    console.print(
        f"Seed {arguments.seed}. Starting PostgreSQL, Valkey and two instances of two workers each."
    )
    with (
        running_postgres() as postgres,
        running_valkey() as valkey,
        tempfile.TemporaryDirectory(prefix="seatpreview-soak-") as name,
    ):
        folder = Path(name)
        async with (
            asyncio.timeout(arguments.minutes * 60 + OVERTIME_SECONDS),
            start_cluster(postgres, valkey, postgres.create_database("soak"), folder) as cluster,
        ):
            run = Run(cluster, random.Random(arguments.seed), lambda text: console.print(f"          {text}"))
            report = Report(arguments.seed, run, LoadGenerator(run, folder))
            await _take_steps(report, arguments.step or [*STEPS], arguments.minutes * 60, console)
            console.print(f"Checking {len(run.expected.records):,} records on every worker, and all events.")
            await run.check_expected_state()
    return report


async def _take_steps(report: Report, names: list[str], seconds: float, console: Console) -> None:
    run, load = report.run, report.load
    run.on_kill = load.stop
    await run.prepare()
    deadline = time.monotonic() + seconds
    for step in endless_order(random.Random(report.seed), [STEPS[name] for name in names]):
        if time.monotonic() > deadline:
            return
        result = await run_step(run, step, load.generate)
        report.steps.append(result)
        console.print(f"{result.seconds:6.1f} s  {result.name}: {result.checks:,} checks")


def _cancel_on_sigterm() -> None:
    """Ends the run by cancellation on SIGTERM, so that everything that was started is stopped in order."""
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


if __name__ == "__main__":
    main()
