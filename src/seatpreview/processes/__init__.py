"""Processes for heavy computation: pure functions of bytes, run off the event loop with a deadline."""
