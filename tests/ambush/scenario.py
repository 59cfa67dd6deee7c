"""Scenarios of Ambush: who stands where, who holds what, and then orders, reactions and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ambush.asking import Layout, Reaction, Reactions
from ambush.game import FIRST
from ambush.world import CARDS, SEATS, Scout, Setup, scout_ids
from firelane.core.requests import Answer
from firelane.core.ruleset import Ruleset
from firelane.testing.scenario import Scenario


class Fight(Scenario):
    """A match that has been laid out and dealt: blue gives the first order."""

    rest = ("give-order",)

    def __init__(
        self,
        ruleset: Ruleset = FIRST,
        blue: Sequence[int] = (0, 1, 3),
        red: Sequence[int] = (11, 10, 8),
        mines: tuple[int, int] = (4, 7),
        hands: Mapping[str, Sequence[str]] | None = None,
        carries: Mapping[str, tuple[str, ...]] | None = None,
        rounds: int = 4,
    ) -> None:
        super().__init__(ruleset, Setup(carries=carries or {}, rounds=rounds))
        for seat, paces, mine in zip(SEATS, (blue, red), mines, strict=True):
            self.says(seat, Layout(dict(zip(scout_ids(seat), paces, strict=True)), mine))
        deck = list(CARDS)
        for seat in SEATS:
            for card in (hands or {}).get(seat, ("flare", "doubt")):
                self.dice(deck.index(card) + 1)
                deck.remove(card)

    def order(self, answer: Answer, **reactions: Reaction) -> Fight:
        """The active side's order, and how the other side reacts where it is asked."""
        active = self.game.state.world.active
        self.says(active, answer)
        other = SEATS[1 - SEATS.index(active)]
        if self.is_asked(other, "react"):
            self.says(other, Reactions({name.replace("_", "-"): what for name, what in reactions.items()}))
        elif reactions:
            raise AssertionError("nobody is asked to react")
        return self

    def scout(self, name: str) -> Scout:
        """A scout as it stands."""
        found: Scout = self.game.state.world.scouts[name]
        return found
