"""Current, not cached: records in memory, and the proof for each request that they are the database's."""
