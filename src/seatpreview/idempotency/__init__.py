"""Requests that are safe to repeat: those with an Idempotency-Key, remembered for a day."""
