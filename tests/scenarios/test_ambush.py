"""Every statement of the small game, shown by a situation."""

import pytest

from ambush.asking import Advance, EndTurn, Layout, Pass, PlayCard, Reactions, Shoot, Sneak
from ambush.events import CardDrawn, LaidOut, Moved, Shot
from ambush.game import FIRST, SECOND
from ambush.scenario import Fight
from firelane.core.events import WATCHER
from firelane.testing.proofs import rule
from firelane.testing.scenario import Scenario


def laid_out(blue=(0, 1, 3), mine=4):
    return Layout(dict(zip(("blue-1", "blue-2", "blue-3"), blue, strict=True)), mine)


@rule("ambush.set-up.1")
def test_scouts_are_placed_together_in_secret_at_the_own_end():
    game = Scenario(FIRST)
    assert game.is_asked("blue", "lay-out")
    assert game.is_asked("red", "lay-out")
    assert game.refused("blue", laid_out(blue=(0, 1, 4))).rule == "ambush.set-up.1"
    assert game.refused("blue", Layout({"blue-1": 0}, 4)).rule == "ambush.set-up.1"
    game.says("blue", laid_out())
    assert not game.events(LaidOut)
    assert game.game.view("red").table.scouts == {}


@rule("ambush.set-up.2")
def test_mines_lie_between_the_ends_and_are_secret():
    game = Scenario(FIRST)
    assert game.refused("blue", laid_out(mine=3)).rule == "ambush.set-up.2"
    assert game.refused("blue", laid_out(mine=8)).rule == "ambush.set-up.2"
    with Fight(mines=(4, 7)) as fight:
        assert fight.game.view("red").table.sides["blue"].mine is None
        assert fight.game.view("blue").table.sides["blue"].mine == 4


@rule("ambush.set-up.3")
def test_two_cards_are_drawn_unseen():
    with Fight(hands={"blue": ("medic", "doubt"), "red": ("flare", "flare")}) as fight:
        assert fight.game.view("blue").table.sides["blue"].hand == ("medic", "doubt")
        seen = fight.game.view("red").table.sides["blue"]
        assert seen.hand is None
        assert seen.cards == 2
        drawn = [event.seen_by("red") for event in fight.events(CardDrawn) if event.seat == "blue"]
        assert [event.card for event in drawn] == ["", ""]


@rule("ambush.orders.1", "ambush.orders.3")
def test_turns_alternate_with_two_orders_each_and_the_rest_is_lost():
    with Fight() as fight:
        assert fight.game.state.world.sides["blue"].orders == 2
        fight.order(EndTurn())
        assert fight.game.state.world.active == "red"
        assert fight.game.state.world.sides["red"].orders == 2
        fight.order(Sneak("red-1", 1)).order(Sneak("red-1", 1))
        assert fight.game.state.world.active == "blue"
        assert fight.game.state.world.sides["blue"].orders == 2


@rule("ambush.orders.2")
def test_a_scout_that_is_down_takes_no_orders():
    with Fight(mines=(4, 6)) as fight:
        fight.order(Advance("blue-3", 3)).dice(8)
        fight.says("blue", Pass())
        assert fight.scout("blue-3").down
        assert fight.refused("blue", Advance("blue-3", 1)).rule == "ambush.orders.2"
        assert "blue-3" not in fight.asked("blue").actors


@rule("ambush.moving.1")
def test_advancing_one_to_three_paces_either_way_within_the_lane():
    with Fight() as fight:
        for paces in (0, 4, -4):
            assert fight.refused("blue", Advance("blue-3", paces)).rule == "ambush.moving.1"
        assert fight.refused("blue", Advance("blue-1", -1)).rule == "ambush.moving.1"
        fight.order(Advance("blue-3", 3))
        assert fight.scout("blue-3").pace == 6
        fight.order(Advance("blue-3", -2))
        assert fight.scout("blue-3").pace == 4


@rule("ambush.moving.2")
def test_sneaking_one_pace_stays_hidden_and_unread():
    with Fight() as fight:
        assert fight.refused("blue", Sneak("blue-3", 2)).rule == "ambush.moving.2"
        fight.order(Sneak("blue-3", 1))
        assert fight.scout("blue-3").pace == 4
        assert fight.scout("blue-3").hidden
        (moved,) = fight.events(Moved)
        assert moved.seen_by("red") is None
        assert moved.seen_by(WATCHER) is None


@rule("ambush.moving.3")
def test_a_hidden_scout_that_advances_is_revealed():
    with Fight() as fight:
        fight.order(Advance("blue-3", 1))
        assert not fight.scout("blue-3").hidden
        assert fight.game.view("red").table.scouts["blue-3"].pace == 4


def open_targets(ruleset=FIRST, blue_at=5, red_at=8, **kept):
    """Blue-3 and red-3 have both shown themselves; it is blue's turn."""
    fight = Fight(ruleset, blue=(0, 1, 3), red=(11, 10, 8), mines=(4, 7), rounds=9, **kept)
    fight.order(Advance("blue-3", blue_at - 3)).order(EndTurn())
    fight.order(Advance("red-3", 8 - red_at or -1))
    fight.order(Advance("red-3", 1) if red_at == 8 else EndTurn())
    return fight


