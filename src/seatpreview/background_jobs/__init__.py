"""Background jobs of a worker: deferred writes, and deletion of expired data."""
