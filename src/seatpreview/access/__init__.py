"""The guard: from what a request presents to a Caller, or a refusal."""
