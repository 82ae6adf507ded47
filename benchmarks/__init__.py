"""Benchmarks of this project beside others: `make bench`."""
