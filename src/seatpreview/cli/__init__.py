"""The command line: what an operator does at the service's own machine."""
