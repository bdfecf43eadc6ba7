"""The server: its processes, workers, signals and health, and the metrics that they report."""
