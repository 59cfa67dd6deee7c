"""The mission card of Red Earth: what the Tasking Card asks for, and how far each side has come."""

from __future__ import annotations

from firelane.bpre.edition import EDITION
from firelane.bpre.goals import HAVE, cp_of
from firelane.bpre.names import TURNS
from firelane.bpre.taskings import Criterion, tasking_of
from firelane.bpre.words import rule_name
from firelane.bpre.world import RedEarthWorld, on_table
from firelane.rulebook.book import Book
from firelane.screen.mission import GoalShare, GoalShown, MissionCard
from firelane.text import say


def mission(world: RedEarthWorld, lang: str) -> tuple[MissionCard | None, tuple[GoalShown, ...]]:
    """The card and its goals; nothing before a Tasking Card lies open."""
    if not world.tasking:
        return None, ()
    tasking = tasking_of(EDITION, world)
    rewards = tuple(statement_text(world, reward.statement, lang) for reward in tasking.rewards)
    head = MissionCard(name=rule_name(world.tasking, lang), rule=f"bpre.{world.tasking}", lines=rewards)
    return head, tuple(_goal(world, number, each, lang) for number, each in enumerate(tasking.success))


def statement_text(world: RedEarthWorld, number: int, lang: str) -> str:
    """What a statement of the Tasking Card says."""
    return Book.open().statement(f"bpre.{world.tasking}.{number}").text.say(lang)


def _goal(world: RedEarthWorld, number: int, criterion: Criterion, lang: str) -> GoalShown:
    shares = (_share(world, criterion, lang),) if world.turn else ()
    return GoalShown(
        id=f"{number}-{criterion.test}",
        text=statement_text(world, criterion.statement, lang),
        rule=f"bpre.{world.tasking}.{criterion.statement}",
        shares=shares,
    )


def _share(world: RedEarthWorld, criterion: Criterion, lang: str) -> GoalShare:
    key = criterion.test
    if key == "turn-counter-elapsed" and criterion.most:
        key += "-losses"
    if key == "all-killed" and criterion.least:
        key += "-keeping"
    have = say(
        f"missions.have-{key}",
        lang,
        count=HAVE[criterion.test](world, criterion),
        need=TURNS if criterion.test == "turn-counter-elapsed" else criterion.least or criterion.most,
        most=criterion.most,
        lost=world.sides[criterion.force].casualties,
        left=cp_of(world, on_table(world, criterion.force)),
    )
    return GoalShare(seat=criterion.force, have=have)
