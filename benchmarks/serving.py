"""The server that is measured: no limits on rates, the small game beside the shipped ones."""

from __future__ import annotations

import os
import sys

from firelane.rulesets import SHIPPED
from firelane.server.limits import Limits
from firelane.server.serve import run

FREE = Limits(
    messages=1e9, message_burst=1e9, requests=1e9, request_burst=1e9, new_games=1e9, new_game_burst=1e9
)

if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(sys.argv[2])})
    run(
        "127.0.0.1",
        0,
        sys.argv[1],
        (*SHIPPED, "ambush.game:FIRST"),
        FREE,
        idle=2.0,
        ready=lambda port: print(port, flush=True),
        warm=False,
    )
