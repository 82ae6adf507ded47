"""Other game servers under the same load as ours, each with a small game of its own whose messages are as large."""
