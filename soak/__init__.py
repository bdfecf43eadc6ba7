"""The cluster for real: changed, broken and asked all the while, and checked for what is lost or stale."""
