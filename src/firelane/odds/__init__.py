"""Exact distributions of what a declared exchange can do, from the tables that resolve it."""
