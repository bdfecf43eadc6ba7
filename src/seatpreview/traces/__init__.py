"""Traces: what a request waited for, recorded as spans of OpenTelemetry. Imported only where they are on."""
