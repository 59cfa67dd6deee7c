"""Mutation testing, statement by statement: do the tests that name it notice when its code is broken?

`code` finds the code of a statement, `edits` breaks it in small ways, `trial` runs the named tests against a
broken copy in a forked process, `campaign` does so for statements drawn by lot and keeps the results.
"""
