"""Groups of operations that a key is limited to."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # Null: the key is not limited, as every key of before.
    with op.batch_alter_table("keys") as keys:
        keys.add_column(sa.Column("groups", sa.Text))
