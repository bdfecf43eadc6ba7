"""Events: what buyers saw and did, reported in batches, stored for a limited time, listed and counted."""
