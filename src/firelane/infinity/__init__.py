"""The Infinity family: one set of steps, tables and hooks, of which each edition is a list of entries."""
