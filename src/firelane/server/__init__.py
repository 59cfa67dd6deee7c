"""Rooms and seats over the network: HTTP sets a game up, a socket plays it, a store forgets nothing."""
