"""Fresh records: kept in memory, and checked for each request to be what the database holds."""
