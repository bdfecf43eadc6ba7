"""The soak test: a cluster under load, with changes and faults, checked for lost and stale data."""
