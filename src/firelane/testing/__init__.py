"""Helps for tests: the tie between a test and the statements that it proves."""

from firelane.testing.proofs import borrows, edition, rule

__all__ = ["borrows", "edition", "rule"]
