"""Golden games: whole games recorded in neutral words, played again by the code as it stands, and compared.

`c1` and `bpre` are the adapters: all that knows today's ids, structs and modules. `replay` plays a game and
tells of it, `check` compares, `record` writes the files in `tests/golden/games`. CONTRIBUTING.md says what
they hold and when they may be recorded anew.
"""
