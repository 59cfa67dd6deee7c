"""How each question of Red Earth is answered: judged, sampled, listed, and by standing order."""

from __future__ import annotations

from typing import Any

from firelane.bpre import asking, choosing, judging, listing
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


QUESTIONS: tuple[Question[Any, Any, Any], ...] = (
    Question(asking.PickTeam, (asking.Team,), judging.refuse_team, choosing.sample_team),
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
)
