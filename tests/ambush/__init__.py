"""Ambush: a small game of our own, on which the machine and the kit for proofs are tried.

Two sides, three scouts each, a lane of twelve paces. Scouts, mines and cards are hidden, reactions are
sealed, cards are played in turn, mines and medics interrupt. Two editions show how rules are taken over.
"""
