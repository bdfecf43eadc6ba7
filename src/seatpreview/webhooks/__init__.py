"""Webhooks: the change log, sent to the addresses that tenants gave."""
