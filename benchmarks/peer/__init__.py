"""The peer: what a good team would write in a week with the usual parts, to measure the service beside it.

FastAPI, Pydantic, SQLAlchemy with aiosqlite or asyncpg, redis-py with a script for limits, HMAC for signed
addresses. Its answers are those of the service for the requests of the benchmark. It shares no code with the
service, and does not have its breadth: docs/decisions/0042-the-peer.md says what is left out.
"""
