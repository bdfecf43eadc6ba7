"""Schemathesis against a running service: what the OpenAPI document says is what the service does.

Runs every check that Schemathesis has, on valid and invalid data. Only that of speed, which `--checks all`
would turn on, is off: speed depends on the machine, and script/bench measures it. `schemathesis_hooks.py`
makes data valid where JSON Schema cannot state the rules.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cast import Actor, Cast, create_cast
from seatpreview import context
from seatpreview.api.table import OPERATIONS
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import Needs
from serving import running, settings_for

pytestmark = pytest.mark.anyio

EXAMPLES_MAX = """
[phases.fuzzing.generation]
max-examples = {fuzzing}

[phases.stateful.generation]
max-examples = {stateful}
"""
IN_SHORT = EXAMPLES_MAX.format(fuzzing=1, stateful=2)
AT_LENGTH = EXAMPLES_MAX.format(fuzzing=12, stateful=25)

HANGING_SECONDS = 600
"""Only a request that hangs takes as long, also on a machine that is busy."""

CONFIG = f"""
request-timeout = {HANGING_SECONDS}

[generation]
mode = "all"
deterministic = true

# The list of Schemathesis is without 413, by which a body is refused before it is read.
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]

# They take the same large parts as createVenue and testSeatKeys. In valid data one layout that holds stands
# for hundreds that may not, and it is enough that those two send it hundreds of times.
[[operations]]
include-operation-id = ["replaceVenue", "suggestSeatKeys"]
phases.coverage.generation.mode = "negative"
"""

AS_THE_OPERATOR = """
[auth.openapi.secretKey]
bearer = "{operator.plaintext}"

[auth.openapi.sessionToken]
bearer = "{session[token]}"
"""

AS_THE_OWNER_BESIDE_A_STRANGER = """
[auth.wfc]
path = "users.json"
user = "owner"
peers = ["owner", "stranger"]
"""


@pytest.fixture(autouse=True)
def _patient_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "COMPUTATION_SECONDS_MAX", HANGING_SECONDS)


async def test_the_service_is_as_its_document_says_in_short(tmp_path: Path) -> None:
    """Every operation a few times, on one engine."""
    await check_document(
        settings_for(tmp_path / "data"), tmp_path, IN_SHORT, "examples", "fuzzing", "stateful"
    )


@pytest.mark.long
async def test_the_service_is_as_its_document_says(
    engine: str, new_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    """The phase `coverage` tests the bounds of every member, which do not depend on the engine, so it runs
    once."""
    phases = ["examples", *(["coverage"] if engine == "sqlite" else []), "fuzzing", "stateful"]
    await check_document(new_settings(), tmp_path, AT_LENGTH, *phases)


async def check_document(settings: Settings, folder: Path, examples: str, *phases: str) -> None:
    # Every key that it tries to change is a new one.
    roomy = replace(settings, key_quota=100_000, venue_quota=100_000, webhook_quota=100_000)
    async with running(roomy) as service:
        cast = await create_cast(service)
        as_operator = AS_THE_OPERATOR.format(operator=cast.operator, session=await cast.session())
        report = await schemathesis(
            cast, folder, CONFIG + examples + as_operator, "--phases", ",".join(phases)
        )
    assert report["operations"]["tested"] == len(OPERATIONS)
    assert [report["phases"][phase]["status"] for phase in phases] == ["success"] * len(phases)
    assert (report["baseline"], report["filtered"]) == (None, 0)
    assert not any(report["warnings"].values()), report["warnings"]
    assert accepted(report) == paths(*Needs)


@pytest.mark.long
async def test_a_stranger_does_not_get_what_an_owner_made(tmp_path: Path) -> None:
    """Attack: a tenant reads another one's records by their ids.

    Schemathesis reads as the owner and asks again as the stranger. Who sees what does not depend on the
    engine, so one is enough.
    """
    async with running(settings_for(tmp_path / "data")) as service:
        cast = await create_cast(service)
        users = {"auth": [user("owner", cast.owner), user("stranger", cast.stranger)]}
        (tmp_path / "users.json").write_text(json.dumps(users))
        config = CONFIG + AT_LENGTH + AS_THE_OWNER_BESIDE_A_STRANGER
        report = await schemathesis(cast, tmp_path, config, "--phases", "fuzzing,stateful")
    assert accepted(report) >= {"GET /manage/tenants/{tenantId}", "GET /manage/keys/{keyId}"}


async def schemathesis(cast: Cast, folder: Path, config: str, *options: str) -> dict[str, Any]:
    """Runs Schemathesis, checks that it found nothing, and returns its report."""
    (folder / "schemathesis.toml").write_text(config)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{cast.service.base_url}/openapi.json"),
        *("--report", "json", "--report-json-path", "report.json", "--no-color"),
        *options,
        cwd=folder,
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(sys.path),
            "SCHEMATHESIS_HOOKS": str(Path(__file__).with_name("schemathesis_hooks.py")),
            "SCHEMATHESIS_BASE_URL": cast.service.base_url,
            "SCHEMATHESIS_ADMIN_KEY": cast.operator.plaintext,
            "SCHEMATHESIS_VENUES": json.dumps(
                {str(cast.owner.tenant_id): [cast.hall, cast.yard], str(cast.stranger.tenant_id): []}
            ),
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, output.decode()
    report: dict[str, Any] = json.loads((folder / "report.json").read_text())
    assert report["complete"]
    return report


def user(name: str, actor: Actor) -> dict[str, Any]:
    return {"name": name, "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {actor.plaintext}"}]}


def accepted(report: dict[str, Any]) -> set[str]:
    """Returns the operations that accepted a valid request: a run without any proves little."""
    return {
        path
        for path, phases in report["valid_rates"].items()
        if any(outcomes["accepted"] for outcomes in phases.values())
    }


def paths(*needs: Needs) -> set[str]:
    return {f"{operation.method} {operation.path}" for operation in OPERATIONS if operation.needs in needs}
