"""The catalogue of rules: its statements in two languages, look-up, explanations and coverage.

People edit the YAML files in `data/`; the program reads `data/rulebook.sqlite`, compiled from them, so
that looking up one statement takes milliseconds. Everything that the program says about a rule comes
from here, by the id of a statement (`n3.dodge.4`).
"""
