"""The versions of PostgreSQL that are supported: migrations with data, and a service, on each that is here.

The wheel has one version, unless POSTGRESQL_PROGRAMS names another. Debian and Ubuntu install theirs side by
side.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cast import create_cast
from database.opened import opened
from database.revisions import REVISIONS, grow_to
from database.test_migrations import differences
from seatpreview.database import schema
from seatpreview.doctor import postgresql as doctor
from servers.postgres import RunningPostgres, running_postgres
from serving import running, settings_for

pytestmark = [pytest.mark.anyio, pytest.mark.long]

PROGRAMS: list[Path | None] = [None, *sorted(Path("/usr/lib/postgresql").glob("[0-9]*/bin"))]


@pytest.fixture(scope="module", params=PROGRAMS, ids=str)
def server(request: pytest.FixtureRequest) -> Iterator[RunningPostgres]:
    with running_postgres(request.param) as server:
        yield server


async def test_every_revision_with_its_data_is_upgraded(server: RunningPostgres, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, server.new_database("versions"))
    async with opened(settings, revision=None) as database:
        await grow_to(database, REVISIONS[-1])
        assert (await schema.status(database)).is_newest
        assert await database.migrate(differences) == []


async def test_a_service_starts_and_serves_and_doctor_is_content(
    server: RunningPostgres, tmp_path: Path
) -> None:
    settings = settings_for(tmp_path, server.new_database("versions"))
    async with opened(settings) as database:
        findings = await doctor.check(database, settings)
    assert {finding.state for finding in findings} == {"ok", "warn"}, "a standby is missing, and no more"
    async with running(settings) as service:
        cast = await create_cast(service)
        made = await cast.owner.make_key(label="Shop")
        assert made["keyId"] in {key["keyId"] for key in await cast.owner.list_all("/manage/keys")}
