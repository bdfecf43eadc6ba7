"""The data folder: its lock, what it lacks, and its notes of the service's address and the last backup."""
