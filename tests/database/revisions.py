"""Every revision of the tables, with data as a service of that revision wrote it.

A new revision adds a function that writes its data, and nothing else. These functions write SQL of their own,
since the tables of today are not those of an old revision.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, insert, select, table

from seatpreview.database import migrations, schema
from seatpreview.database.engines import Database

REVISIONS = sorted(
    script.revision for script in ScriptDirectory(str(Path(*migrations.__path__))).walk_revisions()
)

SECRET_HASH = "5e8848" + 58 * "0"
LIMITED_SECRET_HASH = "6cf615" + 58 * "0"


_OWNER: dict[str, Any] = {"tenant_id": "ten_owner0000000"}
_NEW: dict[str, Any] = {"created_at": 1, "updated_at": 1, "version": 1}
_VENUE = _OWNER | _NEW | {"document": "{}"}
_KEY = (
    _OWNER
    | _NEW
    | {"kind": "secret", "scope": "tenant", "allowed_origins": "[]", "embed_frame_ancestors": "[]"}
)
_IMAGE: dict[str, Any] = {
    "venue_id": "ven_yard00000000",
    "content_type": "image/jpeg",
    "width": 4096,
    "height": 2048,
    "size_bytes": 1,
    "tile_columns": 8,
    "tile_rows": 4,
    "sha256": "0" * 64,
    "created_at": 1,
}


def data_of_0001(connection: Connection) -> None:
    at = 1_700_000_000_000_000
    for tenant_id in ("ten_owner0000000", "ten_grantee00000"):
        _add(
            connection,
            "tenants",
            tenant_id=tenant_id,
            name="Harbour Arena",
            rate_limit='{"requests":100,"windowSeconds":60,"burst":10}',
            created_at=at,
            updated_at=at + 1,
            version=2,
        )
    _add(connection, "venues", venue_id="ven_hall00000000", name="Hall", **_VENUE)
    _add(connection, "grants", venue_id="ven_hall00000000", tenant_id="ten_grantee00000", created_at=at)
    kiosk: dict[str, Any] = _KEY | {
        "label": "Kiosk",
        "label_folded": "kiosk",
        "allowed_origins": '["https://shop.example"]',
    }
    _add(
        connection,
        "keys",
        key_id="key_secret000000",
        allow_origin_only=False,
        venues='["ven_hall00000000"]',
        secret_hash=SECRET_HASH,
        hint="abcd",
        allowance_id="key_secret000000",
        revoke_at=at + 86_400_000_000,
        rotated_to="key_other0000000",
        **kiosk,
    )
    _add(
        connection,
        "keys",
        key_id="key_keyless00000",
        allow_origin_only=True,
        allowance_id="key_keyless00000",
        **kiosk | {"kind": "keyless"},
    )
    _add(connection, "keyless_origins", origin="https://shop.example", key_id="key_keyless00000")
    _add(connection, "key_usage", "activity", key_id="key_secret000000", last_used_at=at)


def data_of_0002(connection: Connection) -> None:
    _add(connection, "venues", venue_id="ven_yard00000000", name="Yard", compiled=b"seats", **_VENUE)
    _add(
        connection,
        "grants",
        venue_id="ven_yard00000000",
        tenant_id="ten_grantee00000",
        created_at=1,
        aliases='[{"name":"Garden"}]',
    )
    _add(
        connection,
        "venue_aliases",
        tenant_id="ten_owner0000000",
        name="yard",
        venue_id="ven_yard00000000",
    )


def data_of_0003(connection: Connection) -> None:
    _add(connection, "images", name="north/a.jpg", image_id="img_000000000000", **_IMAGE)
    _add(
        connection,
        "discarded_images",
        image_id="img_111111111111",
        venue_id="ven_yard00000000",
        discarded_at=1,
    )
    _add(connection, "ended_sessions", session_id="ses_000000000000", expires_at=2)
    _add(
        connection,
        "events",
        schema="activity",
        tenant_id="ten_owner0000000",
        event_id="first",
        owner_id="ten_owner0000000",
        venue_id="ven_yard00000000",
        kind="seat_viewed",
        key_id="key_000000000000",
        section="1",
        seat_key="1/A/1",
        day="2026-11-15",
        at=1,
        received_at=2,
    )


def data_of_0004(connection: Connection) -> None:
    _add(
        connection,
        "keys",
        key_id="key_sessions0000",
        label="Shop",
        label_folded="shop",
        allow_origin_only=False,
        groups='["sessions","management_read_only"]',
        secret_hash=LIMITED_SECRET_HASH,
        hint="efgh",
        allowance_id="key_sessions0000",
        **_KEY,
    )


def data_of_0005(connection: Connection) -> None:
    _add(connection, "images", name="wide.jpg", image_id="img_levels000000", has_levels=True, **_IMAGE)


def data_of_0006(connection: Connection) -> None:
    _add(
        connection,
        "remembered_requests",
        key_id="key_sessions0000",
        value_hash="1" * 64,
        fingerprint="2" * 64,
        record_id="key_unused000000",
        record_version=1,
        at=1,
        expires_at=86_400_000_001,
    )
    _add(
        connection,
        "keys",
        key_id="key_unused000000",
        label="New",
        label_folded="new",
        allow_origin_only=False,
        secret_hash="7d0a1c" + 58 * "0",
        hint="ijkl",
        secret_is_unused=True,
        allowance_id="key_unused000000",
        **_KEY,
    )


def data_of_0007(connection: Connection) -> None:
    for span, period in (("day", "2026-11-15"), ("month", "2026-11")):
        _add(
            connection,
            "event_counts",
            schema="activity",
            span=span,
            dimension="seat",
            viewer_id="ten_owner0000000",
            venue_id="ven_yard00000000",
            key="1/A/1",
            period=period,
            is_owner=True,
            session_started=0,
            seat_viewed=3,
            view_rotated=0,
            fallback_shown=0,
            cta_clicked=0,
            ad_shown=0,
            ad_clicked=0,
            error=0,
        )
    # The upgrade has written the only row of this table, from the newest record of the revisions before.
    trusted_at = connection.scalar(select(column("trusted_at")).select_from(table("clock_mark")))
    assert trusted_at is not None
    assert trusted_at > 1


def data_of_0008(connection: Connection) -> None:
    _add(
        connection,
        "tenants",
        tenant_id="ten_quotas000000",
        name="A tenant with quotas",
        quotas='{"venues":5}',
        created_at=1,
        updated_at=1,
        version=1,
    )
    _add(
        connection,
        "uses_without_secret",
        schema="activity",
        key_id="key_sessions0000",
        day="2026-11-17",
        requests=3,
    )
    _add(connection, "recent_previews", schema="activity", id=1, previews="[]")
    _add(
        connection,
        "webhooks",
        webhook_id="whk_000000000000",
        tenant_id="ten_owner0000000",
        url="https://shop.example/hooks",
        label="",
        active=True,
        made_by="key_secret000000",
        changed_by="key_secret000000",
        is_by_admin=False,
        secret="encrypted",
        created_at=1,
        updated_at=1,
        version=1,
    )
    _add(
        connection,
        "webhook_deliveries",
        schema="activity",
        delivery_id="msg_000000000000",
        webhook_id="whk_000000000000",
        tenant_id="ten_owner0000000",
        type="ping",
        body="{}",
        created_at=1,
        status="delivered",
    )
    _add(
        connection,
        "venue_drafts",
        venue_id="ven_hall00000000",
        draft_id="dra_000000000000",
        revision=1,
        document="{}",
        base_version=1,
        created_at=1,
        updated_at=1,
        updated_by="operator",
    )
    _add(connection, "floor_plans", venue_id="ven_hall00000000", revision=1, stored_by="operator")
    _add(
        connection,
        "image_copies",
        venue_id="ven_hall00000000",
        name="a.png",
        tenant_id="ten_owner0000000",
        source_venue_id="ven_yard00000000",
        source_image_id="img_source000000",
        content_type="image/png",
        width=4,
        height=2,
        size_bytes=100,
        stored_bytes=4096,
        tile_columns=0,
        tile_rows=0,
        sha256="0" * 64,
        requested_at=1,
    )
    _add(
        connection,
        "deleted_records",
        kind="venue",
        id="ven_deleted00000",
        tenant_id="ten_owner0000000",
        deleted_at=1,
        erased_until=0,
    )


DATA_WRITERS: dict[str, Callable[[Connection], None]] = {
    "0001": data_of_0001,
    "0002": data_of_0002,
    "0003": data_of_0003,
    "0004": data_of_0004,
    "0005": data_of_0005,
    "0006": data_of_0006,
    "0007": data_of_0007,
    "0008": data_of_0008,
}


async def grow_to(database: Database, revision: str) -> None:
    """Upgrades a database through every revision up to this one, and adds the data of each."""
    for earlier in REVISIONS[: REVISIONS.index(revision) + 1]:
        await schema.upgrade(database, earlier)
        await database.migrate(DATA_WRITERS[earlier])


def _add(connection: Connection, into: str, schema: str | None = None, **row: object) -> None:
    connection.execute(insert(table(into, *map(column, row), schema=schema)).values(row))
