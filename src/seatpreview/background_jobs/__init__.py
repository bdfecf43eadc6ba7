"""Background jobs of a worker: what is written later, and what is deleted when its time is over."""
