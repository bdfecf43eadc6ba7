"""Venues: compiled layouts, aliases that are unique within a tenant, and those of grantees."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("venues") as venues:
        venues.add_column(sa.Column("compiled", sa.LargeBinary, nullable=False, server_default=sa.text("''")))
    with op.batch_alter_table("grants") as grants:
        grants.add_column(sa.Column("aliases", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "venue_aliases",
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("venue_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "name", name="pk_venue_aliases"),
        sa.ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], name="fk_venue_aliases_tenant_id"),
        sa.ForeignKeyConstraint(["venue_id"], ["venues.venue_id"], name="fk_venue_aliases_venue_id"),
    )
    op.create_index("ix_venue_aliases_venue_id", "venue_aliases", ["venue_id"])
