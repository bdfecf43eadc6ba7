"""Decoding: JSON bodies, queries and paths become typed values, or a list of every fault that they have."""
