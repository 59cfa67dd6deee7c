"""Cards: who is asked when, what declared and answering cards do, and the weather."""

from bpre.raid import Raid, at, low, skilled
from firelane.bpre.asking import Decline, Fire, OfferCards, PlayCard, Turned
from firelane.bpre.events import CardDiscarded
from firelane.bpre.names import FINISHING
from firelane.bpre.world import Frag
from firelane.core.views import view
from firelane.testing.proofs import rule

FACING = {"scorch-1": at(12, 6), "aayari-1": at(12, 12, "trained"), "aayari-2": at(2, 22, facing=90)}
THREE = ("kill-not-capture", "hasty-ambush", "break-contact")


@rule("bpre.intervention.kill-not-capture.1", "bpre.intervention.3", "bpre.cards.1", "bpre.intervention.2")
def test_a_card_named_with_the_attack_adds_three_and_is_gone():
    with Raid(FACING, hands={"scorch": ("kill-not-capture",)}) as raid:
        raid.fire("scorch-1", "aayari-1", "kill-not-capture").dice(1, 2)
        assert raid.attacked().total == 7
        assert raid.reasons()["bpre.intervention.kill-not-capture.1"] == 3
        assert raid.world.sides["scorch"].hand == ()
        assert raid.world.sides["scorch"].discarded == ("intervention.kill-not-capture",)


@rule("bpre.intervention.3")
def test_a_card_that_is_not_held_cannot_be_named():
    with Raid(FACING, hands={"scorch": ("hasty-ambush",)}) as raid:
        answer = Fire("scorch-1", "aayari-1", ("intervention.kill-not-capture",))
        assert raid.refuses("scorch", answer) == "bpre.intervention.3"
        answer = Fire("scorch-1", "aayari-1", ("intervention.hasty-ambush",))
        assert raid.refuses("scorch", answer) == "bpre.intervention.3"
    with Raid(FACING, hands={"scorch": ("kill-not-capture",)}) as raid:
        for named in (("intervention.kill-not-capture",) * 2, ("intervention.no-such",)):
            answer = Fire("scorch-1", "aayari-1", named)
            assert raid.refuses("scorch", answer) == "bpre.intervention.3"


