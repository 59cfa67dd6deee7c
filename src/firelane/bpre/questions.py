"""How each question of Red Earth is answered: judged, sampled, listed, and by standing order."""

from __future__ import annotations

from typing import Any

from firelane.bpre import asking, choosing, judging, listing, marshalling
from firelane.bpre.able import is_eligible, targets
from firelane.bpre.cards import held
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import works
from firelane.bpre.names import DIRECT_FIRE
from firelane.bpre.situation import MAY_THROW, allowed
from firelane.core.ruleset import Question

POLICIES = ("pass", "shoot")
"""`pass`: no card, no Immediate Action, no activation; `shoot`: every Immediate Action that offers itself."""


def standing_go(view: judging.TableView, request: asking.Activate, policy: str) -> asking.PassPhase | None:
    return asking.PassPhase() if policy == "pass" else None


def standing_reaction(
    view: judging.TableView, request: asking.React, policy: str
) -> asking.Shoot | asking.Hold:
    return asking.Shoot(request.actors[0]) if policy == "shoot" else asking.Hold()


def standing_card(view: judging.TableView, request: asking.OfferCards, policy: str) -> asking.Decline | None:
    return asking.Decline() if policy == "pass" else None


def standing_turned(
    view: judging.TableView, request: asking.TurnTemplate, policy: str
) -> asking.Turned | None:
    return asking.Turned(0) if policy == "pass" else None


def standing_facings(view: judging.TableView, request: asking.StandUp, policy: str) -> asking.Facings | None:
    units = view.table.world.units
    return asking.Facings({n: units[n].facing for n in request.actors}) if policy == "pass" else None


# Where there is nothing to decide


def usual_go(view: judging.TableView, request: asking.Activate) -> asking.PassPhase | None:
    """Pass, where no unit can attack, throw or work for the Operation, nor be activated by a card in hand."""
    world = view.table.world
    if any(any(listing.list_goes_by_card(view, request, name)) for name in request.actors):
        return None
    for unit in (world.units[name] for name in request.actors):
        if not is_eligible(world, unit, request.phase):
            continue
        if request.phase != DIRECT_FIRE or targets(world, unit, DIRECT_FIRE):
            return None
        if works(EDITION, world, unit) or allowed(EDITION, MAY_THROW, world, unit, DIRECT_FIRE) is None:
            return None
    return asking.PassPhase()


def usual_card(view: judging.TableView, request: asking.OfferCards) -> asking.Decline | None:
    """Play nothing, where none of the cards is in the hand."""
    hand = held(view.table.world, view.seat)
    return None if any(card in hand for card in request.cards) else asking.Decline()


QUESTIONS: tuple[Question[Any, Any, Any], ...] = (
    Question(
        asking.PickTeam, (asking.Team,), judging.refuse_team, marshalling.sample_team, marshalling.list_teams
    ),
    Question(asking.PickHand, (asking.Hand,), judging.refuse_hand, choosing.sample_hand, listing.list_hands),
    Question(
        asking.ChooseStructure,
        (asking.Structure,),
        judging.refuse_structure,
        choosing.sample_structure,
        listing.list_structures,
    ),
    Question(
        asking.ChooseEdge, (asking.Edge,), judging.refuse_edge, choosing.sample_edge, listing.list_edges
    ),
    Question(asking.SetDoors, (asking.Doors,), judging.refuse_doors, choosing.sample_doors),
    Question(asking.PlaceUnits, (asking.Placement,), judging.refuse_placement, choosing.sample_placement),
    Question(
        asking.Activate,
        (asking.Fire, asking.Throw, asking.Work, asking.Maneuver, asking.PassPhase),
        judging.refuse_go,
        choosing.sample_go,
        listing.list_goes,
        standing_go,
        usual_go,
        usual_tells=True,
    ),
    Question(asking.GoOn, (asking.Acts,), judging.refuse_more, choosing.sample_more, listing.list_more),
    Question(
        asking.React,
        (asking.Shoot, asking.Hold),
        judging.refuse_reaction,
        choosing.sample_reaction,
        listing.list_reactions,
        standing_reaction,
    ),
    Question(
        asking.OfferCards,
        (asking.PlayCard, asking.Decline),
        judging.refuse_card,
        choosing.sample_card,
        listing.list_cards,
        standing_card,
        usual_card,
        usual_tells=True,
    ),
    Question(asking.PickOwn, (asking.Own,), judging.refuse_own, choosing.sample_own, listing.list_own),
    Question(
        asking.PickSupport,
        (asking.Support,),
        judging.refuse_support,
        choosing.sample_support,
        listing.list_support,
    ),
    Question(
        asking.TurnTemplate,
        (asking.Turned,),
        judging.refuse_turned,
        choosing.sample_turned,
        listing.list_turns,
        standing_turned,
    ),
    Question(
        asking.StandUp,
        (asking.Facings,),
        judging.refuse_facings,
        choosing.sample_facings,
        standing=standing_facings,
    ),
    Question(
        asking.ChooseRole,
        (asking.Role,),
        marshalling.refuse_role,
        marshalling.sample_role,
        marshalling.list_roles,
    ),
    Question(
        asking.PlaceTrucks,
        (asking.Trucks,),
        marshalling.refuse_trucks,
        marshalling.sample_trucks,
        marshalling.list_trucks,
    ),
    Question(
        asking.PlaceToken,
        (asking.TokenAt,),
        marshalling.refuse_token,
        marshalling.sample_token,
        marshalling.list_tokens,
    ),
    Question(
        asking.OfferQrf,
        (asking.CallQrf, asking.KeepQrf),
        marshalling.refuse_qrf_call,
        marshalling.sample_qrf_call,
        marshalling.list_qrf_calls,
        marshalling.standing_qrf_call,
        marshalling.usual_qrf_call,
        usual_tells=True,
    ),
    Question(
        asking.OfferReroll,
        (asking.Reroll, asking.KeepRoll),
        marshalling.refuse_reroll,
        marshalling.sample_reroll,
        marshalling.list_rerolls,
        marshalling.standing_reroll,
    ),
    Question(
        asking.PickQrf,
        (asking.Reinforcements,),
        marshalling.refuse_reinforcements,
        marshalling.sample_reinforcements,
        marshalling.list_reinforcements,
    ),
)
