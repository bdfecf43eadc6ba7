"""The peer: what a good team would write in a week with the usual parts, to measure the service beside it.

FastAPI, Pydantic, SQLAlchemy with aiosqlite or asyncpg, redis-py with a script for limits, HMAC for signed
addresses. It has six operations: preview, resolve, a signed image, read and change a key, and events, and
what creates their data. It answers the requests that are measured as the service does, and shares no code
with it: docs/decisions/0042-the-peer.md says what it leaves out.
"""
