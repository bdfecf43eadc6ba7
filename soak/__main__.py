"""script/soak: the cluster for real, for some minutes."""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from soak.account import Account
from soak.cluster import own_parts, started
from soak.lines import OutOfReach
from soak.load import Load
from soak.plan import STEPS, laps, take
from soak.run import Run

END_SECONDS = 240
"""What a run may take beyond its minutes: the start, the step that is under way, and the ledger's check."""


def main() -> None:
    arguments = _arguments()
    console = Console(stderr=arguments.json, highlight=False, soft_wrap=True)
    try:
        account = asyncio.run(_soak(arguments, console))
    except OutOfReach as fault:
        sys.exit(str(fault))
    except TimeoutError:
        sys.exit("The run did not come to its end in time.")
    except (KeyboardInterrupt, asyncio.CancelledError):
        console.print("Interrupted; everything that was started has ended.")
        sys.exit(130)
    console.print(account.table())
    if arguments.json:
        sys.stdout.write(account.json())
    sys.exit(1 if account.run.findings.found else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("script/soak", description="The cluster for real, for some minutes.")
    parser.add_argument("--minutes", type=float, default=3, help="how long to go on (default 3)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="for the same steps again")
    parser.add_argument("--json", action="store_true", help="the account as JSON, on standard output")
    parser.add_argument(
        "--step",
        action="append",
        choices=STEPS,
        metavar="NAME",
        help=f"take this step alone; may be given again. One of: {', '.join(STEPS)}",
    )
    return parser.parse_args()


async def _soak(arguments: argparse.Namespace, console: Console) -> Account:
    _end_in_order_on_sigterm()
    console.print(
        f"Seed {arguments.seed}. Starting PostgreSQL, Valkey and two instances of two workers each."
    )
    with own_parts() as (postgres, valkey), tempfile.TemporaryDirectory(prefix="seatpreview-soak-") as name:
        folder = Path(name)
        async with (
            asyncio.timeout(arguments.minutes * 60 + END_SECONDS),
            started(postgres, valkey, postgres.create_database("soak"), folder) as cluster,
        ):
            run = Run(cluster, random.Random(arguments.seed), lambda text: console.print(f"          {text}"))
            account = Account(arguments.seed, run, Load(run, folder))
            await _take_steps(account, arguments.step or [*STEPS], arguments.minutes * 60, console)
            console.print(f"Checking the ledger: {len(run.ledger.watched):,} records, on every worker.")
            await run.check_all()
    return account


async def _take_steps(account: Account, names: list[str], seconds: float, console: Console) -> None:
    run, load = account.run, account.load
    run.on_kill = load.stop
    await run.prepare()
    deadline = time.monotonic() + seconds
    for step in laps(random.Random(account.seed), [STEPS[name] for name in names]):
        if time.monotonic() > deadline:
            return
        taken = await take(run, step, load.asking)
        account.taken.append(taken)
        console.print(f"{taken.seconds:6.1f} s  {taken.name}: {taken.looks:,} looks")


def _end_in_order_on_sigterm() -> None:
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


if __name__ == "__main__":
    main()
