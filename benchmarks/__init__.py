"""How fast this project is, beside others: `make bench`."""
