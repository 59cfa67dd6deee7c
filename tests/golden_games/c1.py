"""The adapter of CodeOne: all of the golden games that knows its ids, structs and modules.

A restructuring rewrites this module and nothing else: the recordings hold what it says, in its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from firelane.core import events as core
from firelane.core.requests import Answer, Request, Roll
from firelane.core.state import AnyState
from firelane.infinity import asking
from firelane.infinity import events as happened
from firelane.infinity.c1.game import C1
from firelane.infinity.c1.setup import Setup
from firelane.infinity.editions import edition_of
from firelane.infinity.events import marker_name
from firelane.infinity.programs import programs_of
from firelane.infinity.resolving import saves_of
from firelane.infinity.strays import misses
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.screen.infinity import screen
from firelane.screen.prompts import Option
from golden_games.neutral import Names, Tables, text
from infinity import declared

RULESET = C1
SCREEN = screen(C1)
NAME = "c1"

QUESTIONS = {
    asking.KeepOne: "keep-one",
    asking.ChooseTurns: "choose-turns",
    asking.ChooseZones: "choose-zones",
    asking.Deploy: "deploy",
    asking.NameLieutenant: "name-lieutenant",
    asking.GiveOrder: "give-order",
    asking.DeclareSecond: "declare-second",
    asking.DeclareAros: "declare-aros",
    asking.LandAtEdge: "land-at-edge",
    asking.DodgeMoves: "dodge-moves",
    asking.TurnAlerted: "turn-alerted",
    asking.Regenerate: "regenerate",
}
PREVIEWED = ("give-order", "declare-second", "declare-aros")
ANSWERS = {
    asking.Keep: "keep",
    asking.TurnsChosen: "turns",
    asking.ZonesChosen: "zones",
    asking.Deployed: "deployed",
    asking.Named: "named",
    asking.Activate: "activate",
    asking.EndOrders: "end-orders",
    asking.Second: "second",
    asking.Aros: "aros",
    asking.LandedAtEdge: "landed-at-edge",
    asking.Dodged: "dodged",
    asking.Turned: "turned",
    asking.Regenerating: "regenerating",
}
SKILLS = {
    declared.Idle: "idle",
    declared.Move: "move",
    declared.Jump: "jump",
    declared.BSAttack: "bs-attack",
    declared.Template: "template",
    declared.CCAttack: "cc-attack",
    declared.Dodge: "dodge",
    declared.Reset: "reset",
    declared.Discover: "discover",
    declared.Delay: "delay",
    declared.PlaceDeployable: "place-deployable",
    declared.Hack: "hack",
    declared.Doctor: "doctor",
    declared.Engineer: "engineer",
    declared.MediKit: "medikit",
    declared.HideAgain: "hide-again",
    declared.Drop: "combat-jump",
    declared.Enter: "parachutist",
    declared.Use: "use-objective",
}
EVENTS = {
    core.GameEnded: "game-ended",
    happened.InitiativeRolled: "initiative-rolled",
    happened.InitiativeKept: "initiative-kept",
    happened.FirstTurnSet: "first-turn-set",
    happened.ZoneTaken: "zone-taken",
    happened.TrooperDeployed: "trooper-deployed",
    happened.HeldBack: "held-back",
    happened.TokenGiven: "token-given",
    happened.TokenTaken: "token-taken",
    happened.ObjectivePlaced: "objective-placed",
    happened.ListsOpened: "lists-opened",
    happened.TurnBegan: "turn-began",
    happened.LieutenantNamed: "lieutenant-named",
    happened.OrderSpent: "order-spent",
    happened.OrdersDropped: "orders-dropped",
    happened.SkillDeclared: "skill-declared",
    happened.AroDeclared: "aro-declared",
    happened.BecameIdle: "became-idle",
    happened.Moved: "moved",
    happened.Faced: "faced",
    happened.TurnsOpened: "turns-opened",
    happened.PostureChanged: "posture-changed",
    happened.Entered: "entered",
    happened.MarkerRevealed: "marker-revealed",
    happened.Hidden: "hidden-again",
    happened.PointsLost: "points-lost",
    happened.PointsGained: "points-gained",
    happened.StateGained: "state-gained",
    happened.StateLost: "state-lost",
    happened.Removed: "removed",
    happened.UseSpent: "use-spent",
    happened.DiscoverFailed: "discover-failed",
    happened.ItemPlaced: "item-placed",
    happened.ItemRevealed: "item-revealed",
    happened.ItemRemoved: "item-removed",
    happened.ObjectiveChanged: "objective-changed",
    happened.BoxTaken: "box-taken",
    happened.BoxDropped: "box-dropped",
    happened.Scored: "scored",
    happened.ModsTold: "mods-told",
    happened.Rolled: "rolled",
    happened.Saved: "saved",
}
EDITION = edition_of("c1")
KEYS = sorted({*SKILLS.values(), *programs_of(EDITION), "camouflage"}, key=len, reverse=True)
"""The keys under which skills are shown as forbidden."""
TABLES = Tables(
    {"say": ANSWERS, "do": SKILLS, "event": EVENTS},
    form=("because", "alias", "rem_alias", "driver_alias", "surface", "marker", "rule", "id"),
)


def setup(words: Mapping[str, Any]) -> Setup:
    """The set-up of a game: a side has a ready list by name, or sheets by key."""
    named = {seat: words[seat] for seat in C1.seats if isinstance(words[seat], str)}
    sheets = {seat: tuple(words[seat]) for seat in C1.seats if seat not in named}
    usual = Setup(field=words["field"], mission=words["mission"], points=2 * words["points"], forces=sheets)
    return msgspec.structs.replace(usual, lists={**usual.lists, **named})


# Names


def learn(names: Names, state: AnyState) -> None:
    """Name what has come into the game since: troopers, mines, objectives, and the markers that hide them."""
    world: InfinityWorld = state.world
    for trooper in world.troopers.values():
        _name(names, trooper, f"{trooper.seat}/{_place_in_list(trooper)}")
    groups: tuple[tuple[str, Mapping[str, Any]], ...] = (("mine", world.items), ("", world.objectives))
    for kind, things in groups:
        new = sorted((t for t in things.values() if t.id not in names.of), key=lambda t: (t.x, t.y))
        for thing in new:
            stem = f"{thing.seat}/{kind}" if kind else thing.kind
            number = sum(name.startswith(f"{stem}-") and "?" not in name for name in names.id_of) + 1
            names.add(thing.id, f"{stem}-{number}")
    for item in world.items.values():
        _name(names, item, names.of[item.id])


def _place_in_list(trooper: Trooper) -> int:
    return int(trooper.id.rpartition("-")[2])


def _name(names: Names, thing: Any, name: str) -> None:
    if names.of.get(thing.id) != name:
        names.add(thing.id, name)
    if thing.marker:
        marker = marker_name(thing.seat, thing.marker)
        if names.id_of.get(f"{name}?") != marker:
            names.add(marker, f"{name}?")


# Answers, events, dice


def hear(plain: Any, names: Names) -> Answer:
    """A neutral answer as the machine takes it."""
    given: Answer = msgspec.convert(TABLES.struct(plain, names), C1.answers)
    return given


def tell(event: core.Event, names: Names) -> str:
    """An event as key and arguments; nothing for dice, which are told apart."""
    if isinstance(event, core.DiceRolled):
        return ""
    plain = TABLES.plain(event, names, whole=False)
    return f"{plain.pop('event')} {text(plain)}"


def dice(state: AnyState, roll: Roll, names: Names) -> list[tuple[int, str]]:
    """What dice are for, in their order: how many, and whose for what."""
    frame, world, seat = state.stack[-1].frame, state.world, roll.roller
    found: list[tuple[int, tuple[str, ...]]]
    match roll.why:
        case "order":
            mine = [one for one in frame.attempts if one.seat == seat and one.dice]
            found = [(one.dice, (one.actor, one.skill, one.target)) for one in mine]
        case "saves":
            owed = [hit for hit in saves_of(frame, world, seat) if hit.saving.rolls]
            found = [(hit.saving.rolls, (hit.trooper, "save", hit.by, hit.weapon)) for hit in owed]
        case "stray-shots":
            shots = [one for one in misses(edition_of(state.ruleset), frame) if len(one.strays) > 1]
            found = [(1, (one.actor, "stray-shot")) for one in shots]
        case "regeneration":
            mine = [name for name in frame.regenerating if world.troopers[name].seat == seat]
            found = [(1, (name, "regeneration")) for name in mine]
        case "combat-jump":
            found = [(1, (frame.trooper, "combat-jump"))]
        case why:
            found = [(len(roll.dice), (seat, why))]
    return [(count, " ".join(names.of.get(part, part) for part in key if part)) for count, key in found]


# The board


def board(world: InfinityWorld, names: Names) -> dict[str, str]:
    """What stands where in which states, thing by thing."""
    found = {names.of.get(t.id, t.id): " ".join(_trooper(t, names)) for t in world.troopers.values()}
    told = partial(TABLES.plain, names=names, whole=False)
    for item in world.items.values():
        hidden = " hidden" if item.marker else ""
        found[names.of[item.id]] = f"{item.weapon} {item.x},{item.y},{item.z} {item.points}{hidden}"
    for thing in world.objectives.values():
        holder = " ".join(told((thing.owner, thing.carrier)))
        found[names.of[thing.id]] = f"{thing.x},{thing.y},{thing.z} {holder}".strip()
    for seat, side in world.sides.items():
        fields = ("zone", "pool", "lieutenant_order", "own", "objective_points", "lieutenants")
        found[seat] = text({key: told(one) for key in fields if (one := getattr(side, key))})
    found["game"] = text([world.round, world.active, world.first, world.killed])
    return found


def _trooper(trooper: Trooper, names: Names) -> Iterator[str]:
    yield str(trooper.place)
    if trooper.place is Place.TABLE:
        yield f"{trooper.x},{trooper.y},{trooper.z} f{trooper.facing}"
    yield f"w{trooper.points}"
    yield from ["prone"] * trooper.prone
    yield from ["marker"] * bool(trooper.marker)
    yield from trooper.states
    for key in ("spent", "failed", "controller", "token", "carries"):
        if value := getattr(trooper, key):
            yield f"{key}={text(TABLES.plain(value, names, whole=False))}"


# Options


def option_value(request: Request, value: Any, names: Names) -> Any:
    """The neutral form of what an option puts into the answer. Where the screen proposes places drawn for
    the question's id, they are left out."""
    if isinstance(request, asking.Deploy):
        return {key: one for key, one in value.items() if key in ("prone", "camouflaged")}
    if isinstance(value, dict) and "answer" in value:
        return TABLES.plain(msgspec.convert(value, C1.answers), names)
    if isinstance(value, dict) and "skill" in value:
        return TABLES.plain(msgspec.convert(value, EDITION.declared), names)
    return TABLES.plain(value, names)


def barred(option: Option) -> str:
    """The key of the skill that an option shows as forbidden."""
    key = option.id.partition("/")[2]
    return next((known for known in KEYS if key.startswith(known)), "")


def is_proposed_by_chance(request: Request) -> bool:
    """Whether what the screen or the list proposes is drawn for the question's id."""
    return isinstance(request, asking.Deploy)
