"""How long a test waits for something that must come before it takes it to hang.

Nothing is measured by this: a machine that does other work besides is slow, not wrong.
"""

HANG_SECONDS = 600
"""For whatever is started, asked or waited for."""
