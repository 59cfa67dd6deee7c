"""Random Operations: every card and skill is played in them, and nobody is asked too often."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from firelane.bpre.asking import Decline, OfferCards
from firelane.bpre.cards import Card, interventions
from firelane.bpre.edition import EDITION
from firelane.bpre.events import CardDiscarded
from firelane.bpre.frames import AttackRoll
from firelane.bpre.game import BPRE, Setup, arrange
from firelane.bpre.names import SEATS
from firelane.bpre.skills import SKILL_NAMES
from firelane.core.fired import counting
from firelane.lab.many import play
from firelane.players import random_player

GAMES = 96
TEAMS = {
    "scorch": ("lamg-gunner", "operational-advisor", "grenadier", "pointman", "breacher", "team-leader"),
    "aayari": ("hongbin-enabler", "muhtasib", "rpk-gunner", "aayari-guard", "militia", "militia", "militia"),
}
GUNNERS = {
    "scorch": ("lamg-gunner",) * 2 + ("grenadier",) * 2 + ("breacher", "operational-advisor"),
    "aayari": ("hongbin-enabler",) * 2 + ("muhtasib", "rpk-gunner", "aayari-guard", "militia", "militia"),
}
WEATHER = tuple(key for key in EDITION.entries if key.startswith("atmospherics."))


HANDS = {
    seat: tuple(card.removeprefix("intervention.") for card in interventions(EDITION, seat)) for seat in SEATS
}
SPECIALS = {
    seat: tuple(
        key.removeprefix("special.")
        for key in EDITION.entries
        if key.startswith("special.") and seat in EDITION.data(key, Card).factions
    )
    for seat in SEATS
}


SEIZE = "special.seize-the-initiative"
"""It answers the roll for a Quick Reaction Force, which teams that were picked beforehand do not have."""


@cache
def played_against_qrf():
    """How often cards were discarded in Operations in which the defending player can set points aside."""
    cards = Counter()
    for seed in range(GAMES):
        game = play(BPRE, seed, Setup(specials=SPECIALS))
        cards.update(e.card for m in game.moments for e in m.events if isinstance(e, CardDiscarded))
        if cards[SEIZE]:
            break
    return cards


@cache
def played():
    """How often cards were discarded and statements fired in some Operations."""
    cards = Counter()
    with counting() as tally:
        for seed in range(GAMES):
            weather = WEATHER[1 + seed % (len(WEATHER) - 1)].removeprefix("atmospherics.")
            teams = GUNNERS if seed // 4 % 2 else TEAMS
            setup = Setup(
                tasking="oasis-hemlock", teams=teams, hands=HANDS, specials=SPECIALS, atmospherics=weather
            )
            game = play(BPRE, seed, setup)
            cards.update(e.card for m in game.moments for e in m.events if isinstance(e, CardDiscarded))
    return cards, tally.fired


@pytest.mark.parametrize(
    "card",
    sorted(k for k in EDITION.entries if k.startswith(("intervention.", "special.", "fires."))),
)
def test_random_players_play_every_card(card):
    found = played_against_qrf() if card == SEIZE else played()[0]
    assert found[card] > 0


@pytest.mark.parametrize("skill", SKILL_NAMES)
def test_every_skill_decides_something_in_random_games(skill):
    assert sum(count for rule, count in played()[1].items() if rule.startswith(f"bpre.skill.{skill}.")) > 0


@pytest.mark.parametrize("weather", [key for key in WEATHER if key != "atmospherics.clear-skies"])
def test_the_weather_decides_something_in_random_games(weather):
    assert sum(count for rule, count in played()[1].items() if rule.startswith(f"bpre.{weather}.")) > 0


# Questions


def reticent(view, request, budget, generator):
    """Plays no card in answer to anything."""
    if isinstance(request, OfferCards):
        return Decline()
    return random_player(BPRE)(view, request, budget, generator)


def asked_per_attack(game):
    """For each attack in which nobody played a card, how often each player was asked for one."""
    found, now, asked = [], None, Counter()
    for moment in game.moments:
        attacks = [level.frame for level in moment.state.stack if isinstance(level.frame, AttackRoll)]
        key = (attacks[0].attacker, attacks[0].target) if attacks else None
        if key != now:
            if now is not None:
                found.append(asked)
            now, asked = key, Counter()
        if key is not None:
            asked.update(r.seat for r in moment.state.window.requests if isinstance(r, OfferCards))
    return found


def test_an_attack_in_which_nobody_plays_asks_each_player_twice_at_most():
    most, attacks = 0, 0
    for seed in range(4):
        specials = dict.fromkeys(SEATS, ("killing-is-my-business",))
        setup = Setup(tasking="oasis-hemlock", teams=TEAMS, hands=HANDS, specials=specials)
        game = play(BPRE, seed, setup, dict.fromkeys(SEATS, reticent))
        for asked in asked_per_attack(game):
            attacks += 1
            most = max(most, *asked.values(), 0)
    assert attacks > 40
    assert most == 2


def test_a_set_up_by_chance_deals_special_cards_once_each_to_who_may_have_them():
    dealt = [arrange({}, Random(seed)).specials for seed in range(40)]
    assert {} in dealt
    assert {card for hands in dealt for card in hands.get("scorch", ())} == set(SPECIALS["scorch"])
    for hands in dealt:
        cards = [card for seat in hands for card in hands[seat]]
        assert len(cards) == len(set(cards))
        assert all(set(hands[seat]) <= set(SPECIALS[seat]) for seat in hands)
    assert arrange({}, None).specials == {}
    assert arrange({"mode": "raid-3"}, Random(1)).specials == {}, "there they are earned"
