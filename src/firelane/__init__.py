"""Firelane plays skirmish miniatures games by their real rules."""

__version__ = "0.1.0"
