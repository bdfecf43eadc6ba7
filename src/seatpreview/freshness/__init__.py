"""Cached records, and the freshness check, which ensures for each request that they equal the database's."""
