"""Events: what buyers saw and did, reported in batches, kept for a time, listed and counted."""
