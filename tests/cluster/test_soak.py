"""The soak in short: every round once, and two faults, without wrk. `script/soak` goes on for minutes.

Nothing here depends on timing: what a request may show is computed from what was answered before it began.
"""

import random
from pathlib import Path

import pytest

from parts.postgres import RunningPostgres
from parts.valkey import RunningValkey
from soak.cluster import started
from soak.plan import STEPS, no_load, take
from soak.run import Run

pytestmark = pytest.mark.anyio

PATIENCE_SECONDS = 60
LEFT_TO_THE_SCRIPT = {"restart postgres", "kill valkey", "kill a worker"}


async def test_nothing_is_lost_or_stale_or_admitted_beyond_a_limit(
    mortal_postgres: RunningPostgres, mortal_valkey: RunningValkey, tmp_path: Path
) -> None:
    """Two instances of two workers each, as the command line starts them."""
    database_url = mortal_postgres.create_database("soak")
    async with started(mortal_postgres, mortal_valkey, database_url, tmp_path) as cluster:
        run = Run(
            cluster,
            random.Random(0),
            say=lambda text: None,
            back_seconds=PATIENCE_SECONDS,
            start_seconds=PATIENCE_SECONDS,
            pause_seconds=0.02,
        )
        await run.prepare()
        for name, step in STEPS.items():
            if name not in LEFT_TO_THE_SCRIPT:
                await take(run, step, no_load)
        await run.check_all()
    assert run.findings.sentences() == []
    assert run.findings.looks > 0
