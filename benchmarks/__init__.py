"""Measurements: every figure is taken in one run, and says what it was taken on."""
