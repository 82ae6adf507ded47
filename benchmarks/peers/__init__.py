"""Other game servers under the same load as ours, each with a small game whose messages are as large."""
