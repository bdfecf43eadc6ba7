"""The amounts of a tenant: one row that is right after everything that changes what it stores."""

import pytest
from hypothesis import HealthCheck, given

from cast import Cast
from examples import examples
from tenants.amount_histories import STEPS, History, histories

pytestmark = [pytest.mark.anyio, pytest.mark.both_engines]

LIVES = {
    "keys": """
        create_key 0, rotate_key 0, create_webhook 0, create_webhook 1, relabel_key 0, let_time_pass 0,
        log_ended_keys 0, rotate_key 0, cancel_rotation 1, revoke_key 0, create_key 1, revoke_key 0,
        delete_ended_keys 0, delete_webhook 0, archive_tenant 0, let_time_pass 0, unarchive_tenant 0
    """,
    "records": """
        create_venue 2, replace_venue 0, replace_venue 2, replace_aliases 0, restore_version 0,
        delete_version 0, save_draft 3, save_draft 1, publish_draft 1, save_draft 2, delete_draft 0,
        save_draft 5, delete_venue 1
    """,
    "images": """
        upload_image 0, upload_image 2, upload_floor_plan 0, upload_floor_plan 2, copy_venue 2,
        copy_images 0, delete_image 0, delete_floor_plan 0, delete_images 0, archive_venue 0,
        unarchive_venue 0, delete_venue 0
    """,
    "copies": """
        upload_image 1, upload_image 4, copy_venue 1, upload_image 0, delete_venue 1, copy_venue 4,
        copy_images 0, delete_image 0, delete_venue 0, delete_images 0
    """,
}
"""What is done in one life after the other. The service refuses none of it."""


def test_every_step_is_in_a_life() -> None:
    assert {step.split()[0] for life in LIVES.values() for step in life.split(",")} == set(STEPS)


@pytest.mark.parametrize("life", LIVES)
async def test_each_thing_that_changes_what_counts_changes_the_row(shared_cast: Cast, life: str) -> None:
    history = await History.begin(shared_cast)
    for name, number in (step.split() for step in LIVES[life].split(",")):
        await history.apply((name, int(number)))
        await history.check()
    assert history.refused == []
    await history.end()


@examples(150, [HealthCheck.function_scoped_fixture], quick=4)
@given(steps=histories())
async def test_whatever_happens_the_row_is_what_a_count_finds(
    shared_cast: Cast, steps: list[tuple[str, int]]
) -> None:
    """The danger: a way to change what counts that forgets the row, which then is wrong for ever."""
    history = await History.begin(shared_cast)
    for step in steps:
        await history.apply(step)
        await history.check()
    await history.end()
