"""What runs a server on the internet, and the programs that try it: `docs/operations.md` describes both."""
