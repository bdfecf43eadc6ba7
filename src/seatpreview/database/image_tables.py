"""The tables of images: those of venues, their floor plans, and what is still to be deleted or copied."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from seatpreview.database.table_metadata import metadata

images = Table(
    "images",
    metadata,
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("image_id", Text, nullable=False),
    Column("content_type", Text, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    # The bytes of its files in the quota, with tiles and preview. NULL in rows of a release before quotas.
    Column("stored_bytes", BigInteger),
    Column("tile_columns", Integer, nullable=False),
    Column("tile_rows", Integer, nullable=False),
    Column("has_levels", Boolean),
    Column("sha256", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

discarded_images = Table(
    "discarded_images",
    metadata,
    Column("image_id", Text, primary_key=True),
    Column("venue_id", Text, nullable=False),
    Column("discarded_at", BigInteger, nullable=False),
    Column("stored_bytes", BigInteger),
    Index("ix_discarded_images_discarded_at", "discarded_at"),
    # A trigger reads those of a venue that is deleted: see `tenant_amounts.py`.
    Index("ix_discarded_images_venue_id", "venue_id"),
)

image_copies = Table(
    "image_copies",
    metadata,
    # The venue that gets the image, and the name of the image in it.
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    Column("name", Text, primary_key=True),
    # The owner of that venue.
    Column("tenant_id", Text, nullable=False),
    # The image that is copied. It may have been deleted since: its objects are kept until this row is gone.
    Column("source_venue_id", Text, nullable=False),
    Column("source_image_id", Text, nullable=False),
    # As in `images`.
    Column("content_type", Text, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("stored_bytes", BigInteger, nullable=False),
    Column("tile_columns", Integer, nullable=False),
    Column("tile_rows", Integer, nullable=False),
    Column("has_levels", Boolean),
    Column("sha256", Text, nullable=False),
    Column("requested_at", BigInteger, nullable=False),
    # When a worker began to copy it. Another worker takes over long after that.
    Column("claimed_at", BigInteger),
    Index("ix_image_copies_tenant_id_requested_at", "tenant_id", "requested_at"),
    Index("ix_image_copies_source_image_id", "source_image_id"),
)

floor_plans = Table(
    "floor_plans",
    metadata,
    # The picture is the venue's row of `images` whose name no uploaded image can have (see imagery/store.py).
    Column("venue_id", Text, ForeignKey("venues.venue_id"), primary_key=True),
    # Rises by one with every change. With the image's id, it is the ETag.
    Column("revision", BigInteger, nullable=False),
    # Where it lies, as JSON. NULL: nobody has said that yet.
    Column("placement", Text),
    Column("stored_by", Text, nullable=False),
)