@rule("ambush.shooting.1")
def test_only_enemies_in_the_open_can_be_shot_at():
    with open_targets() as fight:
        for target in ("red-1", "blue-2", "red-9"):
            assert fight.refused("blue", Shoot("blue-1", target)).rule == "ambush.shooting.1"
        fight.order(Shoot("blue-3", "red-3")).dice(11)
        fight.says("red", Pass())
        assert fight.scout("red-3").down
        assert fight.refused("blue", Shoot("blue-3", "red-3")).rule == "ambush.shooting.1"


@rule("ambush.shooting.2")
def test_a_hidden_shooter_is_revealed_first():
    with open_targets(blue_at=5) as fight:
        assert fight.scout("blue-2").hidden
        fight.says("blue", Shoot("blue-2", "red-3"))
        assert not fight.scout("blue-2").hidden
        assert fight.is_asked("red", "react")
        fight.says("red", Reactions()).dice(20)


@rule("ambush.shooting.3")
@pytest.mark.parametrize(("face", "hit"), [(1, True), (11, True), (12, False)])
def test_eleven_or_less_hits(face, hit):
    with open_targets() as fight:
        fight.order(Shoot("blue-3", "red-3")).dice(face)
        (shot,) = fight.events(Shot)
        assert (shot.number, shot.hit) == (11, hit)
        if hit:
            fight.says("red", Pass())
        assert fight.scout("red-3").down == hit


@rule("ambush.shooting.4")
def test_distance_is_found_out_only_when_the_shot_is_resolved():
    with open_targets() as fight:
        fight.order(Shoot("blue-1", "red-3")).dice(1)
        (shot,) = fight.events(Shot)
        assert not shot.hit
        assert shot.because[-1].rule == "ambush.shooting.4"
        assert fight.game.state.world.sides["blue"].orders == 1


@rule("ambush.shooting.5")
def test_two_paces_or_less_add_three():
    with open_targets(blue_at=6) as fight:
        fight.order(Shoot("blue-3", "red-3")).dice(14)
        (shot,) = fight.events(Shot)
        assert (shot.number, shot.hit) == (14, True)
        fight.says("red", Pass())


@rule("ambush.reacting.1")
def test_reactions_are_declared_together_by_all_who_are_up():
    with open_targets() as fight:
        fight.says("blue", Shoot("blue-3", "red-3"))
        assert fight.asked("red").actors == ("red-1", "red-2", "red-3")
        refused = fight.refused("red", Reactions({"blue-1": "shoot"}))
        assert refused.rule == "ambush.reacting.1"
        assert not fight.is_asked("blue")
        fight.says("red", Reactions({"red-3": "dodge"})).dice(20, 20)
    with open_targets() as fight:
        fight.order(Sneak("blue-1", 1))
        assert not fight.is_asked("red")


@rule("ambush.reacting.2")
def test_of_two_successes_the_higher_counts():
    with open_targets() as fight:
        fight.order(Shoot("blue-3", "red-3"), red_3="shoot").dice(5, 9)
        assert [shot.hit for shot in fight.events(Shot)] == [False, True]
        fight.says("blue", Pass())
        assert fight.scout("blue-3").down
        assert not fight.scout("red-3").down


@rule("ambush.reacting.3")
@pytest.mark.parametrize(
    ("shot", "dodge", "hit"), [(5, 9, False), (5, 4, True), (5, 11, True), (9, 10, False)]
)
def test_a_dodge_of_ten_or_less_beats_lower_shots(shot, dodge, hit):
    with open_targets() as fight:
        fight.order(Shoot("blue-3", "red-3"), red_3="dodge").dice(shot, dodge)
        assert fight.events(Shot)[0].hit == hit
        if hit:
            fight.says("red", Pass())


@rule("ambush.reacting.4")
def test_a_hidden_scout_that_reacts_is_revealed():
    with open_targets() as fight:
        fight.order(Advance("blue-3", -1), red_2="shoot").dice(20)
        assert not fight.scout("red-2").hidden
        assert fight.scout("red-1").hidden


@rule("ambush.ties.1")
def test_equal_successes_cancel_in_the_first_edition():
    with open_targets(carries={"blue-3": ("keen-eye",)}) as fight:
        fight.order(Shoot("blue-3", "red-3"), red_3="shoot").dice(7, 7)
        assert [shot.hit for shot in fight.events(Shot)] == [False, False]


@rule("ambush.ties.2")
def test_the_higher_number_breaks_ties_in_the_second_edition():
    with open_targets(SECOND, carries={"blue-3": ("keen-eye",)}) as fight:
        fight.order(Shoot("blue-3", "red-3"), red_3="shoot").dice(7, 7)
        assert [shot.hit for shot in fight.events(Shot)] == [True, False]
        fight.says("red", Pass())
    with open_targets(SECOND) as fight:
        fight.order(Shoot("blue-3", "red-3"), red_3="shoot").dice(7, 7)
        assert [shot.hit for shot in fight.events(Shot)] == [False, False]


