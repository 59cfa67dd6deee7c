"""Helps for tests: the tie between a test and the statements that it proves."""

from firelane.testing.proofs import rule

__all__ = ["rule"]
