"""Benchmarks: every figure comes from one run, and is stored with the machine that it was measured on."""
