"""Rate limits: the arithmetic, and the two places that keep what was used (this process, or Valkey)."""
