"""Whether the tiles of a panorama are stored at smaller levels of zoom as well."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # Null: the image was stored without levels, as every image of before.
    with op.batch_alter_table("images") as images:
        images.add_column(sa.Column("has_levels", sa.Boolean))
