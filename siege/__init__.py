"""The siege: attacks on a running service, and what they cost two victims that use it meanwhile."""
