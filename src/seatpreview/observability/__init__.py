"""Observability: logs, measurements, outages, the table of metrics, and the delivery of traces."""
