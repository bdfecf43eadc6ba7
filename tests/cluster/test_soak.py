"""A short soak: every change and two faults, without wrk. `script/soak` takes minutes.

Nothing here depends on timing: what a response may show is computed from earlier responses. In the quick
lane, the other tests of this folder hold what the steps look for.
"""

import random
from pathlib import Path

import pytest

from servers.long_timeouts import LONG_TIMEOUTS_PROGRAM
from servers.postgres import RunningPostgres
from servers.valkey import RunningValkey
from soak.cluster import start_cluster
from soak.run import Run
from soak.steps import STEPS, no_load, run_step

pytestmark = pytest.mark.anyio

RECOVERY_SECONDS_MAX = 60
"""Longer than script/soak allows: other tests run on the machine at the same time."""
ONLY_IN_SCRIPT = {"restart postgres", "kill valkey", "kill a worker"}
FAULTS = {"kill postgres", "kill an instance", "kill during deliveries", "kill during publishes"}
CHANGES = set(STEPS) - FAULTS - ONLY_IN_SCRIPT


@pytest.mark.long
async def test_nothing_is_lost_or_stale_or_admitted_beyond_a_limit_when_parts_are_killed(
    dedicated_postgres: RunningPostgres, dedicated_valkey: RunningValkey, tmp_path: Path
) -> None:
    """Two instances of two workers each."""
    assert set(STEPS) > FAULTS
    database_url = dedicated_postgres.new_database("soak")
    async with start_cluster(
        dedicated_postgres, dedicated_valkey, database_url, tmp_path, program=LONG_TIMEOUTS_PROGRAM
    ) as cluster:
        run = Run(
            cluster,
            random.Random(0),
            print_line=lambda text: None,
            recovery_seconds_max=RECOVERY_SECONDS_MAX,
            restart_seconds_max=RECOVERY_SECONDS_MAX,
            pause_seconds=0.05,
        )
        await run.prepare()
        for name, step in STEPS.items():
            if name in CHANGES | FAULTS:
                await run_step(run, step, no_load)
        await run.check_expected_state()
    assert run.results.sentences() == []
    assert run.results.check_count > 0
