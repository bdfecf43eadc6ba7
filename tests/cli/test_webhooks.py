"""`seatpreview webhooks`: the API's operations on webhooks, as commands."""

from pathlib import Path

from cli.program import invoke, result_of
from cli.test_interrupts import Terminal


def test_a_webhooks_life(database_flags: list[str]) -> None:
    tenant_id = result_of("tenants", "create", "--name", "Harbour Arena", *database_flags)["tenantId"]
    address = "https://shop.example/hooks"
    made = result_of("webhooks", "create", address, "--tenant", tenant_id, *database_flags)
    webhook_id, secret = made["webhookId"], made.pop("secret")
    assert (made["url"], made["types"], made["createdBy"]) == (address, None, "operator")
    assert result_of("webhooks", "list", *database_flags)["data"] == [made]
    updated = result_of(
        "webhooks", "update", webhook_id, "--types", "key.revoked,venue.published", *database_flags
    )
    assert updated["types"] == ["key.revoked", "venue.published"]
    rotated = invoke("webhooks", "rotate", webhook_id, *database_flags)
    assert "whsec_" in rotated.stdout
    assert secret not in rotated.stdout
    assert "This is the webhook's secret. Copy it now" in rotated.stderr

    ping = result_of("webhooks", "test", webhook_id, *database_flags)
    listed = result_of("webhooks", "deliveries", webhook_id, "--status", "pending", *database_flags)
    assert [each["deliveryId"] for each in listed["data"]] == [ping["deliveryId"]]
    again = invoke("webhooks", "redeliver", webhook_id, ping["deliveryId"], *database_flags)
    assert again.stdout == f"{ping['deliveryId']} is sent again.\n"
    assert invoke("webhooks", "redeliver", webhook_id, *database_flags).stdout.startswith("0 deliveries")

    disabled = result_of("webhooks", "update", webhook_id, "--disable", "--default-types", *database_flags)
    assert (disabled["active"], disabled["disabledReason"], disabled["types"]) == (False, "requested", None)
    refused = invoke("webhooks", "test", webhook_id, *database_flags)
    assert (refused.exit_code, refused.stderr.startswith("The webhook is not active.")) == (1, True)
    assert invoke("webhooks", "delete", webhook_id, *database_flags).stdout == f"Deleted {webhook_id}.\n"
    assert result_of("webhooks", "list", *database_flags)["data"] == []


def test_listen_prints_what_the_webhook_is_told_until_ctrl_c(data_dir: Path) -> None:
    at = ("--data-dir", str(data_dir))
    tenants = [result_of("tenants", "create", "--name", name, *at)["tenantId"] for name in ("One", "Other")]
    made = result_of(
        *("webhooks", "create", "https://shop.example/", "--tenant", tenants[0], "--types", "key.created"),
        *at,
    )
    terminal = Terminal(data_dir, "webhooks", "listen", made["webhookId"], *at)
    terminal.wait_for("Following")
    foreign = result_of("keys", "create", "--tenant", tenants[1], *at)
    own = result_of("keys", "create", "--tenant", tenants[0], *at)
    terminal.wait_for(own["keyId"])
    assert foreign["keyId"].encode() not in terminal.shown
    assert terminal.press_ctrl_c() == 0
    assert b"Traceback" not in terminal.shown