@rule("ambush.keen-eye.1")
def test_keen_eye_adds_three():
    with open_targets(carries={"blue-3": ("keen-eye",)}) as fight:
        fight.order(Shoot("blue-3", "red-3")).dice(20)
        (shot,) = fight.events(Shot)
        assert shot.number == 14
        assert "ambush.keen-eye.1" in {cite.rule for cite in shot.because}


@rule("ambush.thick-coat.1", "ambush.limit.1")
@pytest.mark.parametrize(
    ("ruleset", "eyes", "number"),
    [(FIRST, False, 8), (SECOND, False, 7), (FIRST, True, 11), (SECOND, True, 8)],
)
def test_a_thick_coat_takes_three_or_six_off_within_the_limit(ruleset, eyes, number):
    carries = {"red-3": ("thick-coat",)} | ({"blue-3": ("keen-eye",)} if eyes else {})
    with open_targets(ruleset, carries=carries) as fight:
        fight.order(Shoot("blue-3", "red-3")).dice(20)
        (shot,) = fight.events(Shot)
        assert shot.number == number
        limited = "ambush.limit.1" in {cite.rule for cite in shot.because}
        assert limited == (ruleset is SECOND and not eyes)


@rule("ambush.mine.1", "ambush.mine.2")
def test_a_mine_goes_off_once_and_reveals():
    with Fight(mines=(7, 4)) as fight:
        fight.order(Sneak("blue-3", 1)).dice(9)
        assert not fight.scout("blue-3").hidden
        assert not fight.scout("blue-3").down
        assert fight.game.view("blue").table.sides["red"].mine_gone
        fight.order(Advance("blue-2", 3))
        assert not fight.scout("blue-2").down


@rule("ambush.mine.3")
@pytest.mark.parametrize(
    ("ruleset", "face", "fell"),
    [(FIRST, 8, True), (FIRST, 9, False), (SECOND, 12, True), (SECOND, 13, False)],
)
def test_a_mine_fells_on_eight_or_twelve(ruleset, face, fell):
    with Fight(ruleset, mines=(7, 4)) as fight:
        fight.order(Sneak("blue-3", 1)).dice(face)
        if fell:
            fight.says("blue", Pass())
        assert fight.scout("blue-3").down == fell


def mined(blue=("medic", "flare"), red=("doubt", "flare")):
    fight = Fight(mines=(7, 4), hands={"blue": blue, "red": red})
    fight.order(Sneak("blue-3", 1)).dice(1)
    return fight


@rule("ambush.cards.1")
def test_a_medic_then_a_doubt_each_in_sight_of_the_last():
    with mined() as fight:
        assert fight.asked("blue").card == "medic"
        assert not fight.is_asked("red")
        fight.says("blue", PlayCard())
        assert fight.asked("red").card == "doubt"
        assert fight.game.view("red").table.sides["blue"].cards == 1
        fight.says("red", Pass()).dice(20)
    with mined() as fight:
        fight.says("blue", Pass())
        assert not fight.is_asked("red", "offer-card")


@rule("ambush.cards.2")
def test_who_holds_any_card_is_asked():
    with mined(blue=("flare", "flare"), red=("doubt", "medic")) as fight:
        assert fight.asked("blue").card == "medic"
        assert fight.refused("blue", PlayCard()).rule == "ambush.cards.1"
        fight.says("blue", Pass())


@rule("ambush.cards.3")
@pytest.mark.parametrize(
    ("doubt", "face", "up"), [(False, 11, True), (False, 10, False), (True, 16, True), (True, 15, False)]
)
def test_a_medic_needs_eleven_or_sixteen(doubt, face, up):
    with mined() as fight:
        fight.says("blue", PlayCard()).says("red", PlayCard() if doubt else Pass()).dice(face)
        assert fight.scout("blue-3").down != up


@rule("ambush.end.1", "ambush.end.2")
def test_the_last_round_ends_the_game_and_more_scouts_win():
    with Fight(mines=(7, 4), rounds=1) as fight:
        fight.order(Sneak("blue-3", 1)).dice(1)
        fight.says("blue", Pass()).order(EndTurn()).order(EndTurn())
        outcome = fight.game.state.outcome
        assert outcome is not None
        assert outcome.winners == ("red",)
        assert dict(outcome.scores) == {"blue": 2, "red": 3}
    with Fight(rounds=1) as fight:
        fight.order(EndTurn()).order(EndTurn())
        assert fight.game.state.outcome is not None
        assert fight.game.state.outcome.winners == ()


@rule("ambush.end.1")
def test_a_side_without_scouts_ends_the_game_at_once():
    with Fight(blue=(3, 3, 3), red=(8, 8, 8), rounds=9) as fight:
        for name in ("blue-1", "blue-2", "blue-3"):
            fight.order(Advance(name, 3), red_1="shoot").dice(1)
            fight.says("blue", Pass())
            if name == "blue-2":
                fight.order(EndTurn())
        assert fight.game.state.world.round == 2
        assert fight.game.state.outcome is not None
        assert fight.game.state.outcome.winners == ("red",)
