"""The change feed: what changed, in the order of commits, for programs that keep in step."""