@rule("bpre.intervention.3", "bpre.cards.1")
def test_a_card_that_answers_is_discarded_and_one_that_is_declined_is_kept():
    with Raid(FACING, hands={"scorch": ("hasty-ambush",)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(4, 5)
        # Only what is offered, held and of use: another card is refused, and a choice that there is not.
        for other in (PlayCard("intervention.full-send"), PlayCard("intervention.hasty-ambush", "twice")):
            assert raid.would_refuse("scorch", other) is not None
        raid.plays("scorch", "intervention.hasty-ambush").dice(9, 9)
        assert raid.world.sides["scorch"].hand == ()
        assert raid.world.sides["scorch"].discarded == ("intervention.hasty-ambush",)
        assert [event.card for event in raid.events(CardDiscarded)] == ["intervention.hasty-ambush"]
    with Raid(FACING, hands={"scorch": ("hasty-ambush",)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(4, 5)
        raid.declines("scorch")
        raid.declines("scorch")
        assert raid.attacked().result == "miss"
        assert raid.world.sides["scorch"].hand == ("intervention.hasty-ambush",)
        assert raid.events(CardDiscarded) == []


@rule("bpre.intervention.hasty-ambush.1")
def test_hasty_ambush_is_asked_for_by_public_facts_alone():
    # A miss by one: the attacker is asked whether or not he holds the card.
    for hand in (("hasty-ambush",), ("kill-not-capture",)):
        with Raid(FACING, hands={"scorch": hand}) as raid:
            raid.fire("scorch-1", "aayari-1").dice(4, 5)
            asked = raid.asked("scorch")
            assert isinstance(asked, OfferCards)
            assert asked.cards == ("intervention.hasty-ambush",)
            if hand == ("kill-not-capture",):
                refusal = raid.refused("scorch", PlayCard("intervention.hasty-ambush"))
                assert refusal.rule == "bpre.intervention.3"
            raid.declines("scorch")
            assert raid.offered("scorch") == ("intervention.react-to-contact",)
            raid.declines("scorch")
    # Without cards, with the card gone, or where it changes nothing, nobody is asked.
    with Raid(FACING) as raid:
        raid.fire("scorch-1", "aayari-1").dice(4, 5)
        assert raid.attacked().result == "miss"
    with Raid(FACING, hands={"scorch": ("hasty-ambush",)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.offered("scorch") == ("intervention.react-to-contact",)
        raid.declines("scorch")


@rule("bpre.intervention.break-contact.1")
def test_break_contact_adds_one_to_a_failed_save_over_obstructed_los():
    fields = {"pieces": [low("planter", 10, 9, 4, 0.5)], "hands": {"aayari": ("break-contact",)}}
    with Raid(FACING, **fields) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 5, 6)
        assert "intervention.break-contact" in raid.offered("aayari")
        raid.plays("aayari", "intervention.break-contact")
        parts = [(part.rule, part.value) for part in raid.saved().bonus.modifiers]
        assert parts == [("bpre.intervention.break-contact.1", 1)]
        assert raid.saved().total == 12
        assert raid.unit("aayari-1").staggered
    with Raid(FACING, hands={"aayari": ("break-contact",)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(6, 6, 5, 6)
        assert raid.offered("aayari") == ("intervention.save-the-last-bullet",)
        raid.declines("aayari")
        assert not raid.alive("aayari-1")


def test_an_attack_in_which_nobody_plays_asks_each_player_twice_at_most():
    fields = {"pieces": [low("planter", 10, 9, 4, 0.5)], "hands": {"scorch": THREE, "aayari": THREE}}
    for faces in ((5, 6), (6, 6), (9, 9)):
        with Raid(FACING, **fields) as raid:
            raid.fire("scorch-1", "aayari-1").dice(*faces)
            asked = {"scorch": 0, "aayari": 0}
            while raid.attacks_under_way():
                request = raid.game.pending[0]
                if request.kind == "roll":
                    raid.dice(5, 6)
                    continue
                asked[request.seat] += 1
                raid.says(request.seat, Decline())
            assert max(asked.values()) <= 2


@rule("bpre.intervention.break-contact.1")
def test_break_contact_helps_where_one_is_missing_and_against_attacks_alone():
    fields = {"pieces": [low("planter", 10, 9, 4, 0.5)], "hands": {"aayari": ("break-contact",)}}
    # Two are missing, or the save has not failed: it is not asked for.
    for faces, dead in (((5, 5), True), ((6, 6), False)):
        with Raid(FACING, **fields) as raid:
            raid.fire("scorch-1", "aayari-1").dice(6, 6, *faces)
            if raid.is_asked("aayari", "offer-cards"):
                assert "intervention.break-contact" not in raid.offered("aayari")
                raid.declines("aayari")
            assert raid.alive("aayari-1") is not dead
    # A blast over the same cover is no attack.
    units = {"scorch-1": at(4, 4, facing=270), "aayari-2": at(2, 22, facing=90)}
    frag = Frag(12000, 7000, "scorch", "scorch-1")
    units["aayari-1"] = at(12, 11.3, "trained")
    with Raid(units, phase=FINISHING, frags=(frag,), **fields) as raid:
        # With the +1 for cover ten are still one too few.
        raid.says("scorch", Turned(90)).dice(1, 5, 5)
        assert (raid.saved().total, raid.alive("aayari-1")) == (11, False)


@rule("bpre.cards.7")
def test_a_hand_is_hidden_and_fires_lie_open():
    with Raid(FACING, hands={"scorch": THREE}, fires={"scorch": ("scoria-rs",)}) as raid:
        seen = view(raid.ruleset, raid.game.state, "aayari").table.world.sides["scorch"]
        assert seen.hand == ("?", "?", "?")
        assert seen.fires == ("fires.scoria-rs",)
        own = view(raid.ruleset, raid.game.state, "scorch").table.world.sides["scorch"]
        assert own.hand == tuple(f"intervention.{name}" for name in THREE)
        both = view(raid.ruleset, raid.game.state, "aayari").table.world
        assert set(both.sides) == {"scorch", "aayari"}
        assert both.cards == raid.world.cards, "so do Unit Cards"
        assert raid.events(CardDiscarded) == []


@rule("bpre.skill.pointman.1")
def test_pointman_finishes_at_any_range():
    units = {"scorch-1": at(12, 4, "trained+pointman"), "scorch-2": at(16, 4), "aayari-1": at(14, 16)}
    with Raid(units, phase=FINISHING, cards=[skilled("pointman")]) as raid:
        assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-1",))
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.attacked().at == "aayari-1"
    # From one corner of the battlespace to the other; but not without LOS.
    corners = {"scorch-1": at(0.5, 0.5, "trained+pointman", facing=45), "aayari-1": at(23.5, 23.5)}
    with Raid(corners, phase=FINISHING, cards=[skilled("pointman")]) as raid:
        assert raid.asked_to_activate() == ("scorch", FINISHING, ("scorch-1",))
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.attacked().at == "aayari-1"
    turned = {**units, "scorch-1": at(12, 4, "trained+pointman", facing=270)}
    with Raid(turned, phase=FINISHING, cards=[skilled("pointman")]) as raid:
        assert raid.world.turn == 2, "nobody sees anybody to attack"
