"""An edition with one fault of every kind, for the lint to find."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct

from ambush.game import FIRST
from ambush.rules import FIRST as EDITION
from firelane.core.rules import Edition, Key, Rule, add, take


class Reference(Struct, frozen=True):
    to: Key


def _same(context, value, figures):
    return value


def _nothing(world, event, figures):
    return None


FAULTY = replace(
    FIRST,
    edition=Edition(
        "ambush-1",
        [
            Rule("twice", {"ambush-1": "ambush.orders"}),
            Rule("twice", {"ambush-1": "ambush.orders"}),
            take("gone", EDITION),
            take("mine", EDITION, amuont=3),
            Rule("silent"),
            Rule("astray", {"ambush-1": "ambush.nowhere"}),
            Rule("hooked", {"ambush-1": "ambush.orders"}, values={"number.of_nothing": add(_same)}),
            Rule("waits", {"ambush-1": "ambush.orders"}, triggers={"never": _nothing}),
            Rule("refers", {"ambush-1": "ambush.orders"}, data=Reference(Key("nothing-there"))),
        ],
        EDITION.points,
        EDITION.events,
    ),
)
